//! WebSocket frames that are oversized, invalid, fragmented without end, or not masked, to the sockets of people
//! (before hello) and of bots.

use crate::{attacker::Attacker, client::Request};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

/// How long the server may take to close the socket.
const WAIT: Duration = Duration::from_secs(30);

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(3, async |connection| {
            let made =
                connection.make(&json!({ "game": "chomp", "seats": ["bot", "easy"] })).await?;
            let paths = ["socket", "bot"].map(|end| format!("/api/rooms/{}/{end}", made.room));
            let bearer = format!("Bearer {}", made.token);
            for (bytes, path) in
                frames().iter().flat_map(|bytes| paths.iter().map(move |path| (bytes, path)))
            {
                if attacker.is_over() {
                    return None;
                }
                let stream = attacker.client.tcp().await.ok()?;
                let request = Request::get(path).with("authorization", &bearer);
                let mut stream = attacker.client.upgrade(stream, request).await?;
                attacker.client.tally.request();
                let talk = async {
                    let _ = stream.write_all(bytes).await;
                    let mut answer = Vec::new();
                    let _ = stream.take(1 << 20).read_to_end(&mut answer).await;
                };
                let _ = timeout(WAIT, talk).await;
            }
            Some(())
        })
        .await;
}

/// What is sent, each over a new socket.
fn frames() -> Vec<Vec<u8>> {
    let masked = |first: u8, length: usize| {
        let mut frame = vec![first, 0x80 | 127];
        frame.extend((length as u64).to_be_bytes());
        frame.extend([0; 4]); // the mask
        frame
    };
    let oversized = [masked(0x81, 1 << 20), vec![b'x'; 1 << 20]].concat();
    let claimed = masked(0x81, usize::MAX >> 1);
    let reserved = vec![0xf3, 0x80, 0, 0, 0, 0];
    let fragment = |first: u8| [vec![first, 0x80 | 0x64, 0, 0, 0, 0], vec![b'x'; 0x64]].concat();
    let fragments: Vec<u8> = std::iter::once(fragment(0x01))
        .chain((0..5_000).map(|_| fragment(0x00)))
        .flatten()
        .collect();
    let unmasked = b"\x81\x05hello".to_vec();
    let broken_text = vec![0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe];
    vec![
        oversized,
        claimed,
        reserved,
        fragments,
        unmasked,
        broken_text,
        b"no frame at all".to_vec(),
    ]
}
