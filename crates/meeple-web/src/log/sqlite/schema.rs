//! The tables of the log on disk, and the migration from earlier versions.
//!
//! ```text
//! no tables   ──►  created in the current version
//! version 1   ──►  summaries get the columns `finished` and `public`, read from their JSON; then as version 2
//! version 2   ──►  summaries get `game` and are stored in the order of their logs, so that recent ones are
//!                  together; logs get a kind, an age and whether they are kept; results get an age
//! version 3   ──►  used as it is
//! another     ──►  refused and left alone
//! ```

use super::super::LogError;
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// The version of the tables below.
pub(crate) const VERSION: i64 = 3;

const TABLES: &str = "
    CREATE TABLE logs (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, last INTEGER,
        kind INTEGER NOT NULL DEFAULT 0, hour INTEGER NOT NULL DEFAULT 0,
        kept INTEGER NOT NULL DEFAULT FALSE
    );
    CREATE INDEX aged ON logs (kind, hour) WHERE NOT kept;
    CREATE TABLE lines (
        id INTEGER PRIMARY KEY, before INTEGER, line TEXT NOT NULL
    );
    CREATE TABLE summaries (
        log INTEGER PRIMARY KEY, name TEXT NOT NULL, changed INTEGER NOT NULL,
        finished INTEGER NOT NULL, public INTEGER NOT NULL, game TEXT NOT NULL,
        summary TEXT NOT NULL
    );
    CREATE INDEX recent ON summaries (changed, name) WHERE finished AND public;
    CREATE INDEX recent_by_game ON summaries (game, changed, name) WHERE finished AND public;
    CREATE TABLE found (
        key TEXT PRIMARY KEY, value TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX unused ON found (used);
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

/// The migration from version 2, in which nothing was ever removed. A log whose age isn't known counts as new. The
/// summary of a game that isn't over changed when the game began, which doesn't tell when the last move was made.
/// An uploaded record has no summary, and its first line is a marker.
const FROM_2: &str = r#"
    ALTER TABLE summaries RENAME TO old_summaries;
    DROP INDEX recent;
    CREATE TABLE summaries (
        log INTEGER PRIMARY KEY, name TEXT NOT NULL, changed INTEGER NOT NULL,
        finished INTEGER NOT NULL, public INTEGER NOT NULL, game TEXT NOT NULL,
        summary TEXT NOT NULL
    );
    INSERT INTO summaries
        SELECT id, name, changed, finished, public,
            CASE WHEN json_valid(summary) THEN coalesce(summary ->> 'game', '') ELSE '' END, summary
            FROM old_summaries JOIN logs USING (name);
    DROP TABLE old_summaries;
    CREATE INDEX recent ON summaries (changed, name) WHERE finished AND public;
    CREATE INDEX recent_by_game ON summaries (game, changed, name) WHERE finished AND public;

    ALTER TABLE logs ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE logs ADD COLUMN hour INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE logs ADD COLUMN kept INTEGER NOT NULL DEFAULT FALSE;
    UPDATE logs SET hour = unixepoch() / 3600;
    UPDATE logs SET kind = 1, hour = summaries.changed / 3600000
        FROM summaries WHERE summaries.log = logs.id AND summaries.finished;
    UPDATE logs SET kind = 2
        WHERE NOT EXISTS (SELECT * FROM summaries WHERE summaries.log = logs.id)
            AND '{"brought":"record"}' = (
                WITH RECURSIVE back (before, line) AS (
                    SELECT lines.before, lines.line FROM lines WHERE lines.id = logs.last
                    UNION ALL
                    SELECT lines.before, lines.line FROM back JOIN lines ON lines.id = back.before
                )
                SELECT line FROM back WHERE before IS NULL
            );
    CREATE INDEX aged ON logs (kind, hour) WHERE NOT kept;

    ALTER TABLE found ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
    UPDATE found SET used = unixepoch() / 3600;
    CREATE INDEX unused ON found (used);
"#;

/// Creates the tables, or migrates those of an earlier version.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), LogError> {
    // If two servers open the same file, one waits here until the other has finished.
    let behavior = TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(behavior)?;
    let changes: &[&str] = match version(&transaction)? {
        None => &[TABLES],
        Some(1) => &[FROM_1, FROM_2],
        Some(2) => &[FROM_2],
        Some(VERSION) => return Ok(()),
        Some(_) => {
            return Err(LogError::Store("it was written by another version of Meeple".into()));
        }
    };
    changes.iter().try_for_each(|change| transaction.execute_batch(change))?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Returns whether these are the tables of this version, or of one that can be migrated.
pub(crate) fn is_known(connection: &Connection) -> rusqlite::Result<bool> {
    let names = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
                 AND name IN ('logs', 'lines', 'summaries', 'found')";
    let tables: i64 = connection.query_row(names, [], |row| row.get(0))?;
    Ok(tables == 4 && (1..=VERSION).contains(&user_version(connection)?))
}

/// Returns whether these are the tables of this version.
pub(crate) fn is_current(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(is_known(connection)? && user_version(connection)? == VERSION)
}

fn user_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns the version of the tables, if there are any.
fn version(transaction: &Transaction<'_>) -> rusqlite::Result<Option<i64>> {
    let has_tables = "SELECT EXISTS (SELECT * FROM sqlite_schema)";
    if !transaction.query_row(has_tables, [], |row| row.get(0))? {
        return Ok(None);
    }
    user_version(transaction).map(Some)
}
