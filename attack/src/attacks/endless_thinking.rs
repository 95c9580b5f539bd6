//! Two rooms with the longest thinking time and clock, and eight without a clock; whenever a computer player
//! has moved after all, the attacker moves at once.

use crate::{attacker::Attacker, client::Connection};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;

pub(super) async fn run(attacker: Attacker) {
    let rooms = (0..10).map(|room| {
        let attacker = &attacker;
        async move {
            // The first asks for more than the server allows.
            let clock = [Some("1000h"), Some("24h"), Some("24h")].get(room).copied().flatten();
            attacker.repeat(1, async |connection| think(attacker, connection, clock).await).await;
        }
    });
    join_all(rooms).await;
}

/// Plays one game, as fast as the computer player.
async fn think(
    attacker: &Attacker,
    connection: &mut Connection,
    clock: Option<&str>,
) -> Option<()> {
    let wish = json!({ "game": "grass", "seats": ["me", "mcts:time=1000h"], "clock": clock });
    let made = connection.make(&wish).await?;
    let mut socket = attacker.client.socket(&format!("/api/rooms/{}/socket", made.room)).await?;
    socket.hello(&made.secret).await?;
    let mut asked = 0;
    while !attacker.is_over() {
        let news = tokio::select! {
            news = socket.hear() => news?,
            () = attacker.pause(Duration::from_secs(3600)) => break,
        };
        asked -= u32::from(asked > 0 && news.starts_with("{\"re\""));
        let news: Value = serde_json::from_str(&news).ok()?;
        let now = if news["state"].is_object() { &news["state"] } else { &news["update"] };
        if now["phase"] == "over" {
            return Some(());
        }
        if now["to_move"] == 0 {
            let mv = now["moves"].as_array()?.last()?["move"].clone();
            let play = json!({ "id": 1, "do": "play", "ply": now["ply"], "move": mv });
            socket.say(&play).await?;
            asked += 1;
        }
    }
    // A move that is refused is counted too.
    while asked > 0 {
        asked -= u32::from(socket.hear().await?.starts_with("{\"re\""));
    }
    Some(())
}
