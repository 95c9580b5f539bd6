//! Tests that the log on disk behaves like the reference implementation in memory, and persists.

use meeple_web::log::{EventLog, LogAppend, LogError, MemoryLog, SqliteLog, StoredSummary};
use proptest::prelude::*;
use tokio::runtime::Runtime;

fn append(name: &str, expected: usize, lines: &[&str]) -> LogAppend {
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    LogAppend { name: name.into(), expected, lines, summary: None }
}

#[tokio::test]
async fn an_append_at_the_wrong_length_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = SqliteLog::open(&folder.path().join("log")).expect("a log");
    assert_eq!(log.append(append("a", 0, &["1", "2"])).await, Ok(2));
    let moved = LogError::Moved { name: "a".into(), expected: 0 };
    assert_eq!(log.append(append("a", 0, &["x"])).await, Err(moved));
    assert!(log.append(append("a", 3, &["x"])).await.is_err(), "nothing may be left out");
    assert_eq!(log.append(append("a", 2, &["3"])).await, Ok(3));
    assert_eq!(log.read("a").await, Ok(vec!["1".into(), "2".into(), "3".into()]));
    assert_eq!(log.read("b").await, Ok(Vec::new()));
}

#[tokio::test]
async fn when_two_servers_share_a_log_the_first_append_wins() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let [ours, theirs] = [(); 2].map(|()| SqliteLog::open(&path).expect("a log"));
    assert_eq!(ours.append(append("a", 0, &["1"])).await, Ok(1));
    assert_eq!(theirs.append(append("a", 1, &["2"])).await, Ok(2));
    assert!(ours.append(append("a", 1, &["x"])).await.is_err(), "they were quicker");
    assert_eq!(ours.append(append("a", 2, &["3"])).await, Ok(3));
    assert_eq!(theirs.read("a").await, Ok(vec!["1".into(), "2".into(), "3".into()]));
}

#[tokio::test]
async fn a_log_of_an_unknown_version_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let other = rusqlite::Connection::open(&path).expect("a file");
    other.execute_batch("CREATE TABLE lines (x); INSERT INTO lines VALUES (7);").expect("a table");
    let refused = SqliteLog::open(&path).err().expect("it is not ours");
    assert_eq!(refused.to_string(), "the log failed: it was written by another version of Meeple");
    let kept = other.query_row("SELECT x FROM lines", [], |row| row.get(0));
    assert_eq!(kept, Ok(7));
}

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
    INSERT INTO logs VALUES (1, 'a', 2, 2);
    INSERT INTO lines VALUES (1, NULL, 'first'), (2, 1, 'second');
    INSERT INTO found VALUES ('key', 'value');
    PRAGMA user_version = 1;
";

#[tokio::test]
async fn a_version_1_file_is_migrated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let old = rusqlite::Connection::open(&path).expect("a file");
    old.execute_batch(VERSION_1).expect("tables");
    let older = r#"{"room":"a","phase":"over","public":true,"ply":4}"#;
    let newer = r#"{"room":"b","phase":"over","public":true,"ply":9}"#;
    for (name, changed, summary) in [
        ("a", 10, older),
        ("b", 20, newer),
        ("c", 30, r#"{"room":"c","phase":"over","public":false,"ply":4}"#),
        ("d", 40, r#"{"room":"d","phase":"playing","public":true,"ply":4}"#),
        ("e", 50, "no JSON"),
        ("f", 60, "7"),
    ] {
        old.execute("INSERT INTO summaries VALUES (?, ?, ?)", (name, changed, summary))
            .expect("a row");
    }
    drop(old);
    for _ in 0..2 {
        let log = SqliteLog::open(&path).expect("an old log, then one of this version");
        assert_eq!(log.recent_finished(9).await, Ok(vec![newer.into(), older.into()]));
        assert_eq!(log.read("a").await, Ok(vec!["first".into(), "second".into()]));
        assert_eq!(log.cached_result("key").await, Ok(Some("value".into())));
    }
    let log = SqliteLog::open(&path).expect("a log");
    let is_over = finished("later");
    log.append(LogAppend { summary: Some(is_over), ..append("a", 2, &["third"]) })
        .await
        .expect("it");
    assert_eq!(log.recent_finished(1).await, Ok(vec!["later".into()]));
}

#[tokio::test]
async fn only_finished_public_games_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = SqliteLog::open(&path).expect("a log");
    let hidden = StoredSummary { is_public: false, ..finished("hidden") };
    let playing = StoredSummary { is_finished: false, ..finished("playing") };
    for (name, summary) in [("a", finished("a")), ("b", hidden), ("c", playing.clone())] {
        let append = LogAppend { summary: Some(summary), ..append(name, 0, &["1"]) };
        assert_eq!(log.append(append).await, Ok(1));
    }
    assert_eq!(log.recent_finished(9).await, Ok(vec!["a".into()]));
    assert_eq!(log.recent_finished(0).await, Ok(Vec::new()));
    // The latest summary decides what is listed.
    let again = LogAppend { summary: Some(playing), ..append("a", 1, &["2"]) };
    assert_eq!(log.append(again).await, Ok(2));
    assert_eq!(log.recent_finished(9).await, Ok(Vec::new()));
}

#[tokio::test]
async fn recent_games_are_read_from_their_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let _log = SqliteLog::open(&path).expect("a log");
    let file = rusqlite::Connection::open(&path).expect("the same file");
    let query = "EXPLAIN QUERY PLAN \
                 SELECT summary FROM summaries WHERE finished AND public ORDER BY changed DESC LIMIT 9";
    let plan: String = file.query_row(query, [], |row| row.get("detail")).expect("a plan");
    assert!(plan.contains("USING INDEX recent"), "{plan}");
}

fn finished(json: &str) -> StoredSummary {
    StoredSummary { is_finished: true, is_public: true, json: json.into() }
}

#[tokio::test]
async fn concurrent_appends_are_all_stored_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = std::sync::Arc::new(SqliteLog::open(&path).expect("a log"));
    let rooms = (0..50).map(|room| {
        let log = std::sync::Arc::clone(&log);
        tokio::spawn(async move {
            for number in 0..40 {
                let line = format!("{room} {number}");
                let appended = log.append(append(&format!("room {room}"), number, &[&line])).await;
                assert_eq!(appended, Ok(number + 1));
            }
        })
    });
    for room in rooms.collect::<Vec<_>>() {
        room.await.expect("all are kept");
    }
    drop(log);
    let again = SqliteLog::open(&path).expect("the same log");
    for room in 0..50 {
        let expected: Vec<String> = (0..40).map(|number| format!("{room} {number}")).collect();
        assert_eq!(again.read(&format!("room {room}")).await, Ok(expected));
    }
}

#[derive(Debug, Clone)]
enum Step {
    Append { name: u8, off: usize, lines: Vec<String>, summary: Option<StoredSummary> },
    CacheResult { key: u8, value: String },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let lines = prop::collection::vec(".{0,12}", 0..4);
    let summary = ("[a-z]{0,5}", any::<bool>(), any::<bool>())
        .prop_map(|(json, is_finished, is_public)| StoredSummary { is_finished, is_public, json });
    prop_oneof![
        6 => (0..4u8, prop_oneof![5 => Just(0), 1 => 1..3usize], lines, prop::option::of(summary))
            .prop_map(|(name, off, lines, summary)| Step::Append { name, off, lines, summary }),
        2 => (0..3u8, ".{0,8}").prop_map(|(key, value)| Step::CacheResult { key, value }),
        1 => Just(Step::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_log_on_disk_equals_the_reference(steps in prop::collection::vec(step(), 1..30)) {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let (reference, mut log) = (MemoryLog::default(), SqliteLog::open(&path).expect("a log"));
        for step in steps {
            match step {
                Step::Reopen => {
                    drop(log);
                    log = SqliteLog::open(&path).expect("the same log");
                }
                Step::CacheResult { key, value } => {
                    let key = format!("key {key}");
                    let cached = runtime.block_on(log.cache_result(&key, value.clone()));
                    prop_assert_eq!(cached, runtime.block_on(reference.cache_result(&key, value)));
                    let found = runtime.block_on(log.cached_result(&key));
                    prop_assert_eq!(found, runtime.block_on(reference.cached_result(&key)));
                }
                Step::Append { name, off, lines, summary } => {
                    let name = format!("room {name}");
                    let length = runtime.block_on(reference.read(&name)).expect("lines").len();
                    let expected = length + off;
                    let append = LogAppend { name: name.as_str().into(), expected, lines, summary };
                    let ours = runtime.block_on(log.append(append.clone()));
                    prop_assert_eq!(ours, runtime.block_on(reference.append(append)));
                    let lines = runtime.block_on(log.read(&name));
                    prop_assert_eq!(lines, runtime.block_on(reference.read(&name)));
                    let mut newest = runtime.block_on(log.recent_finished(9)).expect("a list");
                    let mut theirs = runtime.block_on(reference.recent_finished(9)).expect("a list");
                    newest.sort();
                    theirs.sort();
                    prop_assert_eq!(newest, theirs);
                }
            }
        }
    }
}
