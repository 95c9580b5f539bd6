//! One bit a position says who wins: all positions of a box at once.
//!
//! ```text
//! rank     0 1 2 3 4 5        2 rows x 2 columns
//! rows    00 10 11 20 21 22   (a 0 row is eaten)
//! wins     1  0  1  1  0  1   lost: only the poison, and the L
//! ```

use super::{
    memory::Memory,
    ranking::{Lie, Ranking, Rows, positions_in_box},
    scan::{Scanned, Unfinished, scan},
    stencils::Stencils,
};
use crate::search::{Budget, Spent};
use meeple_core::Limits;
use meeple_games::chomp::{Bite, Board};

/// Who wins, for every position of a box.
#[derive(Clone)]
pub struct Tablebase {
    pub(super) ranking: Ranking,
    /// One bit a position, in whole words; what is too much is set.
    pub(super) bits: Vec<u8>,
    pub(super) lost: u64,
}

/// Why a bar was not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is no square to bite.
    #[error("nothing is left of the bar")]
    NothingLeft,
    /// The table would take more than the [`Memory`] that is allowed.
    #[error(
        "{width} columns and {height} rows are too large to solve: {} positions, one bit each, \
         and the memory for them is {memory}",
        positions.map_or("more than 2^64".into(), |positions| positions.to_string())
    )]
    TooLarge {
        /// Columns that are left.
        width: u8,
        /// Rows that are left.
        height: u8,
        /// How many positions that box has, if that fits in 64 bits.
        positions: Option<u64>,
        /// How much is allowed.
        memory: Memory,
    },
    /// It is allowed, but not there.
    #[error("the system does not give the {bytes} bytes that the table needs")]
    NoMemory {
        /// How many bytes were asked for.
        bytes: u64,
    },
    /// Solved, but a certificate would need more than [`super::MAX_PROOF`] positions.
    #[error("the proof would need more than {} positions", super::MAX_PROOF)]
    LongProof,
    /// [`Limits::stop`] was raised.
    #[error("stopped while solving")]
    Stopped,
    /// The time or the nodes of the [`Limits`] do not suffice.
    #[error("the limits do not suffice to solve the bar")]
    Spent,
}

impl SolveError {
    /// The budget is spent.
    pub(super) fn spent(budget: &Budget<'_>) -> Self {
        match budget.why_spent() {
            Some(Spent::Stopped) => SolveError::Stopped,
            Some(Spent::Nodes | Spent::Time) | None => SolveError::Spent,
        }
    }
}

impl Tablebase {
    /// Solves a box, every position of which is a node, in the usual [`Memory`]. Tells `limits`
    /// of its progress, and stops when they say so.
    pub fn build(width: u8, height: u8, limits: &Limits) -> Result<Self, SolveError> {
        let (mut budget, memory) = (Budget::start(limits), Memory::default());
        match memory.positions_in_box(width, height) {
            Some(positions) if !budget.spend(positions) => Err(SolveError::spent(&budget)),
            _ => Self::build_within(width, height, memory, &mut budget),
        }
    }

    /// The same in so much memory, with the nodes already paid.
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

    /// The longer side of the box.
    pub fn longer_side(&self) -> u8 {
        self.ranking.longest
    }

    /// The shorter side of the box.
    pub fn shorter_side(&self) -> u8 {
        self.ranking.rows as u8
    }

    /// How many positions it knows, the one where nothing is left included.
    pub fn positions(&self) -> u64 {
        self.ranking.positions()
    }

    /// In how many of them the player to move has lost.
    pub fn lost_positions(&self) -> u64 {
        self.lost
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.bits.len()
    }

    /// Whether the player to move wins; `None` if the board does not fit, turned neither way.
    /// Where nothing is left, the opponent ate the poison and the player to move has won.
    pub fn wins(&self, board: &Board) -> Option<bool> {
        let (rows, _) = self.ranking.lay(board)?;
        Some(self.wins_rank(self.ranking.rank(&rows)))
    }

    /// The bites that win, row by row from the top; `None` if the board does not fit.
    pub fn winning_bites(&self, board: &Board) -> Option<Vec<Bite>> {
        let (rows, lie) = self.ranking.lay(board)?;
        let mut bites: Vec<Bite> = self.winning_in_box(&rows).map(|(bite, _)| bite).collect();
        if lie == Lie::Mirrored {
            for bite in &mut bites {
                *bite = lie.turn(*bite);
            }
            bites.sort_unstable();
        }
        Some(bites)
    }

    /// How the positions are numbered.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Whether the player to move wins the position with this rank.
    pub(crate) fn wins_rank(&self, rank: u64) -> bool {
        self.bits[(rank >> 3) as usize] >> (rank & 7) & 1 == 1
    }

    /// The winning bites in the box, with the ranks they lead to.
    pub(crate) fn winning_in_box(&self, rows: &Rows) -> impl Iterator<Item = (Bite, u64)> {
        self.ranking.after_bites(rows).filter(|&(_, after)| !self.wins_rank(after))
    }

    /// The ranks of the lost positions, upwards.
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
