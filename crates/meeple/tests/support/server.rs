//! `meeple serve` as a separate process, and an HTTP client for it.

#![allow(dead_code, reason = "each test program uses a part of it")]

use serde_json::Value;
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Longer than anything here takes, even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A running server; it is killed when this is dropped.
pub(crate) struct TestServer {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl TestServer {
    /// Starts a server on this port (0 for any) with this data folder.
    pub(crate) fn start(folder: &Path, port: u16) -> Self {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"]).arg(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it says where it is");
        let address = line.trim().strip_prefix("Meeple is at http://");
        let address = address.and_then(|rest| rest.trim_end_matches('/').parse().ok());
        TestServer { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")) }
    }

    /// Kills the server without warning.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Waits for the server to end by itself; returns its exit code, or `None` if it takes too long.
    pub(crate) fn exit_code(&mut self, within: Duration) -> Option<i32> {
        let since = Instant::now();
        while since.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("meeple")
}

/// Creates a room.
pub(crate) fn make(address: SocketAddr, wish: &Value) -> Value {
    let (status, made) = post(address, "/api/rooms", None, wish);
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&made));
    serde_json::from_slice(&made).expect("JSON")
}

/// Posts JSON, with a secret if given.
pub(crate) fn post(
    address: SocketAddr,
    path: &str,
    secret: Option<&str>,
    body: &Value,
) -> (u16, Vec<u8>) {
    let bearer = secret.map(|secret| format!("authorization: Bearer {secret}\r\n"));
    post_text(address, path, &bearer.unwrap_or_default(), &body.to_string())
}

/// Posts any text, with additional header lines.
pub(crate) fn post_text(address: SocketAddr, path: &str, head: &str, body: &str) -> (u16, Vec<u8>) {
    let length = body.len();
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{head}");
    answer(
        address,
        &format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"),
    )
}

pub(crate) fn get(address: SocketAddr, path: &str) -> (u16, Vec<u8>) {
    answer(address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"))
}

/// Returns the status and the body.
fn answer(address: SocketAddr, request: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    stream.write_all(request.as_bytes()).expect("it is heard");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = &answer[end + 4..];
    let is_chunked = head.to_ascii_lowercase().contains("\r\ntransfer-encoding: chunked");
    (status, if is_chunked { whole(body) } else { body.to_vec() })
}

/// Joins a chunked body.
fn whole(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").expect("a size");
        let size = std::str::from_utf8(&chunks[..end]).expect("digits");
        let size = usize::from_str_radix(size, 16).expect("a number");
        if size == 0 {
            return body;
        }
        let chunk = &chunks[end + 2..];
        body.extend(&chunk[..size]);
        chunks = &chunk[size + 2..];
    }
}
