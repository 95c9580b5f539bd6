//! Floods of reactions from 300 sockets on one seat.

use crate::attacker::Attacker;
use futures_util::future::join_all;
use serde_json::json;

/// The number of sockets.
const SOCKETS: usize = 300;
/// These addresses, so that the others have sockets left for other attacks.
const FROM: std::ops::Range<u8> = 8..10;

pub(super) async fn run(attacker: Attacker) {
    if FROM.contains(&attacker.number) {
        attacker
            .repeat(1, async |connection| {
                let wish = json!({ "game": "azul", "seats": ["me", "open"] });
                let made = connection.make(&wish).await?;
                let react = json!({ "id": 1, "do": "react", "reaction": "hurry" });
                let all = (0..SOCKETS).map(|_| async {
                    let path = format!("/api/rooms/{}/socket", made.room);
                    let mut socket = attacker.client.socket(&path).await?;
                    socket.hello(&made.secret).await?;
                    while !attacker.is_over() {
                        socket.ask(&react).await?;
                    }
                    Some(())
                });
                join_all(all).await;
                None
            })
            .await;
    }
}
