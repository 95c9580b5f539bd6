//! Start-up time is not thinking time: optionally, the clock of the first answer starts when a bot
//! begins to read. A bot can also be given a lower priority.

mod support;

use meeple_bots::{DEFAULT_START_UP, Exit, Process, ProcessSupervisor, ReplyError};
use meeple_core::{Limits, Verdict};
use std::{sync::atomic::Ordering, time::Duration};
use support::{
    fixture, marker,
    process_table::{entries, own_niceness},
    wait_until,
};

/// How long `slow_start.sh` needs to start.
const SLOW_START: Duration = Duration::from_secs(4);
/// Less than the slow starter needs to start, and much more than it needs to answer.
const SHORT: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(60);

/// Asks a bot once, with this start-up time; returns its answer and its thinking time.
fn ask(
    name: &str,
    start_up: Option<Duration>,
    limits: &Limits,
) -> (Result<Vec<u8>, ReplyError>, Option<Duration>) {
    let mut program = fixture(name, &marker());
    program.start_up = start_up;
    let mut process = Process::start(&program, &ProcessSupervisor::default()).expect("it starts");
    let answer = process
        .ask(b"a question\nand more\n".to_vec(), limits)
        .and_then(|clock| process.read_line(&clock).map(|line| line.bytes));
    (answer, process.thinking_time())
}

fn within(time: Duration) -> Limits {
    Limits { time: Some(time), ..Limits::default() }
}

fn late() -> ReplyError {
    ReplyError::Failed(Verdict::TimeOut { limit: SHORT, heard: Vec::new() })
}

#[test]
fn a_slow_start_counts_only_without_start_up_time() {
    let (answer, thought) = ask("slow_start.sh", Some(DEFAULT_START_UP), &within(SHORT));
    assert_eq!(answer, Ok(b"7 2\n".to_vec()));
    assert!(thought.is_some_and(|thought| thought < SLOW_START), "{thought:?}");
    assert_eq!(ask("slow_start.sh", None, &within(SHORT)).0, Err(late()));
}

#[test]
fn thinking_counts_from_the_moment_it_reads() {
    assert_eq!(ask("slow_thinker.sh", Some(DEFAULT_START_UP), &within(SHORT)).0, Err(late()));
}

#[test]
fn a_bot_that_never_reads_gets_its_own_verdict() {
    for name in ["deaf.sh", "slow.sh"] {
        let never = ReplyError::Failed(Verdict::NeverRead { patience: SHORT });
        assert_eq!(ask(name, Some(SHORT), &within(LONG)), (Err(never), None), "{name}");
    }
}

#[test]
fn a_bot_that_writes_or_exits_ends_the_start_up_time() {
    // Waiting for the whole start-up time would end with the verdict that it never read.
    assert_eq!(ask("eager.sh", Some(LONG), &within(LONG)).0, Ok(b"0 0\n".to_vec()));
    let crash = ReplyError::Failed(Exit::Status(3).verdict());
    assert_eq!(ask("crash.sh", Some(LONG), &within(LONG)).0, Err(crash));
}

#[test]
fn a_stopped_game_does_not_wait_for_a_start() {
    let limits = within(LONG);
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(ask("slow.sh", Some(LONG), &limits).0, Err(ReplyError::Stopped));
}

#[test]
fn only_the_first_question_waits() {
    let mut program = fixture("slow_start.sh", &marker());
    program.start_up = Some(DEFAULT_START_UP);
    let mut process = Process::start(&program, &ProcessSupervisor::default()).expect("it starts");
    for _ in 0..2 {
        let clock = process.ask(b"a question\n".to_vec(), &within(SHORT)).expect("it reads");
        assert_eq!(process.read_line(&clock).map(|line| line.bytes), Ok(b"7 2\n".to_vec()));
    }
}

#[test]
fn niceness_applies_to_a_bot_and_its_children() {
    for nice in [None, Some(7), Some(19)] {
        let marker = marker();
        let mut program = fixture("thinks_ahead.py", &marker);
        program.nice = nice;
        let process = Process::start(&program, &ProcessSupervisor::default()).expect("it starts");
        wait_until(|| entries(&marker).len() == 2);
        // The same holds for its child; its niceness is at least that of this process.
        let ours = own_niceness();
        let expected = nice.map_or(ours, |nice| ours.max(i32::from(nice)));
        assert!(entries(&marker).iter().all(|entry| entry.nice == expected), "{nice:?}");
        drop(process);
    }
}
