//! Floods of pings, whose answers are read.

use crate::attacker::Attacker;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(4, async |connection| {
            let made = connection.make(&json!({ "game": "chomp" })).await?;
            let mut socket =
                attacker.client.socket(&format!("/api/rooms/{}/socket", made.room)).await?;
            socket.hello("").await?;
            while !attacker.is_over() {
                for _ in 0..20 {
                    socket.send(Message::Ping(vec![b'x'; 125].into())).await?;
                }
                for _ in 0..20 {
                    while !matches!(socket.next().await?, Message::Pong(_)) {}
                }
            }
            Some(())
        })
        .await;
}
