//! Floods of the list of rooms: first pages, following pages, and cursors that mean nothing.

use crate::attacker::Attacker;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(6, async |connection| {
            for game in ["", "&game=azul", "&game=chomp", "&game=none"] {
                let path = format!("/api/rooms?limit=100{game}");
                let mut page = connection.get(&path).await?.json();
                for _ in 0..20 {
                    let Some(next) = page["next"].as_str() else { break };
                    if attacker.is_over() {
                        return None;
                    }
                    page = connection.get(&format!("{path}&before={next}")).await?.json();
                }
            }
            connection.get("/api/rooms?before=%00garbage").await.map(|_| ())
        })
        .await;
}
