//! Shared by the tests of bot processes: fixtures, and the check that no process is left.

#![allow(dead_code, reason = "each test file uses its part of this module")]

pub(crate) mod process_table;
pub(crate) mod test_tables;
pub(crate) mod verdicts;

use meeple_bots::Program;
use std::{
    fs, process,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Returns a unique word for the command line or environment of everything that one fixture starts.
pub(crate) fn marker() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    // Without the final letter, the first marker would be a prefix of the eleventh.
    format!("meeple-test-{}-{}x", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Returns the fixture `tests/bots/NAME` with the marker as its argument.
pub(crate) fn fixture(name: &str, marker: &str) -> Program {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../meeple-bots/tests/bots");
    format!("env MEEPLE_TEST={marker} '{folder}/{name}' {marker}")
        .parse()
        .expect("a good command line")
}

/// Returns the command lines of all running processes that carry the marker.
pub(crate) fn still_running(marker: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("these tests need /proc").flatten();
    let read = |entry: &fs::DirEntry, file| fs::read(entry.path().join(file)).unwrap_or_default();
    let line = |entry: fs::DirEntry| {
        let (line, environment) = (read(&entry, "cmdline"), read(&entry, "environ"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (line, environment) = (text(&line), text(&environment));
        (line.contains(marker) || environment.contains(marker)).then_some(line)
    };
    entries.filter_map(line).collect()
}

/// Waits for something that happens soon by itself; panics after a minute.
#[track_caller]
pub(crate) fn wait_until(has_happened: impl Fn() -> bool) {
    let begin = Instant::now();
    while !has_happened() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not happen");
        thread::yield_now();
    }
}

/// Returns the path of the example bot `bots/NAME`.
pub(crate) fn example_bot(name: &str) -> String {
    format!("{}/../../bots/{name}", env!("CARGO_MANIFEST_DIR"))
}
