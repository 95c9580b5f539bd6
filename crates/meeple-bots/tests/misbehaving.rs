//! Bots that misbehave in every known way: each gets its verdict, and no process is left.

mod support;

use meeple_bots::{
    AnswerDeadline, Exit, PipeEnd, Process, ProcessSupervisor, Program, ReplyError,
    process::{BotLine, LONGEST_LINE},
};
use meeple_core::Verdict;
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};
use support::{fixture, marker, still_running, wait_until};

/// For bots that never answer.
const SHORT: Duration = Duration::from_millis(300);
/// For bots that answer or fail by themselves: the time limit must not be what ends the wait.
const LONG: Duration = Duration::from_secs(60);

fn start(program: &Program) -> Result<Process, Verdict> {
    Process::start(program, &ProcessSupervisor::default())
}

fn clock(limit: Duration) -> AnswerDeadline {
    AnswerDeadline::start(limit, &Arc::new(AtomicBool::new(false)))
}

/// Every protocol sends a greeting before the first question.
const GREETING_AND_QUESTION: &[u8] = b"hello\na question\n";

/// Starts the fixture, asks it once and ends it; returns its answer and the tail of its stderr.
#[track_caller]
fn ask(name: &str, limit: Duration) -> (Result<BotLine, Verdict>, Vec<String>) {
    let marker = marker();
    let mut process = start(&fixture(name, &marker)).expect("the fixture starts");
    process.send(GREETING_AND_QUESTION.to_vec());
    let answer = process.read_line(&clock(limit)).map_err(|error| match error {
        ReplyError::Failed(verdict) => verdict,
        ReplyError::Stopped => panic!("the game was not stopped"),
    });
    process.kill();
    let stderr = process.stderr_lines();
    assert_eq!(still_running(&marker), Vec::<String>::new(), "{name} left a process behind");
    (answer, stderr)
}

#[track_caller]
fn check(name: &str, limit: Duration, expected: &Verdict) {
    assert_eq!(ask(name, limit).0.as_ref(), Err(expected), "{name}");
}

fn late(heard: &str) -> Verdict {
    Verdict::TimeOut { limit: SHORT, heard: heard.into() }
}

#[test]
fn silent_bots_run_out_of_time() {
    check("silent.sh", SHORT, &late(""));
    check("slow.sh", SHORT, &late(""));
    check("deaf.sh", SHORT, &late(""));
    check("setsid_child.sh", SHORT, &late(""));
}

#[test]
fn half_an_answer_is_in_the_verdict() {
    let marker = marker();
    let mut process = start(&fixture("half_a_line.sh", &marker)).expect("it starts");
    process.send(GREETING_AND_QUESTION.to_vec());
    let half = process.read(&clock(LONG), &[]).expect("half an answer");
    let verdict = ReplyError::Failed(late("7 2"));
    assert_eq!(process.read(&clock(SHORT), &half), Err(verdict));
}

#[test]
fn printing_does_not_extend_the_deadline() {
    let (answer, _) = ask("drip.sh", SHORT);
    let Err(Verdict::TimeOut { heard, .. }) = answer else { panic!("{answer:?}") };
    assert!(heard.iter().all(|&byte| byte == b'7'), "{heard:?}");
}

#[test]
fn lines_without_an_end_are_cut_off() {
    let start = vec![b'7'; 40];
    let too_long = Verdict::LineTooLong { limit: LONGEST_LINE, start };
    check("chatty.sh", LONG, &too_long);
    check("huge_line.sh", LONG, &too_long);
}

#[test]
fn exiting_and_closing_a_pipe_get_different_verdicts() {
    check("crash.sh", LONG, &Exit::Status(3).verdict());
    check("leaves.sh", LONG, &Exit::Status(0).verdict());
    check("segfault.sh", LONG, &Exit::Signal(11).verdict());
    check("closes_stdout.sh", LONG, &PipeEnd::Stdout.verdict());
}

#[test]
fn a_child_that_holds_the_pipe_open_does_not_hide_a_crash() {
    check("forks.sh", LONG, &Exit::Status(4).verdict());
}

#[test]
fn any_output_is_passed_on_unchanged() {
    #[track_caller]
    fn says(name: &str, bytes: &[u8]) {
        let (answer, _) = ask(name, LONG);
        assert_eq!(answer.expect("an answer").bytes, bytes, "{name}");
    }
    says("garbage.py", b"\xff\xfe\0\x1b[2J\n");
    says("chatty_lines.sh", b"hello engine\n");
    says("eager.sh", b"0 0\n");
    says("closes_stdin.py", b"ready\n");
}

#[test]
fn an_answer_in_pieces_is_put_together_and_the_first_piece_is_known() {
    let marker = marker();
    let mut process = start(&fixture("in_pieces.sh", &marker)).expect("it starts");
    process.send([GREETING_AND_QUESTION, b"go on\n"].concat());
    let line = process.read_line(&clock(LONG)).map(|line| line.bytes);
    assert_eq!(line, Ok(b"7 2\n".to_vec()));

    let mut process = start(&fixture("in_pieces.sh", &marker)).expect("it starts");
    process.send(GREETING_AND_QUESTION.to_vec());
    let first = process.read(&clock(LONG), &[]).expect("the first piece");
    process.send(b"go on\n".to_vec());
    let second = process.read(&clock(LONG), &first).expect("the second piece");
    assert_eq!((first, second), (b"7".to_vec(), b" 2\n".to_vec()));
}

#[test]
fn a_closed_stdin_is_noticed_at_the_next_question() {
    let marker = marker();
    let mut process = start(&fixture("closes_stdin.py", &marker)).expect("it starts");
    assert_eq!(process.read(&clock(LONG), &[]), Ok(b"ready\n".to_vec()));
    process.send(b"a question\n".to_vec());
    let closed = PipeEnd::Stdin.verdict();
    assert_eq!(process.read(&clock(LONG), &[]), Err(ReplyError::Failed(closed)));
}

#[test]
fn output_after_a_line_feed_is_kept() {
    let marker = marker();
    let program = format!("sh -c 'printf \"info one\\n7 2\\nhalf\"; sleep 60' {marker}");
    let mut process = start(&program.parse().expect("a good command line")).expect("it starts");
    let line = |process: &mut Process| process.read_line(&clock(LONG)).map(|line| line.bytes);
    assert_eq!(line(&mut process), Ok(b"info one\n".to_vec()));
    assert_eq!(line(&mut process), Ok(b"7 2\n".to_vec()));
    assert_eq!(process.read_unasked(), b"half");
    process.kill();
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_supervisor_can_kill_all_processes_at_once() {
    let (supervisor, marker) = (ProcessSupervisor::default(), marker());
    let bots = ["deaf.sh", "eager.sh", "setsid_child.sh"];
    let start =
        |name: &&str| Process::start(&fixture(name, &marker), &supervisor).expect("it starts");
    let processes: Vec<Process> = bots.iter().map(start).collect();
    supervisor.kill_all();
    wait_until(|| still_running(&marker).is_empty());
    drop(processes);
}

#[test]
fn stderr_is_drained_and_its_end_is_kept() {
    let (answer, stderr) = ask("noisy_stderr.sh", LONG);
    assert_eq!(answer.map(|line| line.bytes), Ok(b"7 2\n".to_vec()));
    assert_eq!(stderr.last().map(String::as_str), Some("last words"));
    assert!(stderr.iter().map(String::len).sum::<usize>() <= 8192);
    assert_eq!(ask("crash.sh", LONG).1, ["no memory for the board"]);
}

#[test]
fn a_bot_that_does_not_read_cannot_block_the_engine() {
    let marker = marker();
    let mut process = start(&fixture("deaf.sh", &marker)).expect("it starts");
    for _ in 0..100 {
        process.send(vec![b'.'; 100_000]);
    }
    assert_eq!(process.read(&clock(SHORT), &[]), Err(ReplyError::Failed(late(""))));
    drop(process);
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn dropping_a_bot_kills_it_and_its_children() {
    for (name, how_many) in [("deaf.sh", 2), ("eager.sh", 1), ("setsid_child.sh", 3)] {
        let marker = marker();
        let process = start(&fixture(name, &marker)).expect("it starts");
        wait_until(|| still_running(&marker).len() >= how_many);
        drop(process);
        assert_eq!(still_running(&marker), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_child_started_while_its_parent_is_killed_is_killed_too() {
    let marker = marker();
    for _ in 0..60 {
        let process = start(&fixture("busy.sh", &marker)).expect("it starts");
        wait_until(|| still_running(&marker).len() > 1);
        drop(process);
        assert_eq!(still_running(&marker), Vec::<String>::new());
    }
}

#[test]
fn a_bot_that_leaves_when_its_stdin_closes_is_not_killed() {
    let marker = marker();
    let mut process = start(&fixture("silent.sh", &marker)).expect("it starts");
    process.close(LONG);
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_stopped_game_does_not_wait() {
    let stop = Arc::new(AtomicBool::new(true));
    let mut process = start(&fixture("silent.sh", &marker())).expect("it starts");
    assert_eq!(process.read(&AnswerDeadline::start(LONG, &stop), &[]), Err(ReplyError::Stopped));
}

#[test]
fn the_memory_limit_binds() {
    let program = fixture("memory_hog.py", &marker());
    let limited = |memory| {
        let mut program = program.clone();
        program.memory = memory;
        let mut process = start(&program).expect("it starts");
        process.send(GREETING_AND_QUESTION.to_vec());
        process.read_line(&clock(LONG)).map(|line| line.bytes)
    };
    assert_eq!(limited(None), Ok(b"7 2\n".to_vec()));
    let crash = Exit::Status(1).verdict();
    assert_eq!(limited(Some(200 << 20)), Err(ReplyError::Failed(crash)));
}

#[test]
fn a_start_failure_gives_its_reason() {
    #[track_caller]
    fn refused(command: &str, reason: &str) {
        let program = command.parse().expect("a good command line");
        let verdict = start(&program).expect_err("it cannot start");
        assert_eq!(verdict.name(), "cannot-start");
        assert!(verdict.to_string().contains(reason), "{verdict}");
    }
    refused("/no/such/bot", "no such file");
    refused(env!("CARGO_MANIFEST_DIR"), "it is a folder");
    refused("Cargo.toml", "try chmod +x ./Cargo.toml");
}
