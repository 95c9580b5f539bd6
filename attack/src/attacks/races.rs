//! Seats and rematches that many ask for at once: only one may get each seat, and there is one rematch.

use crate::attacker::Attacker;
use futures_util::future::join_all;
use serde_json::json;

/// How many ask at once.
const RIVALS: usize = 8;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(1, async |connection| {
            let tally = &attacker.client.tally;
            let made =
                connection.make(&json!({ "game": "chomp", "seats": ["me", "open"] })).await?;
            let sit = json!({ "do": "sit", "seat": 1, "name": "Eve", "invite": made.invite });
            let rivals = (0..RIVALS).map(|_| async {
                let sat = attacker.client.connection().act(&made.room, "", &sit).await?;
                sat.json()["secret"].as_str().map(str::to_owned)
            });
            let seated: Vec<String> = join_all(rivals).await.into_iter().flatten().collect();
            if seated.len() > 1 {
                tally.broken(format!("{} people got the same seat", seated.len()));
            }
            let other = seated.first()?;
            connection.act(&made.room, &made.secret, &json!({ "do": "resign" })).await?;
            let rematch = json!({ "do": "rematch" });
            let rivals = (0..RIVALS).map(|rival| {
                let secret = if rival % 2 == 0 { &made.secret } else { other };
                let (attacker, room, rematch) = (&attacker, &made.room, &rematch);
                async move {
                    attacker.client.connection().act(room, secret, rematch).await?;
                    let path = format!("/api/rooms/{room}");
                    let state = attacker.client.connection().get(&path).await?.json();
                    state["state"]["next"].as_str().map(str::to_owned)
                }
            });
            let mut next: Vec<String> = join_all(rivals).await.into_iter().flatten().collect();
            next.sort();
            next.dedup();
            if next.len() > 1 {
                tally.broken(format!("one game had {} rematches", next.len()));
            }
            Some(())
        })
        .await;
}
