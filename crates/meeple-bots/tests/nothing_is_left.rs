//! A thousand games between programs leave no process, no file descriptor and no thread.
//! This test has its own file because other tests start processes too.

mod support;

use meeple_bots::ProcessSupervisor;
use meeple_core::{Event, Table};
use meeple_games::GameKind;
use std::{
    fs, process,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};
use support::{
    fixture, marker, still_running,
    test_tables::{LONG_LIMIT, SHORT_LIMIT, TestTable, meeple_protocol},
    wait_until,
};

const GAMES: usize = 1000;
const AT_ONCE: usize = 4;
/// In one of this many games a bot misbehaves.
const BAD_GAME: usize = 20;
/// The misbehaving bots: they die, leave children, close pipes, write too much, or don't exit.
const BAD_BOTS: [&str; 10] = [
    "crash.sh",
    "segfault.sh",
    "forks.sh",
    "setsid_child.sh",
    "wiped_child.sh",
    "closes_stdin.py",
    "closes_stdout.sh",
    "chatty.sh",
    "ignores_end.sh",
    "talks_after_end.sh",
];
const BAR: TestTable = meeple_protocol(GameKind::Chomp, &["width=2", "height=2"], 2, 0);

/// The resources that this process holds.
#[derive(Debug, PartialEq, Eq)]
struct HeldResources {
    descriptors: usize,
    threads: usize,
    /// Includes those that have died but were not reaped.
    children: Vec<String>,
}

impl HeldResources {
    fn now() -> Self {
        let count = |folder| fs::read_dir(folder).expect("these tests need /proc").count();
        let entries = fs::read_dir("/proc").expect("these tests need /proc").flatten();
        let stats = entries.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
        HeldResources {
            descriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
            children: stats.filter(|stat| parent(stat) == Some(process::id())).collect(),
        }
    }
}

/// Parses the parent from `id (name) state parent ...`.
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn faults(table: &Table) -> usize {
    table.game().log().iter().filter(|event| matches!(***event, Event::Fault { .. })).count()
}

/// Plays the game with this number; returns whether a bot failed in it.
fn play(number: usize, marker: &str, supervisor: &ProcessSupervisor) -> bool {
    let (good, is_bad) = (fixture("two_writes.sh", marker), number.is_multiple_of(BAD_GAME));
    let name = BAD_BOTS[number / BAD_GAME % BAD_BOTS.len()];
    let bad = fixture(name, marker);
    // Only bots that never answer need a short time limit.
    let limit = if is_bad && name.ends_with("_child.sh") { SHORT_LIMIT } else { LONG_LIMIT };
    let first = if is_bad { &bad } else { &good };
    // Each of them keeps running between its turns in some games, and is suspended in others.
    let is_suspending = (number / (BAD_GAME * BAD_BOTS.len())).is_multiple_of(2);
    let place = if is_suspending { BAR.suspending() } else { BAR };
    faults(&place.play(&[first.typed(), good.typed()], limit, supervisor)) > 0
}

#[test]
fn a_thousand_games_leave_no_process_descriptor_or_thread() {
    let before = HeldResources::now();
    assert_eq!(before.children, Vec::<String>::new());
    let (supervisor, marker) = (ProcessSupervisor::with_orphan_adoption(), marker());
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= GAMES {
                        break;
                    }
                    let has_failed = play(number, &marker, &supervisor);
                    failed.fetch_add(usize::from(has_failed), Ordering::Relaxed);
                }
            });
        }
    });
    // All bad bots fail but the two that misbehave only after the end.
    let expected = GAMES / BAD_GAME / BAD_BOTS.len() * (BAD_BOTS.len() - 2);
    assert_eq!(failed.into_inner(), expected);
    assert_eq!(still_running(&marker), Vec::<String>::new());
    // A thread that drains a pipe ends a moment after the pipe.
    wait_until(|| HeldResources::now() == before);
}
