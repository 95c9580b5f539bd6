//! 200 spectators who watch other people's games and never read.

use crate::{attacker::Attacker, client::Request};
use std::time::Duration;

/// How long a spectator stays; the server waits 20 s for one that doesn't read.
const STAY: Duration = Duration::from_secs(40);

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(200, async |connection| {
            let list = connection.get("/api/rooms?limit=100").await?.json();
            let rooms = list["rooms"].as_array()?;
            *connection = attacker.client.connection(); // only the socket stays
            let room = rooms.get(usize::from(attacker.number) % rooms.len().max(1))?;
            let path = format!("/api/rooms/{}/socket", room["room"].as_str()?);
            let stream = attacker.client.tcp_unread().await.ok()?;
            let mut socket = attacker.client.socket_over(stream, Request::get(&path)).await?;
            socket.hello("").await?;
            attacker.pause(STAY).await;
            Some(())
        })
        .await;
}
