//! Azul.

use crate::{Scene, View};
use meeple_core::{Game, Seat};
use meeple_games::azul::Azul;

/// How azul is shown.
pub struct AzulView;

impl View for AzulView {
    type Game = Azul;
    type Picture = String;
    type LegalMove = serde_json::Value;

    fn picture(scene: &Scene<'_, Azul>) -> String {
        scene.position.to_string()
    }

    fn legal_moves(position: &Azul) -> Vec<serde_json::Value> {
        position.legal_moves().map(|mv| serde_json::json!({"move": mv.to_string()})).collect()
    }

    fn tell_move(before: &Scene<'_, Azul>, seat: Seat, mv: <Azul as Game>::Move) -> String {
        format!("{}: {mv}", before.name(seat))
    }
}
