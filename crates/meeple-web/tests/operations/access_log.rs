//! Tests of the access log.

use super::{
    behind_proxy,
    test_server::{PATIENCE, WebTestServer},
};
use meeple_web::{LogAddresses, ServerConfig, ServerLimits};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::timeout;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt::{self, MakeWriter},
    layer::{Layer as _, SubscriberExt as _},
};

/// Logged lines as JSON.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    /// Captures the access log of this thread, on which the server of a test runs too.
    fn capture() -> (Self, DefaultGuard) {
        Lines::capture_targets(Targets::new().with_target("access", LevelFilter::INFO))
    }

    fn capture_targets(targets: Targets) -> (Self, DefaultGuard) {
        let lines = Lines::default();
        let layer = fmt::layer().json().flatten_event(true).with_writer(lines.clone());
        let subscriber = tracing_subscriber::registry().with(layer.with_filter(targets));
        (lines, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }

    fn all(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Waits for a line with these fields.
    async fn find(&self, fields: &[(&str, Value)]) -> Value {
        let has = |line: &Value| fields.iter().all(|(name, value)| line[*name] == *value);
        let found = async {
            loop {
                if let Some(line) = self.all().into_iter().find(has) {
                    return line;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let found = timeout(PATIENCE, found).await;
        found.unwrap_or_else(|_| panic!("no line has {fields:?}:\n{}", self.text()))
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn requests_and_sockets_have_a_line_each_without_anything_secret() {
    // Everything that is logged by default, with the access log.
    let all = Targets::new().with_default(LevelFilter::INFO);
    let (lines, _guard) = Lines::capture_targets(all);
    let server = WebTestServer::with_config(ServerLimits::default(), behind_proxy).await;
    let headers = [("x-forwarded-for", "2001:db8::7".to_owned())];
    let (_, _, body) = server.request("GET", "/api/games?secret=hush", &headers, b"").await;
    let line = lines.find(&[("route", json!("/api/games"))]).await;
    assert_eq!((&line["method"], &line["status"]), (&json!("GET"), &json!(200)), "{line}");
    assert_eq!(line["address"], "2001:db8::7", "{line}");
    assert_eq!(line["bytes"], body.len(), "{line}");
    assert!(line["ms"].is_number(), "{line}");

    let made =
        server.make(json!({ "game": "chomp", "seats": ["me", "bot"], "name": "Walburga" })).await;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let [room, secret, invite, token] =
        [&made["room"], &made["secret"], &made["invite"], &made["bots"][0]["token"]].map(word);
    let mut ann = server.visit_from("192.0.2.7", &room, Some(&secret)).await;
    ann.play_first().await;
    let mut bot = server.bot(&room, &token).await.expect("a seat");
    bot.line().await;
    bot.say("no move").await;
    let failed = [("message", json!("a player failed"))];
    lines.find(&failed).await;
    lines.find(&[("message", json!("room created"))]).await;
    drop((ann, bot));
    for (transport, address) in [("socket", "192.0.2.7"), ("bot", "127.0.0.1")] {
        let route = ("route", json!(format!("/api/rooms/{{room}}/{transport}")));
        let opened = lines.find(&[route.clone(), ("status", json!(101))]).await;
        let closed = lines.find(&[route, ("message", json!("socket closed"))]).await;
        for line in [opened, closed] {
            assert_eq!(line["address"], address, "{line}");
        }
    }
    server.get("/no-such-page").await;
    lines.find(&[("status", json!(404))]).await;
    let text = lines.text();
    for hidden in [&*room, &secret, &invite, &token, "hush", "Walburga", "no-such-page"] {
        assert!(!text.contains(hidden), "{hidden} was logged:\n{text}");
    }
}

#[tokio::test]
async fn addresses_can_be_hashed_or_left_out() {
    for (style, expected) in [(LogAddresses::Hashed, None), (LogAddresses::None, Some("-"))] {
        let (lines, _guard) = Lines::capture();
        let change = |config| ServerConfig { log_addresses: style, ..behind_proxy(config) };
        let server = WebTestServer::with_config(ServerLimits::default(), change).await;
        for (path, address) in
            [("/api/games", "192.0.2.7"), ("/api/rooms", "192.0.2.7"), ("/livez", "192.0.2.8")]
        {
            let headers = [("x-forwarded-for", address.to_owned())];
            server.request("GET", path, &headers, b"").await;
        }
        let mut shown = Vec::new();
        for route in ["/api/games", "/api/rooms", "/livez"] {
            shown.push(lines.find(&[("route", json!(route))]).await["address"].clone());
        }
        assert!(!lines.text().contains("192.0.2"), "{}", lines.text());
        match expected {
            Some(expected) => assert!(shown.iter().all(|address| address == expected), "{shown:?}"),
            None => assert!(shown[0] == shown[1] && shown[0] != shown[2], "{shown:?}"),
        }
    }
}
