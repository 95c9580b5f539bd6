//! Describes each ply of a game in words.

use meeple_core::{Event, GameHistory, Seat};
use meeple_view::{AnyView, NarratedPly};
use serde::Serialize;

/// A narrated deal or move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NarrationEntry {
    /// The number of the ply, counted from 1.
    pub ply: usize,
    /// The seat that moved; `None` for a deal.
    pub seat: Option<Seat>,
    /// The move's text.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// What was done and what followed from it.
    #[serde(flatten)]
    pub words: NarratedPly,
}

/// Narrates the `ply`-th deal or move of a game, counted from 1.
pub(crate) fn narrate(view: &dyn AnyView, game: &GameHistory, ply: usize) -> NarrationEntry {
    let (seat, mv) = match &*game.plies()[ply - 1].event {
        Event::Move { seat, mv, .. } => (Some(*seat), Some(mv.clone())),
        _ => (None, None),
    };
    NarrationEntry { ply, seat, mv, words: view.narrate(game, ply).unwrap_or_default() }
}
