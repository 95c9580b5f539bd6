//! Tests of path traversal, security headers, and secrets in the server's log output.

use super::{UndisturbedGame, WebTestServer};
use meeple_web::{RateLimit, ServerLimits};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};
use tracing_subscriber::{filter::LevelFilter, fmt::MakeWriter};

#[tokio::test]
async fn no_path_leads_outside_the_site() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let ways =
        ["..", "%2e%2e", "%2E%2E", ".%2e", "..%2f..", "..%5c..", "%252e%252e", "..;", "..\\.."];
    let folders = [
        "/",
        "/api/records/",
        "/api/rooms/",
        "/pages/",
        "/boards/",
        "/tournaments/",
        "/api/rules/",
    ];
    let files = ["Cargo.toml", "etc/passwd", "rooms.sqlite", "src/lib.rs", "report.html", ""];
    for folder in folders {
        for way in ways {
            for file in files {
                let path = format!("{folder}{way}/{way}/{file}");
                let (status, _, body) = server.request("GET", &path, &[], b"").await;
                let body = String::from_utf8_lossy(&body);
                assert!((400..500).contains(&status), "{path}: {status} {body}");
                let is_file = ["[package]", "[workspace]", "root:", "SQLite format"];
                assert!(!is_file.iter().any(|word| body.contains(word)), "{path}: {body}");
            }
        }
        game.play_one_move().await;
    }
    for path in [
        "/api/records/%00",
        "/api/rooms/%00%00%00%00%00%00%00%00%00%00",
        "/api/rooms/abcdefghi%2f",
        "/boards/../../Cargo.toml",
        "/pages/%2e%2e/",
        "//etc/passwd",
        "/boards//etc/passwd",
        "/%ff%fe",
        "/README.md",
        "http://evil.example/etc/passwd",
    ] {
        let status = server.request("GET", path, &[], b"").await.0;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    game.play_one_move().await;
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let limits = ServerLimits { creations: RateLimit::once(4.0), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let over = server.make(json!({ "game": "chomp", "seats": ["me", "open"] })).await;
    let over_room = over["room"].as_str().expect("a room").to_owned();
    let (room, long) =
        (game.ann.room.clone(), " ".repeat(ServerLimits::default().max_body_bytes + 1));
    let events = format!("/api/rooms/{}/events", finished(&server).await);
    let questions = [
        ("GET", "/".to_owned(), ""),
        ("GET", "/new".into(), ""),
        ("GET", "/pages/home.js".into(), ""),
        ("GET", "/style.css".into(), ""),
        ("GET", "/icon.svg".into(), ""),
        ("GET", "/boards/chomp.js".into(), ""),
        ("GET", "/manifest.webmanifest".into(), ""),
        ("HEAD", "/".into(), ""),
        ("OPTIONS", "/api/rooms".into(), ""),
        ("DELETE", "/api/rooms".into(), ""),
        ("GET", "/nowhere".into(), ""),
        ("GET", "/healthz".into(), ""),
        ("GET", "/metrics".into(), ""),
        ("GET", "/api/games".into(), ""),
        ("GET", "/api/rules/azul".into(), ""),
        ("GET", "/api/rooms".into(), ""),
        ("GET", format!("/api/rooms/{room}"), ""),
        ("GET", format!("/api/rooms/{room}/socket"), ""),
        ("GET", events, ""),
        ("GET", "/api/rooms/%ff".into(), ""),
        ("GET", format!("/api/records/{room}"), ""),
        ("GET", format!("/api/records/{room}/file"), ""),
        ("GET", format!("/api/records/{over_room}"), ""),
        ("GET", format!("/api/records/{room}/pictures?from=x"), ""),
        ("GET", "/api/tournaments".into(), ""),
        ("GET", "/tournaments/none/report.html".into(), ""),
        ("POST", "/api/code".into(), r#"{"text":"http://localhost/"}"#),
        ("POST", "/api/positions".into(), r#"{"game":"chomp"}"#),
        ("POST", "/api/positions".into(), r#"{"game":"chomp","position":"x"}"#),
        ("POST", "/api/rooms".into(), "no JSON"),
        ("POST", "/api/rooms".into(), &long),
        ("POST", "/api/rooms".into(), r#"{"game":"chomp"}"#),
        ("POST", "/api/rooms".into(), r#"{"game":"chomp"}"#),
        ("POST", format!("/api/rooms/{room}/do"), r#"{"do":"resign"}"#),
    ];
    let mut statuses = Vec::new();
    for (method, path, body) in questions {
        let (status, head, _) = server.request(method, &path, &[], body.as_bytes()).await;
        check_headers(&head, &format!("{method} {path} {status}"));
        statuses.push(status);
    }
    for status in [200, 400, 403, 404, 405, 413, 422, 429] {
        assert!(statuses.contains(&status), "no answer was a {status}: {statuses:?}");
    }
    let (_, head, _) = server.request("GET", "/pages/room.js", &[], b"").await;
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let (status, head, _) =
        server.request("GET", "/pages/room.js", &[("if-none-match", tag)], b"").await;
    assert_eq!(status, 304);
    check_headers(&head, "what is known");
    game.play_one_move().await;
}

/// Creates a room and resigns, so that its game is over.
async fn finished(server: &WebTestServer) -> String {
    let made = server.make(json!({ "game": "chomp" })).await;
    let room = made["room"].as_str().expect("a room").to_owned();
    let act = format!("/api/rooms/{room}/do");
    server.post(&act, made["secret"].as_str(), &json!({ "do": "resign" })).await;
    room
}

fn check_headers(head: &str, what: &str) {
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.unwrap_or_else(|| panic!("{what}: no {name} in\n{head}")).1.to_owned()
    };
    let policy = header("content-security-policy");
    assert!(!policy.contains("unsafe"), "{what}: {policy}");
    for word in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(word), "{what}: {policy}");
    }
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(header("x-frame-options"), "DENY", "{what}");
    assert_eq!(header("referrer-policy"), "no-referrer", "{what}");
    assert!(!head.to_ascii_lowercase().contains("access-control-allow"), "{what}: {head}");
}

/// Captured log output.
#[derive(Clone, Default)]
struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for CapturedLog {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn secrets_never_appear_in_the_log_output() {
    let captured = CapturedLog::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE);
    subscriber.with_writer(captured.clone()).init(); // all tests in this binary log to it
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    for _ in 0..4 {
        game.play_one_move().await;
    }
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "bot"] })).await;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let (room, secret, token) =
        (word(&made["room"]), word(&made["secret"]), word(&made["bots"][0]["token"]));
    let act = format!("/api/rooms/{room}/do");
    let play = json!({ "do": "play", "ply": 0, "move": "3,4" });
    server.post(&act, Some(&secret), &play).await;
    let mut bot = server.bot(&room, &token).await.expect("a seat");
    bot.line().await;
    bot.line().await;
    bot.say("certainly not a move").await; // a failure, which is logged
    game.ann.ask(json!({ "do": "play", "ply": 99, "move": "x", "secret": secret })).await;
    server.get(&format!("/api/rooms/{room}?secret={secret}")).await;
    let mut watcher = server.visit(&room, Some(&secret)).await;
    watcher.until(|state| state["phase"] == "over").await;
    let own = [&game.ann.secret, &game.bo.secret].map(|own| own.clone().expect("a secret"));
    let output = String::from_utf8_lossy(&captured.0.lock().expect("no panic")).into_owned();
    assert!(
        output.contains("a player failed") && output.contains("listening"),
        "nothing was captured:\n{output}"
    );
    for secret in own.iter().chain([&secret, &token, &word(&made["invite"])]) {
        assert!(!output.contains(secret.as_str()), "a secret was logged");
    }
    let (salt, seed) = (word(&watcher.state["salt"]), watcher.state["seed"].to_string());
    assert!(!output.contains(&salt) && !output.contains(&seed), "the seed was logged");
}
