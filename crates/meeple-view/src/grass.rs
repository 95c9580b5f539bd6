//! Grass.

use crate::{Scene, View};
use meeple_core::{Game, Seat};
use meeple_games::grass::Grass;

/// How grass is shown.
pub struct GrassView;

impl View for GrassView {
    type Game = Grass;
    type Picture = String;
    type LegalMove = serde_json::Value;

    fn picture(scene: &Scene<'_, Grass>) -> String {
        scene.position.to_string()
    }

    fn legal_moves(position: &Grass) -> Vec<serde_json::Value> {
        position.legal_moves().map(|mv| serde_json::json!({"move": mv.to_string()})).collect()
    }

    fn tell_move(before: &Scene<'_, Grass>, seat: Seat, mv: <Grass as Game>::Move) -> String {
        format!("{}: {mv}", before.name(seat))
    }
}
