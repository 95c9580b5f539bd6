//! The log of events: what happened in every room, in order, and nothing else is the truth.
//!
//! A log is a list of lines for each name. Who appends says how long the list
//! is meant to be: if somebody else was quicker, nothing is appended. So a room
//! can never be in two places, whatever the store and however many servers.

mod memory;
mod sqlite;

pub use memory::MemoryLog;
pub use sqlite::SqliteLog;

use std::{future::Future, pin::Pin, sync::Arc};

/// What will come of something that is asked of a log.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, LogError>> + Send>>;

/// Why a log did not do something. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Somebody else was quicker.
    #[error("the log of {name} is not {expected} lines long")]
    Moved {
        /// Whose log.
        name: String,
        /// How long it was thought to be.
        expected: usize,
    },
    /// It cannot be written or read.
    #[error("the log fails: {0}")]
    Store(String),
}

/// Lines for a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// Whose log: a room's id.
    pub name: Arc<str>,
    /// How many lines it has.
    pub expected: usize,
    /// What is appended.
    pub lines: Vec<String>,
    /// What a list shows of it, if that has changed.
    pub summary: Option<StoredSummary>,
}

/// What a list shows of a log without reading its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSummary {
    /// Whether its game has ended.
    pub is_finished: bool,
    /// Whether everybody may see it in a list.
    pub is_public: bool,
    /// What the list shows, as JSON.
    pub json: String,
}

/// Where events are kept.
pub trait EventLog: Send + Sync + 'static {
    /// Appends lines; they are on disk when the answer comes, which is the new length.
    fn append(&self, append: Append) -> Answer<usize>;

    /// All lines of a log, the first first; none if there is no such log.
    fn read(&self, name: &str) -> Answer<Vec<String>>;

    /// What a list shows of the public games that have ended, as JSON: those whose summary changed
    /// last first, at most `limit`.
    fn recent_finished(&self, limit: usize) -> Answer<Vec<String>>;

    /// What was found out under this key, kept so that it is not computed twice.
    fn found(&self, key: &str) -> Answer<Option<String>>;

    /// Keeps what was found out under this key.
    fn keep(&self, key: &str, value: String) -> Answer<()>;
}
