//! Streams and sockets on which nothing happens: heartbeats, and what they tell proxies and the server.

mod test_server;

use futures_util::StreamExt as _;
use meeple_web::ServerLimits;
use serde_json::{Value, json};
use std::time::Duration;
use test_server::{PATIENCE, Socket, WebTestServer};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// Short enough that a test sees several.
const HEARTBEAT: Duration = Duration::from_millis(50);

async fn server() -> WebTestServer {
    let limits = ServerLimits { heartbeat: HEARTBEAT, ..ServerLimits::default() };
    WebTestServer::with(limits).await
}

/// The lines of a response as they arrive: its head, then the sizes and contents of its chunks.
struct LiveResponse {
    lines: Lines<BufReader<TcpStream>>,
}

impl LiveResponse {
    async fn get(server: &WebTestServer, path: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        LiveResponse { lines: BufReader::new(stream).lines() }
    }

    async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.lines.next_line()).await.expect("a line in time");
        line.expect("an open connection").expect("the stream goes on")
    }

    async fn head(&mut self) -> Vec<String> {
        let mut head = Vec::new();
        loop {
            match self.line().await {
                line if line.is_empty() => return head,
                line => head.push(line.to_ascii_lowercase()),
            }
        }
    }

    /// Waits for a chunk that is only an empty line.
    async fn heartbeat(&mut self) {
        let waiting = async { while self.line().await != "1" {} }; // the size of the chunk
        timeout(PATIENCE, waiting).await.expect("a heartbeat in time");
        assert_eq!(self.line().await, "");
    }

    /// Waits for a line of news, whatever heartbeats precede it.
    async fn news(&mut self) -> Value {
        let reading = async {
            loop {
                let line = self.line().await;
                if line.starts_with('{') {
                    return serde_json::from_str(&line).expect("JSON");
                }
            }
        };
        timeout(PATIENCE, reading).await.expect("news in time")
    }
}

/// Waits for the server's next ping.
async fn ping(socket: &mut Socket) {
    let waiting = async {
        loop {
            let message = socket.next().await.expect("an open socket");
            if matches!(message.expect("a message"), Message::Ping(_)) {
                return;
            }
        }
    };
    timeout(PATIENCE, waiting).await.expect("a ping in time");
}

#[tokio::test]
async fn a_stream_without_news_sends_empty_lines_which_proxies_may_not_hold_back() {
    let server = server().await;
    let (mut ann, _bo) = server.pair(json!({ "game": "chomp" })).await;
    let mut events = LiveResponse::get(&server, &format!("/api/rooms/{}/events", ann.room)).await;
    let head = events.head().await;
    for header in ["x-accel-buffering: no", "cache-control: no-store, no-transform"] {
        assert!(head.iter().any(|line| line == header), "{header} is missing in {head:?}");
    }
    assert!(!head.iter().any(|line| line.starts_with("content-encoding")), "{head:?}");
    assert_eq!(events.news().await["state"]["ply"], 0);
    events.heartbeat().await;
    events.heartbeat().await;
    ann.play_first().await;
    assert_eq!(events.news().await["update"]["ply"], 1, "news comes as before");
    events.heartbeat().await;
}

#[tokio::test]
async fn silent_sockets_of_people_and_bots_are_pinged() {
    let server = server().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "bot"], "name": "Ann" })).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    let url = format!("ws://{}/api/rooms/{room}/bot", server.address);
    let mut request = url.into_client_request().expect("a URL");
    let bearer = format!("Bearer {}", made["bots"][0]["token"].as_str().expect("a token"));
    request.headers_mut().insert("authorization", bearer.parse().expect("a header"));
    let (mut bot, _) =
        timeout(PATIENCE, connect_async(request)).await.expect("in time").expect("a socket");
    for socket in [&mut ann.socket, &mut bot] {
        ping(socket).await;
        ping(socket).await;
    }
}

#[tokio::test]
async fn a_person_who_answers_no_pings_counts_as_gone() {
    let server = server().await;
    let (mut ann, bo) = server.pair(json!({ "game": "chomp" })).await;
    // Bo's socket stays open, but nobody reads from it, so that nothing answers.
    ann.until(|state| state["seats"][1]["here"] == false).await;
    drop(bo);
}
