//! The event log on disk: one `SQLite` file, one thread that writes, one that reads.
//!
//! ```text
//! append ─┐
//! append ─┼─► the writer takes all that are waiting ─► one transaction ─► one sync ─► all are answered
//! append ─┘
//! ```
//!
//! An append completes when it is on disk. While one sync runs, further appends queue up, so that the next
//! sync serves all of them (group commit). The lines of all logs are stored in one sequence, and each line
//! points to the previous one of the same log: lines written together are close together on disk, so a sync
//! writes a few pages instead of one per room, as an index of lines would.

mod schema;

use super::{EventLog, LogAppend, LogError, LogFuture, StoredSummary};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, TransactionBehavior, params};
use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::sync::oneshot;

/// The maximum number of writes in one transaction.
const MAX_BATCH: usize = 1024;
/// With this many waiting writes it pays to wait a moment for more, because a sync costs the same for all.
const LARGE_BATCH: usize = 8;
/// How long to wait for more writes.
const BATCH_WAIT: Duration = Duration::from_millis(1);
/// The maximum number of logs in the writer's cache; above it, the cache is cleared.
const MAX_CACHED_LOGS: usize = 20_000;
/// The number of WAL pages that triggers a checkpoint; a large value means that pages that change often are
/// written back once.
const CHECKPOINT_PAGES: i64 = 4000;
/// How long to wait for another process that has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Selects all lines of a log, the last first.
const LINES: &str = "
    WITH RECURSIVE back (id, before, line) AS (
        SELECT lines.id, lines.before, lines.line
            FROM logs JOIN lines ON lines.id = logs.last WHERE logs.name = ?
        UNION ALL
        SELECT lines.id, lines.before, lines.line FROM back JOIN lines ON lines.id = back.before
    )
    SELECT line FROM back
";

/// Uses the same condition as the index `recent`, so that only listed rows are read.
const RECENT: &str = "
    SELECT summary FROM summaries WHERE finished AND public ORDER BY changed DESC LIMIT ?
";

/// An event log in an `SQLite` file.
pub struct SqliteLog {
    writer: mpsc::Sender<LogWrite>,
    reader: mpsc::Sender<LogRead>,
}

enum LogWrite {
    Append(LogAppend, oneshot::Sender<Result<usize, LogError>>),
    Keep(String, String, oneshot::Sender<Result<(), LogError>>),
}

type LogRead = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteLog {
    /// Opens the file, or creates it.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let mut connection = connect(path)?;
        schema::prepare(&mut connection)?;
        let reading = connect(path)?;
        let (writer, to_write) = mpsc::channel();
        let (reader, reads) = mpsc::channel::<LogRead>();
        spawn("log-writer", move || {
            LogWriter { connection, cached_logs: HashMap::new(), data_version: 0 }.serve(&to_write);
        })?;
        spawn("log-reader", move || reads.into_iter().for_each(|read| read(&reading)))?;
        Ok(SqliteLog { writer, reader })
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> LogFuture<T> {
        send(&self.reader, |reply| {
            Box::new(move |connection| drop(reply.send(question(connection).map_err(Into::into))))
        })
    }
}

/// Sends a message to one of the threads; returns its future reply.
fn send<M, T: Send + 'static>(
    thread: &mpsc::Sender<M>,
    message: impl FnOnce(oneshot::Sender<Result<T, LogError>>) -> M,
) -> LogFuture<T> {
    let (reply, answer) = oneshot::channel();
    // If the thread is gone, the message is dropped with its sender, so that there is no answer either.
    let _ = thread.send(message(reply));
    Box::pin(async move { answer.await.unwrap_or_else(|_| Err(gone())) })
}

impl EventLog for SqliteLog {
    fn append(&self, append: LogAppend) -> LogFuture<usize> {
        send(&self.writer, |reply| LogWrite::Append(append, reply))
    }

    fn read(&self, name: &str) -> LogFuture<Vec<String>> {
        let name = name.to_owned();
        self.ask(move |connection| {
            let mut query = connection.prepare_cached(LINES)?;
            let lines: rusqlite::Result<Vec<String>> =
                query.query_map([name], |row| row.get(0))?.collect();
            lines.map(|lines| lines.into_iter().rev().collect())
        })
    }

    fn recent_finished(&self, limit: usize) -> LogFuture<Vec<String>> {
        self.ask(move |connection| {
            let mut query = connection.prepare_cached(RECENT)?;
            query.query_map([limit as i64], |row| row.get(0))?.collect()
        })
    }

    fn cached_result(&self, key: &str) -> LogFuture<Option<String>> {
        let key = key.to_owned();
        self.ask(move |connection| {
            let mut query = connection.prepare_cached("SELECT value FROM found WHERE key = ?")?;
            query.query_row([key], |row| row.get(0)).optional()
        })
    }

    fn cache_result(&self, key: &str, value: String) -> LogFuture<()> {
        let key = key.to_owned();
        send(&self.writer, |reply| LogWrite::Keep(key, value, reply))
    }
}

/// The state of the writing thread.
struct LogWriter {
    connection: Connection,
    /// The cached state of logs, valid unless another process has written since.
    cached_logs: HashMap<Arc<str>, LogLength>,
    /// SQLite's `data_version`, which changes when another process writes.
    data_version: i64,
}

/// The writer's cached state of a log.
#[derive(Clone, Copy)]
struct LogLength {
    id: i64,
    length: usize,
    /// The row id of the last line.
    last: Option<i64>,
}

impl LogWriter {
    fn serve(&mut self, writes: &mpsc::Receiver<LogWrite>) {
        while let Ok(first) = writes.recv() {
            let mut all = vec![first];
            all.extend(writes.try_iter().take(MAX_BATCH - 1));
            if all.len() >= LARGE_BATCH {
                thread::sleep(BATCH_WAIT);
                all.extend(writes.try_iter().take(MAX_BATCH.saturating_sub(all.len())));
            }
            self.write(all);
        }
    }

    /// Writes everything in one transaction, and answers when it is on disk.
    fn write(&mut self, all: Vec<LogWrite>) {
        let results = self.transact(&all);
        if results.is_err() || self.cached_logs.len() > MAX_CACHED_LOGS {
            self.cached_logs.clear(); // after an error it also counts lines that were not written
        }
        let results = results.unwrap_or_else(|error| vec![Err(error); all.len()]);
        for (write, result) in all.into_iter().zip(results) {
            // Sending fails if the caller no longer waits, which is fine.
            match write {
                LogWrite::Append(_, sender) => drop(sender.send(result)),
                LogWrite::Keep(_, _, sender) => drop(sender.send(result.map(|_| ()))),
            }
        }
    }

    /// Returns the result of each write, or an error if nothing was written at all.
    fn transact(&mut self, all: &[LogWrite]) -> Result<Vec<Result<usize, LogError>>, LogError> {
        let LogWriter { connection, cached_logs: known, data_version: seen } = self;
        let behavior = TransactionBehavior::Immediate; // locks out other writers
        let transaction = connection.transaction_with_behavior(behavior)?;
        let others = "SELECT data_version FROM pragma_data_version";
        let version = transaction.prepare_cached(others)?.query_row([], |row| row.get(0))?;
        if std::mem::replace(seen, version) != version {
            known.clear();
        }
        let mut results = Vec::with_capacity(all.len());
        for write in all {
            results.push(match write {
                LogWrite::Keep(key, value, _) => keep(&transaction, key, value).map(|()| Ok(0)),
                LogWrite::Append(append, _) => add(&transaction, append, known),
            }?);
        }
        transaction.commit()?;
        Ok(results)
    }
}

/// Appends lines unless the log has another length; the outer error is a failure of the store.
fn add(
    connection: &Connection,
    append: &LogAppend,
    known: &mut HashMap<Arc<str>, LogLength>,
) -> rusqlite::Result<Result<usize, LogError>> {
    let LogAppend { name, expected, lines, summary } = append;
    let log = match known.get(name) {
        Some(&log) => Some(log),
        None => look_up(connection, name)?,
    };
    if log.map_or(0, |log| log.length) != *expected {
        let (name, expected) = (name.to_string(), *expected);
        return Ok(Err(LogError::Moved { name, expected }));
    }
    let mut log = log.map_or_else(|| begin(connection, name), Ok)?;
    let insert = "INSERT INTO lines (before, line) VALUES (?1, ?2)";
    let mut insert = connection.prepare_cached(insert)?;
    for line in lines {
        log.last = Some(insert.insert(params![log.last, line])?);
        log.length += 1;
    }
    let update = "UPDATE logs SET length = ?2, last = ?3 WHERE id = ?1";
    execute(connection, update, params![log.id, log.length as i64, log.last])?;
    if let Some(summary) = summary {
        summarise(connection, name, summary)?;
    }
    known.insert(Arc::clone(name), log);
    Ok(Ok(log.length))
}

/// Replaces the summary of a log.
fn summarise(connection: &Connection, name: &str, summary: &StoredSummary) -> rusqlite::Result<()> {
    let insert = "INSERT OR REPLACE INTO summaries (name, changed, finished, public, summary) \
                  VALUES (?1, ?2, ?3, ?4, ?5)";
    let StoredSummary { is_finished, is_public, json } = summary;
    execute(connection, insert, params![name, now(), is_finished, is_public, json])
}

fn keep(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    execute(connection, "INSERT OR REPLACE INTO found (key, value) VALUES (?1, ?2)", [key, value])
}

fn execute(connection: &Connection, sql: &str, values: impl Params) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute(values).map(drop)
}

/// Reads the state of a log, if it exists.
fn look_up(connection: &Connection, name: &str) -> rusqlite::Result<Option<LogLength>> {
    let query = "SELECT id, length, last FROM logs WHERE name = ?";
    let mut query = connection.prepare_cached(query)?;
    let known = |row: &Row<'_>| {
        Ok(LogLength { id: row.get(0)?, length: row.get::<_, i64>(1)? as usize, last: row.get(2)? })
    };
    query.query_row([name], known).optional()
}

/// Creates an empty log.
fn begin(connection: &Connection, name: &str) -> rusqlite::Result<LogLength> {
    let insert = "INSERT INTO logs (name, length) VALUES (?, 0)";
    let id = connection.prepare_cached(insert)?.insert([name])?;
    Ok(LogLength { id, length: 0, last: None })
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Confirmed writes survive even a power failure.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    Ok(connection)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), LogError> {
    let spawned = thread::Builder::new().name(name.into()).spawn(work);
    spawned.map(drop).map_err(|error| LogError::Store(error.to_string()))
}

/// Returns the time in milliseconds; only the order matters.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

impl From<rusqlite::Error> for LogError {
    fn from(error: rusqlite::Error) -> Self {
        LogError::Store(error.to_string())
    }
}

fn gone() -> LogError {
    LogError::Store("it is closed".into())
}
