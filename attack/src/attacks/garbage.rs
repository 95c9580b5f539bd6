//! Broken JSON in bodies and on sockets.

use crate::{attacker::Attacker, client::Request};
use futures_util::future::join;
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
    join(bodies, messages).await;
}
