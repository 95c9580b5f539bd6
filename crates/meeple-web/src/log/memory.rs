//! An event log in memory, for tests and as the reference implementation of the one on disk.

use super::{
    EventLog, ListCursor, ListQuery, ListedGame, LogAppend, LogError, LogFuture, StoredKind,
    StoredSummary, ready,
};
use crate::lock::lock;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard},
    time::{SystemTime, UNIX_EPOCH},
};

/// An event log in memory; nothing survives the process.
#[derive(Debug, Default)]
pub struct MemoryLog {
    store: Mutex<MemoryLogStore>,
}

#[derive(Debug, Default)]
struct MemoryLogStore {
    logs: HashMap<String, MemoryLogEntry>,
    /// Values, and when they were last used.
    found: HashMap<String, (String, SystemTime)>,
    is_closed: bool,
}

#[derive(Debug)]
struct MemoryLogEntry {
    lines: Vec<String>,
    changed: SystemTime,
    /// The summary, and when it changed.
    summary: Option<(StoredSummary, i64)>,
}

impl MemoryLogEntry {
    fn new() -> Self {
        MemoryLogEntry { lines: Vec::new(), changed: SystemTime::now(), summary: None }
    }

    fn is_old(&self, kind: StoredKind, unchanged_since: SystemTime) -> bool {
        let (own, is_kept) =
            self.summary.as_ref().map_or_else(Default::default, |(it, _)| (it.kind, it.is_kept));
        own == kind && !is_kept && self.changed < unchanged_since
    }
}

impl MemoryLog {
    fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut MemoryLogStore) -> Result<T, LogError>,
    ) -> LogFuture<T> {
        let mut store: MutexGuard<'_, MemoryLogStore> = lock(&self.store);
        ready(if store.is_closed { Err(LogError::closed()) } else { work(&mut store) })
    }
}

impl MemoryLogStore {
    fn append(&mut self, append: LogAppend) -> Result<usize, LogError> {
        let LogAppend { name, expected, lines, summary } = append;
        if self.logs.get(&*name).map_or(0, |log| log.lines.len()) != expected {
            return Err(LogError::Moved { name: name.to_string(), expected });
        }
        let log = self.logs.entry(name.to_string()).or_insert_with(MemoryLogEntry::new);
        log.lines.extend(lines);
        log.changed = SystemTime::now();
        if let Some(summary) = summary {
            let now = log.changed.duration_since(UNIX_EPOCH);
            let now = now.map_or(0, |since| since.as_millis() as i64);
            let is_same = |before: &StoredSummary| {
                *before == StoredSummary { is_kept: before.is_kept, ..summary.clone() }
            };
            let before = log.summary.as_ref().filter(|(before, _)| is_same(before));
            let changed = before.map_or(now, |(_, changed)| *changed);
            log.summary = Some((summary, changed));
        }
        Ok(log.lines.len())
    }

    fn finished_games(&self, query: &ListQuery) -> Vec<ListedGame> {
        let ListQuery { game, before, limit } = query;
        let mut listed = BTreeMap::new();
        for (name, log) in &self.logs {
            let Some((summary, changed)) = &log.summary else { continue };
            let cursor = ListCursor { changed: *changed, name: name.clone() };
            let is_listed = summary.kind == StoredKind::Finished
                && summary.is_public
                && game.as_ref().is_none_or(|game| *game == summary.game)
                && before.as_ref().is_none_or(|before| cursor < *before);
            if is_listed {
                listed.insert(cursor, summary.json.clone());
            }
        }
        let newest = listed.into_iter().rev().take(*limit);
        newest.map(|(cursor, json)| ListedGame { cursor, json }).collect()
    }
}

impl EventLog for MemoryLog {
    fn append(&self, append: LogAppend) -> LogFuture<usize> {
        self.with(|store| store.append(append))
    }

    fn read(&self, name: &str) -> LogFuture<Vec<String>> {
        self.with(|store| Ok(store.logs.get(name).map_or_else(Vec::new, |log| log.lines.clone())))
    }

    fn last_change(&self, name: &str) -> LogFuture<Option<SystemTime>> {
        self.with(|store| Ok(store.logs.get(name).map(|log| log.changed)))
    }

    fn finished_games(&self, query: ListQuery) -> LogFuture<Vec<ListedGame>> {
        self.with(|store| Ok(store.finished_games(&query)))
    }

    fn cached_result(&self, key: &str) -> LogFuture<Option<String>> {
        self.with(|store| {
            Ok(store.found.get_mut(key).map(|(value, used)| {
                *used = SystemTime::now();
                value.clone()
            }))
        })
    }

    fn cache_result(&self, key: &str, value: String) -> LogFuture<()> {
        self.with(|store| {
            store.found.insert(key.into(), (value, SystemTime::now()));
            Ok(())
        })
    }

    fn remove_old_results(&self, unused_since: SystemTime, limit: usize) -> LogFuture<usize> {
        self.with(|store| {
            let old = store.found.iter().filter(|(_, (_, used))| *used < unused_since);
            let old: Vec<String> = old.map(|(key, _)| key.clone()).take(limit).collect();
            for key in &old {
                store.found.remove(key);
            }
            Ok(old.len())
        })
    }

    fn old_logs(
        &self,
        kind: StoredKind,
        unchanged_since: SystemTime,
        limit: usize,
    ) -> LogFuture<Vec<String>> {
        self.with(|store| {
            let old = store.logs.iter().filter(|(_, log)| log.is_old(kind, unchanged_since));
            let mut old: Vec<_> = old.map(|(name, log)| (log.changed, name.clone())).collect();
            old.sort();
            Ok(old.into_iter().take(limit).map(|(_, name)| name).collect())
        })
    }

    fn remove_old_log(
        &self,
        name: &str,
        kind: StoredKind,
        unchanged_since: SystemTime,
    ) -> LogFuture<bool> {
        self.with(|store| {
            let is_old = store.logs.get(name).is_some_and(|log| log.is_old(kind, unchanged_since));
            Ok(is_old && store.logs.remove(name).is_some())
        })
    }

    fn close(&self) -> LogFuture<()> {
        lock(&self.store).is_closed = true;
        ready(Ok(()))
    }
}
