//! Tests of the server's data folder.

mod test_server;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use meeple_web::{
    Server, ServerConfig,
    log::{EventLog as _, LogAppend, SqliteLog, StoredKind},
    storage::{self, CopyWatch, DataFolder, DataFolderError, ExportFilter, StorageError, export},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{
    fs,
    path::Path,
    process,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, SystemTime},
};
use test_server::WebTestServer;

fn config(folder: &Path) -> ServerConfig {
    ServerConfig::new("127.0.0.1:0".parse().expect("an address"), folder)
}

#[tokio::test]
async fn a_folder_has_one_server_at_a_time() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data").join("meeple");
    let server = Server::start(config(&folder)).await.expect("a server");
    let second = Server::start(config(&folder)).await.err().expect("there is one");
    let text = second.to_string();
    assert!(text.contains(&folder.display().to_string()), "{text}");
    assert!(text.contains(&format!("(process {})", process::id())), "{text}");
    server.close().await;
    assert!(folder.join("server.lock").exists(), "the file stays, but isn't locked");
    Server::start(config(&folder)).await.expect("a server again").close().await;
    // What a killed server leaves: the file, but no lock.
    fs::write(folder.join("server.lock"), "4294967295000").expect("a file");
    let held = DataFolder::lock(&folder).expect("it is free");
    fs::write(folder.join("server.lock"), "who knows").expect("a file");
    let error = DataFolder::lock(&folder).expect_err("it is locked");
    assert!(matches!(error, DataFolderError::InUse { process: None, .. }), "{error}");
    drop(held);
    assert!(DataFolder::lock(&folder).is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn what_a_server_creates_is_private() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    let mode = |path: &Path| fs::metadata(path).expect("a file").mode() & 0o777;
    for _ in 0..2 {
        let server = Server::start(config(&folder)).await.expect("a server");
        let files =
            fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
        let files: Vec<_> = files.collect();
        assert_eq!(files.len(), 4, "database, write-ahead log, index, lock: {files:?}");
        for file in &files {
            assert_eq!(mode(file), 0o600, "{file:?}");
        }
        server.close().await;
        for file in ["rooms.sqlite", "server.lock"] {
            let everyone = fs::Permissions::from_mode(0o644);
            fs::set_permissions(folder.join(file), everyone).expect("it is ours");
        }
    }
    assert_eq!(mode(&folder), 0o700);
}

/// Returns the lines of a game's record, as it is stored.
fn stored_events(folder: &Path, room: &str) -> Vec<String> {
    let filter = ExportFilter::default();
    let mut events = Vec::new();
    let count = export(folder, &filter, |exported| {
        if exported.id == room {
            events = exported.events.iter().map(|event| event.get().to_owned()).collect();
        }
        Ok(())
    });
    assert!(count.expect("an export") > 0);
    events
}

#[tokio::test]
async fn a_backup_made_while_games_are_played_is_restored_elsewhere() {
    let server = WebTestServer::open().await;
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("backup.sqlite");
    let (data, copy) = (server.folder.path().to_owned(), file.clone());
    let mut players = server.pair(json!({ "game": "chomp", "options": ["width=12"] })).await;
    let finished = {
        let (mut ann, _bo) = server.pair(json!({ "game": "chomp", "public": true })).await;
        ann.ask(json!({ "do": "resign" })).await;
        ann.room
    };
    let mut backup = None;
    for turn in 0..40 {
        if turn == 10 {
            let (data, copy) = (data.clone(), copy.clone());
            let work = move || storage::backup(&data, &copy, false, &mut CopyWatch::default());
            backup = Some(tokio::task::spawn_blocking(work));
        }
        let (ann, bo) = &mut players;
        let mover = if ann.state["to_move"] == 0 { ann } else { bo };
        mover.play_first().await;
        let ply = mover.state["ply"].clone();
        for player in [&mut players.0, &mut players.1] {
            player.until(|state| state["ply"].as_u64() >= ply.as_u64()).await;
            player.until(|state| state["ply"].as_u64() > Some(turn)).await;
        }
    }
    let copied = backup.expect("it began").await.expect("it ends").expect("a backup");
    assert_eq!(copied.rooms, 2);
    assert_eq!(copied.bytes, fs::metadata(&file).expect("a file").len());
    let room = players.0.room.clone();
    let again = storage::backup(&data, &file, false, &mut CopyWatch::default());
    assert!(matches!(again, Err(StorageError::Exists(_))), "{again:?}");
    let itself =
        storage::backup(&data, &data.join("rooms.sqlite"), true, &mut CopyWatch::default());
    assert!(matches!(itself, Err(StorageError::Same(_))), "{itself:?}");
    // Such a file may belong to another server that runs.
    let others = storage::backup(
        &data,
        &elsewhere.path().join("rooms.sqlite"),
        true,
        &mut CopyWatch::default(),
    );
    let text = others.expect_err("it is refused").to_string();
    assert!(text.contains("meeple restore"), "{text}");
    assert!(!elsewhere.path().join("rooms.sqlite").exists());

    let folder = elsewhere.path().join("new");
    let restored = storage::restore(&file, &folder, false, &mut CopyWatch::default());
    let restored = restored.expect("it is restored");
    assert_eq!((restored.copied.rooms, restored.set_aside), (2, None));
    let second = Server::start(config(&folder)).await.expect("a server");
    for id in [&room, &finished] {
        let (ours, theirs) = (stored_events(&data, id), stored_events(&folder, id));
        assert!(theirs.len() <= ours.len() && !theirs.is_empty());
        assert_eq!(ours[..theirs.len()], theirs, "the same, up to the moment of the backup");
    }
    assert!(stored_events(&folder, &room).len() > 10, "what was there when it began");
    let path = format!("/api/records/{finished}/file");
    let there = WebTestServer::at(second.address);
    assert_eq!(
        server.request("GET", &path, &[], b"").await.2,
        there.request("GET", &path, &[], b"").await.2
    );

    // Not while a server runs, and not over games that are there.
    let used = storage::restore(&file, &folder, true, &mut CopyWatch::default());
    assert!(matches!(used, Err(StorageError::Folder(_))), "{used:?}");
    second.close().await;
    let taken = storage::restore(&file, &folder, false, &mut CopyWatch::default());
    assert!(matches!(taken, Err(StorageError::Exists(_))), "{taken:?}");
    let forced = storage::restore(&file, &folder, true, &mut CopyWatch::default());
    let old = forced.expect("it is restored").set_aside.expect("the old games");
    let other = elsewhere.path().join("other");
    let revived = storage::restore(&old, &other, false, &mut CopyWatch::default());
    assert_eq!(revived.expect("it is complete").copied.rooms, 2);
    Server::start(config(&folder)).await.expect("a server").close().await;
}

#[test]
fn what_is_not_a_whole_backup_is_refused_and_changes_nothing() {
    let parent = tempfile::tempdir().expect("a folder");
    let path = |name: &str| parent.path().join(name);
    let restore =
        |name: &str| storage::restore(&path(name), &path("data"), false, &mut CopyWatch::default());
    assert!(matches!(restore("missing"), Err(StorageError::NoDatabase(_))));
    fs::write(path("text"), "This is no database, and long enough to be seen as none. ".repeat(99))
        .expect("a file");
    assert!(matches!(restore("text"), Err(StorageError::Unknown(_))));
    let other = rusqlite::Connection::open(path("other")).expect("a file");
    other.execute_batch("CREATE TABLE logs (x); PRAGMA user_version = 3").expect("a table");
    assert!(matches!(restore("other"), Err(StorageError::Unknown(_))));
    fs::create_dir(path("source")).expect("a folder");
    let log = SqliteLog::open(&path("source").join("rooms.sqlite")).expect("a log");
    drop(log);
    let mut stopped = CopyWatch { stop: Arc::new(AtomicBool::new(true)), ..CopyWatch::default() };
    let backup = storage::backup(&path("source"), &path("whole"), false, &mut stopped);
    assert!(matches!(backup, Err(StorageError::Stopped)), "{backup:?}");
    let backup = storage::backup(&path("source"), &path("whole"), false, &mut CopyWatch::default());
    assert_eq!(backup.expect("a backup").rooms, 0);
    let filled = rusqlite::Connection::open(path("whole")).expect("a backup");
    filled
        .execute_batch(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000)
             INSERT INTO logs (name, length) SELECT 'room ' || n, 0 FROM n",
        )
        .expect("rows");
    drop(filled);
    let mut bytes = fs::read(path("whole")).expect("a backup");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xff);
    fs::write(path("damaged"), &bytes).expect("a file");
    assert!(matches!(restore("damaged"), Err(StorageError::Damaged { .. })));
    fs::write(path("cut"), &bytes[..middle]).expect("a file");
    assert!(restore("cut").is_err());
    let left: Vec<_> = fs::read_dir(path("data")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing but the lock: {left:?}");
    assert_eq!(restore("whole").expect("it is restored").copied.rooms, 2000);
}

#[tokio::test]
async fn an_export_has_the_games_and_no_secrets() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "azul", "seats": ["me", "open", "bot"], "options": ["players=3"],
                       "public": true, "name": "Ann" });
    let made = server.make(wish).await;
    let (mut ann, bo) = server.pair(json!({ "game": "chomp", "seed": 4_242_424_242_u64 })).await;
    ann.play_first().await;
    let (mut eve, _finn) = server.pair(json!({ "game": "azul" })).await;
    eve.play_first().await;
    let (mut cy, _dee) = server.pair(json!({ "game": "chomp", "seed": 777 })).await;
    cy.ask(json!({ "do": "resign" })).await;
    let record = server.request("GET", &format!("/api/records/{}/file", cy.room), &[], b"").await.2;
    let (_, _, uploaded) = server.request("POST", "/api/records", &[], &record).await;
    let uploaded: Value = serde_json::from_slice(&uploaded).expect("JSON");
    let exported = |game: Option<&str>, finished_only| -> Vec<Value> {
        let filter = ExportFilter { game: game.map(Into::into), finished_only };
        let mut rooms = Vec::new();
        let count = export(server.folder.path(), &filter, |room| {
            rooms.push(serde_json::to_value(room).expect("JSON"));
            Ok(())
        });
        assert_eq!(count.expect("an export"), rooms.len() as u64);
        rooms
    };
    let all = exported(None, false);
    let ids = |rooms: &[Value]| -> Vec<Value> { rooms.iter().map(|it| it["id"].clone()).collect() };
    let expected =
        [&made["room"], &json!(ann.room), &json!(eve.room), &json!(cy.room), &uploaded["id"]];
    assert_eq!(ids(&all), expected.map(Clone::clone));
    let kinds: Vec<&Value> = all.iter().map(|room| &room["kind"]).collect();
    assert_eq!(kinds, ["unfinished", "unfinished", "unfinished", "finished", "uploaded"]);
    assert_eq!(all[0]["events"], json!([]));
    assert_eq!(all[0]["options"], json!(["players=3"]));
    assert_eq!(all[1]["events"][1]["event"], "move");
    let lines: Vec<Value> = String::from_utf8(record)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(all[3]["events"], json!(lines));
    assert_eq!(all[4]["events"], json!(lines));
    // A drawn seed and its salt are known to nobody before the end; only the commitment is.
    let header = &all[2]["events"][0];
    let commitment = &eve.state["commitment"];
    assert!(commitment.is_string() && header["commitment"] == *commitment, "{header}");
    assert!(header["seed"].is_null() && header["salt"].is_null(), "{header}");
    assert_eq!(ids(&exported(Some("chomp"), true)), [json!(cy.room)]);
    assert_eq!(ids(&exported(Some("azul"), false)), [made["room"].clone(), json!(eve.room)]);
    let text = json!(all).to_string();
    let secrets = [made["secret"].as_str(), made["bots"][0]["token"].as_str()];
    let secrets = secrets.into_iter().chain([ann.secret.as_deref(), bo.secret.as_deref()]);
    for secret in secrets {
        let secret = secret.expect("a secret");
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()));
        assert!(!text.contains(secret) && !text.contains(&hash));
    }
    assert!(!text.contains("invite") && !text.contains("secret") && !text.contains("4242424242"));
    let closed = || Err(std::io::ErrorKind::BrokenPipe.into());
    let closed = export(server.folder.path(), &ExportFilter::default(), |_| closed());
    assert!(matches!(closed, Err(StorageError::Output(_))));
}

#[tokio::test]
async fn compacting_makes_an_old_file_smaller_and_gives_space_back_from_then_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    // A file of an earlier version has no auto-vacuum.
    let old = rusqlite::Connection::open(&path).expect("a file");
    old.execute_batch("CREATE TABLE x (x); DROP TABLE x;").expect("a table");
    drop(old);
    let log = SqliteLog::open(&path);
    assert!(log.is_ok(), "a file without tables is new");
    let log = log.expect("a log");
    let line = "x".repeat(1000);
    let fill = async |log: &SqliteLog, name: &str| {
        let lines = vec![line.clone(); 1000];
        let append = LogAppend { name: name.into(), expected: 0, lines, summary: None };
        assert_eq!(log.append(append).await, Ok(1000));
    };
    let remove = async |log: &SqliteLog, name: &str| {
        let later = SystemTime::now() + Duration::from_secs(24 * 3600);
        let removed = log.remove_old_log(name, StoredKind::Unfinished, later).await;
        assert_eq!(removed, Ok(true));
        while log.release_space().await.expect("space") {}
        assert_eq!(log.close().await, Ok(()));
        fs::metadata(&path).expect("a file").len()
    };
    fill(&log, "a").await;
    assert!(remove(&log, "a").await > 1_000_000, "the space is kept for later");
    let used = DataFolder::lock(folder.path()).expect("it is free");
    let refused = storage::compact(folder.path(), &CopyWatch::default());
    assert!(matches!(refused, Err(StorageError::Folder(_))), "{refused:?}");
    drop(used);
    let stopped = CopyWatch { stop: Arc::new(AtomicBool::new(true)), ..CopyWatch::default() };
    let refused = storage::compact(folder.path(), &stopped);
    assert!(matches!(refused, Err(StorageError::Stopped)), "{refused:?}");
    assert!(fs::metadata(&path).expect("a file").len() > 1_000_000, "it is left as it was");
    let files = || fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files(), 2, "the database and the lock");
    // Somebody who is just reading must not lose the file.
    let reader = rusqlite::Connection::open(&path).expect("the database");
    let before = "BEGIN; SELECT count(*) FROM logs;";
    reader.execute_batch(before).expect("a query");
    let report = storage::compact(folder.path(), &CopyWatch::default()).expect("it is compacted");
    assert!(report.bytes_before > 1_000_000 && report.bytes_after < 100_000, "{report:?}");
    drop(reader);
    assert_eq!(files(), 2, "nothing is left of the old file");
    let log = SqliteLog::open(&path).expect("a log");
    fill(&log, "b").await;
    assert!(remove(&log, "b").await < 100_000, "the space is given back");
}

#[test]
fn a_folder_without_games_cannot_be_compacted_and_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for folder in [folder.path(), &folder.path().join("missing")] {
        let refused = storage::compact(folder, &CopyWatch::default());
        assert!(matches!(refused, Err(StorageError::NoDatabase(_))), "{refused:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// What the superuser does in the folder of a service must not lock the service out.
#[cfg(unix)]
#[tokio::test]
async fn new_files_belong_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    const SERVICE: u32 = 12_345;
    let parent = tempfile::tempdir().expect("a folder");
    let [data, source] = ["data", "source"].map(|name| parent.path().join(name));
    fs::create_dir(&data).expect("a folder");
    // Others than the superuser have only their own folders.
    let _ = chown(&data, Some(SERVICE), Some(SERVICE));
    let owner = fs::metadata(&data).expect("a folder").uid();
    let check = |count: usize| {
        let files = fs::read_dir(&data).expect("a folder").map(|file| file.expect("a file").path());
        let files: Vec<_> = files.collect();
        assert_eq!(files.len(), count, "{files:?}");
        for file in files {
            assert_eq!(fs::metadata(&file).expect("a file").uid(), owner, "{file:?}");
        }
    };
    Server::start(config(&source)).await.expect("a server").close().await;
    let backup = parent.path().join("backup");
    storage::backup(&source, &backup, false, &mut CopyWatch::default()).expect("a backup");
    storage::restore(&backup, &data, false, &mut CopyWatch::default()).expect("it is restored");
    check(2);
    storage::restore(&backup, &data, true, &mut CopyWatch::default()).expect("it is restored");
    check(3);
    storage::compact(&data, &CopyWatch::default()).expect("it is compacted");
    check(3);
    let server = Server::start(config(&data)).await.expect("a server");
    storage::backup(&data, &backup, true, &mut CopyWatch::default()).expect("a backup");
    check(5); // also those that SQLite creates
    server.close().await;
}

#[test]
fn what_is_left_of_an_interrupted_change_does_not_become_a_part_of_a_restored_database() {
    let parent = tempfile::tempdir().expect("a folder");
    let data = parent.path().join("data");
    fs::create_dir(&data).expect("a folder");
    drop(SqliteLog::open(&data.join("rooms.sqlite")).expect("a log"));
    let backup = parent.path().join("backup");
    storage::backup(&data, &backup, false, &mut CopyWatch::default()).expect("a backup");
    let old = parent.path().join("old");
    for (target, ending) in [(&data.join("rooms.sqlite"), "-journal"), (&old, "-journal")] {
        let mut journal = target.as_os_str().to_owned();
        journal.push(ending);
        fs::write(&journal, "left behind").expect("a file");
        if *target == old {
            let again = storage::backup(&data, &old, true, &mut CopyWatch::default());
            again.expect("a backup");
        } else {
            let again = storage::restore(&backup, &data, true, &mut CopyWatch::default());
            again.expect("it is restored");
        }
        assert!(!Path::new(&journal).exists(), "{target:?}");
    }
}

#[tokio::test]
async fn an_exported_file_is_private_and_complete_before_it_gets_its_name() {
    let server = WebTestServer::open().await;
    server.make(json!({ "game": "chomp" })).await;
    let parent = tempfile::tempdir().expect("a folder");
    let file = parent.path().join("games.jsonl");
    let export = |folder: &Path, file: &Path, replace, watch: &CopyWatch| {
        storage::export_to_file(folder, &ExportFilter::default(), file, replace, watch)
    };
    let going_on = CopyWatch::default();
    let stopped = CopyWatch { stop: Arc::new(AtomicBool::new(true)), ..CopyWatch::default() };
    let data = server.folder.path();
    let failed = export(parent.path(), &file, false, &going_on);
    assert!(matches!(failed, Err(StorageError::NoDatabase(_))), "{failed:?}");
    assert!(!file.exists());
    assert_eq!(export(data, &file, false, &going_on).expect("an export"), 1);
    let text = fs::read_to_string(&file).expect("a file");
    assert_eq!(text.lines().count(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        assert_eq!(fs::metadata(&file).expect("a file").mode() & 0o777, 0o600);
    }
    for (folder, replace, watch) in
        [(data, false, &going_on), (data, true, &stopped), (parent.path(), true, &going_on)]
    {
        assert!(export(folder, &file, replace, watch).is_err());
        assert_eq!(fs::read_to_string(&file).expect("a file"), text, "it is left as it was");
    }
    server.make(json!({ "game": "chomp" })).await;
    assert_eq!(export(data, &file, true, &going_on).expect("an export"), 2);
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1, "no temporary files");
    let database = export(data, &parent.path().join("rooms.sqlite"), true, &going_on);
    assert!(matches!(database, Err(StorageError::DatabaseName(_))), "{database:?}");
}
