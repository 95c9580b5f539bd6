//! Boards that are too large, and the largest that are allowed, whose answers nobody reads.

use crate::{
    attacker::Attacker,
    client::{Request, note, read_body, read_head},
};
use futures_util::future::join;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::BufReader;

/// How long an answer is left unread; the server waits 20 s.
const UNREAD: Duration = Duration::from_secs(25);

pub(super) async fn run(attacker: Attacker) {
    let wishes = too_large();
    let too_large = attacker.repeat(2, async |connection| {
        for (path, wish) in &wishes {
            connection.post(path, wish).await?;
        }
        Some(())
    });
    let unread = attacker.repeat(40, async |connection| {
        let client = &connection.client;
        let options = ["width=70", "height=70"];
        let body = json!({ "game": "chomp", "options": options }).to_string();
        let mut stream = BufReader::new(client.tcp_unread().await.ok()?);
        let request = Request::send("/api/positions", "application/json", body.into_bytes());
        client.tally.request();
        request.write_to(&mut stream, client.server).await.ok()?;
        let Ok(head) = read_head(&mut stream).await else {
            client.tally.unanswered();
            return None;
        };
        if head.status < 400 {
            client.tally.status(head.status);
            attacker.pause(UNREAD).await;
        } else {
            note(&client.tally, &read_body(&mut stream, head).await.ok()?);
        }
        Some(())
    });
    join(too_large, unread).await;
}

fn too_large() -> Vec<(&'static str, Value)> {
    let chomp = json!({ "game": "chomp", "options": ["width=255", "height=255"] });
    let row = ".".repeat(250);
    let map = format!("@{}/{}{}$", &row[1..], format!("{row}/").repeat(248), &row[1..]);
    let filler = json!({ "game": "filler", "options": [format!("map={map}")] });
    let rows = vec!["255"; 255].join(",");
    let position = format!("width=255 height=255 rows={rows} turn=0");
    let advice = json!({ "game": "chomp", "position": position });
    let paths = ["/api/rooms", "/api/positions"];
    let mut wishes: Vec<_> =
        [chomp, filler].iter().flat_map(|wish| paths.map(|path| (path, wish.clone()))).collect();
    wishes.push(("/api/advice", advice));
    wishes
}
