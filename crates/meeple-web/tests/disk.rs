//! Tests of a disk that is almost full: nothing new begins, and what has begun goes on.

mod test_server;

use meeple_web::{FreeSpace, ServerConfig, ServerLimits};
use serde_json::{Value, json};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use test_server::{PATIENCE, WebTestServer};
use tokio::time::{sleep, timeout};

const FLOOR: u64 = 1 << 30;
/// Stands for a figure that can't be read.
const UNKNOWN: u64 = u64::MAX;

/// Starts a server on a disk whose free space can be set.
async fn server(free: u64) -> (WebTestServer, Arc<AtomicU64>) {
    let disk = Arc::new(AtomicU64::new(free));
    let figure = Arc::clone(&disk);
    let change = |config| ServerConfig {
        min_free_bytes: FLOOR,
        free_space: FreeSpace::from_fn(move || match figure.load(Ordering::Relaxed) {
            UNKNOWN => Err(io::Error::other("the disk is gone")),
            bytes => Ok(bytes),
        }),
        ..config
    };
    (WebTestServer::with_config(ServerLimits::default(), change).await, disk)
}

/// Waits until creating a room has this status; the server notices a change after a second.
async fn until_creating_is(server: &WebTestServer, wanted: u16) -> Value {
    let waiting = async {
        loop {
            let (status, made) = server.post("/api/rooms", None, &json!({ "game": "chomp" })).await;
            if status == wanted {
                return made;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("the server notices")
}

async fn page(server: &WebTestServer) -> String {
    let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
    String::from_utf8(page).expect("text")
}

#[tokio::test]
async fn on_a_disk_that_is_almost_full_only_games_that_have_begun_go_on() {
    let (server, disk) = server(FLOOR).await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    let over = server.make(json!({ "game": "chomp" })).await;
    let [room, secret] = ["room", "secret"].map(|name| over[name].as_str().expect("a word"));
    let act = |action: Value| {
        let path = format!("/api/rooms/{room}/do");
        let server = &server;
        async move { server.post(&path, Some(secret), &action).await }
    };
    assert_eq!(act(json!({ "do": "resign" })).await.0, 200);
    disk.store(FLOOR - 1, Ordering::Relaxed);
    let refused = until_creating_is(&server, 503).await;
    assert_eq!(refused["error"]["code"], "unavailable", "{refused}");
    let message = refused["error"]["message"].as_str().expect("a message");
    assert!(message.contains("disk is almost full"), "{message}");
    let (status, refused) = act(json!({ "do": "rematch" })).await;
    assert_eq!((status, &refused["error"]["code"]), (503, &json!("unavailable")), "{refused}");
    let (_, seen) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(seen["state"]["rematch"], json!([]), "the wish isn't noted");
    let (_, _, record) =
        server.request("GET", &format!("/api/records/{room}/file"), &[], b"").await;
    let headers = [("content-type", "application/x-ndjson".to_owned())];
    let upload = async || server.request("POST", "/api/records", &headers, &record).await.0;
    assert_eq!(upload().await, 503);
    ann.play_first().await;
    bo.until(|state| state["ply"] == 1).await;
    assert_eq!(bo.ask(json!({ "do": "resign" })).await["ok"], json!({}));
    let (status, report) = server.get("/readyz").await;
    let failed = report["checks"].as_array().expect("checks").iter();
    let failed: Vec<&Value> = failed.filter(|check| check["ok"] == false).collect();
    assert_eq!((status, failed.len(), &failed[0]["name"]), (503, 1, &json!("disk")), "{report}");
    disk.store(FLOOR, Ordering::Relaxed);
    until_creating_is(&server, 201).await;
    assert_eq!(act(json!({ "do": "rematch" })).await.0, 200);
    assert_eq!(upload().await, 201);
    let until_ready = async {
        while server.get("/readyz").await.0 != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, until_ready).await.expect("it is ready again");
}

#[tokio::test]
async fn analyses_are_not_cached_on_a_disk_that_is_almost_full() {
    let count = |server: &WebTestServer| -> i64 {
        let log = rusqlite::Connection::open(server.folder.path().join("rooms.sqlite"));
        let query = "SELECT count(*) FROM found WHERE key <> 'readyz'";
        log.expect("a log").query_row(query, [], |row| row.get(0)).expect("a number")
    };
    let (server, disk) = server(FLOOR).await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "random"] })).await;
    let [room, secret] = ["room", "secret"].map(|name| made[name].as_str().expect("a word"));
    let mut ann = server.visit(room, Some(secret)).await;
    ann.play_first().await;
    ann.until(|state| state["ply"] == 2).await;
    assert_eq!(ann.ask(json!({ "do": "resign" })).await["ok"], json!({}));
    disk.store(0, Ordering::Relaxed);
    until_creating_is(&server, 503).await;
    let path = format!("/api/records/{room}/analysis");
    let analysed = server.lines(&path).await;
    assert!(analysed.len() > 1 && count(&server) == 0, "{analysed:?}");
    disk.store(FLOOR, Ordering::Relaxed);
    until_creating_is(&server, 201).await;
    assert_eq!(server.lines(&path).await, analysed);
    assert!(count(&server) > 0);
}

#[tokio::test]
async fn free_space_and_the_size_of_the_database_are_shown() {
    let (server, disk) = server(12_345_678_901).await;
    let page = page(&server).await;
    assert!(page.contains("\nmeeple_disk_free_bytes 12345678901"), "{page}");
    let size = page.lines().find_map(|line| line.strip_prefix("meeple_database_bytes "));
    let size: f64 = size.and_then(|size| size.parse().ok()).expect("a size");
    assert!(size >= 4096.0, "{size}");
    // A figure that can't be read keeps nobody from playing.
    disk.store(UNKNOWN, Ordering::Relaxed);
    let unknown = async {
        while !self::page(&server).await.contains("\nmeeple_disk_free_bytes NaN") {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, unknown).await.expect("it isn't known");
    server.make(json!({ "game": "chomp" })).await;
    assert_eq!(server.get("/readyz").await.0, 200);
}

#[tokio::test]
async fn the_free_space_of_a_folder_is_that_of_its_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let change = |config: ServerConfig| ServerConfig {
        min_free_bytes: u64::MAX,
        free_space: FreeSpace::of_folder(folder.path()),
        ..config
    };
    let server = WebTestServer::with_config(ServerLimits::default(), change).await;
    let (status, _) = server.post("/api/rooms", None, &json!({ "game": "chomp" })).await;
    assert_eq!(status, 503, "no disk is that large");
    let free = page(&server).await;
    let free = free.lines().find_map(|line| line.strip_prefix("meeple_disk_free_bytes "));
    assert!(free.and_then(|free| free.parse::<f64>().ok()).is_some_and(|free| free > 0.0));
}
