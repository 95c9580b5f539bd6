//! Whoever means harm: refused, and a game that is played meanwhile goes on.
//!
//! - `seats`: secrets, tokens and invitations that open nothing; pages of other sites
//! - `messages`: what is too long, is no message, or is never read
//! - `crowds`: many sockets, limits for an address, heads that never end
//! - `answers`: paths that lead out, headers, and what is told of what happens

#[path = "../house/mod.rs"]
mod house;

mod answers;
mod crowds;
mod messages;
mod seats;

use house::{House, Player};
use serde_json::json;

/// A long game that must not notice anything.
struct Game {
    ann: Player,
    bo: Player,
}

impl Game {
    async fn begin(house: &House) -> Self {
        Game::on(house, &["width=12", "height=12"]).await
    }

    async fn on(house: &House, options: &[&str]) -> Self {
        let (ann, bo) = house.pair(json!({ "game": "chomp", "options": options })).await;
        Game { ann, bo }
    }

    /// A move is made, and both see it.
    async fn goes_on(&mut self) {
        let Game { ann, bo } = self;
        let ply = ann.state["ply"].as_u64().expect("a ply");
        let mover = if ann.state["to_move"] == 0 { &mut *ann } else { &mut *bo };
        mover.play_first().await;
        for person in [ann, bo] {
            person.until(|state| state["ply"].as_u64() > Some(ply)).await;
        }
    }
}
