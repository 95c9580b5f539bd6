//! The event log: what happened in every room, in order. It is the only source of truth.
//!
//! A log is a list of lines under a name. An append states the expected length of the list; if another writer
//! was faster, nothing is appended. So a room can never be live in two places, whatever the store and however
//! many servers there are. Lists of logs are made from their summaries, never from their lines.

mod list;
mod memory;
pub(crate) mod sqlite;

pub use list::{BadCursor, ListCursor, ListQuery, ListedGame};
pub use memory::MemoryLog;
pub use sqlite::SqliteLog;

use std::{future::Future, pin::Pin, sync::Arc, time::SystemTime};

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

impl LogError {
    /// Returns the error of every operation on a log after it was closed.
    fn closed() -> Self {
        LogError::Store("it is closed".into())
    }
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
    /// What the log contains.
    pub kind: StoredKind,
    /// Whether the game is listed publicly.
    pub is_public: bool,
    /// Whether the log must never be removed for its age.
    pub is_kept: bool,
    /// The game's name.
    pub game: String,
    /// The summary as JSON.
    pub json: String,
}

/// What a log contains; it decides how long it is stored. A log without a summary counts as unfinished.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum StoredKind {
    /// A room whose game isn't over.
    #[default]
    Unfinished,
    /// A room whose game is over.
    Finished,
    /// A record that was uploaded.
    Uploaded,
}

impl StoredKind {
    /// Every kind.
    pub const ALL: [StoredKind; 3] =
        [StoredKind::Unfinished, StoredKind::Finished, StoredKind::Uploaded];

    /// Returns the kind as a word.
    pub fn name(self) -> &'static str {
        match self {
            StoredKind::Unfinished => "unfinished",
            StoredKind::Finished => "finished",
            StoredKind::Uploaded => "uploaded",
        }
    }
}

/// A store for event logs. Times are only as exact as is needed to remove what is old: a log may count as up
/// to an hour younger than it is.
pub trait EventLog: Send + Sync + 'static {
    /// Appends lines and returns the new length; by then the lines are on disk.
    fn append(&self, append: LogAppend) -> LogFuture<usize>;

    /// Reads all lines of a log in order; empty if there is no such log.
    fn read(&self, name: &str) -> LogFuture<Vec<String>>;

    /// Returns when something was last appended to a log; `None` if there is no such log.
    fn last_change(&self, name: &str) -> LogFuture<Option<SystemTime>>;

    /// Lists public finished games, the one whose summary changed last first. Whether a log is to be kept
    /// doesn't change its place.
    fn finished_games(&self, query: ListQuery) -> LogFuture<Vec<ListedGame>>;

    /// Returns the cached result under this key, if any.
    fn cached_result(&self, key: &str) -> LogFuture<Option<String>>;

    /// Caches a computed result under this key.
    fn cache_result(&self, key: &str, value: String) -> LogFuture<()>;

    /// Removes cached results that were neither stored nor read since `unused_since`, at most `limit`;
    /// returns how many were removed.
    fn remove_old_results(&self, unused_since: SystemTime, limit: usize) -> LogFuture<usize>;

    /// Returns the names of logs of this kind to which nothing was appended since `unchanged_since`, the
    /// oldest first, without those that are to be kept.
    fn old_logs(
        &self,
        kind: StoredKind,
        unchanged_since: SystemTime,
        limit: usize,
    ) -> LogFuture<Vec<String>>;

    /// Removes a log, if [`EventLog::old_logs`] would still list it under this kind; returns whether it was
    /// removed.
    fn remove_old_log(
        &self,
        name: &str,
        kind: StoredKind,
        unchanged_since: SystemTime,
    ) -> LogFuture<bool>;

    /// Gives a little of the disk space that removed logs had back to the system; returns whether there is
    /// more.
    fn release_space(&self) -> LogFuture<bool> {
        ready(Ok(false))
    }

    /// Waits until everything is on disk and closes the log; what follows fails.
    fn close(&self) -> LogFuture<()> {
        ready(Ok(()))
    }
}

/// Returns a future that has already completed.
fn ready<T: Send + 'static>(value: Result<T, LogError>) -> LogFuture<T> {
    Box::pin(std::future::ready(value))
}
