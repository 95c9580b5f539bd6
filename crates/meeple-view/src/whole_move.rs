//! A move that is chosen in one step.

use meeple_core::Game;
use serde::Serialize;

/// A legal move that is chosen as a whole, for games without steps to choose in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WholeMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
}

impl WholeMove {
    /// Returns the legal moves of a position in the game's order.
    pub fn all(position: &impl Game) -> impl Iterator<Item = Self> {
        position.legal_moves().map(|mv| WholeMove { mv: mv.to_string() })
    }
}
