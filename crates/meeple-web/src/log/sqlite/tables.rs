//! What is read from the tables and written to them.

use super::{
    super::{ListCursor, ListQuery, ListedGame, LogAppend, LogError, StoredKind, StoredSummary},
    hour, milliseconds,
};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use std::{collections::HashMap, sync::Arc, time::SystemTime};

/// The number of pages given back at once: 1 MiB, which takes a few milliseconds.
pub(super) const RELEASED_PAGES: usize = 256;

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
    SELECT changed, name, summary FROM summaries
        WHERE finished AND public AND (changed, name) < (?1, ?2)
        ORDER BY changed DESC, name DESC LIMIT ?3
";

/// The same for one game, with the index `recent_by_game`.
const RECENT_BY_GAME: &str = "
    SELECT changed, name, summary FROM summaries
        WHERE finished AND public AND game = ?4 AND (changed, name) < (?1, ?2)
        ORDER BY changed DESC, name DESC LIMIT ?3
";

/// Uses the same condition as the index `aged`.
const OLD_LOGS: &str = "
    SELECT name FROM logs WHERE NOT kept AND kind = ?1 AND hour < ?2 ORDER BY hour LIMIT ?3
";

/// Uses the index `unused`.
const OLD_RESULTS: &str = "
    DELETE FROM found WHERE key IN (SELECT key FROM found WHERE used < ?1 ORDER BY used LIMIT ?2)
";

const REMOVE_LINES: &str = "
    WITH RECURSIVE back (id, before) AS (
        SELECT id, before FROM lines WHERE id = ?
        UNION ALL
        SELECT lines.id, lines.before FROM back JOIN lines ON lines.id = back.before
    )
    DELETE FROM lines WHERE id IN (SELECT id FROM back)
";

/// Reads all lines of a log in order.
pub(crate) fn lines(connection: &Connection, name: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare_cached(LINES)?;
    let lines: rusqlite::Result<Vec<String>> = query.query_map([name], |row| row.get(0))?.collect();
    lines.map(|lines| lines.into_iter().rev().collect())
}

/// Returns the hour in which a log was last changed.
pub(super) fn last_change(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let mut query = connection.prepare_cached("SELECT hour FROM logs WHERE name = ?")?;
    query.query_row([name], |row| row.get(0)).optional()
}

/// Lists public finished games.
pub(super) fn finished_games(
    connection: &Connection,
    query: &ListQuery,
) -> rusqlite::Result<Vec<ListedGame>> {
    let ListQuery { game, before, limit } = query;
    let (changed, name) =
        before.as_ref().map_or((i64::MAX, ""), |before| (before.changed, &before.name));
    let listed = |row: &Row<'_>| {
        let cursor = ListCursor { changed: row.get(0)?, name: row.get(1)? };
        Ok(ListedGame { cursor, json: row.get(2)? })
    };
    let limit = *limit as i64;
    match game {
        None => {
            let mut query = connection.prepare_cached(RECENT)?;
            query.query_map(params![changed, name, limit], listed)?.collect()
        }
        Some(game) => {
            let mut query = connection.prepare_cached(RECENT_BY_GAME)?;
            query.query_map(params![changed, name, limit, game], listed)?.collect()
        }
    }
}

/// A cached result, and the hour in which it was last used.
pub(super) struct CachedResult {
    pub(super) value: String,
    pub(super) used: i64,
}

/// Reads a cached result.
pub(super) fn cached_result(
    connection: &Connection,
    key: &str,
) -> rusqlite::Result<Option<CachedResult>> {
    let mut query = connection.prepare_cached("SELECT value, used FROM found WHERE key = ?")?;
    let result = |row: &Row<'_>| Ok(CachedResult { value: row.get(0)?, used: row.get(1)? });
    query.query_row([key], result).optional()
}

/// Lists logs that were last changed before this hour.
pub(super) fn old_logs(
    connection: &Connection,
    kind: StoredKind,
    before: i64,
    limit: usize,
) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare_cached(OLD_LOGS)?;
    let values = params![kind_number(kind), before, limit as i64];
    query.query_map(values, |row| row.get(0))?.collect()
}

/// A stored room or record, without its lines.
pub(crate) struct StoredRoom {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) kind: StoredKind,
    pub(crate) is_kept: bool,
    /// When the summary changed, in milliseconds.
    pub(crate) changed: Option<i64>,
    pub(crate) game: Option<String>,
    pub(crate) summary: Option<String>,
}

/// Reads the next rooms after this row id, in the order of their creation.
pub(crate) fn rooms_after(
    connection: &Connection,
    id: i64,
    limit: usize,
) -> rusqlite::Result<Vec<StoredRoom>> {
    let query = "SELECT id, logs.name, kind, kept, changed, game, summary \
                 FROM logs LEFT JOIN summaries ON summaries.log = logs.id \
                 WHERE id > ?1 ORDER BY id LIMIT ?2";
    let room = |row: &Row<'_>| {
        let number = row.get(2)?;
        let kind = kind_of(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(2, number))?;
        Ok(StoredRoom {
            id: row.get(0)?,
            name: row.get(1)?,
            kind,
            is_kept: row.get(3)?,
            changed: row.get(4)?,
            game: row.get(5)?,
            summary: row.get(6)?,
        })
    };
    let mut query = connection.prepare_cached(query)?;
    query.query_map(params![id, limit as i64], room)?.collect()
}

/// The state of a log, as the writer caches it.
#[derive(Clone, Copy)]
pub(super) struct LogLength {
    id: i64,
    length: usize,
    /// The row id of the last line.
    last: Option<i64>,
    /// The hour of the last change.
    hour: i64,
}

/// What a change needs: the transaction and the writer's cache.
pub(super) struct WriteContext<'a> {
    connection: &'a Connection,
    known: &'a mut HashMap<Arc<str>, LogLength>,
    now: SystemTime,
}

/// The result of a change: the outer error is a failure of the store.
type Changed<T> = rusqlite::Result<Result<T, LogError>>;

impl<'a> WriteContext<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        known: &'a mut HashMap<Arc<str>, LogLength>,
    ) -> Self {
        WriteContext { connection, known, now: SystemTime::now() }
    }

    /// Appends lines unless the log has another length.
    pub(super) fn append(&mut self, append: &LogAppend) -> Changed<usize> {
        let LogAppend { name, expected, lines, summary } = append;
        let log = match self.known.get(name) {
            Some(&log) => Some(log),
            None => self.look_up(name)?,
        };
        if log.map_or(0, |log| log.length) != *expected {
            let (name, expected) = (name.to_string(), *expected);
            return Ok(Err(LogError::Moved { name, expected }));
        }
        let mut log = log.map_or_else(|| self.begin(name), Ok)?;
        let insert = "INSERT INTO lines (before, line) VALUES (?1, ?2)";
        let mut insert = self.connection.prepare_cached(insert)?;
        for line in lines {
            log.last = Some(insert.insert(params![log.last, line])?);
            log.length += 1;
        }
        let update = "UPDATE logs SET length = ?2, last = ?3 WHERE id = ?1";
        self.execute(update, params![log.id, log.length as i64, log.last])?;
        let hour = hour(self.now);
        if log.hour != hour {
            log.hour = hour; // apart from the above, because it also changes an index
            self.execute("UPDATE logs SET hour = ?2 WHERE id = ?1", params![log.id, hour])?;
        }
        if let Some(summary) = summary {
            self.summarise(log.id, name, summary)?;
        }
        self.known.insert(Arc::clone(name), log);
        Ok(Ok(log.length))
    }

    /// Reads the state of a log, if it exists.
    fn look_up(&self, name: &str) -> rusqlite::Result<Option<LogLength>> {
        let query = "SELECT id, length, last, hour FROM logs WHERE name = ?";
        let known = |row: &Row<'_>| {
            let length = row.get::<_, i64>(1)? as usize;
            Ok(LogLength { id: row.get(0)?, length, last: row.get(2)?, hour: row.get(3)? })
        };
        self.connection.prepare_cached(query)?.query_row([name], known).optional()
    }

    /// Creates an empty log.
    fn begin(&self, name: &str) -> rusqlite::Result<LogLength> {
        let hour = hour(self.now);
        let insert = "INSERT INTO logs (name, length, hour) VALUES (?, 0, ?)";
        let id = self.connection.prepare_cached(insert)?.insert(params![name, hour])?;
        Ok(LogLength { id, length: 0, last: None, hour })
    }

    /// Replaces the summary of a log.
    fn summarise(&self, id: i64, name: &str, summary: &StoredSummary) -> rusqlite::Result<()> {
        let StoredSummary { kind, is_public, is_kept, game, json } = summary;
        let update = "UPDATE logs SET kind = ?2, kept = ?3 WHERE id = ?1";
        self.execute(update, params![id, kind_number(*kind), is_kept])?;
        // If nothing that lists show has changed, the game keeps its place in them.
        let insert = "INSERT INTO summaries \
                      (log, name, changed, finished, public, game, summary) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
                      ON CONFLICT (log) DO UPDATE SET changed = excluded.changed, \
                      finished = excluded.finished, public = excluded.public, \
                      game = excluded.game, summary = excluded.summary \
                      WHERE (finished, public, game, summary) IS NOT \
                      (excluded.finished, excluded.public, excluded.game, excluded.summary)";
        let is_finished = *kind == StoredKind::Finished;
        let changed = milliseconds(self.now);
        self.execute(insert, params![id, name, changed, is_finished, is_public, game, json])
    }

    /// Stores a result.
    pub(super) fn cache_result(&mut self, key: &str, value: &str) -> Changed<()> {
        let insert = "INSERT OR REPLACE INTO found (key, value, used) VALUES (?1, ?2, ?3)";
        self.execute(insert, params![key, value, hour(self.now)]).map(Ok)
    }

    /// Notes that a result was used.
    pub(super) fn touch_result(&mut self, key: &str) -> Changed<()> {
        let update = "UPDATE found SET used = ?2 WHERE key = ?1";
        self.execute(update, params![key, hour(self.now)]).map(Ok)
    }

    /// Removes results that were last used before this hour.
    pub(super) fn remove_old_results(&mut self, before: i64, limit: usize) -> Changed<usize> {
        let mut delete = self.connection.prepare_cached(OLD_RESULTS)?;
        delete.execute(params![before, limit as i64]).map(Ok)
    }

    /// Removes a log that was last changed before this hour and is not to be kept.
    pub(super) fn remove_old_log(
        &mut self,
        name: &str,
        kind: StoredKind,
        before: i64,
    ) -> Changed<bool> {
        let query = "SELECT id, last FROM logs \
                     WHERE name = ?1 AND kind = ?2 AND hour < ?3 AND NOT kept";
        let mut query = self.connection.prepare_cached(query)?;
        let old = query.query_row(params![name, kind_number(kind), before], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?))
        });
        let Some((id, last)) = old.optional()? else { return Ok(Ok(false)) };
        self.known.remove(name);
        self.execute(REMOVE_LINES, [last])?;
        self.execute("DELETE FROM summaries WHERE log = ?", [id])?;
        self.execute("DELETE FROM logs WHERE id = ?", [id])?;
        Ok(Ok(true))
    }

    /// Gives at most this many free pages back to the system; returns whether there are more.
    pub(super) fn release_pages(&mut self, most: usize) -> Changed<bool> {
        let query = format!("PRAGMA incremental_vacuum({most})");
        let mut vacuum = self.connection.prepare(&query)?;
        let mut released = vacuum.query([])?;
        while released.next()?.is_some() {} // each step releases one page
        let left: i64 =
            self.connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
        let mode: i64 =
            self.connection.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
        Ok(Ok(left > 0 && mode == INCREMENTAL))
    }

    fn execute(&self, sql: &str, values: impl Params) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute(values).map(drop)
    }
}

/// The value of `PRAGMA auto_vacuum` with which free pages can be given back.
const INCREMENTAL: i64 = 2;

/// Returns the number that the tables have for a kind.
fn kind_number(kind: StoredKind) -> i64 {
    match kind {
        StoredKind::Unfinished => 0,
        StoredKind::Finished => 1,
        StoredKind::Uploaded => 2,
    }
}

/// Returns the kind that has this number in the tables.
fn kind_of(number: i64) -> Option<StoredKind> {
    StoredKind::ALL.into_iter().find(|kind| kind_number(*kind) == number)
}

#[cfg(test)]
mod tests {
    use super::{super::SqliteLog, *};

    /// Checks that a query reads only what it returns: by these indexes, without sorting.
    fn check_plan(connection: &Connection, query: &str, parts: &[&str]) {
        let mut query = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).expect("SQL");
        for parameter in 1..=query.parameter_count() {
            query.raw_bind_parameter(parameter, 1).expect("a parameter");
        }
        let mut rows = query.raw_query();
        let mut plan = String::new();
        while let Some(row) = rows.next().expect("a plan") {
            plan += &row.get::<_, String>("detail").expect("a step");
            plan.push('\n');
        }
        for part in parts {
            assert!(plan.contains(part), "{part}:\n{plan}");
        }
        for bad in ["TEMP B-TREE", "SCAN summaries", "SCAN logs", "SCAN lines", "SCAN found"] {
            assert!(!plan.contains(bad), "{bad}:\n{plan}");
        }
    }

    #[tokio::test]
    async fn every_query_uses_an_index_and_none_sorts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let _log = SqliteLog::open(&path).expect("a log");
        let connection = Connection::open(&path).expect("the same file");
        let check = |query, parts: &[&str]| check_plan(&connection, query, parts);
        check(RECENT, &["USING INDEX recent ("]);
        check(RECENT_BY_GAME, &["USING INDEX recent_by_game (game=? AND"]);
        check(OLD_LOGS, &["USING INDEX aged (kind=? AND hour<?"]);
        check(OLD_RESULTS, &["USING COVERING INDEX unused (used<?"]);
        check(LINES, &["sqlite_autoindex_logs_1 (name=?)"]);
        check(REMOVE_LINES, &["SEARCH lines USING INTEGER PRIMARY KEY"]);
    }
}
