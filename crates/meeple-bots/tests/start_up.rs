//! Start-up time is not thinking time: optionally, the clock of the first answer starts when a bot
//! begins to read. A bot can also be given a lower priority.

mod support;

use meeple_bots::{DEFAULT_START_UP, Exit, Process, ProcessSupervisor, ReplyError};
use meeple_core::{Limits, Verdict};
use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};
use support::{fixture, marker, process_table::entries, wait_until};

/// Less than the slow starter needs to start, and much more than it needs to answer.
const SHORT: Duration = Duration::from_millis(500);
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
fn a_slow_start_counts_only_where_that_is_agreed() {
    let (answer, thought) = ask("slow_start.sh", Some(DEFAULT_START_UP), &within(SHORT));
    assert_eq!(answer, Ok(b"7 2\n".to_vec()));
    assert!(thought.is_some_and(|thought| thought < SHORT), "{thought:?}");
    assert_eq!(ask("slow_start.sh", None, &within(SHORT)).0, Err(late()));
}

#[test]
fn thinking_counts_from_the_moment_it_reads() {
    let begin = Instant::now();
    assert_eq!(ask("slow_thinker.sh", Some(DEFAULT_START_UP), &within(SHORT)).0, Err(late()));
    assert!(begin.elapsed() < DEFAULT_START_UP / 2, "it had {:?}", begin.elapsed());
}

#[test]
fn who_never_reads_is_told_so() {
    for name in ["deaf.sh", "slow.sh"] {
        let never = ReplyError::Failed(Verdict::NeverRead { patience: SHORT });
        assert_eq!(ask(name, Some(SHORT), &within(LONG)), (Err(never), None), "{name}");
    }
}

#[test]
fn who_speaks_or_dies_is_not_waited_for() {
    let begin = Instant::now();
    assert_eq!(ask("eager.sh", Some(LONG), &within(LONG)).0, Ok(b"0 0\n".to_vec()));
    let crash = ReplyError::Failed(Exit::Status(3).verdict());
    assert_eq!(ask("crash.sh", Some(LONG), &within(LONG)).0, Err(crash));
    assert!(begin.elapsed() < LONG / 2, "they could hold us for {:?}", begin.elapsed());
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
fn a_nice_bot_lets_others_go_first() {
    for nice in [None, Some(7), Some(19)] {
        let marker = marker();
        let mut program = fixture("thinks_ahead.py", &marker);
        program.nice = nice;
        let process = Process::start(&program, &ProcessSupervisor::default()).expect("it starts");
        wait_until(|| entries(&marker).len() == 2);
        // The same holds for its child; its niceness is at least that of this process.
        let ours = entries(&std::env::args().next().expect("a program has a name"))[0].nice;
        let expected = nice.map_or(ours, |nice| ours.max(i32::from(nice)));
        assert!(entries(&marker).iter().all(|entry| entry.nice == expected), "{nice:?}");
        drop(process);
    }
}
