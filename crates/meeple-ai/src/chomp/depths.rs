//! Counts how long each position lasts if the winner hurries and the loser resists.
//!
//! Depths are plies to the end of the game, which doesn't include biting the poison (C4): the poison
//! alone is 0, the smallest L is 2. They are built from a [`Tablebase`] in one upward pass over its
//! lost positions: all children of a lost position are final by then, so its depth is one more than
//! the largest of theirs, and each of its parents gets one more than that unless it has less already.

use super::{
    ranking::{BarRows, Parents},
    tablebase::{SolveError, Tablebase},
};
use crate::search::Budget;
use std::ops::Range;

/// The maximum number of positions of a box in which plies are counted; 13x13 has 0.6 of it.
pub const MAX_DEPTH_POSITIONS: u64 = 1 << 24;

/// The budget is checked after this many lost positions, which take a few microseconds.
const LOOK_EVERY: u32 = 32;

/// Plies to the end of the game, for every position of a box.
#[derive(Clone)]
pub struct Depths {
    /// Indexed by rank.
    plies: Vec<u16>,
}

impl Depths {
    /// Counts the plies of every position of a table; `None` if it has more than [`MAX_DEPTH_POSITIONS`].
    pub fn build(table: &Tablebase, budget: &mut Budget<'_>) -> Result<Option<Self>, SolveError> {
        if table.positions() > MAX_DEPTH_POSITIONS {
            return Ok(None);
        }
        let ranking = table.ranking();
        let mut plies = vec![u16::MAX; table.positions() as usize];
        plies[0] = 0;
        let mut rows: BarRows = [0; _];
        for (rank, step) in table.lost_ranks().zip(1_u32..) {
            ranking.move_to(rank, &mut rows);
            // C4: when only the poison is left, the game is over. Biting it earlier ends the game at
            // once, which is never the longest resistance.
            let bites = ranking.after_bites(&rows).skip(1);
            let own = bites.map(|(_, after)| plies[after as usize] + 1).max().unwrap_or(0);
            plies[rank as usize] = own;
            ranking.parents(&rows, rank, &mut Shorten { plies: &mut plies, to: own + 1 });
            if step.is_multiple_of(LOOK_EVERY) && budget.is_out_of_time() {
                return Err(SolveError::spent(budget));
            }
        }
        Ok(Some(Depths { plies }))
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.plies.len() * size_of::<u16>()
    }

    /// Returns the plies from the position with this rank.
    pub(crate) fn of_rank(&self, rank: u64) -> u32 {
        self.plies[rank as usize].into()
    }
}

struct Shorten<'a> {
    plies: &'a mut [u16],
    to: u16,
}

impl Parents for Shorten<'_> {
    #[inline]
    fn one(&mut self, rank: u64) {
        let plies = &mut self.plies[rank as usize];
        *plies = self.to.min(*plies);
    }

    #[inline]
    fn run(&mut self, ranks: Range<u64>) {
        for plies in &mut self.plies[ranks.start as usize..ranks.end as usize] {
            *plies = self.to.min(*plies);
        }
    }
}

impl std::fmt::Debug for Depths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Depths({} positions)", self.plies.len())
    }
}
