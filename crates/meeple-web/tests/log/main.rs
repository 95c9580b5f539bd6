//! Tests of the event log: every implementation conforms, and the one on disk equals the reference in memory,
//! persists, and is migrated.

mod conformance;
mod migration;

use conformance::{append, newest};
use meeple_web::log::{EventLog, LogAppend, MemoryLog, SqliteLog, StoredKind, StoredSummary};
use proptest::prelude::*;
use std::fs;
use tokio::runtime::Runtime;

#[tokio::test]
async fn the_log_in_memory_conforms() {
    conformance::check_all(async || MemoryLog::default()).await;
}

#[tokio::test]
async fn the_log_on_disk_conforms() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut number = 0;
    conformance::check_all(async || {
        number += 1;
        SqliteLog::open(&folder.path().join(number.to_string())).expect("a log")
    })
    .await;
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

#[tokio::test]
async fn after_closing_the_file_alone_has_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = SqliteLog::open(&path).expect("a log");
    for number in 0..50 {
        assert_eq!(log.append(append("a", number, &[&number.to_string()])).await, Ok(number + 1));
    }
    let wal = fs::metadata(folder.path().join("log-wal")).expect("a write-ahead log");
    assert!(wal.len() > 0, "until then, a part is in the write-ahead log");
    assert_eq!(log.close().await, Ok(()));
    let copy = folder.path().join("copy");
    fs::copy(&path, &copy).expect("a copy");
    let copy = SqliteLog::open(&copy).expect("the copy");
    let expected: Vec<String> = (0..50).map(|number| number.to_string()).collect();
    assert_eq!(copy.read("a").await, Ok(expected));
}

#[cfg(unix)]
#[tokio::test]
async fn its_files_are_private_even_if_they_were_not() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let modes = || {
        let files =
            fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file"));
        let mode = |file: fs::DirEntry| file.metadata().expect("a file").mode() & 0o777;
        files.map(|file| (file.file_name(), mode(file))).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let log = SqliteLog::open(&path).expect("a log");
        assert_eq!(modes().len(), 3, "the database and the two files beside it");
        assert!(modes().iter().all(|&(_, mode)| mode == 0o600), "{:?}", modes());
        assert_eq!(log.close().await, Ok(()));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).expect("a file");
        // What a killed server would leave.
        fs::write(folder.path().join("log-wal"), "").expect("a file");
        fs::set_permissions(folder.path().join("log-wal"), fs::Permissions::from_mode(0o644))
            .expect("a file");
    }
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
    assert_eq!(log.close().await, Ok(()));
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
    Remove { name: u8, kind: StoredKind },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let lines = prop::collection::vec(".{0,12}", 0..4);
    let kinds = prop::sample::select(&StoredKind::ALL[..]);
    let summary = (kinds, any::<bool>(), any::<bool>(), "[ab]", "[a-z]{0,5}").prop_map(
        |(kind, is_public, is_kept, game, json)| StoredSummary {
            kind,
            is_public,
            is_kept,
            game,
            json,
        },
    );
    prop_oneof![
        6 => (0..4u8, prop_oneof![5 => Just(0), 1 => 1..3usize], lines, prop::option::of(summary))
            .prop_map(|(name, off, lines, summary)| Step::Append { name, off, lines, summary }),
        2 => (0..3u8, ".{0,8}").prop_map(|(key, value)| Step::CacheResult { key, value }),
        1 => (0..4u8, prop::sample::select(&StoredKind::ALL[..]))
            .prop_map(|(name, kind)| Step::Remove { name, kind }),
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
                    prop_assert_eq!(runtime.block_on(log.close()), Ok(()));
                    log = SqliteLog::open(&path).expect("the same log");
                }
                Step::Remove { name, kind } => {
                    let (name, since) = (format!("room {name}"), conformance::later());
                    let removed = runtime.block_on(log.remove_old_log(&name, kind, since));
                    let theirs = runtime.block_on(reference.remove_old_log(&name, kind, since));
                    prop_assert_eq!(removed, theirs);
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
                    let mut ours = runtime.block_on(newest(&log, 9));
                    let mut theirs = runtime.block_on(newest(&reference, 9));
                    ours.sort(); // games of the same millisecond may be of two in the other log
                    theirs.sort();
                    prop_assert_eq!(ours, theirs);
                }
            }
        }
    }
}
