//! The benchmarks of each game; a game without an entry here doesn't compile.

use crate::{azul, chomp, filler, grass, table::BenchTable};
use meeple_games::GameKind;

/// The benchmarks of one game.
pub(crate) struct BenchEntry {
    /// Adds the game's own rows.
    pub(crate) rows: fn(&mut BenchTable),
    /// Adds the row about the overhead of a table.
    pub(crate) at_a_table: fn(&mut BenchTable),
    /// Options and number of seats of a game that fills a large screen.
    pub(crate) on_screen: (&'static [&'static str], usize),
}

impl BenchEntry {
    /// Returns the entry of this game.
    pub(crate) fn for_game(kind: GameKind) -> &'static BenchEntry {
        match kind {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }
}
