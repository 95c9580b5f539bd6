//! The log on disk: one `SQLite` file, one thread that writes, one that reads.
//!
//! ```text
//! append ─┐
//! append ─┼─► the writer takes all that wait ─► one transaction ─► one sync ─► all are answered
//! append ─┘
//! ```
//!
//! Whoever appends hears of it when it is on disk. While one sync runs, others
//! gather, so a sync serves as many as there are (group commit). Lines of all logs
//! stand one behind the other, and each names the one before it of the same log:
//! what is written together is near together on disk, and a sync writes a few
//! pages instead of one for each room, as an index of lines would.

mod schema;

use super::{Answer, Append, EventLog, LogError, StoredSummary};
use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};
use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::sync::oneshot;

/// No transaction takes more appends.
const MOST: usize = 1024;
/// With so many at once it is worth waiting a moment for more: a sync costs the same for all.
const MANY: usize = 8;
/// That moment.
const MOMENT: Duration = Duration::from_millis(1);
/// Logs that the writer remembers; with more it looks again.
const REMEMBERED: usize = 20_000;
/// After so many pages what was appended is put into its place: pages that change often are so
/// written once.
const PAGES: i64 = 4000;
/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// All lines of a log, the last first.
const LINES: &str = "
    WITH RECURSIVE back (id, before, line) AS (
        SELECT lines.id, lines.before, lines.line
            FROM logs JOIN lines ON lines.id = logs.last WHERE logs.name = ?
        UNION ALL
        SELECT lines.id, lines.before, lines.line FROM back JOIN lines ON lines.id = back.before
    )
    SELECT line FROM back
";

/// The condition is that of the index `recent`, so only what is listed is looked at.
const RECENT: &str = "
    SELECT summary FROM summaries WHERE finished AND public ORDER BY changed DESC LIMIT ?
";

/// The log in a file of `SQLite`.
pub struct SqliteLog {
    writer: mpsc::Sender<Write>,
    reader: mpsc::Sender<Read>,
}

enum Write {
    Append(Append, oneshot::Sender<Result<usize, LogError>>),
    Keep(String, String, oneshot::Sender<Result<(), LogError>>),
}

type Read = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteLog {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let mut connection = connect(path).map_err(failed)?;
        schema::prepare(&mut connection)?;
        let reading = connect(path).map_err(failed)?;
        let (writer, to_write) = mpsc::channel();
        let (reader, reads) = mpsc::channel::<Read>();
        spawn("log-writer", move || {
            Writer { connection, known: HashMap::new(), seen: 0 }.serve(&to_write);
        })?;
        spawn("log-reader", move || reads.into_iter().for_each(|read| read(&reading)))?;
        Ok(SqliteLog { writer, reader })
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<T> {
        let (sender, answer) = oneshot::channel();
        let read = move |connection: &Connection| drop(sender.send(question(connection)));
        let sent = self.reader.send(Box::new(read));
        Box::pin(async move {
            sent.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?.map_err(failed)
        })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(oneshot::Sender<Result<T, LogError>>) -> Write,
    ) -> Answer<T> {
        let (sender, answer) = oneshot::channel();
        let sent = self.writer.send(write(sender));
        Box::pin(async move {
            sent.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        })
    }
}

impl EventLog for SqliteLog {
    fn append(&self, append: Append) -> Answer<usize> {
        self.write(|sender| Write::Append(append, sender))
    }

    fn read(&self, name: &str) -> Answer<Vec<String>> {
        let name = name.to_owned();
        self.ask(move |connection| {
            let mut query = connection.prepare_cached(LINES)?;
            let lines: rusqlite::Result<Vec<String>> =
                query.query_map([name], |row| row.get(0))?.collect();
            lines.map(|mut lines| {
                lines.reverse();
                lines
            })
        })
    }

    fn recent_finished(&self, limit: usize) -> Answer<Vec<String>> {
        self.ask(move |connection| {
            let mut query = connection.prepare_cached(RECENT)?;
            query.query_map([limit as i64], |row| row.get(0))?.collect()
        })
    }

    fn found(&self, key: &str) -> Answer<Option<String>> {
        let key = key.to_owned();
        self.ask(move |connection| {
            let mut query = connection.prepare_cached("SELECT value FROM found WHERE key = ?")?;
            query.query_row([key], |row| row.get(0)).optional()
        })
    }

    fn keep(&self, key: &str, value: String) -> Answer<()> {
        let key = key.to_owned();
        self.write(|sender| Write::Keep(key, value, sender))
    }
}

/// The thread that writes.
struct Writer {
    connection: Connection,
    /// The logs as they are, unless somebody else has written since.
    known: HashMap<Arc<str>, Known>,
    /// What tells whether somebody else has.
    seen: i64,
}

/// What the writer knows of a log.
#[derive(Clone, Copy)]
struct Known {
    id: i64,
    length: usize,
    /// The number of its last line.
    last: Option<i64>,
}

impl Writer {
    fn serve(&mut self, writes: &mpsc::Receiver<Write>) {
        while let Ok(first) = writes.recv() {
            let mut all = vec![first];
            all.extend(writes.try_iter().take(MOST - 1));
            if all.len() >= MANY {
                thread::sleep(MOMENT);
                all.extend(writes.try_iter().take(MOST.saturating_sub(all.len())));
            }
            self.write(all);
        }
    }

    /// Writes all of it in one transaction, and answers when it is on disk.
    fn write(&mut self, all: Vec<Write>) {
        let done = self.transact(&all);
        if done.is_err() || self.known.len() > REMEMBERED {
            self.known.clear(); // what was not written was counted as well
        }
        let mut results = done.map(Vec::into_iter);
        for write in all {
            let result = match &mut results {
                Ok(results) => results.next().unwrap_or_else(|| Err(gone())),
                Err(error) => Err(error.clone()),
            };
            // Who no longer waits need not hear of it.
            match write {
                Write::Append(_, sender) => drop(sender.send(result)),
                Write::Keep(_, _, sender) => drop(sender.send(result.map(|_| ()))),
            }
        }
    }

    /// What became of each; an error if nothing was written at all.
    fn transact(&mut self, all: &[Write]) -> Result<Vec<Result<usize, LogError>>, LogError> {
        let Writer { connection, known, seen } = self;
        let behavior = TransactionBehavior::Immediate; // nobody else writes from now on
        let transaction = connection.transaction_with_behavior(behavior).map_err(failed)?;
        let others = "SELECT data_version FROM pragma_data_version";
        let mut others = transaction.prepare_cached(others).map_err(failed)?;
        let version = others.query_row([], |row| row.get(0)).map_err(failed)?;
        drop(others);
        if std::mem::replace(seen, version) != version {
            known.clear();
        }
        let mut results = Vec::with_capacity(all.len());
        for write in all {
            results.push(match write {
                Write::Keep(key, value, _) => keep(&transaction, key, value).map(|()| Ok(0)),
                Write::Append(append, _) => add(&transaction, append, known),
            }?);
        }
        transaction.commit().map_err(failed)?;
        Ok(results)
    }
}

/// Appends, unless the log has another length; the outer error is one of the store.
fn add(
    connection: &Connection,
    append: &Append,
    known: &mut HashMap<Arc<str>, Known>,
) -> Result<Result<usize, LogError>, LogError> {
    let Append { name, expected, lines, summary } = append;
    let log = match known.get(name) {
        Some(&log) => Some(log),
        None => look_up(connection, name).map_err(failed)?,
    };
    if log.map_or(0, |log| log.length) != *expected {
        let (name, expected) = (name.to_string(), *expected);
        return Ok(Err(LogError::Moved { name, expected }));
    }
    let mut log = log.map_or_else(|| begin(connection, name), Ok).map_err(failed)?;
    let insert = "INSERT INTO lines (before, line) VALUES (?1, ?2)";
    let mut insert = connection.prepare_cached(insert).map_err(failed)?;
    for line in lines {
        log.last = Some(insert.insert(params![log.last, line]).map_err(failed)?);
        log.length += 1;
    }
    let update = "UPDATE logs SET length = ?2, last = ?3 WHERE id = ?1";
    let mut update = connection.prepare_cached(update).map_err(failed)?;
    update.execute(params![log.id, log.length as i64, log.last]).map_err(failed)?;
    if let Some(summary) = summary {
        summarise(connection, name, summary).map_err(failed)?;
    }
    known.insert(Arc::clone(name), log);
    Ok(Ok(log.length))
}

/// Replaces what a list shows of a log.
fn summarise(connection: &Connection, name: &str, summary: &StoredSummary) -> rusqlite::Result<()> {
    let insert = "INSERT OR REPLACE INTO summaries (name, changed, finished, public, summary) \
                  VALUES (?1, ?2, ?3, ?4, ?5)";
    let StoredSummary { is_finished, is_public, json } = summary;
    let mut insert = connection.prepare_cached(insert)?;
    insert.execute(params![name, now(), is_finished, is_public, json]).map(drop)
}

fn keep(connection: &Connection, key: &str, value: &str) -> Result<(), LogError> {
    let insert = "INSERT OR REPLACE INTO found (key, value) VALUES (?1, ?2)";
    let mut insert = connection.prepare_cached(insert).map_err(failed)?;
    insert.execute(params![key, value]).map(drop).map_err(failed)
}

/// What there is of this log.
fn look_up(connection: &Connection, name: &str) -> rusqlite::Result<Option<Known>> {
    let query = "SELECT id, length, last FROM logs WHERE name = ?";
    let mut query = connection.prepare_cached(query)?;
    let known = |row: &Row<'_>| {
        Ok(Known { id: row.get(0)?, length: row.get::<_, i64>(1)? as usize, last: row.get(2)? })
    };
    query.query_row([name], known).optional()
}

/// A log that there was not.
fn begin(connection: &Connection, name: &str) -> rusqlite::Result<Known> {
    let insert = "INSERT INTO logs (name, length) VALUES (?, 0)";
    let id = connection.prepare_cached(insert)?.insert([name])?;
    Ok(Known { id, length: 0, last: None })
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // What is answered is on disk, also if the power fails.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", PAGES)?;
    Ok(connection)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), LogError> {
    let spawned = thread::Builder::new().name(name.into()).spawn(work);
    spawned.map(drop).map_err(|error| LogError::Store(error.to_string()))
}

/// Milliseconds; only their order matters.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in many `map_err`s")]
fn failed(error: rusqlite::Error) -> LogError {
    LogError::Store(error.to_string())
}

fn gone() -> LogError {
    LogError::Store("it is closed".into())
}
