//! Broken JSON in bodies, and on the sockets of people, before and after hello, and of bots.

use crate::{attacker::Attacker, client::Request};
use futures_util::future::join4;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

const TEXTS: [&str; 6] =
    ["", "{", "null", "[[[[[[[[", r#"{"game":7,"seats":"x"}"#, "{\"id\":{},\"do\":\"\u{0}\"}"];
const PATHS: [&str; 6] = [
    "/api/rooms",
    "/api/positions",
    "/api/positions/play",
    "/api/advice",
    "/api/records",
    "/api/code",
];

pub(super) async fn run(attacker: Attacker) {
    let bodies = attacker.repeat(4, async |connection| {
        let deep = "[".repeat(60_000);
        for text in TEXTS.into_iter().chain([deep.as_str()]) {
            for path in PATHS {
                let body = text.as_bytes().to_vec();
                connection.request(Request::send(path, "application/json", body)).await?;
            }
        }
        let position = "x".repeat(60_000);
        let long = json!({ "game": "azul", "position": position });
        connection.post("/api/positions", &long).await.map(|_| ())
    });
    let messages = attacker.repeat(2, async |connection| {
        let made = connection.make(&json!({ "game": "chomp" })).await?;
        let mut socket =
            attacker.client.socket(&format!("/api/rooms/{}/socket", made.room)).await?;
        socket.hello("").await?;
        for round in 0..500 {
            let text = TEXTS[round % TEXTS.len()];
            let is_binary = round % 3 == 0;
            let message = if is_binary { Message::binary(text) } else { Message::text(text) };
            socket.send(message).await?;
            while !socket.hear().await?.starts_with("{\"re\"") {}
            if attacker.is_over() {
                return None;
            }
        }
        let nested: Value = json!({ "id": "x".repeat(15_000), "do": "hint" });
        socket.ask(&nested).await.map(|_| ())
    });
    let without_hello = attacker.repeat(2, async |connection| {
        let made = connection.make(&json!({ "game": "chomp" })).await?;
        let path = format!("/api/rooms/{}/socket", made.room);
        while !attacker.is_over() {
            let mut socket = attacker.client.socket(&path).await?;
            let long = json!({ "id": "x".repeat(15_000), "do": "hint" }).to_string();
            for text in TEXTS.into_iter().chain([long.as_str()]).cycle() {
                // The server closes the socket after some of them.
                if socket.send(Message::binary(text.to_owned())).await.is_none()
                    || socket.send(Message::text(text.to_owned())).await.is_none()
                    || socket.hear().await.is_none()
                {
                    break;
                }
            }
        }
        Some(())
    });
    let bots = attacker.repeat(2, async |connection| {
        let wish = json!({ "game": "chomp", "seats": ["bot", "easy"] });
        let made = connection.make(&wish).await?;
        let path = format!("/api/rooms/{}/bot", made.room);
        let request = Request::get(&path).with("authorization", format!("Bearer {}", made.token));
        let stream = attacker.client.tcp().await.ok()?;
        let mut bot = attacker.client.socket_over(stream, request).await?;
        while !attacker.is_over() {
            let bytes = Message::binary(vec![b'x'; 15_000]);
            tokio::select! {
                sent = bot.send(bytes) => sent?,
                () = attacker.pause(std::time::Duration::from_secs(30)) => return None,
            }
        }
        Some(())
    });
    join4(bodies, messages, without_hello, bots).await;
}
