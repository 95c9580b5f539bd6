//! Connections that are opened and dropped, some after half a request line.

use crate::attacker::Attacker;
use tokio::io::AsyncWriteExt as _;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(6, async |connection| {
            for begin in [&b""[..], b"G", b"GET / HT", b"\x16\x03\x01\x02\x00\x01"] {
                let mut stream = connection.client.tcp().await.ok()?;
                connection.client.tally.request();
                stream.write_all(begin).await.ok()?;
            }
            Some(())
        })
        .await;
}
