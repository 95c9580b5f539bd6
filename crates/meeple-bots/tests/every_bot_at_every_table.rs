//! Every misbehaving bot at every table: its verdict is in the record, the game goes on or ends as
//! the referee says, nothing hangs, and no process is left.

mod support;

use meeple_bots::ProcessSupervisor;
use meeple_core::Event;
use std::{
    collections::BTreeSet,
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};
use support::{
    fixture, marker,
    test_tables::{LONG_LIMIT, TEST_TABLES},
    verdicts::BOTS,
};

/// How many games run at once: most of them only wait.
const AT_ONCE: usize = 16;

#[test]
fn every_bot_gets_its_verdict_at_every_table() {
    let supervisor = ProcessSupervisor::default();
    let pairs = || TEST_TABLES.iter().flat_map(|table| BOTS.iter().map(move |bot| (table, bot)));
    // `orphans.rs` has the bot that hides from an ordinary supervisor.
    let pairs: Vec<_> = pairs().filter(|(_, bot)| bot[0] != "wiped_child.sh").collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((table, bot)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    table.check(bot, &supervisor);
                }
            });
        }
    });
}

#[test]
fn no_bot_is_forgotten() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots");
    let entries = fs::read_dir(folder).expect("the bots are there").flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let names: BTreeSet<String> =
        files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let listed: BTreeSet<String> = BOTS.iter().map(|bot| bot[0].to_owned()).collect();
    assert_eq!(names, listed);
}

#[test]
fn what_is_said_with_and_before_an_answer_is_in_the_record() {
    let (supervisor, marker) = (ProcessSupervisor::default(), marker());
    let bot = fixture("info_and_move.sh", &marker);
    for test_table in TEST_TABLES.iter().filter(|table| table.uses_meeple_protocol()) {
        let table =
            test_table.play(&test_table.contestants_with(bot.typed()), LONG_LIMIT, &supervisor);
        let notes = table.game().log().iter().filter_map(|event| match &**event {
            Event::Move { seat, value, comment, info, .. } if seat.index() == test_table.seat => {
                Some((*value, comment.as_deref(), info.join("|")))
            }
            _ => None,
        });
        let notes: Vec<_> = notes.collect();
        let expected = (Some(0.5), Some("why not"), "depth 1".to_owned());
        assert!(!notes.is_empty() && notes.iter().all(|found| *found == expected), "{notes:?}");
    }
}
