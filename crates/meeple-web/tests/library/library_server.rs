//! A server on its own port, and hand-written HTTP requests, so that tests control every byte sent.

use flate2::read::GzDecoder;
use meeple_web::{Server, ServerConfig, ServerLimits};
use serde_json::Value;
use std::{io::Read as _, net::Ipv4Addr, path::PathBuf, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// Longer than anything here takes, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with its own data folder.
pub(crate) struct LibraryServer {
    pub(crate) server: Server,
    folder: TempDir,
}

/// A response of the server.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl LibraryServer {
    /// Starts a server with the default limits.
    pub(crate) async fn open() -> Self {
        LibraryServer::with(ServerLimits::default()).await
    }

    pub(crate) async fn with(limits: ServerLimits) -> Self {
        LibraryServer::with_config(|config| ServerConfig { limits, ..config }).await
    }

    /// Starts a server with changed settings.
    pub(crate) async fn with_config(change: impl FnOnce(ServerConfig) -> ServerConfig) -> Self {
        let folder = TempDir::new().expect("a folder");
        let listen = (Ipv4Addr::LOCALHOST, 0).into();
        let config = change(ServerConfig::new(listen, folder.path()));
        let server = Server::start(config).await.expect("it listens");
        LibraryServer { server, folder }
    }

    /// Returns the data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().into()
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, &[], b"").await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> TestResponse {
        self.send("GET", path, headers, b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: impl AsRef<[u8]>) -> TestResponse {
        self.send("POST", path, &[], body.as_ref()).await
    }

    /// Posts JSON and returns the JSON response, which must have status 200.
    #[track_caller]
    pub(crate) fn ask(&self, path: &str, question: &Value) -> impl Future<Output = Value> {
        let (question, place) = (question.to_string(), std::panic::Location::caller());
        async move {
            let answer = self.post(path, &question).await;
            assert_eq!(answer.status, 200, "{place}: {question} gives {}", answer.text());
            answer.json()
        }
    }

    /// Returns a figure of `/metrics`.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let page = self.get("/metrics").await.text();
        let mut lines = page.lines().filter_map(|line| line.split_once(' '));
        let (_, value) = lines.find(|(known, _)| *known == name).expect("a figure of this name");
        value.parse().expect("a number")
    }

    /// Waits until a figure of `/metrics` has this value.
    pub(crate) async fn until_metric(&self, name: &str, value: u64) {
        let waiting = async {
            while self.metric(name).await != value {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("{name} is not {value}"));
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> TestResponse {
        let mut stream = self.begin(method, path, headers, body.len()).await;
        // A server that rejects a body may not read it.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("an answer in time");
        TestResponse::read(&bytes)
    }

    /// Sends the headers of a request; the caller does the rest.
    pub(crate) async fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        length: usize,
    ) -> TcpStream {
        let address = self.server.address;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let needs_type = method == "POST" && !headers.iter().any(|(key, _)| *key == "content-type");
        let content_type = needs_type.then_some(&("content-type", "application/json"));
        let headers = headers.iter().chain(content_type);
        let headers = headers.map(|(key, value)| [key, ": ", value, "\r\n"].concat());
        let headers: String = headers.collect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("it reads");
        stream
    }
}

impl TestResponse {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: Vec<(String, String)> =
            headers.map(|(key, value)| (key.to_ascii_lowercase(), value.into())).collect();
        let mut answer = TestResponse {
            status: status.expect("a status"),
            headers,
            body: bytes[end + 4..].to_vec(),
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(&answer.body);
        }
        answer
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Parses the body as NDJSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = self.text();
        let read = |line| serde_json::from_str(line).expect("one object a line");
        text.lines().filter(|line| !line.is_empty()).map(read).collect() // without heartbeats
    }

    pub(crate) fn unpacked(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        GzDecoder::new(&self.body[..]).read_to_end(&mut bytes).expect("gzip");
        bytes
    }

    /// Checks that the response is an error with this status and code; returns its message.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let error = &self.json()["error"];
        assert_eq!(error["code"], code, "{error}");
        let message = error["message"].as_str().expect("a sentence");
        assert!(message.ends_with('.') || message.ends_with('?'), "{message}");
        message.into()
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size, 16).ok()).expect("a size");
        if size == 0 {
            break;
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
    body
}
