//! What this crate provides for each game: its view, its drawing, and an example position.

use crate::{AnyView, azul, chomp, filler, grass};
use meeple_games::GameKind;

/// The presentation of one game.
pub(crate) struct ViewEntry {
    /// Pictures, legal moves and sentences.
    pub(crate) view: &'static dyn AnyView,
    /// The JavaScript module that draws it ([`crate::drawings`]).
    pub(crate) drawing: &'static str,
    /// An example position, from the middle of a game where that shows more.
    pub(crate) example: &'static str,
}

impl ViewEntry {
    /// Returns the entry of this game.
    pub(crate) fn of(kind: GameKind) -> &'static ViewEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
