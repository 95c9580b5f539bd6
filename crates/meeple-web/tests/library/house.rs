//! A server on a port of its own, and HTTP by hand: what is sent is exactly what is written here.

use flate2::read::GzDecoder;
use meeple_web::{Config, Limits, Server};
use serde_json::Value;
use std::{io::Read as _, net::Ipv4Addr, path::PathBuf};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// A server with a folder of its own.
pub(crate) struct House {
    pub(crate) server: Server,
    folder: TempDir,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl House {
    /// With the usual limits.
    pub(crate) async fn open() -> Self {
        House::with(Limits::default()).await
    }

    pub(crate) async fn with(limits: Limits) -> Self {
        let folder = TempDir::new().expect("a folder");
        let config = Config {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            data: folder.path().into(),
            hosts: Vec::new(),
            limits,
        };
        let server = Server::start(config).await.expect("it listens");
        House { server, folder }
    }

    /// Where it keeps things.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().into()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"").await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Answer {
        self.send("POST", path, &[], body.as_ref()).await
    }

    /// The JSON that a question is answered with.
    #[track_caller]
    pub(crate) fn ask(&self, path: &str, question: &Value) -> impl Future<Output = Value> {
        let (question, place) = (question.to_string(), std::panic::Location::caller());
        async move {
            let answer = self.post(path, &question).await;
            assert_eq!(answer.status, 200, "{place}: {question} gives {}", answer.text());
            answer.json()
        }
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = self.begin(method, path, headers, body.len()).await;
        // Whoever refuses a body may not read it.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Answer::read(&bytes)
    }

    /// Asks, and leaves the rest to the caller.
    pub(crate) async fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        length: usize,
    ) -> TcpStream {
        let address = self.server.address;
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let headers = headers.iter().map(|(key, value)| [key, ": ", value, "\r\n"].concat());
        let headers: String = headers.collect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("it reads");
        stream
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: Vec<(String, String)> =
            headers.map(|(key, value)| (key.to_ascii_lowercase(), value.into())).collect();
        let mut answer =
            Answer { status: status.expect("a status"), headers, body: bytes[end + 4..].to_vec() };
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

    /// The lines of NDJSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = self.text();
        let read = |line| serde_json::from_str(line).expect("one object a line");
        text.lines().map(read).collect()
    }

    pub(crate) fn unpacked(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        GzDecoder::new(&self.body[..]).read_to_end(&mut bytes).expect("gzip");
        bytes
    }

    /// It is refused with this status and this word; the sentence why.
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
