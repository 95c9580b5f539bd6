//! How hard the champion thinks on which board, and the command that chose each number.
//!
//! ```text
//! 120 nearest ─► weighed ─► the best 8 ─► sampled ─► 4 ─► sampled on ─► 2 ─► ... ─► 1
//! ```

use super::{champion::ChampionOptions, flood::HeadStarts};
use meeple_games::filler::Board;

/// How many placements are weighed.
pub(super) const CANDIDATES: usize = 120;
/// How many pieces are tried before the worse half of the placements is dropped for the first
/// time; each time it takes twice as many.
pub(super) const FIRST_CUT: u32 = 6;

/// The options, made complete for a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) samples: u32,
    pub(super) best: usize,
    pub(super) answers: usize,
    pub(super) plies: usize,
    pub(super) heads: HeadStarts,
}

impl Plan {
    /// What is not given depends on the size of the board.
    pub(super) fn new(options: &ChampionOptions, board: &Board) -> Self {
        let usual = Plan::usual(board);
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        Plan {
            samples: options.samples.unwrap_or(usual.samples),
            best: given(options.best, usual.best),
            answers: given(options.answers, usual.answers),
            plies: given(options.plies, usual.plies),
            heads: HeadStarts {
                reach: given(options.reach, usual.heads.reach),
                stride: given(options.stride, usual.heads.stride),
            },
        }
    }

    /// The longer the pieces, the less safe is a lead of a few steps, and the longer it takes to
    /// weigh a field.
    fn usual(board: &Board) -> Self {
        match piece_reach(board) {
            0..10 => Plan {
                samples: 48,
                best: 8,
                answers: 12,
                plies: 3,
                heads: HeadStarts { reach: 2, stride: 1 },
            },
            10..20 => Plan {
                samples: 24,
                best: 8,
                answers: 8,
                plies: 3,
                heads: HeadStarts { reach: 3, stride: 1 },
            },
            _ => Plan {
                samples: 12,
                best: 6,
                answers: 6,
                plies: 3,
                heads: HeadStarts { reach: 2, stride: 3 },
            },
        }
    }
}

/// The longest sides of a piece on this board, added (F9): 7, 14 and 39 on the standard maps.
fn piece_reach(board: &Board) -> usize {
    board.width() / 5 + board.height() / 5
}
