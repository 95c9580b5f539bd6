//! A server for tests, and clients at the other end of its sockets.

#![allow(dead_code, reason = "each test uses a part of it")]

use futures_util::{SinkExt as _, StreamExt as _};
use meeple_web::{
    Server, ServerConfig, ServerLimits,
    log::{EventLog, MemoryLog},
};
use serde_json::{Value, json};
use std::{fmt::Write as _, net::SocketAddr, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, Utf8Bytes, client::IntoClientRequest as _},
};

/// Longer than anything here takes, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with its own data folder.
pub(crate) struct WebTestServer {
    pub(crate) address: SocketAddr,
    server: Option<Server>,
    pub(crate) folder: TempDir,
}

impl WebTestServer {
    pub(crate) async fn open() -> Self {
        WebTestServer::with(ServerLimits::default()).await
    }

    pub(crate) async fn with(limits: ServerLimits) -> Self {
        WebTestServer::with_config(limits, |config| config).await
    }

    /// Returns a client's view of a server that runs already.
    pub(crate) fn at(address: SocketAddr) -> Self {
        WebTestServer { address, server: None, folder: tempfile::tempdir().expect("a folder") }
    }

    /// Starts a server with changed settings.
    pub(crate) async fn with_config(
        limits: ServerLimits,
        change: impl FnOnce(ServerConfig) -> ServerConfig,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start(change(config(&folder, limits))).await.expect("a server");
        WebTestServer { address: server.address, server: Some(server), folder }
    }

    /// Starts a server with a log in memory, so that nothing waits for the disk.
    pub(crate) async fn with_memory_log(limits: ServerLimits) -> Self {
        WebTestServer::with_log(limits, MemoryLog::default()).await
    }

    /// Starts a server with this log.
    pub(crate) async fn with_log(limits: ServerLimits, log: impl EventLog) -> Self {
        let (folder, log) = (tempfile::tempdir().expect("a folder"), Arc::new(log));
        let server = Server::start_with(config(&folder, limits), log).await.expect("a server");
        WebTestServer { address: server.address, server: Some(server), folder }
    }

    pub(crate) async fn close(&mut self) {
        let closing = self.server.take().expect("a server").close();
        timeout(PATIENCE, closing).await.expect("it closes in time");
    }

    pub(crate) async fn restart(&mut self) {
        self.close().await;
        let config = config(&self.folder, ServerLimits::default());
        let server = Server::start(config).await.expect("a server again");
        self.address = server.address;
        self.server = Some(server);
    }

    pub(crate) async fn make(&self, wish: Value) -> Value {
        let (status, made) = self.post("/api/rooms", None, &wish).await;
        assert_eq!(status, 201, "{made}");
        made
    }

    /// Creates a room for Ann and Bo, and connects both.
    pub(crate) async fn pair(&self, mut wish: Value) -> (TestClient, TestClient) {
        wish["seats"] = json!(["me", "open"]);
        wish["name"] = json!("Ann");
        let made = self.make(wish).await;
        let room = made["room"].as_str().expect("a room");
        let mut ann = self.visit(room, made["secret"].as_str()).await;
        let mut bo = self.visit(room, None).await;
        let invite = &made["invite"];
        let sat = bo.ask(json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": invite })).await;
        bo.seat = Some(1);
        bo.secret = sat["ok"]["secret"].as_str().map(Into::into);
        ann.until(|state| state["phase"] != "open").await;
        bo.until(|state| state["phase"] != "open").await;
        (ann, bo)
    }

    pub(crate) async fn visit(&self, room: &str, secret: Option<&str>) -> TestClient {
        self.greet(TestClient::connect(self, room).await, secret).await
    }

    /// Visits a room from the address that a proxy would name.
    pub(crate) async fn visit_from(
        &self,
        address: &str,
        room: &str,
        secret: Option<&str>,
    ) -> TestClient {
        self.greet(TestClient::connect_from(self, room, address).await, secret).await
    }

    async fn greet(&self, mut player: TestClient, secret: Option<&str>) -> TestClient {
        player.secret = secret.map(Into::into);
        let hello = player.ask(json!({ "do": "hello", "secret": secret })).await;
        player.seat = hello["ok"]["seat"].as_u64().map(|seat| seat as usize);
        player.until(|state| state["sequence"].is_u64()).await;
        player
    }

    pub(crate) async fn bot(&self, room: &str, token: &str) -> Result<TestBot, tungstenite::Error> {
        let url = format!("ws://{}/api/rooms/{room}/bot", self.address);
        let mut request = url.into_client_request()?;
        let bearer = format!("Bearer {token}").parse().expect("a header");
        request.headers_mut().insert("authorization", bearer);
        let connecting = timeout(PATIENCE, connect_async(request)).await;
        let (socket, _) = connecting.expect("an answer in time")?;
        Ok(TestBot { socket, lines: Vec::new() })
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.request("GET", path, &[], b"").await;
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    pub(crate) async fn post(
        &self,
        path: &str,
        secret: Option<&str>,
        body: &Value,
    ) -> (u16, Value) {
        let bearer = secret.map(|secret| ("authorization", format!("Bearer {secret}")));
        let headers: Vec<(&str, String)> = bearer.into_iter().collect();
        let (status, _, body) =
            self.request("POST", path, &headers, body.to_string().as_bytes()).await;
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// Returns the lines of a stream that ends.
    pub(crate) async fn lines(&self, path: &str) -> Vec<Value> {
        let (_, _, body) = self.request("GET", path, &[], b"").await;
        let text = String::from_utf8(body).expect("text");
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Returns the HTTP status of an attempt to open a WebSocket.
    pub(crate) async fn handshake(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let mut head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
            self.address
        );
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n"); // writing to a string can't fail
        }
        stream.write_all((head + "\r\n").as_bytes()).await.expect("it is heard");
        let mut answer = [0; 12]; // HTTP/1.1 101
        let read = timeout(PATIENCE, stream.read_exact(&mut answer)).await;
        read.expect("an answer in time").expect("an answer");
        String::from_utf8_lossy(&answer[9..]).parse().expect("a status")
    }

    /// Sends a request; returns the status, headers and body.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").expect("a text takes everything");
        }
        if method == "POST" && !headers.iter().any(|(name, _)| *name == "content-type") {
            head.push_str("content-type: application/json\r\n");
        }
        write!(head, "content-length: {}\r\n\r\n", body.len()).expect("a text takes everything");
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        let _ = stream.write_all(body).await; // a server that rejects a body needn't read all of it
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        let _ = read.expect("an answer in time"); // a server that stops reading may reset the connection
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let body = answer[end + 4..].to_vec();
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        (status, head, if chunked { unchunked(&body) } else { body })
    }
}

fn config(folder: &TempDir, limits: ServerLimits) -> ServerConfig {
    let listen = "127.0.0.1:0".parse().expect("an address");
    ServerConfig { limits, ..ServerConfig::new(listen, folder.path()) }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size, 16).ok()).unwrap_or(0);
        let from = end + 2;
        if size == 0 || body.len() < from + size {
            break;
        }
        whole.extend(&body[from..from + size]);
        body = &body[(from + size + 2).min(body.len())..];
    }
    whole
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connected client, with the state it knows.
pub(crate) struct TestClient {
    pub(crate) socket: Socket,
    pub(crate) room: String,
    pub(crate) secret: Option<String>,
    pub(crate) seat: Option<usize>,
    pub(crate) state: Value,
    asked: u64,
}

impl TestClient {
    pub(crate) async fn connect(server: &WebTestServer, room: &str) -> Self {
        TestClient::connect_from(server, room, "").await
    }

    pub(crate) async fn connect_from(server: &WebTestServer, room: &str, address: &str) -> Self {
        let url = format!("ws://{}/api/rooms/{room}/socket", server.address);
        let mut request = url.into_client_request().expect("a URL");
        if !address.is_empty() {
            let address = address.parse().expect("a header");
            request.headers_mut().insert("x-forwarded-for", address);
        }
        let connecting = timeout(PATIENCE, connect_async(request)).await;
        let (socket, _) = connecting.expect("an answer in time").expect("a socket");
        let (room, state) = (room.to_owned(), Value::Null);
        TestClient { socket, room, secret: None, seat: None, state, asked: 0 }
    }

    /// Sends an action and waits for its reply; news that arrives in the meantime updates the state.
    pub(crate) async fn ask(&mut self, mut action: Value) -> Value {
        self.asked += 1;
        action["id"] = json!(self.asked);
        self.socket.send(Message::text(action.to_string())).await.expect("it is heard");
        loop {
            let message = self.receive().await;
            if message["re"] == self.asked {
                return message;
            }
        }
    }

    /// Waits until the state satisfies the condition.
    pub(crate) async fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.state) {
            self.receive().await;
        }
    }

    /// Makes the last legal move, which never ends a game at once.
    pub(crate) async fn play_first(&mut self) {
        let moves = self.state["moves"].as_array().expect("moves");
        let mv = moves.last().expect("a move")["move"].clone();
        let played = self.ask(json!({ "do": "play", "ply": self.state["ply"], "move": mv })).await;
        assert!(played["ok"].is_object(), "{played}");
    }

    /// Receives the next message that isn't a sign of life.
    pub(crate) async fn receive(&mut self) -> Value {
        let text = timeout(PATIENCE, next_text(&mut self.socket)).await.expect("news in time");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        self.apply_message(&message);
        message
    }

    /// Applies a message to the known state, as the front end does.
    fn apply_message(&mut self, message: &Value) {
        if message["state"].is_object() {
            self.state = message["state"].clone();
        } else if let Some(update) = message["update"].as_object() {
            let from = update["told_from"].as_u64().expect("a number") as usize;
            let mut told = self.state["told"].as_array().cloned().unwrap_or_default();
            told.truncate(from);
            told.extend(update["told"].as_array().cloned().unwrap_or_default());
            for (key, value) in update {
                self.state[key] = value.clone();
            }
            self.state["told"] = Value::Array(told);
        }
    }
}

/// Returns the next text; pings precede it.
async fn next_text(socket: &mut Socket) -> Utf8Bytes {
    loop {
        let message = socket.next().await.expect("a socket that is open");
        if let Message::Text(text) = message.expect("a message") {
            return text;
        }
    }
}

/// A connected bot.
pub(crate) struct TestBot {
    pub(crate) socket: Socket,
    lines: Vec<Value>,
}

impl TestBot {
    pub(crate) async fn line(&mut self) -> Value {
        while self.lines.is_empty() {
            let text = timeout(PATIENCE, next_text(&mut self.socket)).await;
            let text = text.expect("a line in time");
            self.lines =
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        }
        self.lines.remove(0)
    }

    /// Returns whether the server closes this socket.
    pub(crate) async fn is_closed(&mut self) -> bool {
        let closing = async { while let Some(Ok(_)) = self.socket.next().await {} };
        timeout(PATIENCE, closing).await.is_ok()
    }

    pub(crate) async fn say(&mut self, line: &str) {
        self.socket.send(Message::text(line)).await.expect("it is heard");
    }
}
