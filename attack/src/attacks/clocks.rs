//! Readers that try to keep a clock from running out: the game must be over soon after its time is up.

use crate::attacker::Attacker;
use futures_util::future::join_all;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// The clock of the player who doesn't move.
const CLOCK: &str = "2s";
/// When the game must be over, even on a busy machine. The clocks stand still while the server does.
const LATEST: Duration = Duration::from_secs(30);

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(1, async |connection| {
            let wish = json!({ "game": "chomp", "seats": ["me", "easy"], "clock": CLOCK });
            let made = connection.make(&wish).await?;
            let (path, begin) = (format!("/api/rooms/{}", made.room), Instant::now());
            let readers = (0..4).map(|_| async {
                let mut connection = attacker.client.connection();
                while !attacker.is_over() && begin.elapsed() < LATEST {
                    let state = connection.get(&path).await?.json();
                    if state["state"]["phase"] == "over" {
                        return Some(());
                    }
                }
                Some(())
            });
            join_all(readers).await;
            if begin.elapsed() >= LATEST && !attacker.is_over() {
                let state = connection.get(&path).await?.json();
                if state["state"]["phase"] == "playing" {
                    attacker.client.tally.broken(format!("a clock of {CLOCK} has not run out"));
                }
            }
            Some(())
        })
        .await;
}
