//! A bot may be limited to thinking in its own turns: from its answer to the next question it is
//! suspended with its whole process group, and no process is ever left suspended.

mod support;

use meeple_bots::{
    AnswerDeadline, Exit, IdlePolicy, PipeEnd, Process, ProcessSupervisor, ReplyError,
};
use meeple_core::Limits;
use std::{
    env,
    io::{self, BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};
use support::{
    fixture, marker,
    process_table::{Entry, entries},
    still_running, wait_until,
};

/// For bots that answer or fail by themselves: the time limit must not be what ends the wait.
const LONG: Duration = Duration::from_secs(60);

fn start(name: &str, marker: &str, idle_policy: IdlePolicy) -> Process {
    let mut program = fixture(name, marker);
    program.idle_policy = idle_policy;
    Process::start(&program, &ProcessSupervisor::default()).expect("the fixture starts")
}

/// Asks once; afterwards the bot is suspended.
fn ask(process: &mut Process) -> Result<Vec<u8>, ReplyError> {
    let limits = Limits { time: Some(LONG), ..Limits::default() };
    let clock: AnswerDeadline = process.ask(b"a question\n".to_vec(), &limits)?;
    let answer = process.read_line(&clock)?.bytes;
    process.suspend();
    Ok(answer)
}

fn is_stopped(marker: &str) -> bool {
    let entries = entries(marker);
    !entries.is_empty() && entries.iter().all(|entry| entry.state == 'T')
}

fn processor_time(marker: &str) -> Vec<(i32, u64)> {
    entries(marker).iter().map(|Entry { id, ticks, .. }| (*id, *ticks)).collect()
}

/// Waits until every process with the marker has used more processor time.
fn wait_until_all_work(marker: &str) {
    let before = processor_time(marker);
    wait_until(|| {
        let now = processor_time(marker);
        before.iter().zip(&now).all(|(before, now)| now.1 > before.1 + 2)
    });
}

#[test]
fn a_suspended_bot_and_its_children_use_no_processor_time() {
    let marker = marker();
    let mut process = start("thinks_ahead.py", &marker, IdlePolicy::Stopped);
    wait_until(|| entries(&marker).len() == 2);
    wait_until_all_work(&marker); // it is not suspended before its first answer
    assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
    wait_until(|| is_stopped(&marker));
    let before = processor_time(&marker);
    // Meanwhile another bot gets processor time.
    let other_marker = support::marker();
    let other = start("thinks_ahead.py", &other_marker, IdlePolicy::Running);
    wait_until(|| entries(&other_marker).len() == 2);
    wait_until_all_work(&other_marker);
    drop(other);
    assert_eq!(processor_time(&marker), before);
    // Asked again, it continues, and is suspended again.
    assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
    wait_until(|| is_stopped(&marker));
    process.send(b"another line\n".to_vec());
    wait_until_all_work(&marker);
    process.kill();
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_bot_that_may_keep_running_does() {
    let marker = marker();
    let mut process = start("thinks_ahead.py", &marker, IdlePolicy::Running);
    assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
    wait_until(|| entries(&marker).len() == 2);
    wait_until_all_work(&marker);
}

#[test]
fn a_bot_that_dies_while_suspended_has_crashed() {
    let marker = marker();
    let mut process = start("ignores_continue.py", &marker, IdlePolicy::Stopped);
    assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
    wait_until(|| is_stopped(&marker));
    for Entry { id, .. } in entries(&marker) {
        Command::new("kill").args(["-9", &id.to_string()]).status().expect("kill is there");
    }
    wait_until(|| entries(&marker).is_empty());
    let crash = Exit::Signal(9).verdict();
    assert_eq!(ask(&mut process), Err(ReplyError::Failed(crash)));
}

#[test]
fn a_bot_that_ignores_the_signal_is_resumed_anyway_and_exits_by_itself() {
    let marker = marker();
    let mut process = start("ignores_continue.py", &marker, IdlePolicy::Stopped);
    for _ in 0..3 {
        assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
        wait_until(|| is_stopped(&marker));
    }
    process.close(LONG);
    assert_eq!(process.own_exit(), Some(Exit::Status(0)), "it was not killed");
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_suspended_bot_is_killed_with_its_children() {
    let marker = marker();
    let mut process = start("thinks_ahead.py", &marker, IdlePolicy::Stopped);
    assert_eq!(ask(&mut process), Ok(b"7 2\n".to_vec()));
    wait_until(|| entries(&marker).len() == 2 && is_stopped(&marker));
    drop(process);
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_pipe_closed_before_suspension_is_noticed() {
    let marker = marker();
    let mut process = start("closes_stdin.py", &marker, IdlePolicy::Stopped);
    let limits = Limits { time: Some(LONG), ..Limits::default() };
    assert_eq!(process.read(&AnswerDeadline::from_limits(&limits), &[]), Ok(b"ready\n".to_vec()));
    process.suspend();
    let closed = PipeEnd::Stdin.verdict();
    assert_eq!(ask(&mut process), Err(ReplyError::Failed(closed)));
}

/// The environment variable that makes this test the process that holds a suspended bot and is killed.
const HOLDER: &str = "MEEPLE_TEST_HOLDER";

#[test]
fn no_process_stays_suspended_when_the_engine_is_killed() {
    if let Ok(marker) = env::var(HOLDER) {
        let mut process = start("ignores_continue.py", &marker, IdlePolicy::Stopped);
        ask(&mut process).expect("an answer");
        wait_until(|| is_stopped(&marker));
        println!("\nsuspended");
        // The test kills this process; if the test itself is killed, this input ends.
        io::stdin().read_line(&mut String::new()).expect("stdin can be read");
        return;
    }
    let (marker, this) = (marker(), env::current_exe().expect("this test runs"));
    let mut holder = Command::new(this)
        .args(["--exact", "no_process_stays_suspended_when_the_engine_is_killed", "--nocapture"])
        .env(HOLDER, &marker)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test can be started");
    let output = BufReader::new(holder.stdout.take().expect("it is piped"));
    let is_suspended = output.lines().map_while(Result::ok).any(|line| line == "suspended");
    assert!(is_suspended, "the holder failed");
    holder.kill().expect("it is ours");
    holder.wait().expect("it is ours");
    // Its input has ended, so it exits as soon as it continues.
    wait_until(|| still_running(&marker).is_empty());
}
