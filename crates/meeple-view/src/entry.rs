//! What this crate has for each game: its view, its drawing, and a position that shows it well.

use crate::{AnyView, azul, chomp, filler, grass};
use meeple_games::GameKind;

/// How one game is shown.
pub(crate) struct ViewEntry {
    /// Pictures, legal moves and sentences.
    pub(crate) view: &'static dyn AnyView,
    /// The JavaScript module that draws it ([`crate::drawings`]).
    pub(crate) drawing: &'static str,
    /// A position that is good to see, from the middle of a game where that shows more.
    pub(crate) example: &'static str,
}

impl ViewEntry {
    /// That of this game.
    pub(crate) fn of(kind: GameKind) -> &'static ViewEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
