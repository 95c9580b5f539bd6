//! A table with one bit per position that tells who wins, for all positions of a box.
//!
//! ```text
//! rank     0 1 2 3 4 5        2 rows x 2 columns
//! rows    00 10 11 20 21 22   (a 0 row is eaten)
//! wins     1  0  1  1  0  1   lost: only the poison, and the L
//! ```

use super::{
    memory::Memory,
    ranking::{BarRows, Lie, Ranking, positions_in_box},
    scan::{Scanned, Unfinished, scan},
    stencils::Stencils,
};
use crate::search::{Budget, BudgetExhausted};
use meeple_core::Limits;
use meeple_games::chomp::{Board, Move};

/// The winner of every position of a box.
#[derive(Clone)]
pub struct Tablebase {
    pub(super) ranking: Ranking,
    /// One bit per position, set if it is won; padded to whole words with ones.
    pub(super) bits: Vec<u8>,
    pub(super) lost: u64,
}

/// The reason why a bar wasn't solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is no square to bite.
    #[error("the bar is empty")]
    NothingLeft,
    /// The table would take more than the allowed [`Memory`].
    #[error(
        "{width} columns and {height} rows are too large to solve: {} positions, one bit each, \
         and the memory for them is {memory}",
        positions.map_or("more than 2^64".into(), |positions| positions.to_string())
    )]
    TooLarge {
        /// The columns that are left.
        width: u8,
        /// The rows that are left.
        height: u8,
        /// The number of positions of that box, if it fits into 64 bits.
        positions: Option<u64>,
        /// The allowed memory.
        memory: Memory,
    },
    /// The memory is allowed, but the system refuses it.
    #[error("not enough memory for the table ({bytes} bytes)")]
    NoMemory {
        /// The number of bytes requested.
        bytes: u64,
    },
    /// The bar is solved, but a certificate would need more than [`super::MAX_PROOF`] positions.
    #[error("the proof would need more than {} positions", super::MAX_PROOF)]
    LongProof,
    /// [`Limits::stop`] was raised.
    #[error("stopped while solving")]
    Stopped,
    /// The time or the nodes of the [`Limits`] don't suffice.
    #[error("the limits are too low to solve the bar")]
    Spent,
}

impl SolveError {
    /// Returns the error for an exhausted budget.
    pub(super) fn spent(budget: &Budget<'_>) -> Self {
        match budget.exhausted_by() {
            Some(BudgetExhausted::Stopped) => SolveError::Stopped,
            Some(BudgetExhausted::Nodes | BudgetExhausted::Time) | None => SolveError::Spent,
        }
    }
}

impl Tablebase {
    /// Solves a box within the default [`Memory`]; each position costs one node. Reports its progress
    /// through `limits` and observes them.
    pub fn build(width: u8, height: u8, limits: &Limits) -> Result<Self, SolveError> {
        let (mut budget, memory) = (Budget::start(limits), Memory::default());
        match memory.positions_in_box(width, height) {
            Some(positions) if !budget.spend(positions) => Err(SolveError::spent(&budget)),
            _ => Self::build_within(width, height, memory, &mut budget),
        }
    }

    /// Solves a box within this memory; the nodes are already spent.
    pub(super) fn build_within(
        width: u8,
        height: u8,
        memory: Memory,
        budget: &mut Budget<'_>,
    ) -> Result<Self, SolveError> {
        if width == 0 || height == 0 {
            return Err(SolveError::NothingLeft);
        }
        let Some(positions) = memory.positions_in_box(width, height) else {
            let positions = positions_in_box(width, height);
            return Err(SolveError::TooLarge { width, height, positions, memory });
        };
        let ranking = Ranking::new(width, height);
        let stencils = Stencils::within(&ranking, memory.beside_table(positions));
        let begun = Unfinished::new(&stencils, budget)?;
        let scanned = Scanned { ranking: &ranking, stencils: &stencils, keeper: None };
        let (bits, lost) = scan(scanned, begun, budget)?;
        Ok(Tablebase { ranking, bits, lost })
    }

    /// Returns the longer side of the box.
    pub fn longer_side(&self) -> u8 {
        self.ranking.longest
    }

    /// Returns the shorter side of the box.
    pub fn shorter_side(&self) -> u8 {
        self.ranking.rows as u8
    }

    /// Returns the number of positions, including the one where nothing is left.
    pub fn positions(&self) -> u64 {
        self.ranking.positions()
    }

    /// Returns the number of positions that are lost for the player to move.
    pub fn lost_positions(&self) -> u64 {
        self.lost
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.bits.len()
    }

    /// Returns whether the player to move wins; `None` if the board fits in neither orientation. If nothing
    /// is left, the opponent ate the poison and the player to move has won.
    pub fn wins(&self, board: &Board) -> Option<bool> {
        let (rows, _) = self.ranking.lay(board)?;
        Some(self.wins_rank(self.ranking.rank(&rows)))
    }

    /// Returns the winning bites, row by row from the top; `None` if the board doesn't fit.
    pub fn winning_bites(&self, board: &Board) -> Option<Vec<Move>> {
        let (rows, lie) = self.ranking.lay(board)?;
        let mut bites: Vec<Move> = self.winning_in_box(&rows).map(|(bite, _)| bite).collect();
        if lie == Lie::Mirrored {
            for bite in &mut bites {
                *bite = lie.turn(*bite);
            }
            bites.sort_unstable();
        }
        Some(bites)
    }

    /// Returns the numbering of the positions.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Returns whether the player to move wins the position with this rank.
    pub(crate) fn wins_rank(&self, rank: u64) -> bool {
        self.bits[(rank >> 3) as usize] >> (rank & 7) & 1 == 1
    }

    /// Iterates over the winning bites in the box and the ranks that they lead to.
    pub(crate) fn winning_in_box(&self, rows: &BarRows) -> impl Iterator<Item = (Move, u64)> {
        self.ranking.after_bites(rows).filter(|&(_, after)| !self.wins_rank(after))
    }

    /// Iterates over the ranks of the lost positions in ascending order.
    pub(crate) fn lost_ranks(&self) -> impl Iterator<Item = u64> {
        let words = self.bits.chunks_exact(8).zip((0..).step_by(64));
        words.flat_map(|(word, first)| {
            let mut lost = !u64::from_le_bytes(word.try_into().expect("8 bytes"));
            std::iter::from_fn(move || {
                let bit = (lost != 0).then(|| lost.trailing_zeros())?;
                lost &= lost - 1;
                Some(first + u64::from(bit))
            })
        })
    }
}

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebase({}x{}, {} lost)", self.ranking.longest, self.ranking.rows, self.lost)
    }
}
