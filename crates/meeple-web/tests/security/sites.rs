//! Tests of pages of other sites, and of names that lead to the server.

use super::{UndisturbedGame, WebTestServer};
use crate::test_server::PATIENCE;
use meeple_web::{ServerConfig, ServerLimits};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// A request that creates a room.
const ROOM: &str = r#"{"game":"chomp"}"#;

/// Starts a server that has a name.
async fn named_server() -> WebTestServer {
    let config = |config| ServerConfig {
        hosts: vec!["play.example.org".parse().expect("a name")],
        ..config
    };
    WebTestServer::with_config(ServerLimits::default(), config).await
}

/// Sends exactly this, and returns the status and the code of the error, if it is one.
async fn exchange(server: &WebTestServer, request: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer in time").expect("text");
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    (status, body["error"].clone())
}

/// Tries to create a room with these headers.
async fn create(server: &WebTestServer, headers: &[(&str, &str)]) -> u16 {
    let headers: Vec<(&str, String)> =
        headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    server.request("POST", "/api/rooms", &headers, ROOM.as_bytes()).await.0
}

#[tokio::test]
async fn pages_of_other_sites_cannot_open_sockets() {
    let server = named_server().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let own = server.address;
    for (origin, status) in [
        (format!("http://{own}"), 101),
        (format!("https://{own}"), 101),
        ("https://play.example.org".into(), 101),
        ("https://evil.example".into(), 403),
        (format!("http://{own}.evil.example"), 403),
        (format!("http://evil.example/{own}"), 403),
        (format!("http://evil@{own}"), 403),
        ("http://127.0.0.1:1".into(), 403),
        ("https://play.example.org.evil.example".into(), 403),
        ("https://notplay.example.org".into(), 403),
        (format!("ftp://{own}"), 403),
        (own.to_string(), 403),
        ("null".into(), 403),
        (String::new(), 403),
    ] {
        let path = format!("/api/rooms/{}/socket", game.ann.room);
        assert_eq!(server.handshake(&path, &[("origin", &origin)]).await, status, "{origin:?}");
    }
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "bot"] })).await;
    let bearer = format!("Bearer {}", made["bots"][0]["token"].as_str().expect("a token"));
    let path = format!("/api/rooms/{}/bot", made["room"].as_str().expect("a room"));
    for (origin, status) in [("https://evil.example", 403), ("https://play.example.org", 101)] {
        let headers = [("origin", origin), ("authorization", &bearer)];
        assert_eq!(server.handshake(&path, &headers).await, status, "{origin}");
    }
    game.play_one_move().await;
}

#[tokio::test]
async fn pages_of_other_sites_cannot_post() {
    let server = named_server().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let own = format!("http://{}", server.address);
    for (headers, status) in [
        (&[][..], 201),
        (&[("sec-fetch-site", "same-origin")], 201),
        (&[("sec-fetch-site", "none")], 201),
        (&[("sec-fetch-site", "cross-site")], 403),
        (&[("sec-fetch-site", "same-site")], 403),
        (&[("sec-fetch-site", "")], 403),
        (&[("origin", &*own)], 201),
        (&[("origin", "https://play.example.org")], 201),
        (&[("origin", "https://play.example.org:8443")], 201),
        (&[("origin", "https://evil.example")], 403),
        (&[("origin", "http://localhost:1")], 403),
        (&[("origin", "null")], 403),
        // Behind a proxy the browser sees another host than the server; it knows better.
        (&[("sec-fetch-site", "same-origin"), ("origin", "https://evil.example")], 201),
        (&[("sec-fetch-site", "cross-site"), ("origin", &*own)], 403),
    ] {
        assert_eq!(create(&server, headers).await, status, "{headers:?}");
    }
    let path = format!("/api/rooms/{}/socket", game.ann.room);
    for (site, status) in [("same-origin", 101), ("same-site", 403), ("cross-site", 403)] {
        assert_eq!(server.handshake(&path, &[("sec-fetch-site", site)]).await, status, "{site}");
    }
    let headers = [("sec-fetch-site", "cross-site".to_owned())];
    let (status, _, _) = server.request("GET", "/", &headers, b"").await;
    assert_eq!(status, 200, "other sites may link here");
    game.play_one_move().await;
}

#[tokio::test]
async fn what_a_form_can_send_is_refused() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let do_path = format!("/api/rooms/{}/do", game.ann.room);
    let json_paths = ["/api/rooms", &do_path, "/api/positions", "/api/advice", "/api/code"];
    let paths = json_paths.into_iter().chain(["/api/positions/play", "/api/records"]);
    for path in paths {
        for content_type in [
            "text/plain",
            "text/plain;charset=application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=application/json",
            "application/jsonx",
            "",
        ] {
            let headers = [("content-type", content_type.to_owned())];
            let (status, _, body) = server.request("POST", path, &headers, ROOM.as_bytes()).await;
            let body: Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(status, 415, "{path}: {content_type:?} {body}");
            assert_eq!(body["error"]["code"], "unsupported-type", "{path}: {content_type:?}");
        }
        let address = server.address;
        let without = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{ROOM}",
            ROOM.len()
        );
        assert_eq!(exchange(&server, &without).await.0, 415, "{path}");
    }
    for content_type in ["application/json", "Application/JSON; charset=utf-8"] {
        assert_eq!(create(&server, &[("content-type", content_type)]).await, 201, "{content_type}");
    }
    for content_type in ["application/x-ndjson", "application/json", "application/octet-stream"] {
        let headers = [("content-type", content_type.to_owned())];
        let (status, _, _) = server.request("POST", "/api/records", &headers, b"no record").await;
        assert_eq!(status, 400, "{content_type} is read");
    }
    game.play_one_move().await;
}

#[tokio::test]
async fn names_that_lead_here_unknown_to_the_server_are_refused() {
    let server = named_server().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let room = game.ann.room.clone();
    let paths = [
        "/",
        "/style.css",
        "/api/games",
        "/metrics",
        "/livez",
        "/nothing",
        &format!("/room/{room}"),
    ];
    for path in paths {
        let get = |host: &str| {
            let request =
                format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
            let server = &server;
            async move { exchange(server, &request).await }
        };
        for host in ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"] {
            let (status, error) = get(host).await;
            assert_eq!((status, &error["code"]), (421, &json!("wrong-host")), "{path}: {host}");
            let message = error["message"].as_str().expect("a sentence");
            let name = host.split(':').next().expect("a name");
            assert!(message.contains(&format!("--host {name}")), "{message}");
        }
        for host in ["127.0.0.1", "[::1]:80", "localhost:9", "play.example.org:8443"] {
            assert_ne!(get(host).await.0, 421, "{path}: {host}");
        }
    }
    // Nothing else may open a socket or post either.
    let post = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\
         origin: http://evil.example\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{ROOM}",
        ROOM.len()
    );
    assert_eq!(exchange(&server, &post).await.0, 421);
    game.play_one_move().await;
}

#[tokio::test]
async fn only_probes_need_no_host() {
    let server = WebTestServer::open().await;
    for (path, status) in [("/livez", 200), ("/", 400), ("/api/games", 400), ("/metrics", 400)] {
        for request in [
            format!("GET {path} HTTP/1.1\r\nconnection: close\r\n\r\n"),
            format!("GET {path} HTTP/1.0\r\n\r\n"),
            format!("GET {path} HTTP/1.0\r\nhost: {}\r\n\r\n", server.address),
            format!("GET {path} HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n"),
        ] {
            assert_eq!(exchange(&server, &request).await.0, status, "{request:?}");
        }
    }
}
