//! Tests of a server that is being closed: nothing that has begun is cut off.

use super::test_server::{PATIENCE, Socket, WebTestServer};
use futures_util::{SinkExt as _, StreamExt as _};
use meeple_web::{RateLimit, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::Message;

/// Sends the beginning of a request.
async fn begin_request(server: &WebTestServer, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("it is heard");
    stream
}

/// Reads what the server sends until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an end in time").expect("text");
    answer
}

/// Returns the code of the Close frame that ends this socket.
async fn close_code(socket: &mut Socket) -> Option<u16> {
    let reading = async {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Close(frame) = message {
                return frame.map(|frame| frame.code.into());
            }
        }
        None
    };
    timeout(PATIENCE, reading).await.expect("an end in time")
}

#[tokio::test]
async fn people_and_bots_are_told_to_come_back_and_streams_end() {
    let mut server = WebTestServer::open().await;
    let wish = json!({ "game": "chomp", "seats": ["open", "bot"] });
    let made = server.make(wish).await;
    let room = made["room"].as_str().expect("a room");
    let mut person = server.visit(room, None).await;
    let token = made["bots"][0]["token"].as_str().expect("a token");
    let mut bot = server.bot(room, token).await.expect("it is let in");
    let request =
        format!("GET /api/rooms/{room}/events HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let mut stream = begin_request(&server, &request).await;
    let mut begin = [0; 12];
    let read = timeout(PATIENCE, stream.read_exact(&mut begin)).await;
    read.expect("an answer in time").expect("the stream is open");
    server.close().await;
    assert_eq!(close_code(&mut person.socket).await, Some(1012));
    assert_eq!(close_code(&mut bot.socket).await, Some(1012));
    let news = read_to_end(&mut stream).await;
    assert!(news.ends_with("0\r\n\r\n"), "it isn't cut off: {news}");
}

#[tokio::test]
async fn a_request_that_has_begun_is_answered_and_nobody_else_is_let_in() {
    let mut server = WebTestServer::open().await;
    let body = json!({ "game": "chomp", "position": "width=2 height=1 rows=2 turn=0" }).to_string();
    let (first, second) = body.split_at(20);
    let head = format!(
        "POST /api/positions HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{first}",
        server.address,
        body.len()
    );
    let mut stream = begin_request(&server, &head).await;
    let mut idle = begin_request(&server, "").await;
    server.get("/livez").await; // what was sent before has arrived
    let address = server.address;
    let (answer, ()) = tokio::join!(
        async {
            assert_eq!(
                read_to_end(&mut idle).await,
                "",
                "a connection without a request is closed"
            );
            assert!(TcpStream::connect(address).await.is_err(), "it doesn't listen any more");
            stream.write_all(second.as_bytes()).await.expect("it is heard");
            read_to_end(&mut stream).await
        },
        server.close()
    );
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("\"to_move\":0"), "{answer}");
}

#[tokio::test]
async fn a_search_that_takes_too_long_is_stopped_with_a_reason() {
    let limits = ServerLimits { close_timeout: Duration::ZERO, ..ServerLimits::default() };
    let mut server = WebTestServer::with(limits).await;
    let (_, start) = server.post("/api/positions", None, &json!({ "game": "azul" })).await;
    let wish = json!({ "game": "azul", "position": start["position"], "time_ms": 20_000 });
    let body = wish.to_string();
    let request = format!(
        "POST /api/advice HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let mut stream = begin_request(&server, &request).await;
    let thinking = async {
        loop {
            let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
            if String::from_utf8_lossy(&page).contains("meeple_thoughts_running 1") {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, thinking).await.expect("it thinks");
    server.close().await;
    let answer = read_to_end(&mut stream).await;
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 503"), "{answer}");
    let body: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["error"]["code"], "unavailable");
}

#[tokio::test]
async fn a_bot_that_sends_too_much_is_told_to_come_back_too() {
    let limits = ServerLimits { actions: RateLimit::once(2.0), ..ServerLimits::default() };
    let mut server = WebTestServer::with(limits).await;
    let made = server.make(json!({ "game": "chomp", "seats": ["open", "bot"] })).await;
    let room = made["room"].as_str().expect("a room");
    let token = made["bots"][0]["token"].as_str().expect("a token");
    let mut bot = server.bot(room, token).await.expect("it is let in");
    for _ in 0..10 {
        bot.socket.feed(Message::text("info")).await.expect("it is open");
    }
    bot.socket.flush().await.expect("it is open");
    let (path, resign) = (format!("/api/rooms/{room}/do"), json!({ "do": "resign" }));
    let exhausted = async { while server.post(&path, None, &resign).await.0 != 429 {} };
    timeout(PATIENCE, exhausted).await.expect("what the bot sends is charged");
    server.close().await;
    assert_eq!(close_code(&mut bot.socket).await, Some(1012));
}
