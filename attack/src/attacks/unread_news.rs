//! Many rooms on large boards, each with a spectator who doesn't read and a player who comes and goes, so that
//! the same large news waits in every room.

use crate::{
    attacker::Attacker,
    client::{Connection, Request},
};
use serde_json::json;
use std::time::Duration;

/// The server waits 20 s for a spectator that doesn't read.
const ROUNDS: usize = 100;

pub(super) async fn run(attacker: Attacker) {
    attacker.repeat(30, async |connection| fill(&attacker, connection).await).await;
}

async fn fill(attacker: &Attacker, connection: &mut Connection) -> Option<()> {
    let options = ["width=70", "height=70"];
    let wish = json!({ "game": "chomp", "options": options, "seats": ["me", "open"] });
    let made = connection.make(&wish).await?;
    let path = format!("/api/rooms/{}/socket", made.room);
    let sit = json!({ "do": "sit", "seat": 1, "name": "Eve", "invite": made.invite });
    connection.act(&made.room, "", &sit).await?;
    let stream = attacker.client.tcp_unread().await.ok()?;
    let mut unread = attacker.client.socket_over(stream, Request::get(&path)).await?;
    unread.hello("").await?;
    for _ in 0..ROUNDS {
        if attacker.is_over() {
            return None;
        }
        let mut player = attacker.client.socket(&path).await?;
        player.hello(&made.secret).await?;
        attacker.pause(Duration::from_millis(100)).await;
    }
    Some(())
}
