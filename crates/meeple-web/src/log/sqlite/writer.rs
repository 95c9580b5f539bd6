//! The thread that writes: it takes all changes that are waiting and writes them in one transaction.

use super::{
    super::LogError,
    tables::{LogLength, WriteContext},
};
use rusqlite::{Connection, TransactionBehavior};
use std::{
    collections::HashMap,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
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

/// A change waiting to be written.
pub(super) type Write = Box<dyn WriteJob>;

/// A change, and whoever waits for its result.
pub(super) trait WriteJob: Send {
    /// Makes the change, as a part of the transaction. An error means that nothing at all may be written.
    fn run(&mut self, context: &mut WriteContext<'_>) -> rusqlite::Result<()>;

    /// Sends the result, once the transaction is on disk or has failed.
    fn answer(self: Box<Self>, written: Result<(), LogError>);
}

/// Wraps a change; its result arrives in the receiver.
pub(super) fn write_job<T, F>(change: F) -> (Write, oneshot::Receiver<Result<T, LogError>>)
where
    T: Send + 'static,
    F: FnOnce(&mut WriteContext<'_>) -> rusqlite::Result<Result<T, LogError>> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    (Box::new(PendingWrite { change: Some(change), result: None, reply }), answer)
}

struct PendingWrite<T, F> {
    change: Option<F>,
    result: Option<Result<T, LogError>>,
    reply: oneshot::Sender<Result<T, LogError>>,
}

impl<T, F> WriteJob for PendingWrite<T, F>
where
    T: Send,
    F: FnOnce(&mut WriteContext<'_>) -> rusqlite::Result<Result<T, LogError>> + Send,
{
    fn run(&mut self, context: &mut WriteContext<'_>) -> rusqlite::Result<()> {
        if let Some(change) = self.change.take() {
            self.result = Some(change(context)?);
        }
        Ok(())
    }

    fn answer(self: Box<Self>, written: Result<(), LogError>) {
        let PendingWrite { result, reply, .. } = *self;
        let result = written.and_then(|()| result.unwrap_or_else(|| Err(LogError::closed())));
        let _ = reply.send(result); // the caller may no longer wait
    }
}

/// The state of the writing thread.
pub(super) struct LogWriter {
    connection: Connection,
    /// The cached state of logs, valid unless another process has written since.
    cached_logs: HashMap<Arc<str>, LogLength>,
    /// SQLite's `data_version`, which changes when another process writes.
    data_version: i64,
}

impl LogWriter {
    pub(super) fn new(connection: Connection) -> Self {
        LogWriter { connection, cached_logs: HashMap::new(), data_version: 0 }
    }

    /// Writes what arrives until nobody can send any more; then writes everything back from the WAL.
    pub(super) fn run(mut self, writes: &mpsc::Receiver<Write>) -> Result<(), LogError> {
        while let Ok(first) = writes.recv() {
            let mut all = vec![first];
            all.extend(writes.try_iter().take(MAX_BATCH - 1));
            if all.len() >= LARGE_BATCH {
                thread::sleep(BATCH_WAIT);
                all.extend(writes.try_iter().take(MAX_BATCH.saturating_sub(all.len())));
            }
            self.write(all);
        }
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        let is_busy: bool = self.connection.query_row(checkpoint, [], |row| row.get(0))?;
        if is_busy {
            let message = "another process reads it, so a part of it is still in the -wal file";
            return Err(LogError::Store(message.into()));
        }
        self.connection.close().map_err(|(_, error)| error.into())
    }

    /// Writes everything in one transaction, and answers when it is on disk.
    fn write(&mut self, mut all: Vec<Write>) {
        let written = self.transact(&mut all).map_err(LogError::from);
        if written.is_err() || self.cached_logs.len() > MAX_CACHED_LOGS {
            self.cached_logs.clear(); // after an error it also counts lines that were not written
        }
        for write in all {
            write.answer(written.clone());
        }
    }

    fn transact(&mut self, all: &mut [Write]) -> rusqlite::Result<()> {
        let LogWriter { connection, cached_logs, data_version: seen } = self;
        let behavior = TransactionBehavior::Immediate; // locks out other writers
        let transaction = connection.transaction_with_behavior(behavior)?;
        let others = "SELECT data_version FROM pragma_data_version";
        let version = transaction.prepare_cached(others)?.query_row([], |row| row.get(0))?;
        if std::mem::replace(seen, version) != version {
            cached_logs.clear();
        }
        let mut context = WriteContext::new(&transaction, cached_logs);
        all.iter_mut().try_for_each(|write| write.run(&mut context))?;
        transaction.commit()
    }
}
