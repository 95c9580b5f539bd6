//! Floods of requests for advice, each for the longest time, and of hints in a room.

use crate::attacker::Attacker;
use futures_util::future::join;
use serde_json::{Value, json};
use std::time::Duration;

/// The longest time that the server searches.
const LONGEST: Duration = Duration::from_secs(20);

pub(super) async fn run(attacker: Attacker) {
    let advice = attacker.repeat(8, async |connection| {
        let start = connection.post("/api/positions", &json!({ "game": "azul" })).await?.json();
        let position = &start["position"];
        // The last searches end soon after the attack.
        let is_last = attacker.left() < LONGEST;
        let time = if is_last { json!(200) } else { json!(1_u64 << 40) };
        let body = json!({ "game": "azul", "position": position, "top": 20, "time_ms": time });
        // Many searches may be waiting; what is given up is neither answered nor counted.
        tokio::select! {
            answer = connection.post("/api/advice", &body) => answer.map(|_| ()),
            () = attacker.after_the_end() => None,
        }
    });
    let hints = attacker.repeat(2, async |connection| {
        let made = connection.make(&json!({ "game": "grass", "seats": ["me", "easy"] })).await?;
        let state = connection.get(&format!("/api/rooms/{}", made.room)).await?.json();
        let ply: &Value = &state["state"]["ply"];
        for _ in 0..200 {
            if attacker.is_over() {
                return None;
            }
            connection.act(&made.room, &made.secret, &json!({ "do": "hint", "ply": ply })).await?;
        }
        Some(())
    });
    join(advice, hints).await;
}
