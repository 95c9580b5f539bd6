//! Floods of pings before and after hello, and over the sockets of bots; the answers are read.

use crate::{
    attacker::Attacker,
    client::{Request, RoomSocket},
};
use futures_util::future::join3;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

pub(super) async fn run(attacker: Attacker) {
    let greeted = attacker.repeat(2, async |connection| {
        let made = connection.make(&json!({ "game": "chomp" })).await?;
        let path = format!("/api/rooms/{}/socket", made.room);
        let mut socket = attacker.client.socket(&path).await?;
        socket.hello("").await?;
        flood(&attacker, &mut socket).await
    });
    // The server closes a socket that doesn't say hello after a while.
    let silent = attacker.repeat(2, async |connection| {
        let made = connection.make(&json!({ "game": "chomp" })).await?;
        let path = format!("/api/rooms/{}/socket", made.room);
        while !attacker.is_over() {
            let mut socket = attacker.client.socket(&path).await?;
            let _ = flood(&attacker, &mut socket).await;
        }
        Some(())
    });
    let bots = attacker.repeat(2, async |connection| {
        let wish = json!({ "game": "chomp", "seats": ["bot", "easy"] });
        let made = connection.make(&wish).await?;
        let path = format!("/api/rooms/{}/bot", made.room);
        let request = Request::get(&path).with("authorization", format!("Bearer {}", made.token));
        let stream = attacker.client.tcp().await.ok()?;
        let mut socket = attacker.client.socket_over(stream, request).await?;
        flood(&attacker, &mut socket).await
    });
    join3(greeted, silent, bots).await;
}

/// Sends pings until the attack is over, 20 at a time; `None` if the socket is closed.
async fn flood(attacker: &Attacker, socket: &mut RoomSocket) -> Option<()> {
    while !attacker.is_over() {
        for _ in 0..20 {
            socket.send(Message::Ping(vec![b'x'; 125].into())).await?;
        }
        for _ in 0..20 {
            while !matches!(socket.next().await?, Message::Pong(_)) {}
        }
    }
    Some(())
}
