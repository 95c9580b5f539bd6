//! The event log on disk: one `SQLite` file, one thread that writes, a few that read.
//!
//! ```text
//! append ─┐
//! append ─┼─► the writer takes all that are waiting ─► one transaction ─► one sync ─► all are answered
//! append ─┘
//! read ───┬─► whichever reader is free
//! read ───┘
//! ```
//!
//! An append completes when it is on disk. While one sync runs, further appends queue up, so that the next
//! sync serves all of them (group commit). The lines of all logs are stored in one sequence, and each line
//! points to the previous one of the same log: lines written together are close together on disk, so a sync
//! writes a few pages instead of one per room, as an index of lines would.
//!
//! - `schema`: the tables and their versions; `tables`: what is read from and written to them
//! - `writer`: the thread that writes

pub(crate) mod schema;
pub(crate) mod tables;
mod writer;

use super::{EventLog, ListQuery, ListedGame, LogAppend, LogError, LogFuture, StoredKind, ready};
use crate::{lock::lock, storage::private_file};
use rusqlite::Connection;
use std::{
    path::Path,
    sync::{Arc, Mutex, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tables::{CachedResult, RELEASED_PAGES};
use tokio::sync::oneshot;
use writer::{LogWriter, Write, write_job};

/// The number of threads that read, so that a long log being read doesn't delay the others.
const READERS: usize = 3;
/// The number of WAL pages that triggers a checkpoint; a large value means that pages that change often are
/// written back once.
const CHECKPOINT_PAGES: i64 = 4000;
/// The size of each connection's page cache in KiB: room for the inner nodes of a large file's trees.
const CACHE_KIB: i64 = 8 << 10;
/// How long to wait for another process that has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// An event log in an `SQLite` file.
pub struct SqliteLog {
    /// The queues; `None` once the log is closed.
    queues: Mutex<Option<Queues>>,
    threads: Mutex<Option<LogThreads>>,
}

#[derive(Clone)]
struct Queues {
    writer: mpsc::Sender<Write>,
    reader: mpsc::Sender<LogRead>,
}

/// The threads; each ends when its queue is empty and has no sender any more.
struct LogThreads {
    readers: Vec<JoinHandle<()>>,
    writer: JoinHandle<Result<(), LogError>>,
}

type LogRead = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteLog {
    /// Opens the file, or creates it. Only its owner can read it.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let failed = |error: std::io::Error| LogError::Store(error.to_string());
        private_file::create_database(path).map_err(failed)?;
        let mut connection = connect(path)?;
        schema::prepare(&mut connection)?;
        let (writer, to_write) = mpsc::channel();
        let (reader, to_read) = mpsc::channel();
        let to_read = Arc::new(Mutex::new(to_read));
        let readers: Result<Vec<_>, LogError> =
            (0..READERS).map(|_| start_reader(path, Arc::clone(&to_read))).collect();
        let readers = readers?;
        let writer_thread = spawn("log-writer", move || LogWriter::new(connection).run(&to_write))?;
        Ok(SqliteLog {
            queues: Mutex::new(Some(Queues { writer, reader })),
            threads: Mutex::new(Some(LogThreads { readers, writer: writer_thread })),
        })
    }

    /// Runs a query on one of the reading threads, unless nobody waits for it any more when its turn comes.
    fn read_with<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> LogFuture<T> {
        let Some(Queues { reader, .. }) = self.queues() else { return closed() };
        let (reply, answer) = oneshot::channel();
        let read: LogRead = Box::new(move |connection| {
            // Who disconnects must not leave work behind for which others wait.
            if !reply.is_closed() {
                let _ = reply.send(query(connection).map_err(Into::into));
            }
        });
        // If the threads are gone, the message is dropped with its sender, so that there is no answer.
        let _ = reader.send(read);
        Box::pin(async move { answer.await.unwrap_or_else(|_| Err(LogError::closed())) })
    }

    /// Queues a change for the writing thread.
    fn write_with<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut tables::WriteContext<'_>) -> rusqlite::Result<Result<T, LogError>>
        + Send
        + 'static,
    ) -> LogFuture<T> {
        match self.queues() {
            Some(Queues { writer, .. }) => write_with(&writer, change),
            None => closed(),
        }
    }

    fn queues(&self) -> Option<Queues> {
        lock(&self.queues).clone()
    }
}

fn write_with<T: Send + 'static>(
    writer: &mpsc::Sender<Write>,
    change: impl FnOnce(&mut tables::WriteContext<'_>) -> rusqlite::Result<Result<T, LogError>>
    + Send
    + 'static,
) -> LogFuture<T> {
    let (job, answer) = write_job(change);
    let _ = writer.send(job); // as above
    Box::pin(async move { answer.await.unwrap_or_else(|_| Err(LogError::closed())) })
}

fn closed<T: Send + 'static>() -> LogFuture<T> {
    ready(Err(LogError::closed()))
}

impl EventLog for SqliteLog {
    fn append(&self, append: LogAppend) -> LogFuture<usize> {
        self.write_with(move |context| context.append(&append))
    }

    fn read(&self, name: &str) -> LogFuture<Vec<String>> {
        let name = name.to_owned();
        self.read_with(move |connection| tables::lines(connection, &name))
    }

    fn last_change(&self, name: &str) -> LogFuture<Option<SystemTime>> {
        let name = name.to_owned();
        self.read_with(move |connection| {
            let hour = tables::last_change(connection, &name)?;
            Ok(hour.map(|hour| UNIX_EPOCH + Duration::from_secs(hour.max(0) as u64 * 3600)))
        })
    }

    fn finished_games(&self, query: ListQuery) -> LogFuture<Vec<ListedGame>> {
        self.read_with(move |connection| tables::finished_games(connection, &query))
    }

    fn cached_result(&self, key: &str) -> LogFuture<Option<String>> {
        let Some(Queues { writer, .. }) = self.queues() else { return closed() };
        let key = key.to_owned();
        let found = self.read_with({
            let key = key.clone();
            move |connection| tables::cached_result(connection, &key)
        });
        Box::pin(async move {
            let Some(CachedResult { value, used }) = found.await? else { return Ok(None) };
            if used < hour(SystemTime::now()) {
                // Nobody waits for this: a result used long ago is only removed a little too early.
                drop(write_with(&writer, move |context| context.touch_result(&key)));
            }
            Ok(Some(value))
        })
    }

    fn cache_result(&self, key: &str, value: String) -> LogFuture<()> {
        let key = key.to_owned();
        self.write_with(move |context| context.cache_result(&key, &value))
    }

    fn remove_old_results(&self, unused_since: SystemTime, limit: usize) -> LogFuture<usize> {
        self.write_with(move |context| context.remove_old_results(hour(unused_since), limit))
    }

    fn old_logs(
        &self,
        kind: StoredKind,
        unchanged_since: SystemTime,
        limit: usize,
    ) -> LogFuture<Vec<String>> {
        self.read_with(move |connection| {
            tables::old_logs(connection, kind, hour(unchanged_since), limit)
        })
    }

    fn remove_old_log(
        &self,
        name: &str,
        kind: StoredKind,
        unchanged_since: SystemTime,
    ) -> LogFuture<bool> {
        let name = name.to_owned();
        self.write_with(move |context| context.remove_old_log(&name, kind, hour(unchanged_since)))
    }

    fn release_space(&self) -> LogFuture<bool> {
        self.write_with(|context| context.release_pages(RELEASED_PAGES))
    }

    fn close(&self) -> LogFuture<()> {
        let threads = lock(&self.threads).take();
        lock(&self.queues).take();
        let (reply, answer) = oneshot::channel();
        let closing = spawn("log-closer", move || {
            let closed = threads.map_or(Ok(()), LogThreads::join);
            let _ = reply.send(closed); // the caller may no longer wait
        });
        Box::pin(async move {
            closing?;
            answer.await.unwrap_or_else(|_| Err(LogError::closed()))
        })
    }
}

impl LogThreads {
    /// Waits until the threads have done what is queued. The writer is last: it writes everything back from
    /// the WAL, which needs that nobody reads.
    fn join(self) -> Result<(), LogError> {
        let panicked = |_| LogError::Store("one of its threads has failed".into());
        for reader in self.readers {
            reader.join().map_err(panicked)?;
        }
        self.writer.join().map_err(panicked)?
    }
}

/// Starts a thread that reads. The threads take turns waiting for the next query.
fn start_reader(
    path: &Path,
    queries: Arc<Mutex<mpsc::Receiver<LogRead>>>,
) -> Result<JoinHandle<()>, LogError> {
    let connection = connect(path)?;
    connection.pragma_update(None, "query_only", true)?;
    spawn("log-reader", move || {
        loop {
            let query = lock(&queries).recv();
            match query {
                Ok(query) => query(&connection),
                Err(_) => return,
            }
        }
    })
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Has an effect only on a new file; an existing one is converted by `meeple rooms compact`.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Confirmed writes survive even a power failure.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?; // negative: in KiB instead of pages
    Ok(connection)
}

fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, LogError> {
    let spawned = thread::Builder::new().name(name.into()).spawn(work);
    spawned.map_err(|error| LogError::Store(error.to_string()))
}

/// Returns the time in milliseconds since 1970.
fn milliseconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Returns the time in whole hours since 1970. Ages are stored in hours, so that the rows and indexes with them
/// change rarely.
fn hour(time: SystemTime) -> i64 {
    milliseconds(time) / (3600 * 1000)
}

impl From<rusqlite::Error> for LogError {
    fn from(error: rusqlite::Error) -> Self {
        LogError::Store(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_read_does_not_block_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = SqliteLog::open(&folder.path().join("log")).expect("a log");
        let lines = vec!["1".into()];
        let append =
            LogAppend { name: "a".into(), expected: 0, lines: lines.clone(), summary: None };
        assert_eq!(log.append(append).await, Ok(1));
        let (go, gate) = mpsc::channel::<()>();
        let slow = log.read_with(move |_| {
            let _ = gate.recv();
            Ok(7)
        });
        for _ in 0..10 {
            assert_eq!(log.read("a").await, Ok(lines.clone()));
        }
        go.send(()).expect("the slow one waits");
        assert_eq!(slow.await, Ok(7));
    }

    #[tokio::test]
    async fn reads_that_nobody_waits_for_are_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = SqliteLog::open(&folder.path().join("log")).expect("a log");
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let slow: Vec<_> = (0..READERS)
            .map(|_| {
                let gate = Arc::clone(&gate);
                log.read_with(move |_| Ok(lock(&gate).recv().is_err()))
            })
            .collect();
        let done = Arc::new(Mutex::new(0));
        for _ in 0..100 {
            let done = Arc::clone(&done);
            drop(log.read_with(move |_| {
                *lock(&done) += 1;
                Ok(())
            }));
        }
        drop(go);
        for read in slow {
            assert_eq!(read.await, Ok(true));
        }
        assert_eq!(log.read("a").await, Ok(Vec::new()));
        assert_eq!(*lock(&done), 0);
    }

    #[tokio::test]
    async fn closing_waits_for_what_is_queued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let log = SqliteLog::open(&path).expect("a log");
        let appends: Vec<_> = (0..100)
            .map(|number| {
                let name = format!("room {number}").into();
                let lines = vec![number.to_string()];
                log.append(LogAppend { name, expected: 0, lines, summary: None })
            })
            .collect();
        let reading = log.read("room 0");
        assert_eq!(log.close().await, Ok(()));
        for append in appends {
            assert_eq!(append.await, Ok(1));
        }
        assert!(reading.await.is_ok(), "it was asked before");
        assert_eq!(log.read("room 0").await, Err(LogError::closed()));
        assert_eq!(log.cached_result("key").await, Err(LogError::closed()));
        assert_eq!(log.close().await, Ok(()), "closing twice changes nothing");
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let files: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        assert_eq!(files, ["log"], "no WAL is left");
    }
}
