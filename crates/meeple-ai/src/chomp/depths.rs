//! Computes how many plies each position lasts if the winner wins as fast as possible and the loser
//! delays as long as possible.
//!
//! Depths are plies to the end of the game; biting the poison is not counted (C4): the poison alone
//! has 0, the smallest L has 2. They are built from a [`Tablebase`] in one pass over its lost
//! positions in ascending rank. When a lost position is reached, the depths of all its children are
//! final, so its depth is their maximum plus 1. Each of its parents is won; its depth becomes the
//! minimum of its current value and the lost position's depth plus 1.

use super::{
    ranking::{BarRows, Parents},
    tablebase::{SolveError, Tablebase},
};
use crate::search::Budget;
use std::ops::Range;

/// Depths are computed only for boxes (all positions within a rectangle) with at most this many positions;
/// a 13x13 box has 62 % of it.
pub const MAX_POSITIONS_WITH_DEPTHS: u64 = 1 << 24;

/// The budget is checked once per this many lost positions, every few microseconds.
const BUDGET_CHECK_INTERVAL: u32 = 32;

/// Plies to the end of the game, for every position of a box.
#[derive(Clone)]
pub struct Depths {
    /// Indexed by rank.
    plies: Vec<u16>,
}

impl Depths {
    /// Computes the depth of every position in the table; `None` if it has more than [`MAX_POSITIONS_WITH_DEPTHS`].
    pub fn build(table: &Tablebase, budget: &mut Budget<'_>) -> Result<Option<Self>, SolveError> {
        if table.positions() > MAX_POSITIONS_WITH_DEPTHS {
            return Ok(None);
        }
        let ranking = table.ranking();
        let mut plies = vec![u16::MAX; table.positions() as usize];
        plies[0] = 0;
        let mut rows: BarRows = [0; _];
        for (rank, count) in table.lost_ranks().zip(1_u32..) {
            ranking.move_to(rank, &mut rows);
            // The first bite is the poison, which is skipped: alone it is the end of the game (C4), and
            // biting it earlier is never the longest resistance.
            let bites = ranking.after_bites(&rows).skip(1);
            let depth = bites.map(|(_, after)| plies[after as usize] + 1).max().unwrap_or(0);
            plies[rank as usize] = depth;
            ranking.parents(&rows, rank, &mut LowerDepths { plies: &mut plies, limit: depth + 1 });
            if count.is_multiple_of(BUDGET_CHECK_INTERVAL) && budget.is_out_of_time() {
                return Err(SolveError::spent(budget));
            }
        }
        Ok(Some(Depths { plies }))
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.plies.len() * size_of::<u16>()
    }

    /// Returns the depth of the position with this rank.
    pub(crate) fn depth_of(&self, rank: u64) -> u32 {
        self.plies[rank as usize].into()
    }
}

/// Lowers the depth of each visited parent to at most `limit`.
struct LowerDepths<'a> {
    plies: &'a mut [u16],
    limit: u16,
}

impl Parents for LowerDepths<'_> {
    #[inline]
    fn one(&mut self, rank: u64) {
        let plies = &mut self.plies[rank as usize];
        *plies = self.limit.min(*plies);
    }

    #[inline]
    fn run(&mut self, ranks: Range<u64>) {
        for plies in &mut self.plies[ranks.start as usize..ranks.end as usize] {
            *plies = self.limit.min(*plies);
        }
    }
}

impl std::fmt::Debug for Depths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Depths({} positions)", self.plies.len())
    }
}
