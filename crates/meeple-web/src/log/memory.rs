//! A log that forgets: for tests, and as the plain twin of the one on disk.

use super::{Answer, Append, EventLog, LogError, StoredSummary};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A log in memory.
#[derive(Debug, Default)]
pub struct MemoryLog {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    lines: HashMap<String, Vec<String>>,
    /// Name and summary, the oldest first.
    summaries: Vec<(String, StoredSummary)>,
    found: HashMap<String, String>,
}

impl MemoryLog {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, append: Append) -> Result<usize, LogError> {
        let Append { name, expected, lines, summary } = append;
        let kept = &mut *self.lock();
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

fn at_once<T: Send + 'static>(value: Result<T, LogError>) -> Answer<T> {
    Box::pin(std::future::ready(value))
}

impl EventLog for MemoryLog {
    fn append(&self, append: Append) -> Answer<usize> {
        at_once(self.add(append))
    }

    fn read(&self, name: &str) -> Answer<Vec<String>> {
        at_once(Ok(self.lock().lines.get(name).cloned().unwrap_or_default()))
    }

    fn recent_finished(&self, limit: usize) -> Answer<Vec<String>> {
        let kept = self.lock();
        let newest = kept.summaries.iter().rev().map(|(_, summary)| summary);
        let listed = newest.filter(|summary| summary.is_finished && summary.is_public);
        at_once(Ok(listed.take(limit).map(|summary| summary.json.clone()).collect()))
    }

    fn found(&self, key: &str) -> Answer<Option<String>> {
        at_once(Ok(self.lock().found.get(key).cloned()))
    }

    fn keep(&self, key: &str, value: String) -> Answer<()> {
        self.lock().found.insert(key.into(), value);
        at_once(Ok(()))
    }
}
