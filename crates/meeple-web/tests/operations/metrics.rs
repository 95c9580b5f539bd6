//! Tests of `/metrics`.

use super::{
    behind_proxy,
    test_server::{PATIENCE, WebTestServer},
};
use meeple_web::{RateLimit, ServerLimits};
use serde_json::{Value, json};
use std::{any::Any, collections::BTreeSet, fs, time::Duration};
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    time::{sleep, timeout},
};

async fn page(server: &WebTestServer) -> String {
    let (status, _, page) = server.request("GET", "/metrics", &[], b"").await;
    assert_eq!(status, 200);
    String::from_utf8(page).expect("text")
}

/// Returns the sum of the figures with this name and, in any order, these labels.
async fn figure(server: &WebTestServer, name: &str, labels: &[&str]) -> u64 {
    let page = page(server).await;
    let lines = page.lines().filter(|line| line.split(['{', ' ']).next() == Some(name));
    let lines = lines.filter(|line| labels.iter().all(|label| line.contains(label)));
    lines.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}

#[tokio::test]
async fn every_figure_is_documented() {
    let limits = ServerLimits { creations: RateLimit::once(1.0), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    for status in [201, 429] {
        // A figure with labels is shown once it has a value.
        assert_eq!(server.post("/api/rooms", None, &json!({ "game": "chomp" })).await.0, status);
    }
    let page = page(&server).await;
    let types = page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let names: BTreeSet<String> = types
        .map(|(name, kind)| if kind == "counter" { format!("{name}_total") } else { name.into() })
        .collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
    let text = fs::read_to_string(file).expect("the documentation");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `meeple_")?.split('`').next());
    let documented: BTreeSet<String> = rows.map(|name| format!("meeple_{name}")).collect();
    assert_eq!(documented, names);
}

#[tokio::test]
async fn only_accepted_moves_are_counted_as_moves() {
    let server = WebTestServer::open().await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    for (ply, accepted) in (0..6).enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut ann, &mut bo) } else { (&mut bo, &mut ann) };
        let not_yours = other.ask(json!({ "do": "play", "ply": ply, "move": "3,3" })).await;
        assert_eq!(not_yours["refused"]["code"], "not-now", "{not_yours}");
        let illegal = mover.ask(json!({ "do": "play", "ply": ply, "move": "99,99" })).await;
        assert_eq!(illegal["refused"]["code"], "illegal", "{illegal}");
        let stale = mover.ask(json!({ "do": "play", "ply": 77, "move": "3,3" })).await;
        assert_eq!(stale["refused"]["code"], "stale", "{stale}");
        assert_eq!(figure(&server, "meeple_moves_total", &[]).await, accepted);
        mover.play_first().await;
        other.until(|state| state["ply"].as_u64() > Some(ply as u64)).await;
    }
    assert_eq!(figure(&server, "meeple_moves_total", &[]).await, 6);
    for code in ["not-now", "illegal", "stale"] {
        let labels = [&*format!("code=\"{code}\""), "via=\"socket\""];
        assert_eq!(figure(&server, "meeple_refusals_total", &labels).await, 6, "{code}");
    }
    assert_eq!(figure(&server, "meeple_rooms", &["phase=\"playing\""]).await, 1);
    assert_eq!(figure(&server, "meeple_sockets", &[]).await, 2);
    assert!(figure(&server, "meeple_action_duration_seconds_count", &[]).await >= 24);
    let appends = ["operation=\"append\""];
    assert!(figure(&server, "meeple_log_duration_seconds_count", &appends).await >= 7);
}

#[tokio::test]
async fn sockets_of_people_and_bots_and_streams_are_counted() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "chomp", "seats": ["me", "bot"], "public": true });
    let made = server.make(wish).await;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let [room, secret, token] =
        [&made["room"], &made["secret"], &made["bots"][0]["token"]].map(word);
    let ann = server.visit(&room, Some(&secret)).await;
    assert_eq!(figure(&server, "meeple_sockets", &[]).await, 1);
    let bot = server.bot(&room, &token).await.expect("a seat");
    until_sockets(&server, 2).await;
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let request = format!("GET /api/rooms/{room}/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    until_sockets(&server, 3).await;
    for (closed, left) in
        [(Box::new(bot) as Box<dyn Any>, 2), (Box::new(stream), 1), (Box::new(ann), 0)]
    {
        drop(closed);
        until_sockets(&server, left).await;
    }
}

async fn until_sockets(server: &WebTestServer, count: u64) {
    let counting = async {
        while figure(server, "meeple_sockets", &[]).await != count {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, counting).await.unwrap_or_else(|_| panic!("{count} sockets"));
}

#[tokio::test]
async fn refusals_over_http_and_limits_are_counted() {
    let limits = ServerLimits { creations: RateLimit::once(1.0), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let wish = json!({ "game": "chomp" });
    for status in [201, 429, 429] {
        assert_eq!(server.post("/api/rooms", None, &wish).await.0, status);
    }
    assert_eq!(server.get("/api/rooms/k7mq2w9xt4").await.0, 404);
    let refused = async |code: &str| {
        let labels = [&*format!("code=\"{code}\""), "via=\"http\""];
        figure(&server, "meeple_refusals_total", &labels).await
    };
    assert_eq!((refused("too-many").await, refused("not-found").await), (2, 1));
    let labels = ["limit=\"creations\"", "scope=\"client\""];
    assert_eq!(figure(&server, "meeple_limit_refusals_total", &labels).await, 2);
    let labels = ["route=\"/api/rooms\"", "method=\"POST\"", "status=\"4xx\""];
    let counted = figure(&server, "meeple_request_duration_seconds_count", &labels).await;
    assert_eq!(counted, 2);
}

#[tokio::test]
async fn computer_moves_are_timed() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "random"] })).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    ann.play_first().await;
    ann.until(|state| state["ply"] == 2).await;
    assert_eq!(figure(&server, "meeple_computer_move_seconds_count", &[]).await, 1);
    assert_eq!(figure(&server, "meeple_computer_wait_seconds_count", &[]).await, 1);
    assert_eq!(figure(&server, "meeple_moves_total", &[]).await, 2);
}

#[tokio::test]
async fn no_label_comes_from_a_client() {
    let server = WebTestServer::open().await;
    for path in ["/hostile", "/api/rooms/hostile", "/room/hostile", "/api/records/hostile/file"] {
        server.get(&format!("{path}?hostile=1")).await;
    }
    server.request("HOSTILE", "/api/rooms", &[], b"").await;
    let (status, made) = server.post("/api/rooms", None, &json!({ "game": "hostile" })).await;
    assert_ne!(status, 201, "{made}");
    let page = page(&server).await;
    assert!(page.contains("method=\"other\"") && page.contains("status=\"4xx\""), "{page}");
    assert!(!page.to_ascii_lowercase().contains("hostile"), "{page}");
}

#[tokio::test]
async fn the_figures_are_only_for_private_networks() {
    let server = WebTestServer::with_config(ServerLimits::default(), behind_proxy).await;
    for (address, status) in [
        ("127.0.0.9", 200),
        ("10.1.2.3", 200),
        ("::1", 200),
        ("fd00::7", 200),
        ("192.0.2.7", 403),
        ("2001:db8::7", 403),
    ] {
        let headers = [("x-forwarded-for", address.to_owned())];
        let (got, _, body) = server.request("GET", "/metrics", &headers, b"").await;
        assert_eq!(got, status, "{address}");
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        assert_eq!(body["error"]["code"] == "forbidden", status == 403, "{address}");
    }
}
