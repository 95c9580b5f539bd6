//! Tests of clients that disconnect before they are answered: what they asked for must not pile up.

use super::{WebTestServer, behind_proxy, post_from};
use crate::test_server::{PATIENCE, TestClient};
use meeple_web::{HeldLimit, ServerLimits};
use serde_json::{Value, json};
use std::{sync::mpsc, thread, time::Duration};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    runtime::Builder,
    task::spawn_blocking,
    time::{sleep, timeout},
};

/// Sends a request from this address and doesn't wait for the answer.
async fn ask_from(server: &WebTestServer, from: &str, path: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {from}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    stream
}

/// Returns a figure of `/metrics`.
async fn figure(server: &WebTestServer, name: &str) -> usize {
    let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
    let page = String::from_utf8(page).expect("text");
    let mut figures = page.lines().filter_map(|line| line.split_once(' '));
    let figure = figures.find(|(known, _)| *known == name).expect("a figure of this name");
    figure.1.parse().expect("a number")
}

#[test]
fn slow_work_counts_until_it_is_done_or_skipped_also_if_its_client_has_gone() {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).max_blocking_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        // Enough for two positions.
        let memory = HeldLimit { per_client: 300 << 10, total: 64 << 20 };
        let server = behind_proxy(ServerLimits { memory, ..ServerLimits::default() }).await;
        let block = |_| {
            let (release, gate) = mpsc::channel::<()>();
            (release, spawn_blocking(move || gate.recv()))
        };
        let blocked: Vec<_> = (0..2).map(block).collect();
        let (eve, path, wish) = ("192.0.2.66", "/api/positions", json!({ "game": "azul" }));
        let mut waiting = Vec::new();
        let status = async |mut stream: TcpStream| {
            let mut answer = [0; 12];
            stream
                .read_exact(&mut answer)
                .await
                .map(|_| String::from_utf8_lossy(&answer).into_owned())
        };
        loop {
            let mut stream = ask_from(&server, eve, path, &wish).await;
            let mut first = [0];
            tokio::select! {
                _ = stream.read(&mut first) => break, // it is refused, since what waits has the memory
                () = sleep(Duration::from_millis(200)) => waiting.push(stream),
            }
        }
        assert_eq!(waiting.len(), 2);
        drop(waiting);
        for number in 0..100 {
            let stream = ask_from(&server, eve, path, &wish).await;
            let answer = timeout(Duration::from_secs(10), status(stream)).await;
            let answer = answer.unwrap_or_else(|_| panic!("request {number} isn't answered"));
            assert_eq!(answer.expect("an answer"), "HTTP/1.1 429", "request {number}");
        }
        drop(blocked);
        let room = post_from(&server, "192.0.2.1", "/api/rooms", &wish);
        assert_eq!(timeout(PATIENCE, room).await.expect("an answer in time").0, 201);
        let again = async {
            while post_from(&server, eve, path, &wish).await.0 != 200 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, again).await.expect("what was skipped is given back");
    });
}

const ENDLESS: &str = "mcts:time=1000h";

/// Occupies every thread that thinks, for longer than any test takes; some more searches wait.
async fn occupy_threads(server: &WebTestServer, processors: usize) -> Vec<TestClient> {
    let mut watchers = Vec::new();
    for _ in 0..=3 * processors {
        let made = server.make(json!({ "game": "azul", "seats": [ENDLESS, ENDLESS] })).await;
        watchers.push(server.visit(made["room"].as_str().expect("a room"), None).await);
    }
    // Two per processor, at different priorities.
    let all_busy = async {
        while figure(server, "meeple_thoughts_running").await < 2 * processors {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, all_busy).await.expect("every thread is busy");
    watchers
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[tokio::test]
async fn searches_that_nobody_waits_for_leave_the_queue_and_the_server_is_ready_again() {
    let limits = ServerLimits {
        searches: HeldLimit::UNLIMITED,
        max_waiting_searches: 4,
        ..ServerLimits::default()
    };
    let server = WebTestServer::with(limits).await;
    let watchers = occupy_threads(&server, processors()).await;
    let (_, start) = server.post("/api/positions", None, &json!({ "game": "azul" })).await;
    let wish = json!({ "game": "azul", "position": start["position"], "time_ms": 20_000 });
    let mut asked = Vec::new();
    for _ in 0..5 * processors() {
        asked.push(ask_from(&server, "", "/api/advice", &wish).await);
    }
    let until = async |status: u16| {
        loop {
            let (answered, report) = server.get("/readyz").await;
            if answered == status {
                return report;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    let report = timeout(PATIENCE, until(503)).await.expect("too many wait");
    let checks = report["checks"].as_array().expect("a list").iter();
    let failed: Vec<&Value> = checks.filter(|check| check["ok"] == false).collect();
    assert_eq!(failed.len(), 1, "{report}");
    assert_eq!(failed[0]["name"], "searches", "{report}");
    drop(asked);
    // The threads are still occupied, so that only disconnecting can have removed what waited.
    let recovering = timeout(Duration::from_secs(20), until(200)).await;
    recovering.expect("only what somebody waits for counts");
    drop(watchers);
}

#[tokio::test]
async fn undoing_while_the_computer_thinks_leaves_no_searches_behind() {
    let server = WebTestServer::open().await;
    let busy = occupy_threads(&server, processors()).await;
    let made = server.make(json!({ "game": "azul", "seats": ["me", ENDLESS] })).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    ann.until(|state| state["to_move"] == 0).await;
    for _ in 0..20 {
        let ply = ann.state["ply"].as_u64().expect("a ply");
        ann.play_first().await;
        ann.until(|state| state["ply"].as_u64() > Some(ply)).await;
        let undone = ann.ask(json!({ "do": "back", "ply": ann.state["ply"] })).await;
        assert!(undone["ok"].is_object(), "{undone}");
        ann.until(|state| state["ply"].as_u64() == Some(ply)).await;
    }
    let waiting = figure(&server, "meeple_thoughts_waiting").await;
    assert!(waiting <= busy.len(), "{waiting} searches wait for {} rooms", busy.len());
}
