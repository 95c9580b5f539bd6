//! What this crate has for each game: its players, who advises, and positions to practise.

use crate::{
    advice::AnyAdviser,
    azul, chomp, filler, grass,
    roster::{PlayerKind, Resources},
};
use meeple_games::GameKind;

/// The players, the adviser and the practice positions of one game.
pub(crate) struct AiEntry {
    /// Who can be seated, the strongest first; at least one.
    pub(crate) players: &'static [PlayerKind],
    /// Makes the adviser who knows the game best.
    pub(crate) adviser: fn(&Resources) -> Box<dyn AnyAdviser>,
    /// The positions to practise, a line each ([`crate::practice`]).
    pub(crate) practice: &'static str,
}

impl AiEntry {
    /// That of this game.
    pub(crate) fn of(kind: GameKind) -> &'static AiEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
