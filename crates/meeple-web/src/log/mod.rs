//! The event log: what happened in every room, in order. It is the only source of truth.
//!
//! A log is a list of lines under a name. An append states the expected length of the list; if another writer
//! was faster, nothing is appended. So a room can never be live in two places, whatever the store and however
//! many servers there are.

mod memory;
mod sqlite;

pub use memory::MemoryLog;
pub use sqlite::SqliteLog;

use std::{future::Future, pin::Pin, sync::Arc};

/// The future result of an operation on a log.
pub type LogFuture<T> = Pin<Box<dyn Future<Output = Result<T, LogError>> + Send>>;

/// Why an operation on a log failed; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Another writer has appended in the meantime.
    #[error("the log of {name} is not {expected} lines long")]
    Moved {
        /// The name of the log.
        name: String,
        /// The expected length in lines.
        expected: usize,
    },
    /// The log cannot be written or read.
    #[error("the log failed: {0}")]
    Store(String),
}

/// Lines to append to a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogAppend {
    /// The name of the log: the id of a room or record.
    pub name: Arc<str>,
    /// The expected number of lines before the append.
    pub expected: usize,
    /// The new lines.
    pub lines: Vec<String>,
    /// The new summary, if it has changed.
    pub summary: Option<StoredSummary>,
}

/// What lists show of a log, stored so that its lines needn't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSummary {
    /// Whether the game is over.
    pub is_finished: bool,
    /// Whether the game is listed publicly.
    pub is_public: bool,
    /// The summary as JSON.
    pub json: String,
}

/// A store for event logs.
pub trait EventLog: Send + Sync + 'static {
    /// Appends lines and returns the new length; by then the lines are on disk.
    fn append(&self, append: LogAppend) -> LogFuture<usize>;

    /// Reads all lines of a log in order; empty if there is no such log.
    fn read(&self, name: &str) -> LogFuture<Vec<String>>;

    /// Returns the summaries (JSON) of at most `limit` public finished games, the most recently changed
    /// first.
    fn recent_finished(&self, limit: usize) -> LogFuture<Vec<String>>;

    /// Returns the cached result under this key, if any.
    fn cached_result(&self, key: &str) -> LogFuture<Option<String>>;

    /// Caches a computed result under this key.
    fn cache_result(&self, key: &str, value: String) -> LogFuture<()>;
}
