//! Tests of many sockets, limits per address, and request headers that never end.

use super::{UndisturbedGame, WebTestServer, behind_proxy, post_from};
use crate::test_server::{PATIENCE, TestClient};
use futures_util::{StreamExt as _, stream};
use meeple_web::{HeldLimit, RateLimit, ServerLimits};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// The number of sockets, unless `MEEPLE_SOCKETS` says otherwise.
const SOCKETS: usize = 2_000;
/// File descriptors that a test needs besides its sockets.
const OTHER_FILES: u64 = 200;

/// Returns how many sockets the system allows, at most `wanted`; both ends of each are in this process.
fn allowed_sockets(wanted: usize) -> usize {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let needed = 2 * wanted as u64 + OTHER_FILES;
    // Raises the limit if permitted; otherwise uses the existing one.
    for most in [maximum.map(|maximum| maximum.max(needed)), maximum] {
        let limit = Rlimit { current: most, maximum: most };
        if setrlimit(Resource::Nofile, limit).is_ok() {
            let most = most.unwrap_or(u64::MAX);
            return wanted.min((most.saturating_sub(OTHER_FILES) / 2) as usize);
        }
    }
    wanted.min(400)
}

#[tokio::test]
async fn thousands_of_spectators_delay_nobody() {
    let wanted = std::env::var("MEEPLE_SOCKETS").ok().and_then(|count| count.parse().ok());
    let count = allowed_sockets(wanted.unwrap_or(SOCKETS));
    let most = 2 * count as u64;
    let server = WebTestServer::with(ServerLimits {
        sockets: HeldLimit::total(most),
        connections: HeldLimit { per_client: most, total: 25_000 },
        actions: RateLimit::UNLIMITED, // all of them come from one address and say hello
        ..ServerLimits::default()
    });
    let server = server.await;
    let mut game = UndisturbedGame::begin(&server).await;
    let coming = (0..count).map(|_| server.visit(&game.ann.room, None));
    let crowd: Vec<TestClient> = stream::iter(coming).buffer_unordered(50).collect().await;
    assert_eq!(crowd.len(), count);
    for _ in 0..5 {
        game.play_one_move().await;
    }
    let (_, page, _) = server.request("GET", "/healthz", &[], b"").await;
    assert!(page.starts_with("HTTP/1.1 200"));
    drop(crowd);
    game.play_one_move().await;
}

#[tokio::test]
async fn the_number_of_new_rooms_and_records_per_address_is_limited() {
    let limits = ServerLimits { creations: RateLimit::once(3.0), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let mut game = UndisturbedGame::begin(&server).await; // the first room
    let wish = json!({ "game": "chomp" });
    for _ in 0..2 {
        assert_eq!(server.post("/api/rooms", None, &wish).await.0, 201);
    }
    let (status, answer) = server.post("/api/rooms", None, &wish).await;
    assert_eq!((status, &answer["error"]["code"]), (429, &json!("too-many")));
    // Records and rematches are counted too.
    let (status, _, _) = server.request("POST", "/api/records", &[], b"{}").await;
    assert_eq!(status, 429);
    let rematch = game.ann.ask(json!({ "do": "rematch" })).await;
    assert_eq!(rematch["refused"]["code"], "too-many");
    game.play_one_move().await;
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_are_one_client() {
    let limits = ServerLimits { creations: RateLimit::once(1.0), ..ServerLimits::default() };
    let server = behind_proxy(limits).await;
    let wish = json!({ "game": "chomp" });
    for (address, expected) in [
        ("2001:db8:1:2::1", 201),
        ("2001:db8:1:2::1", 429),
        ("2001:db8:1:2:ffff::9", 429),
        ("2001:db8:1:3::1", 201),
        ("::ffff:192.0.2.1", 201),
        ("192.0.2.1", 429),
        ("192.0.2.2", 201),
    ] {
        let (status, answer) = post_from(&server, address, "/api/rooms", &wish).await;
        assert_eq!(status, expected, "{address}: {answer}");
    }
}

#[tokio::test]
async fn the_number_of_sockets_per_address_is_limited_and_closing_one_makes_room() {
    let server = WebTestServer::with(ServerLimits {
        sockets: HeldLimit { per_client: 5, total: 1000 },
        ..ServerLimits::default()
    })
    .await;
    let mut game = UndisturbedGame::begin(&server).await;
    let room = game.ann.room.clone();
    let mut crowd = Vec::new();
    for _ in 0..3 {
        crowd.push(server.visit(&room, None).await);
    }
    for transport in ["socket", "bot"] {
        let path = format!("/api/rooms/{room}/{transport}");
        assert_eq!(server.handshake(&path, &[]).await, 429, "{transport}");
    }
    assert_eq!(server.get(&format!("/api/rooms/{room}/events")).await.0, 429);
    game.play_one_move().await;
    crowd.pop();
    let path = format!("/api/rooms/{room}/socket");
    let again = async {
        while server.handshake(&path, &[]).await != 101 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("there is room again");
    game.play_one_move().await;
}

#[tokio::test]
async fn actions_are_limited_per_client() {
    const ALLOWED: u32 = 10;
    // Nothing comes back with time: `TokenBucket` has tests of that.
    let actions = RateLimit::once(f64::from(ALLOWED));
    let limits = ServerLimits { actions, ..ServerLimits::default() };
    let server = behind_proxy(limits).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let mut eve = server.visit_from("192.0.2.66", &game.ann.room, None).await;
    let act = format!("/api/rooms/{}/do", game.ann.room);
    let resign = json!({ "do": "resign" });
    let from = [("x-forwarded-for", "192.0.2.67".to_owned())];
    let over_http = async || {
        let body = resign.to_string();
        server.request("POST", &act, &with_json(&from), body.as_bytes()).await.0
    };
    for number in 0..15 {
        let code = if number + 1 < ALLOWED { "forbidden" } else { "too-many" }; // `hello` counts too
        let answer = eve.ask(resign.clone()).await;
        assert_eq!(answer["refused"]["code"], code, "action {number}");
        let status = if number < ALLOWED { 403 } else { 429 };
        assert_eq!(over_http().await, status, "request {number}");
    }
    game.play_one_move().await; // other clients have their own limits
}

/// Adds the content type of JSON.
fn with_json(headers: &[(&'static str, String)]) -> Vec<(&'static str, String)> {
    let json = ("content-type", "application/json".to_owned());
    headers.iter().cloned().chain([json]).collect()
}

#[tokio::test]
async fn requests_are_counted_for_the_client_that_a_trusted_proxy_names() {
    let limits = || ServerLimits { requests: RateLimit::once(2.0), ..ServerLimits::default() };
    let (proxied, open) = (behind_proxy(limits()).await, WebTestServer::with(limits()).await);
    let statuses = async |server: &WebTestServer, forwarded: [&str; 4]| {
        let mut statuses = Vec::new();
        for address in forwarded {
            let header = [("x-forwarded-for", address.to_owned())];
            statuses.push(server.request("GET", "/healthz", &header, b"").await.0);
        }
        statuses
    };
    let [one, other] = ["192.0.2.1", "192.0.2.2"];
    let spoofed = "192.0.2.3, 192.0.2.1";
    assert_eq!(statuses(&proxied, [one, one, spoofed, other]).await, [200, 200, 429, 200]);
    // Without a trusted proxy the header means nothing.
    assert_eq!(statuses(&open, [one, other, one, other]).await, [200, 200, 429, 429]);
}

#[tokio::test]
async fn endless_request_headers_time_out_and_disturb_nobody() {
    let header_timeout = Duration::from_secs(3);
    let server =
        WebTestServer::with(ServerLimits { header_timeout, ..ServerLimits::default() }).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let mut slow = Vec::new();
    for number in 0..50 {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        // Every fifth sends nothing at all.
        if number % 5 > 0 {
            stream.write_all(b"GET /api/games HTTP/1.1\r\n").await.expect("it is heard");
        }
        slow.push(stream);
    }
    for _ in 0..10 {
        for stream in slow.iter_mut().skip(1) {
            let _ = stream.write_all(b"x").await;
        }
        game.play_one_move().await;
        assert_eq!(server.get("/healthz").await.0, 200, "others are answered");
    }
    for mut stream in slow {
        let mut rest = Vec::new();
        let end = timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
        assert!(end.is_ok(), "the server closes it");
    }
    game.play_one_move().await;
}

#[tokio::test]
async fn the_number_of_connections_per_address_is_limited() {
    let limits = ServerLimits {
        connections: HeldLimit { per_client: 60, total: 25_000 },
        header_timeout: 10 * PATIENCE, // only the limit closes a connection
        ..ServerLimits::default()
    };
    let server = WebTestServer::with(limits).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let mut held = Vec::new();
    for _ in 0..100 {
        held.push(TcpStream::connect(server.address).await.expect("a connection"));
    }
    let mut last = held.pop().expect("the last of them");
    let mut nothing = [0];
    let end = timeout(PATIENCE, last.read(&mut nothing)).await.expect("it is closed");
    assert_eq!(end.unwrap_or(0), 0, "without an answer");
    game.play_one_move().await;
    drop(held);
}

#[tokio::test]
async fn endless_request_bodies_time_out() {
    let body_timeout = Duration::from_secs(2);
    let server =
        WebTestServer::with(ServerLimits { body_timeout, ..ServerLimits::default() }).await;
    let mut game = UndisturbedGame::begin(&server).await;
    for path in ["/api/rooms", "/api/positions", "/api/records"] {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: 900\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        stream.write_all(b" ").await.expect("it is heard");
        let mut answer = Vec::new();
        let end = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        assert!(end.is_ok(), "{path}: it is answered and closed");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.contains("came too slowly"), "{path}: {answer}");
        game.play_one_move().await;
    }
}
