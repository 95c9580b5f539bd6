//! Chomp.

use crate::{Scene, View};
use meeple_core::{Game, Seat};
use meeple_games::chomp::Chomp;

/// How chomp is shown.
pub struct ChompView;

impl View for ChompView {
    type Game = Chomp;
    type Picture = String;
    type LegalMove = serde_json::Value;

    fn picture(scene: &Scene<'_, Chomp>) -> String {
        scene.position.to_string()
    }

    fn legal_moves(position: &Chomp) -> Vec<serde_json::Value> {
        position.legal_moves().map(|mv| serde_json::json!({"move": mv.to_string()})).collect()
    }

    fn tell_move(before: &Scene<'_, Chomp>, seat: Seat, mv: <Chomp as Game>::Move) -> String {
        format!("{}: {mv}", before.name(seat))
    }
}
