//! What happened, ply by ply, in words.

use meeple_core::{Event, Match, Seat};
use meeple_view::{AnyView, Told};
use serde::Serialize;

/// A deal or a move in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Narrated {
    /// Its number, from 1.
    pub ply: usize,
    /// Who moved; nobody where chance did.
    pub seat: Option<Seat>,
    /// The move's text.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// What was done, and what followed from it.
    #[serde(flatten)]
    pub words: Told,
}

/// The `ply`-th deal or move of a game, counted from 1.
pub(crate) fn narrate(view: &dyn AnyView, game: &Match, ply: usize) -> Narrated {
    let (seat, mv) = match &*game.line()[ply - 1].event {
        Event::Move { seat, mv, .. } => (Some(*seat), Some(mv.clone())),
        _ => (None, None),
    };
    Narrated { ply, seat, mv, words: view.tell(game, ply).unwrap_or_default() }
}
