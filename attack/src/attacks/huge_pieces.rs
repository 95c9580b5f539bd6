//! Positions of Filler in which a huge piece is in hand: thousands of moves that cover thousands of cells each.

use crate::{attacker::Attacker, client::Request};
use serde_json::json;

pub(super) async fn run(attacker: Attacker) {
    let small = position(97, 49); // as large as the board of a room may be
    let bodies = [position(150, 70), small.clone()]
        .map(|position| json!({ "game": "filler", "position": position }));
    let room = json!({ "game": "filler", "position": small, "seats": ["me", "easy"] });
    let record = record(&small);
    attacker
        .repeat(2, async |connection| {
            for body in &bodies {
                for path in ["/api/positions", "/api/positions/play", "/api/advice"] {
                    connection.post(path, body).await?;
                }
            }
            connection.post("/api/rooms", &room).await?;
            let upload = Request::send("/api/records", "application/x-ndjson", record.clone());
            let uploaded = connection.request(upload).await?.json();
            if let Some(id) = uploaded["id"].as_str() {
                connection.get(&format!("/api/records/{id}/moves?ply=0")).await?;
            }
            Some(())
        })
        .await;
}

/// Returns a position with one cell in the middle of a square board, and a full square in hand.
fn position(board: usize, piece: usize) -> String {
    let mut rows = vec![".".repeat(board); board];
    rows[board / 2].replace_range(board / 2..=board / 2, "@");
    rows[0].replace_range(0..1, "$");
    let held = vec!["O".repeat(piece); piece].join("/");
    format!(
        "board={} turn=0 piece={piece}x{piece}:{held} stuck=none placed=0,0 margins=overhang score=cells",
        rows.join("/")
    )
}

/// Returns a record of a game that starts from this position.
fn record(position: &str) -> Vec<u8> {
    let seat = json!({ "name": "Eve", "who": "person" });
    let start = json!({
        "event": "start", "format": 2, "game": "filler", "rules": 2, "options": {},
        "seats": [seat, seat], "position": position, "time": "",
    });
    format!("{start}\n").into_bytes()
}
