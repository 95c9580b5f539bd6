//! The log on disk does what the plain one in memory does, and keeps it.

use meeple_web::log::{Append, EventLog, LogError, MemoryLog, SqliteLog};
use proptest::prelude::*;
use tokio::runtime::Runtime;

fn append(name: &str, expected: usize, lines: &[&str]) -> Append {
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    Append { name: name.into(), expected, lines, summary: None }
}

#[tokio::test]
async fn who_comes_second_appends_nothing() {
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
async fn of_two_houses_with_one_log_the_quicker_appends() {
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
async fn what_another_version_has_made_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let other = rusqlite::Connection::open(&path).expect("a file");
    other.execute_batch("CREATE TABLE lines (x); INSERT INTO lines VALUES (7);").expect("a table");
    let refused = SqliteLog::open(&path).err().expect("it is not ours");
    assert_eq!(refused.to_string(), "the log fails: another version of Meeple has made it");
    let kept = other.query_row("SELECT x FROM lines", [], |row| row.get(0));
    assert_eq!(kept, Ok(7));
}

#[tokio::test]
async fn many_at_once_are_all_kept_each_in_order() {
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
    Append { name: u8, off: usize, lines: Vec<String>, summary: Option<String> },
    Keep { key: u8, value: String },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let lines = prop::collection::vec(".{0,12}", 0..4);
    prop_oneof![
        6 => (0..4u8, prop_oneof![5 => Just(0), 1 => 1..3usize], lines, prop::option::of("[a-z]{0,5}"))
            .prop_map(|(name, off, lines, summary)| Step::Append { name, off, lines, summary }),
        2 => (0..3u8, ".{0,8}").prop_map(|(key, value)| Step::Keep { key, value }),
        1 => Just(Step::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn it_equals_the_plain_one(steps in prop::collection::vec(step(), 1..30)) {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let (plain, mut log) = (MemoryLog::default(), SqliteLog::open(&path).expect("a log"));
        for step in steps {
            match step {
                Step::Reopen => {
                    drop(log);
                    log = SqliteLog::open(&path).expect("the same log");
                }
                Step::Keep { key, value } => {
                    let key = format!("key {key}");
                    let kept = runtime.block_on(log.keep(&key, value.clone()));
                    prop_assert_eq!(kept, runtime.block_on(plain.keep(&key, value)));
                    let found = runtime.block_on(log.found(&key));
                    prop_assert_eq!(found, runtime.block_on(plain.found(&key)));
                }
                Step::Append { name, off, lines, summary } => {
                    let name = format!("room {name}");
                    let length = runtime.block_on(plain.read(&name)).expect("lines").len();
                    let expected = length + off;
                    let append = Append { name: name.as_str().into(), expected, lines, summary };
                    let ours = runtime.block_on(log.append(append.clone()));
                    prop_assert_eq!(ours, runtime.block_on(plain.append(append)));
                    let lines = runtime.block_on(log.read(&name));
                    prop_assert_eq!(lines, runtime.block_on(plain.read(&name)));
                    let mut newest = runtime.block_on(log.newest("a", 9)).expect("summaries");
                    let mut theirs = runtime.block_on(plain.newest("a", 9)).expect("summaries");
                    newest.sort();
                    theirs.sort();
                    prop_assert_eq!(newest, theirs);
                }
            }
        }
    }
}
