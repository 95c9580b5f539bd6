//! Records to upload.

use crate::client::Connection;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Plays the beginning of a game, resigns and returns its record.
pub(crate) async fn record(connection: &mut Connection) -> Option<Vec<u8>> {
    let made = connection.make(&json!({ "game": "azul", "seats": ["me", "open"] })).await?;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Eve", "invite": made.invite });
    let sat = connection.act(&made.room, "", &sit).await?.json();
    let secrets = [made.secret.as_str(), sat["secret"].as_str()?];
    for _ in 0..8 {
        let state = connection.get(&format!("/api/rooms/{}", made.room)).await?.json();
        let state: &Value = &state["state"];
        let mover = state["to_move"].as_u64()? as usize;
        let mv = &state["moves"].as_array()?.first()?["move"];
        let play = json!({ "do": "play", "ply": state["ply"], "move": mv });
        connection.act(&made.room, secrets[mover], &play).await?;
    }
    connection.act(&made.room, secrets[0], &json!({ "do": "resign" })).await?;
    let file = connection.get(&format!("/api/records/{}/file", made.room)).await?;
    (file.status == 200).then_some(file.body)
}

/// Returns a valid record of about this many bytes: a game whose player's name is long.
pub(crate) fn large_record(bytes: usize) -> Vec<u8> {
    let seats =
        ["a", "b"].map(|name| json!({ "name": name, "who": "computer", "player": "random" }));
    let header = json!({
        "event": "start", "format": 2, "game": "chomp", "rules": 1, "options": { "width": 70, "height": 70 },
        "seats": seats, "seed": 1, "time": "2026-01-01T00:00:00Z",
    });
    let mut record = format!("{header}\n");
    for ply in 0..60 {
        let (seat, row, remark) = (ply % 2, 69 - ply, "x".repeat(bytes / 70));
        let mv = json!({
            "event": "move", "seat": seat, "move": format!("{row},0"), "info": [remark],
        });
        let _ = writeln!(record, "{mv}"); // a string takes everything
    }
    record.into_bytes()
}
