//! What this crate offers for each game: computer players, an adviser and practice positions.

use crate::{
    advice::AnyAdviser,
    azul, chomp, filler, grass,
    roster::{PlayerKind, Resources},
};
use meeple_games::GameKind;

/// The players, the adviser and the practice positions of one game.
pub(crate) struct AiEntry {
    /// The available players, in the order in which they are listed; never empty.
    pub(crate) players: &'static [PlayerKind],
    /// Creates the game's strongest adviser.
    pub(crate) adviser: fn(&Resources) -> Box<dyn AnyAdviser>,
    /// The practice positions, one per line ([`crate::practice`]).
    pub(crate) practice: &'static str,
}

impl AiEntry {
    /// Returns the entry of this game.
    pub(crate) fn of(kind: GameKind) -> &'static AiEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
