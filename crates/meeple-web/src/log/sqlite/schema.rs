//! The tables of the log on disk, and the migration from earlier versions.
//!
//! ```text
//! no tables   ──►  created in the current version
//! version 1   ──►  summaries get the columns `finished` and `public`, read from their JSON
//! version 2   ──►  used as it is
//! another     ──►  refused and left alone
//! ```

use super::super::LogError;
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// The version of the tables below.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE logs (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, last INTEGER
    );
    CREATE TABLE lines (
        id INTEGER PRIMARY KEY, before INTEGER, line TEXT NOT NULL
    );
    CREATE TABLE summaries (
        name TEXT PRIMARY KEY, changed INTEGER NOT NULL, summary TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT FALSE, public INTEGER NOT NULL DEFAULT FALSE
    ) WITHOUT ROWID;
    CREATE INDEX recent ON summaries (changed) WHERE finished AND public;
    CREATE TABLE found (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
";

/// The migration from version 1, which found finished games by searching the text of their summaries.
const FROM_1: &str = "
    ALTER TABLE summaries ADD COLUMN finished INTEGER NOT NULL DEFAULT FALSE;
    ALTER TABLE summaries ADD COLUMN public INTEGER NOT NULL DEFAULT FALSE;
    UPDATE summaries
        SET finished = coalesce(summary ->> 'phase' = 'over', FALSE),
            public = coalesce(summary ->> 'public', FALSE)
        WHERE json_valid(summary);
    DROP INDEX newest;
    CREATE INDEX recent ON summaries (changed) WHERE finished AND public;
";

/// Creates the tables, or migrates those of an earlier version.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), LogError> {
    // If two servers open the same file, one waits here until the other has finished.
    let behavior = TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(behavior)?;
    let change = match version(&transaction)? {
        None => TABLES,
        Some(1) => FROM_1,
        Some(VERSION) => return Ok(()),
        Some(_) => {
            return Err(LogError::Store("it was written by another version of Meeple".into()));
        }
    };
    transaction.execute_batch(change)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Returns the version of the tables, if there are any.
fn version(transaction: &Transaction<'_>) -> rusqlite::Result<Option<i64>> {
    let has_tables = "SELECT EXISTS (SELECT * FROM sqlite_schema)";
    if !transaction.query_row(has_tables, [], |row| row.get(0))? {
        return Ok(None);
    }
    transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map(Some)
}
