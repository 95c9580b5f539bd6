//! Filler.

use crate::{Scene, View};
use meeple_core::{Game, Seat};
use meeple_games::filler::Filler;

/// How filler is shown.
pub struct FillerView;

impl View for FillerView {
    type Game = Filler;
    type Picture = String;
    type LegalMove = serde_json::Value;

    fn picture(scene: &Scene<'_, Filler>) -> String {
        scene.position.to_string()
    }

    fn legal_moves(position: &Filler) -> Vec<serde_json::Value> {
        position.legal_moves().map(|mv| serde_json::json!({"move": mv.to_string()})).collect()
    }

    fn tell_move(before: &Scene<'_, Filler>, seat: Seat, mv: <Filler as Game>::Move) -> String {
        format!("{}: {mv}", before.name(seat))
    }
}
