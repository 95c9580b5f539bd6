//! An event log in memory, for tests and as the reference implementation of the one on disk.

use super::{EventLog, LogAppend, LogError, LogFuture, StoredSummary};
use crate::lock::lock;
use std::{collections::HashMap, sync::Mutex};

/// An event log in memory; nothing survives the process.
#[derive(Debug, Default)]
pub struct MemoryLog {
    store: Mutex<MemoryLogStore>,
}

#[derive(Debug, Default)]
struct MemoryLogStore {
    lines: HashMap<String, Vec<String>>,
    /// Names and summaries, the least recently changed first.
    summaries: Vec<(String, StoredSummary)>,
    found: HashMap<String, String>,
}

impl MemoryLog {
    fn add(&self, append: LogAppend) -> Result<usize, LogError> {
        let LogAppend { name, expected, lines, summary } = append;
        let kept = &mut *lock(&self.store);
        let log = kept.lines.entry(name.to_string()).or_default();
        if log.len() != expected {
            return Err(LogError::Moved { name: name.to_string(), expected });
        }
        log.extend(lines);
        if let Some(summary) = summary {
            kept.summaries.retain(|(other, _)| **other != *name);
            kept.summaries.push((name.to_string(), summary));
        }
        Ok(log.len())
    }
}

fn ready<T: Send + 'static>(value: Result<T, LogError>) -> LogFuture<T> {
    Box::pin(std::future::ready(value))
}

impl EventLog for MemoryLog {
    fn append(&self, append: LogAppend) -> LogFuture<usize> {
        ready(self.add(append))
    }

    fn read(&self, name: &str) -> LogFuture<Vec<String>> {
        ready(Ok(lock(&self.store).lines.get(name).cloned().unwrap_or_default()))
    }

    fn recent_finished(&self, limit: usize) -> LogFuture<Vec<String>> {
        let kept = lock(&self.store);
        let newest = kept.summaries.iter().rev().map(|(_, summary)| summary);
        let listed = newest.filter(|summary| summary.is_finished && summary.is_public);
        ready(Ok(listed.take(limit).map(|summary| summary.json.clone()).collect()))
    }

    fn cached_result(&self, key: &str) -> LogFuture<Option<String>> {
        ready(Ok(lock(&self.store).found.get(key).cloned()))
    }

    fn cache_result(&self, key: &str, value: String) -> LogFuture<()> {
        lock(&self.store).found.insert(key.into(), value);
        ready(Ok(()))
    }
}
