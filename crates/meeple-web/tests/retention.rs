//! Tests of removing old games: what is removed, what never is, and that nothing is left of what was.

mod test_server;

use meeple_web::{RateLimit, Retention, ServerConfig, ServerLimits};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::Duration;
use test_server::{PATIENCE, WebTestServer};
use tokio::time::{sleep, timeout};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns limits with which rooms sleep as soon as nobody is there.
fn sleepy() -> ServerLimits {
    ServerLimits {
        idle_timeout: Duration::from_millis(1),
        presence_timeout: Duration::from_millis(1),
        ..ServerLimits::default()
    }
}

/// Starts a server that looks for old games all the time.
async fn server(limits: ServerLimits, retention: Retention) -> WebTestServer {
    WebTestServer::with_config(limits, |config| eager(config, retention)).await
}

fn eager(config: ServerConfig, retention: Retention) -> ServerConfig {
    ServerConfig { retention, cleanup_interval: Duration::from_millis(10), ..config }
}

fn database(server: &WebTestServer) -> Connection {
    let log = Connection::open(server.folder.path().join("rooms.sqlite")).expect("a log");
    log.busy_timeout(PATIENCE).expect("it is open");
    log
}

/// Makes a log, or all logs, look a hundred days older.
fn age(server: &WebTestServer, id: &str) {
    let update = "UPDATE logs SET hour = hour - 2400 WHERE name LIKE ?";
    assert!(database(server).execute(update, [id]).expect("it is aged") > 0);
}

/// Returns how many rows of all tables belong to this log.
fn rows(server: &WebTestServer, id: &str) -> i64 {
    let query = "SELECT (SELECT count(*) FROM logs WHERE name = ?1) \
                 + (SELECT count(*) FROM summaries WHERE name = ?1)";
    database(server).query_row(query, [id], |row| row.get(0)).expect("a number")
}

/// Waits until a log is removed.
async fn until_removed(server: &WebTestServer, id: &str) {
    let removing = async {
        while rows(server, id) > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, removing).await.expect("it is removed");
}

/// Waits until whatever is old has been looked at: an old game that was made later is removed, twice.
async fn until_looked_at(server: &WebTestServer) {
    for _ in 0..2 {
        let id = make_open(server).await.0;
        age(server, &id);
        until_removed(server, &id).await;
    }
}

/// Creates a room; returns its id and the secret of its creator.
async fn make(server: &WebTestServer, wish: Value) -> (String, String) {
    let made = server.make(wish).await;
    let word = |name: &str| made[name].as_str().expect("a word").to_owned();
    (word("room"), word("secret"))
}

/// Creates a room that waits for a player, so that nothing happens in it.
async fn make_open(server: &WebTestServer) -> (String, String) {
    make(server, json!({ "game": "chomp", "seats": ["me", "open"] })).await
}

async fn perform(server: &WebTestServer, room: &str, secret: &str, action: Value) -> (u16, Value) {
    server.post(&format!("/api/rooms/{room}/do"), Some(secret), &action).await
}

/// Creates a public game that is over.
async fn make_finished(server: &WebTestServer) -> (String, String) {
    let (room, secret) = make(server, json!({ "game": "chomp", "public": true })).await;
    let (status, done) = perform(server, &room, &secret, json!({ "do": "resign" })).await;
    assert_eq!(status, 200, "{done}");
    (room, secret)
}

async fn upload(server: &WebTestServer, from: &str, query: &str) -> (u16, Value) {
    let (_, _, record) =
        server.request("GET", &format!("/api/records/{from}/file"), &[], b"").await;
    let headers = [("content-type", "application/x-ndjson".to_owned())];
    let path = format!("/api/records{query}");
    let (status, _, body) = server.request("POST", &path, &headers, &record).await;
    (status, serde_json::from_slice(&body).expect("JSON"))
}

async fn state(server: &WebTestServer, room: &str) -> Value {
    let (status, state) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(status, 200, "{state}");
    state["state"].clone()
}

#[tokio::test]
async fn games_are_removed_by_kind_when_they_are_old() {
    let none = Retention::default();
    let day = Some(DAY);
    for (retention, removed) in [
        (Retention { unfinished: day, ..none }, [true, false, false]),
        (Retention { finished: day, ..none }, [false, true, false]),
        (Retention { analysed: day, ..none }, [false, false, true]),
    ] {
        let server = server(sleepy(), retention).await;
        let (unfinished, _) = make_open(&server).await;
        let (finished, _) = make_finished(&server).await;
        let (_, uploaded) = upload(&server, &finished, "").await;
        let uploaded = uploaded["id"].as_str().expect("an id").to_owned();
        let young = make_finished(&server).await.0;
        let all = [unfinished, finished, uploaded];
        for id in &all {
            age(&server, id);
        }
        for (id, is_removed) in all.iter().zip(removed) {
            if is_removed {
                until_removed(&server, id).await;
            }
        }
        for (id, is_removed) in all.iter().zip(removed) {
            assert_eq!(rows(&server, id) == 0, is_removed, "{id}: {retention:?}");
        }
        assert_eq!(server.get(&format!("/api/records/{young}")).await.0, 200);
        let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
        let page = String::from_utf8(page).expect("text");
        for (kind, is_removed) in ["unfinished", "finished", "uploaded"].iter().zip(removed) {
            let line = format!("meeple_removed_total{{kind=\"{kind}\"}} {}", u8::from(is_removed));
            assert!(page.contains(&line), "{line}:\n{page}");
        }
    }
}

#[tokio::test]
async fn nothing_is_removed_unless_that_was_asked_for() {
    // Unfinished games are removed, so that it is known when old games were looked for.
    let retention = Retention { unfinished: Some(DAY), ..Retention::default() };
    let server = server(sleepy(), retention).await;
    let (room, _) = make_finished(&server).await;
    let (_, uploaded) = upload(&server, &room, "").await;
    let uploaded = uploaded["id"].as_str().expect("an id");
    let insert = "INSERT INTO found (key, value, used) VALUES ('old', '{}', 5)";
    database(&server).execute(insert, []).expect("a result");
    age(&server, &room);
    age(&server, uploaded);
    until_looked_at(&server).await;
    let seen = state(&server, &room).await;
    assert_eq!((&seen["stored_until"], &seen["kept"]), (&Value::Null, &json!([])));
    assert!(rows(&server, &room) > 0 && rows(&server, uploaded) > 0);
    let results = "SELECT count(*) FROM found WHERE key = 'old'";
    let results: i64 =
        database(&server).query_row(results, [], |row| row.get(0)).expect("a number");
    assert_eq!(results, 1);
}

#[tokio::test]
async fn nothing_is_left_of_a_removed_game() {
    let server = server(sleepy(), Retention::all(Some(DAY))).await;
    let (room, secret) = make_finished(&server).await;
    let (_, listed) = server.get("/api/rooms").await;
    assert_eq!(listed["recent"][0]["room"], *room, "{listed}");
    assert_eq!(server.get(&format!("/api/records/{room}")).await.0, 200, "it is cached");
    let (_, uploaded) = upload(&server, &room, "").await;
    let uploaded = uploaded["id"].as_str().expect("an id");
    assert_eq!(server.get(&format!("/api/records/{uploaded}")).await.0, 200, "it is cached");
    age(&server, "%");
    until_removed(&server, &room).await;
    until_removed(&server, uploaded).await;
    until_looked_at(&server).await;
    let (_, listed) = server.get("/api/rooms").await;
    assert_eq!(listed["recent"], json!([]));
    let files = ["", "/file", "/pictures", "/moves?ply=0", "/analysis"];
    let paths = [&room, uploaded]
        .into_iter()
        .flat_map(|id| files.iter().map(move |file| format!("/api/records/{id}{file}")));
    for path in paths.chain([format!("/api/rooms/{room}"), format!("/api/rooms/{room}/events")]) {
        assert_eq!(server.get(&path).await.0, 404, "{path}");
    }
    let (status, _) = perform(&server, &room, &secret, json!({ "do": "keep" })).await;
    assert_eq!(status, 404);
    let lines: i64 = database(&server)
        .query_row(
            "SELECT count(*) FROM lines WHERE id NOT IN (SELECT last FROM logs)",
            [],
            |row| row.get(0),
        )
        .expect("a number");
    let logs: i64 =
        database(&server).query_row("SELECT count(*) FROM logs", [], |row| row.get(0)).expect("");
    assert!(logs == 0 && lines == 0, "{logs} logs, {lines} lines");
}

#[tokio::test]
async fn positions_of_a_removed_game_are_free_again() {
    let server = server(sleepy(), Retention::all(Some(DAY))).await;
    let wish = json!({ "game": "chomp", "options": ["width=12", "height=12"] });
    let (mut ann, mut bo) = server.pair(wish).await;
    for ply in 0..6 {
        let (mover, other) = if ply % 2 == 0 { (&mut ann, &mut bo) } else { (&mut bo, &mut ann) };
        mover.play_first().await;
        other.until(|state| state["ply"] == ply + 1).await;
    }
    let room = ann.room.clone();
    let (_, seen) = server.get(&format!("/api/records/{room}/moves?ply=6")).await;
    let question = json!({ "game": "chomp", "position": seen["position"], "time_ms": 10 });
    assert_eq!(server.post("/api/advice", None, &question).await.0, 409, "it is being played");
    drop((ann, bo));
    age(&server, &room);
    until_removed(&server, &room).await;
    let asking = async {
        while server.post("/api/advice", None, &question).await.0 != 200 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, asking).await.expect("advice");
}

#[tokio::test]
async fn a_room_in_memory_is_never_removed() {
    let server = server(sleepy(), Retention::all(Some(DAY))).await;
    let (mut ann, bo) = server.pair(json!({ "game": "chomp" })).await;
    age(&server, &ann.room);
    until_looked_at(&server).await;
    ann.play_first().await; // from now on it isn't old any more
    let room = ann.room.clone();
    drop((ann, bo));
    until_looked_at(&server).await;
    assert_eq!(state(&server, &room).await["ply"], 1);
}

/// Whoever asks while a room is being removed either finds the room, and then it stays, or finds nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_room_is_either_woken_or_removed() {
    const ROOMS: usize = 200;
    let limits = ServerLimits { wake_ups: RateLimit::UNLIMITED, ..sleepy() };
    let server = server(limits, Retention::all(Some(DAY))).await;
    let mut made = Vec::new();
    for _ in 0..ROOMS {
        made.push(make_finished(&server).await);
    }
    age(&server, "%"); // now they are being removed
    let shared = &server;
    let visits = made.iter().rev().map(|(room, secret)| async move {
        let (status, done) = perform(shared, room, secret, json!({ "do": "keep" })).await;
        assert!([200, 404, 429].contains(&status), "{done}");
        (room, status == 200)
    });
    let visits = futures_util::future::join_all(visits).await;
    until_looked_at(&server).await;
    for (room, is_kept) in visits {
        let (status, seen) = server.get(&format!("/api/rooms/{room}")).await;
        assert_eq!(status == 200, is_kept, "{seen}");
        assert_eq!(rows(&server, room) > 0, is_kept);
    }
}

#[tokio::test]
async fn a_game_that_a_player_keeps_is_stored_forever() {
    let server = server(sleepy(), Retention::all(Some(DAY))).await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    assert!(ann.state["stored_until"].is_string(), "{}", ann.state);
    for player in [&mut ann, &mut bo] {
        assert!(player.ask(json!({ "do": "keep" })).await["ok"].is_object());
    }
    ann.until(|state| state["kept"] == json!([0, 1]) && state["stored_until"].is_null()).await;
    let mut cy = server.visit(&ann.room, None).await;
    assert_eq!(cy.ask(json!({ "do": "keep" })).await["refused"]["code"], "forbidden");
    // What one player wants isn't undone by another.
    assert!(ann.ask(json!({ "do": "keep", "keep": false })).await["ok"].is_object());
    assert!(ann.ask(json!({ "do": "resign" })).await["ok"].is_object());
    bo.until(|state| state["phase"] == "over").await;
    assert_eq!((&bo.state["kept"], &bo.state["stored_until"]), (&json!([1]), &Value::Null));
    let (room, secret) = (bo.room.clone(), bo.secret.clone().expect("a secret"));
    drop((ann, bo, cy));
    age(&server, &room);
    until_looked_at(&server).await;
    assert_eq!(state(&server, &room).await["kept"], json!([1]), "also after it slept");
    let (status, _) = perform(&server, &room, &secret, json!({"do": "keep", "keep": false})).await;
    assert_eq!(status, 200);
    assert!(state(&server, &room).await["stored_until"].is_string());
    age(&server, &room);
    until_removed(&server, &room).await;
}

#[tokio::test]
async fn whoever_leaves_the_seat_does_not_keep_the_game() {
    let server = server(sleepy(), Retention::all(Some(DAY))).await;
    let (room, secret) = make_open(&server).await;
    for action in [json!({ "do": "keep" }), json!({ "do": "stand" })] {
        assert_eq!(perform(&server, &room, &secret, action).await.0, 200);
    }
    assert_eq!(state(&server, &room).await["kept"], json!([]));
    age(&server, &room);
    until_removed(&server, &room).await;
}

#[tokio::test]
async fn an_uploaded_record_can_be_kept() {
    let server = server(sleepy(), Retention { analysed: Some(DAY), ..Retention::default() }).await;
    let (room, _) = make_finished(&server).await;
    let (status, kept) = upload(&server, &room, "?keep=true").await;
    assert_eq!(status, 201, "{kept}");
    let (_, other) = upload(&server, &room, "?keep=false").await;
    let [kept, other] = [kept, other].map(|made| made["id"].as_str().expect("an id").to_owned());
    for query in ["?keep=perhaps", "?kept=true"] {
        assert_eq!(upload(&server, &room, query).await.0, 400, "{query}");
    }
    age(&server, &kept);
    age(&server, &other);
    until_removed(&server, &other).await;
    assert_eq!(server.get(&format!("/api/records/{kept}")).await.0, 200);
}

#[tokio::test]
async fn a_client_can_keep_only_so_many_games() {
    let limits = ServerLimits { keeps: RateLimit::once(2.0), ..ServerLimits::default() };
    let server = server(limits, Retention::all(Some(DAY))).await;
    let (room, secret) = make_finished(&server).await;
    let keep = json!({ "do": "keep" });
    assert_eq!(perform(&server, &room, &secret, keep.clone()).await.0, 200);
    assert_eq!(upload(&server, &room, "?keep=true").await.0, 201);
    let (other, secret) = make_finished(&server).await;
    let (status, refused) = perform(&server, &other, &secret, keep).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
    let (status, refused) = upload(&server, &room, "?keep=true").await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
    assert_eq!(upload(&server, &room, "").await.0, 201, "without keeping it");
    assert_eq!(state(&server, &other).await["kept"], json!([]));
}

#[tokio::test]
async fn analyses_that_nobody_uses_are_removed() {
    let server = server(sleepy(), Retention { analysed: Some(DAY), ..Retention::default() }).await;
    let log = database(&server);
    for (key, used) in [("old", 5), ("new", i64::from(u32::MAX))] {
        let insert = "INSERT INTO found (key, value, used) VALUES (?, '{}', ?)";
        log.execute(insert, rusqlite::params![key, used]).expect("a result");
    }
    let count = |key: &str| -> i64 {
        let query = "SELECT count(*) FROM found WHERE key = ?";
        log.query_row(query, [key], |row| row.get(0)).expect("a number")
    };
    let removing = async {
        while count("old") > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, removing).await.expect("it is removed");
    assert_eq!(count("new"), 1);
}

#[tokio::test]
async fn a_server_that_removes_games_can_be_closed_and_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = || {
        let listen = "127.0.0.1:0".parse().expect("an address");
        let config = ServerConfig::new(listen, folder.path());
        eager(config, Retention::all(Some(DAY)))
    };
    let start = || meeple_web::Server::start(config());
    start().await.expect("a server").close().await;
    let log = Connection::open(folder.path().join("rooms.sqlite")).expect("a log");
    let fill = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers \
                WHERE n < 2000) INSERT INTO logs (name, length, hour) SELECT n, 0, 5 FROM numbers";
    log.execute(fill, []).expect("old logs");
    let count =
        || -> i64 { log.query_row("SELECT count(*) FROM logs", [], |row| row.get(0)).expect("") };
    let until_fewer = async |than: i64| {
        let removing = async {
            while count() >= than {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(PATIENCE, removing).await.expect("some are removed");
    };
    let server = start().await.expect("a server");
    until_fewer(2000).await;
    timeout(PATIENCE, server.close()).await.expect("it closes at once");
    let left = count();
    let server = start().await.expect("a server");
    until_fewer(left.max(1)).await;
    server.close().await;
}
