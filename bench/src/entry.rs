//! What is measured of each game: one without an entry here does not compile.

use crate::{azul, chomp, filler, grass, table::Bench};
use meeple_games::GameKind;

/// What is measured of one game.
pub(crate) struct BenchEntry {
    /// Adds the game's own rows.
    pub(crate) rows: fn(&mut Bench),
    /// Adds its row about what a table costs.
    pub(crate) at_a_table: fn(&mut Bench),
    /// The options and the number of seats of a game that fills a large screen.
    pub(crate) on_screen: (&'static [&'static str], usize),
}

impl BenchEntry {
    /// That of this game.
    pub(crate) fn of(kind: GameKind) -> &'static BenchEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
