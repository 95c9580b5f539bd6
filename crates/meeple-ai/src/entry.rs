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
    /// The default number of positions per step of an analysis, chosen so that a step takes about 0.2 s or
    /// less on one core of an ordinary server in a release build. Mean processor time per step, in seconds,
    /// measured with `meeple analyze GAME RECORD --no-save` when the limits were chosen:
    ///
    /// ```text
    /// game      positions    mean per step
    /// chomp    67,108,864    0.00, plus 0.18 once to build a 14x14 table
    /// filler       20,000    0.01 map00 and map01, 0.14 map02
    /// azul        400,000    0.07 two players, 0.18 four
    /// grass       150,000    0.05 two players, 0.04 nine
    /// ```
    ///
    /// In Filler and Laying Grass the adviser usually finishes before it reaches the limit. In Chomp a bar
    /// whose bounding box has more positions than the limit is judged without a table.
    pub(crate) analysis_nodes: u64,
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
