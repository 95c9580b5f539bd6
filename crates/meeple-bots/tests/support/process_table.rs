//! Reads the process table for processes that carry a marker.

use std::fs;

/// An entry of the process table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: i32,
    /// The state; `T` means stopped.
    pub(crate) state: char,
    /// The processor time, in clock ticks.
    pub(crate) ticks: u64,
    pub(crate) nice: i32,
}

/// Returns all running processes with the marker in their command line, sorted by process id.
pub(crate) fn entries(marker: &str) -> Vec<Entry> {
    let folders = fs::read_dir("/proc").expect("these tests need /proc").flatten();
    let ids = folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok());
    let mut entries: Vec<Entry> = ids.filter_map(|id| entry(id, marker)).collect();
    entries.sort_by_key(|entry| entry.id);
    entries
}

/// Returns the niceness of this process.
pub(crate) fn own_niceness() -> i32 {
    stat("self").expect("these tests need /proc").nice
}

fn entry(id: i32, marker: &str) -> Option<Entry> {
    let line = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let has_marker = String::from_utf8_lossy(&line).contains(marker);
    has_marker.then(|| stat(&id.to_string())).flatten()
}

/// Parses `id (name) state parent group ...`: the words after the name are counted from the state.
fn stat(process: &str) -> Option<Entry> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (id, rest) = (stat.split_once(' ')?.0.parse().ok()?, stat.rsplit_once(')')?.1);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |index: usize| words.get(index)?.parse::<i64>().ok();
    let ticks = (number(11)? + number(12)?) as u64;
    Some(Entry { id, state: words[0].chars().next()?, ticks, nice: number(16)? as i32 })
}
