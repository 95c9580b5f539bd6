//! Files of earlier versions are migrated when they are opened.

use crate::conformance::{append, earlier, finished, later, newest};
use meeple_web::log::{EventLog, ListQuery, LogAppend, SqliteLog, StoredKind};
use rusqlite::Connection;
use std::path::Path;

/// The tables of version 1, exactly as that version created them.
const VERSION_1: &str = "
    CREATE TABLE logs (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, last INTEGER
    );
    CREATE TABLE lines (
        id INTEGER PRIMARY KEY, before INTEGER, line TEXT NOT NULL
    );
    CREATE TABLE summaries (
        name TEXT PRIMARY KEY, changed INTEGER NOT NULL, summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX newest ON summaries (changed);
    CREATE TABLE found (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = 1;
";

/// The same of version 2.
const VERSION_2: &str = "
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
    PRAGMA user_version = 2;
";

/// Logs in the tables of any version: a room, a room without a summary, and an uploaded record.
const LOGS: &str = r#"
    INSERT INTO logs VALUES (1, 'a', 2, 2), (2, 'b', 1, 3), (3, 'new', 1, 4), (4, 'upload', 3, 7),
        (5, 'c', 0, NULL), (6, 'd', 0, NULL), (7, 'e', 0, NULL), (8, 'f', 0, NULL);
    INSERT INTO lines VALUES (1, NULL, 'first'), (2, 1, 'second'), (3, NULL, 'b'),
        (4, NULL, '{"room":"made"}'), (5, NULL, '{"brought":"record"}'), (6, 5, 'x'), (7, 6, 'y');
    INSERT INTO found VALUES ('key', 'value');
"#;

const OLDER: &str = r#"{"room":"a","game":"chomp","phase":"over","public":true,"ply":4}"#;
const NEWER: &str = r#"{"room":"b","game":"azul","phase":"over","public":true,"ply":9}"#;

/// Names, when they changed, and JSON.
const SUMMARIES: [(&str, i64, &str); 6] = [
    ("a", 10, OLDER),
    ("b", 20, NEWER),
    ("c", 30, r#"{"room":"c","game":"azul","phase":"over","public":false,"ply":4}"#),
    ("d", 40, r#"{"room":"d","game":"azul","phase":"playing","public":true,"ply":4}"#),
    ("e", 50, "no JSON"),
    ("f", 60, "7"),
];

fn old_file(path: &Path, tables: &str) -> Connection {
    let old = Connection::open(path).expect("a file");
    old.execute_batch(tables).expect("tables");
    old.execute_batch(LOGS).expect("rows");
    old
}

#[tokio::test]
async fn a_version_1_file_is_migrated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let old = old_file(&path, VERSION_1);
    for row in SUMMARIES {
        old.execute("INSERT INTO summaries VALUES (?, ?, ?)", row).expect("a row");
    }
    drop(old);
    check_migrated(&path).await;
}

#[tokio::test]
async fn a_version_2_file_is_migrated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let old = old_file(&path, VERSION_2);
    for (name, changed, json) in SUMMARIES {
        let row = (name, changed, json, json.contains("over"), json.contains(r#""public":true"#));
        old.execute("INSERT INTO summaries VALUES (?, ?, ?, ?, ?)", row).expect("a row");
    }
    drop(old);
    check_migrated(&path).await;
}

async fn check_migrated(path: &Path) {
    for _ in 0..2 {
        let log = SqliteLog::open(path).expect("an old log, then one of this version");
        assert_eq!(newest(&log, 9).await, [NEWER, OLDER]);
        let azul = ListQuery { game: Some("azul".into()), limit: 9, before: None };
        let azul = log.finished_games(azul).await.expect("a list");
        assert_eq!(azul.iter().map(|game| &*game.json).collect::<Vec<_>>(), [NEWER]);
        assert_eq!(log.read("a").await, Ok(vec!["first".into(), "second".into()]));
        assert_eq!(log.cached_result("key").await, Ok(Some("value".into())));
        // The summaries are from 1970. Only what is over is that old: a game that is still being played may have
        // begun then, and what has no summary, and the results, have no time at all.
        let old = |kind, since| log.old_logs(kind, since, 9);
        let names = |names: &[&str]| Ok(names.iter().map(|&name| name.to_owned()).collect());
        assert_eq!(old(StoredKind::Finished, earlier()).await, names(&["a", "b", "c"]));
        assert_eq!(old(StoredKind::Unfinished, earlier()).await, names(&[]));
        assert_eq!(old(StoredKind::Unfinished, later()).await, names(&["new", "d", "e", "f"]));
        assert_eq!(old(StoredKind::Uploaded, earlier()).await, Ok(Vec::new()));
        assert_eq!(old(StoredKind::Uploaded, later()).await, Ok(vec!["upload".into()]));
        assert_eq!(log.remove_old_results(earlier(), 9).await, Ok(0));
        assert_eq!(log.close().await, Ok(()));
    }
    let log = SqliteLog::open(path).expect("a log");
    let summary = Some(finished("chomp", "later"));
    let appended = log.append(LogAppend { summary, ..append("a", 2, &["third"]) }).await;
    assert_eq!(appended, Ok(3));
    assert_eq!(newest(&log, 1).await, ["later"]);
    assert_eq!(log.remove_old_results(later(), 9).await, Ok(1));
    assert_eq!(log.close().await, Ok(()));
    check_same_tables(path);
}

/// Checks that a migrated file has the same tables and columns as a new one.
fn check_same_tables(migrated: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let new = folder.path().join("new");
    drop(SqliteLog::open(&new).expect("a log"));
    let [migrated, new] = [migrated, &new].map(|path| {
        let file = Connection::open(path).expect("a file");
        let columns = "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" \
                       FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' \
                       UNION ALL SELECT sql FROM sqlite_schema WHERE type = 'index' \
                       ORDER BY 1";
        let mut columns = file.prepare(columns).expect("SQL");
        let rows = columns.query_map([], |row| row.get::<_, Option<String>>(0)).expect("rows");
        rows.map(|row| row.expect("a row")).collect::<Vec<_>>()
    });
    assert_eq!(migrated, new);
}
