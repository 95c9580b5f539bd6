//! Bots that send remarks without end instead of moving.

use crate::{attacker::Attacker, client::Request};
use serde_json::json;
use std::fmt::Write as _;
use tokio_tungstenite::tungstenite::Message;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(3, async |connection| {
            let made =
                connection.make(&json!({ "game": "chomp", "seats": ["bot", "easy"] })).await?;
            let stream = attacker.client.tcp().await.ok()?;
            let path = format!("/api/rooms/{}/bot", made.room);
            let request = Request::get(&path);
            let request = request.with("authorization", format!("Bearer {}", made.token));
            let mut bot = attacker.client.socket_over(stream, request).await?;
            let mut lines = String::new();
            for number in 0..200 {
                writeln!(lines, "info depth {number} {}", "x".repeat(60)).ok()?;
            }
            while !attacker.is_over() {
                tokio::select! {
                    sent = bot.send(Message::text(lines.clone())) => sent?,
                    () = attacker.pause(std::time::Duration::from_secs(30)) => return None,
                }
            }
            Some(())
        })
        .await;
}
