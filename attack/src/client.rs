//! An HTTP and WebSocket client that comes from an address of its choice and counts every refusal it sees.
//!
//! ```text
//! Client { from: 127.0.0.2 } ─► Connection ─► request, answer, request, answer ...
//!                            └► RoomSocket ─► say, hear ...
//! ```

use crate::tally::Tally;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, Utf8Bytes, protocol::Role},
};

/// Longer than any answer takes: the server gives a request body a minute.
pub const PATIENCE: Duration = Duration::from_secs(100);
/// The longest response that is read, in bytes.
const MAX_ANSWER: usize = 64 << 20;
/// The receive buffer of clients that don't read, in bytes.
const TINY_BUFFER: u32 = 4 << 10;

/// A client of the server.
#[derive(Clone)]
pub struct Client {
    /// The address it comes from.
    pub from: Ipv4Addr,
    /// The server.
    pub server: SocketAddr,
    /// What it has seen.
    pub tally: Arc<Tally>,
}

/// An HTTP request.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// The method; `GET` if it is empty.
    pub method: &'a str,
    /// The path with its query.
    pub path: &'a str,
    /// Further headers; a `Host` among them replaces the right one.
    pub headers: Vec<(&'a str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl<'a> Request<'a> {
    /// Returns a `GET`.
    pub fn get(path: &'a str) -> Self {
        Request { path, ..Request::default() }
    }

    /// Returns a `POST` of JSON.
    pub fn post(path: &'a str, body: &Value) -> Self {
        Request::send(path, "application/json", body.to_string().into_bytes())
    }

    /// Returns a `POST` with this content type.
    pub fn send(path: &'a str, content_type: &str, body: Vec<u8>) -> Self {
        let headers = vec![("content-type", content_type.to_owned())];
        Request { method: "POST", path, headers, body }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Writes the request.
    pub async fn write_to(
        &self,
        stream: &mut BufReader<TcpStream>,
        server: SocketAddr,
    ) -> io::Result<()> {
        stream.get_mut().write_all(self.head(server).as_bytes()).await?;
        stream.get_mut().write_all(&self.body).await
    }

    /// Returns the request without its body.
    fn head(&self, server: SocketAddr) -> String {
        let method = if self.method.is_empty() { "GET" } else { self.method };
        let mut head = format!("{method} {} HTTP/1.1\r\n", self.path);
        let mut line = |name: &str, value: &str| {
            write!(head, "{name}: {value}\r\n").expect("a string takes everything");
        };
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            line("host", &server.to_string());
        }
        self.headers.iter().for_each(|(name, value)| line(name, value));
        if !self.body.is_empty() || method == "POST" {
            line("content-length", &self.body.len().to_string());
        }
        head + "\r\n"
    }
}

/// An HTTP response.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, in lower case.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns the body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(other, _)| *other == name).map(|(_, value)| value.trim())
    }
}

impl Client {
    /// Opens a TCP connection.
    pub async fn tcp(&self) -> io::Result<TcpStream> {
        self.tcp_with(|_| Ok(())).await
    }

    /// Opens a TCP connection with a tiny receive buffer, for clients that don't read.
    pub async fn tcp_unread(&self) -> io::Result<TcpStream> {
        self.tcp_with(|socket| socket.set_recv_buffer_size(TINY_BUFFER)).await
    }

    async fn tcp_with(
        &self,
        prepare: impl FnOnce(&TcpSocket) -> io::Result<()>,
    ) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        prepare(&socket)?;
        let connecting = timeout(PATIENCE, socket.connect(self.server));
        let stream = connecting.await.map_err(io::Error::other)??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Returns a connection for HTTP requests, which is opened when it is first used.
    pub fn connection(&self) -> Connection {
        Connection { client: self.clone(), stream: None }
    }

    /// Opens a WebSocket.
    pub async fn socket(&self, path: &str) -> Option<RoomSocket> {
        let stream = self.tcp().await.ok()?;
        self.socket_over(stream, Request::get(path)).await
    }

    /// Opens a WebSocket over this connection.
    pub async fn socket_over(&self, stream: TcpStream, request: Request<'_>) -> Option<RoomSocket> {
        let stream = self.upgrade(stream, request).await?;
        let (rest, stream) = (stream.buffer().to_vec(), stream.into_inner());
        let socket = WebSocketStream::from_partially_read(stream, rest, Role::Client, None).await;
        Some(RoomSocket { socket, client: self.clone() })
    }

    /// Asks for a WebSocket; returns the connection if the server agrees.
    pub async fn upgrade(
        &self,
        stream: TcpStream,
        request: Request<'_>,
    ) -> Option<BufReader<TcpStream>> {
        let mut connection = self.connection();
        connection.stream = Some(BufReader::new(stream));
        let request = request
            .with("connection", "upgrade")
            .with("upgrade", "websocket")
            .with("sec-websocket-version", "13")
            .with("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
        let answer = connection.request(request).await?;
        connection.stream.take().filter(|_| answer.status == 101)
    }
}

/// A connection for HTTP requests, one after the other. It is opened again when it was closed.
pub struct Connection {
    /// Whose connection it is.
    pub client: Client,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    /// Requests this path.
    pub async fn get(&mut self, path: &str) -> Option<Answer> {
        self.request(Request::get(path)).await
    }

    /// Posts JSON.
    pub async fn post(&mut self, path: &str, body: &Value) -> Option<Answer> {
        self.request(Request::post(path, body)).await
    }

    /// Posts an action of whoever has this secret.
    pub async fn act(&mut self, room: &str, secret: &str, action: &Value) -> Option<Answer> {
        let path = format!("/api/rooms/{room}/do");
        let bearer = format!("Bearer {secret}");
        self.request(Request::post(&path, action).with("authorization", bearer)).await
    }

    /// Creates a room.
    pub async fn make(&mut self, wish: &Value) -> Option<Made> {
        let made = self.post("/api/rooms", wish).await?.json();
        let word = |value: &Value| value.as_str().map(str::to_owned);
        Some(Made {
            room: word(&made["room"])?,
            secret: word(&made["secret"]).unwrap_or_default(),
            invite: word(&made["invite"]).unwrap_or_default(),
            token: word(&made["bots"][0]["token"]).unwrap_or_default(),
        })
    }

    /// Sends a request and reads the answer; `None` if there is none.
    pub async fn request(&mut self, request: Request<'_>) -> Option<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufReader::new(self.client.tcp().await.ok()?),
        };
        let tally = &self.client.tally;
        tally.request();
        // A server that refuses a body needn't read all of it; its answer is there all the same.
        let _ = timeout(PATIENCE, request.write_to(&mut stream, self.client.server)).await;
        let Ok(Ok(answer)) = timeout(PATIENCE, read_answer(&mut stream)).await else {
            tally.unanswered();
            return None;
        };
        note(tally, &answer);
        if answer.header("connection") != Some("close") {
            self.stream = Some(stream);
        }
        Some(answer)
    }
}

/// A room that was created.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its id.
    pub room: String,
    /// The secret of the creator's seat, if any.
    pub secret: String,
    /// The invitation.
    pub invite: String,
    /// The token of the first bot, if any.
    pub token: String,
}

/// Counts a response.
pub fn note(tally: &Tally, answer: &Answer) {
    tally.status(answer.status);
    if answer.status >= 400 {
        if let Some(code) = answer.json()["error"]["code"].as_str() {
            tally.refused(code, "http");
        }
    } else if answer.header("content-type") == Some("application/x-ndjson")
        && let Some(last) = answer.body.trim_ascii().rsplit(|&byte| byte == b'\n').next()
        && let Ok(last) = serde_json::from_slice::<Value>(last)
        && let Some(code) = last["error"]["code"].as_str()
    {
        tally.refused(code, "stream");
    }
}

/// Reads the head of a response; the body is empty.
pub async fn read_head(stream: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let mut head = String::new();
    loop {
        let before = head.len();
        stream.read_line(&mut head).await?;
        if head.len() == before {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if &head[before..] == "\r\n" {
            break;
        }
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or(io::ErrorKind::InvalidData)?;
    Ok(Answer { status, head: head.to_ascii_lowercase(), body: Vec::new() })
}

/// Reads a whole response.
pub async fn read_answer(stream: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let head = read_head(stream).await?;
    read_body(stream, head).await
}

/// Reads the body that follows this head.
pub async fn read_body(stream: &mut BufReader<TcpStream>, head: Answer) -> io::Result<Answer> {
    if matches!(head.status, 101 | 204 | 304) {
        return Ok(head);
    }
    let mut answer = head;
    if answer.header("transfer-encoding") == Some("chunked") {
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await?;
            let size = usize::from_str_radix(line.trim(), 16);
            let size = size.map_err(|_| io::ErrorKind::InvalidData)?;
            append(stream, &mut answer.body, size).await?;
            append(stream, &mut Vec::new(), 2).await?; // the end of the line
            if size == 0 {
                return Ok(answer);
            }
        }
    }
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    append(stream, &mut answer.body, length.unwrap_or(0)).await?;
    Ok(answer)
}

async fn append(
    stream: &mut BufReader<TcpStream>,
    body: &mut Vec<u8>,
    bytes: usize,
) -> io::Result<()> {
    let begin = body.len();
    if begin + bytes > MAX_ANSWER {
        return Err(io::ErrorKind::InvalidData.into());
    }
    body.resize(begin + bytes, 0);
    stream.read_exact(&mut body[begin..]).await.map(|_| ())
}

/// A WebSocket.
pub struct RoomSocket {
    socket: WebSocketStream<TcpStream>,
    client: Client,
}

impl RoomSocket {
    /// Sends a message.
    pub async fn say(&mut self, message: &Value) -> Option<()> {
        self.send(Message::text(message.to_string())).await
    }

    /// Sends any kind of message.
    pub async fn send(&mut self, message: Message) -> Option<()> {
        self.client.tally.request();
        timeout(PATIENCE, self.socket.send(message)).await.ok()?.ok()
    }

    /// Receives the next text, and counts it if it is a refusal; `None` if the socket is closed.
    pub async fn hear(&mut self) -> Option<Utf8Bytes> {
        loop {
            if let Message::Text(text) = self.next().await? {
                return Some(text);
            }
        }
    }

    /// Receives the next message of any kind.
    pub async fn next(&mut self) -> Option<Message> {
        let message = timeout(PATIENCE, self.socket.next()).await.ok()??.ok()?;
        if let Message::Text(text) = &message
            && text.starts_with("{\"re\"")
            && text.contains("\"refused\":")
            && let Ok(refusal) = serde_json::from_str::<Value>(text)
            && let Some(code) = refusal["refused"]["code"].as_str()
        {
            self.client.tally.refused(code, "socket");
        }
        (!matches!(message, Message::Close(_))).then_some(message)
    }

    /// Says hello, with a secret unless it is empty; returns the answer.
    pub async fn hello(&mut self, secret: &str) -> Option<Value> {
        let secret = Some(secret).filter(|secret| !secret.is_empty());
        self.ask(&json!({ "id": 0, "do": "hello", "secret": secret })).await
    }

    /// Sends a message and waits for its answer.
    pub async fn ask(&mut self, message: &Value) -> Option<Value> {
        self.say(message).await?;
        loop {
            let text = self.hear().await?;
            if text.starts_with("{\"re\"") {
                return serde_json::from_str(&text).ok();
            }
        }
    }
}
