//! Tests of what is left for newcomers when many clients take as much as they can.

use super::{WebTestServer, behind_proxy, post_from};
use crate::test_server::PATIENCE;
use futures_util::future::join_all;
use meeple_web::ServerLimits;
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// The number of greedy clients.
const GREEDY: u8 = 16;

/// Sends most of a body of this length from this address.
async fn half_a_record(server: &WebTestServer, from: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let head = format!(
        "POST /api/records HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {from}\r\n\
         content-type: application/x-ndjson\r\ncontent-length: {length}\r\n\r\n",
        server.address
    );
    let _ = stream.write_all(head.as_bytes()).await; // it may be refused before it is sent
    let _ = stream.write_all(&vec![b' '; length - 1]).await;
    stream
}

/// Checks that a newcomer can do everything that belongs to an ordinary game.
async fn play_from(server: &WebTestServer, from: &str) {
    let get = async |path: &str| {
        let headers = [("x-forwarded-for", from.to_owned())];
        server.request("GET", path, &headers, b"").await.0
    };
    assert_eq!(get("/").await, 200);
    let wish = json!({ "game": "azul", "seats": ["me", "open"], "name": "Ann" });
    let (status, made) = post_from(server, from, "/api/rooms", &wish).await;
    assert_eq!(status, 201, "{made}");
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit_from(from, room, made["secret"].as_str()).await;
    let mut bo = server.visit_from(from, room, None).await;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    assert!(bo.ask(sit).await["ok"].is_object());
    ann.until(|state| state["to_move"].is_u64() && state["phase"] == "playing").await;
    bo.until(|state| state["phase"] == "playing").await;
    let mover = if ann.state["to_move"] == 0 { &mut ann } else { &mut bo };
    mover.play_first().await;
    let (status, position) =
        post_from(server, from, "/api/positions", &json!({ "game": "azul" })).await;
    assert_eq!(status, 200, "{position}");
    let wish = json!({ "game": "azul", "position": position["position"], "time_ms": 50 });
    let (status, advice) = post_from(server, from, "/api/advice", &wish).await;
    assert_eq!(status, 200, "{advice}");
    let paths = ["", "/pictures", "/moves?ply=1", "/file"];
    let paths = paths.map(|rest| format!("/api/records/{room}{rest}"));
    let read = paths.iter().map(|path| get(path)); // a page asks for all of them at once
    assert_eq!(join_all(read).await, [200; 4]);
}

#[tokio::test]
async fn newcomers_can_play_while_many_clients_hold_half_sent_records() {
    let server = behind_proxy(ServerLimits::default()).await;
    let mut held = Vec::new();
    for number in 0..GREEDY {
        let from = format!("198.51.100.{number}");
        for _ in 0..8 {
            held.push(half_a_record(&server, &from, 1_040_000).await);
        }
        held.push(half_a_record(&server, &from, 600_000).await); // what is left of the reserve
    }
    let is_full = async {
        loop {
            let mut probe = half_a_record(&server, "198.51.100.99", 1_000_000).await;
            let mut answer = [0; 12];
            let read = timeout(Duration::from_millis(500), probe.read_exact(&mut answer)).await;
            if read.is_ok_and(|read| read.is_ok()) && &answer == b"HTTP/1.1 429" {
                return;
            }
        }
    };
    timeout(PATIENCE, is_full).await.expect("all but the reserve is taken");
    for number in 1..4 {
        play_from(&server, &format!("192.0.2.{number}")).await;
    }
    drop(held);
}
