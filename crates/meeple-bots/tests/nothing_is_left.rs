//! A thousand games between programs leave no process, no descriptor and no
//! thread. Alone in this file: other tests start processes too.

mod support;

use meeple_bots::Kennel;
use meeple_core::{Event, Table};
use meeple_games::GameKind;
use std::{
    fs, process,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};
use support::{
    fixture, marker,
    places::{LONG, Place, SHORT, json},
    still_running,
};

const GAMES: usize = 1000;
const AT_ONCE: usize = 4;
/// In one game of so many somebody misbehaves.
const BAD_GAME: usize = 20;
/// How: they die, leave children, close pipes, talk too much, stay.
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
const BAR: Place = json(GameKind::Chomp, &["width=2", "height=2"], 2, 0);

/// What this process holds.
#[derive(Debug, PartialEq, Eq)]
struct Holdings {
    descriptors: usize,
    threads: usize,
    /// Also those that have died and were not reaped.
    children: Vec<String>,
}

impl Holdings {
    fn now() -> Self {
        let count = |folder| fs::read_dir(folder).expect("these tests need /proc").count();
        let entries = fs::read_dir("/proc").expect("these tests need /proc").flatten();
        let stats = entries.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
        Holdings {
            descriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
            children: stats.filter(|stat| parent(stat) == Some(process::id())).collect(),
        }
    }
}

/// `id (name) state parent ...`
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn faults(table: &Table) -> usize {
    table.game().log().iter().filter(|event| matches!(***event, Event::Fault { .. })).count()
}

/// Plays the game of this number; whether somebody failed in it.
fn play(number: usize, marker: &str, kennel: &Kennel) -> bool {
    let (good, is_bad) = (fixture("two_writes.sh", marker), number.is_multiple_of(BAD_GAME));
    let name = BAD_BOTS[number / BAD_GAME % BAD_BOTS.len()];
    let bad = fixture(name, marker);
    // Only those who never answer need the clock.
    let limit = if is_bad && name.ends_with("_child.sh") { SHORT } else { LONG };
    let first = if is_bad { &bad } else { &good };
    // Each of them runs on between its turns in some games, and rests in others.
    let rests = (number / (BAD_GAME * BAD_BOTS.len())).is_multiple_of(2);
    let place = if rests { BAR.resting() } else { BAR };
    faults(&place.play(&[first.typed(), good.typed()], limit, kennel)) > 0
}

#[test]
fn a_thousand_games_leave_no_process_descriptor_or_thread() {
    let before = Holdings::now();
    assert_eq!(before.children, Vec::<String>::new());
    let (kennel, marker) = (Kennel::adopting(), marker());
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= GAMES {
                        break;
                    }
                    let has_failed = play(number, &marker, &kennel);
                    failed.fetch_add(usize::from(has_failed), Ordering::Relaxed);
                }
            });
        }
    });
    // All but the two who misbehave after the end.
    let expected = GAMES / BAD_GAME / BAD_BOTS.len() * (BAD_BOTS.len() - 2);
    assert_eq!(failed.into_inner(), expected);
    assert_eq!(still_running(&marker), Vec::<String>::new());
    // A thread that drains a pipe ends a moment after the pipe.
    let begin = Instant::now();
    while Holdings::now() != before && begin.elapsed() < Duration::from_secs(10) {
        thread::yield_now();
    }
    assert_eq!(Holdings::now(), before);
}
