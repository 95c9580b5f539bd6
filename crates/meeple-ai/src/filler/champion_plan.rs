//! The champion's effort by board size, and the experiments behind it.
//!
//! ```text
//! 120 nearest ─► evaluated ─┬─► the best 8 ─► sampled ─► 4 ─► sampled ─► 2 ─► ... ─► 1
//!                           └─► the best 6 ─► played out ─► 3 ─► ... ─► 1   if the enemy moves towards us
//! ```
//!
//! Measured with `meeple match filler`, both sides of the same deals:
//!
//! ```text
//! map00, one ply, against terminator, 10,000 games from seed 990001
//!     squares, and the tidiest (before)             93.2 % [92.8 .. 93.7]
//!     octagons, and most pieces fit (now)           95.1 % [94.7 .. 95.5]
//!     the same against territory, 3,000 games       62.4 % and 67.3 % [66.0 .. 68.6]
//! map00, 3 plies, against terminator, 2,000 games from seed 888001   94.6 % [93.6 .. 95.5]
//!     against one ply, 600 games from seed 991001                    54.2 % [51.8 .. 56.5]
//! map00, games played out, against terminator, 2,000 from seed 103000001  96.6 % [95.7 .. 97.3]
//! map00, 2 plies, 64 draws, 24 replies, against one ply, 600 games   50.6 % [48.4 .. 52.8]
//! ```
//!
//! So draws help against equal opponents but not against `terminator`. For the steps of a flood, 4,000 games
//! one ply ahead each gave: squares 93.7 %; octagons 95.0; four neighbours in two steps of three 94.5, in
//! three of four 94.1, always 92.8; faster along rows 92.8 to 87.7, along columns 93.3 to 91.3; squares that
//! can't pass a closed corner 94.3. With octagons: head starts of one step 95.0, of three 94.4, and packing
//! by what fits 95.3. There was no gain from a pull towards the enemy, other weights of the head starts,
//! counting the share of pieces that still fit while cells are contested, or playing games to the end to
//! choose how to pack.
//!
//! Looking further ahead didn't help either: 5 plies have 52.4 % [49.3 .. 55.4] of 400 games against one ply,
//! 9 plies 49.9 % [46.8 .. 53.0] of 366. With the replies `terminator` itself would give, 3 plies beat it in
//! 95.8 % and 7 plies in 94.5 % of 400 games; on the same deals one ply has 97.0 %. A network that predicts
//! the owner of each free cell (from the steps of both sides to each of 5x5 cells; 32 units; trained on
//! 32,000 games) scores 48.4 ±1.6 % one ply ahead against soft territory, and the mean of both 51.7 ±1.3 %;
//! against `terminator` 94.4 and 94.5 %. Three plies that average the chance of winning instead of the lead,
//! as a player who is behind should: 94.8 % of 1,000 games from seed 888001.
//!
//! What helps is playing games out against the enemy at hand until they are decided (`small`). The numbers
//! were chosen on 302 deals that one ply had lost; played again, one ply wins 43.5 ±2.8 % of them, 150 games
//! per move win 52 to 56 % however soft a win is, and 800 games with a soft win and the prior below 64.7 ±5.4
//! %. In 240 positions of other deals, one ply loses 0.2 % of a game per move compared with 400 games for
//! each placement; 75 games without the one-ply prior lose 0.4 % to luck. Not adopted yet: one ply
//! that weights each free cell by the steps of both sides and by its neighbours, fitted by least squares to
//! 1,100,000 pairs of placements that were played out, has 95.8 ±0.5 % of 6,000 games.
//!
//! Most losses are due to the pieces. Of 3,000 games one ply ahead against `terminator`, this many were lost,
//! grouped by how many more cells our first ten pieces had than the enemy's:
//!
//! ```text
//! -21 or less  15 of  19     -11 to -9   22 of 186     -2 to +2   17 of 712
//! -20 to -18   16 of  37      -8 to -6   18 of 301     +3 to +5    5 of 378
//! -17 to -12   64 of 223      -5 to -3   15 of 378     +6 or more  1 of 766
//! ```

use super::{champion::ChampionOptions, flood::HeadStarts};
use crate::maths::logistic;
use meeple_core::Seat;
use meeple_games::filler::Board;

/// Number of placements evaluated.
pub(super) const CANDIDATES: usize = 120;
/// Number of the tidiest placements compared when only room counts.
pub(super) const TIDIEST: usize = 16;
/// Number of pieces drawn to see how many fit.
pub(super) const DRAWN_TO_FIT: usize = 64;
/// Lead, in cells, that makes the odds e to 1 when no cell is free.
const CHANCE_SCALE: f64 = 0.5;
/// Additional lead needed for that per free cell. Fitted by maximum likelihood of the winner over every
/// position of `champion:samples=0` against itself: 0.08 in 150 games on map00 (loss 0.227, where guessing
/// costs 0.693), 0.06 in 20 games on map01 (0.151).
const CHANCE_FREE: f64 = 0.07;

/// Games are played out only if one ply puts the chance of winning at no more than this.
pub(super) const DECIDED_CHANCE: f64 = 0.97;
/// Number of best placements whose games are played out.
pub(super) const PLAYED_OUT: usize = 6;
/// Total number of games played out, on boards that are small enough.
const GAMES: u32 = 800;
/// Lead, in cells, at the end of a game played out that counts as 73 wins out of 100.
pub(super) const SOFT_WIN_LEAD: f64 = 40.0;
/// Number of games that the one-ply evaluation counts as.
pub(super) const PRIOR_GAMES: f64 = 60.0;

/// The options with defaults for a board filled in.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChampionPlan {
    pub(super) samples: u32,
    pub(super) best: usize,
    pub(super) answers: usize,
    pub(super) plies: usize,
    pub(super) games: u32,
    pub(super) heads: HeadStarts,
}

impl ChampionPlan {
    /// Fills in the defaults for the size of the board.
    pub(super) fn new(options: &ChampionOptions, board: &Board) -> Self {
        let usual = ChampionPlan::default_for(board);
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        let effort = options.effort.unwrap_or(1);
        let samples = options.samples.unwrap_or(usual.samples) * effort;
        ChampionPlan {
            samples,
            games: if samples == 0 { 0 } else { options.games.unwrap_or(usual.games) },
            best: given(options.best, usual.best),
            answers: given(options.answers, usual.answers),
            plies: given(options.plies, usual.plies),
            heads: HeadStarts {
                reach: given(options.reach, usual.heads.reach),
                stride: given(options.stride, usual.heads.stride),
            },
        }
    }

    /// Returns the number of draws before the worse half first drops out. The number doubles each time, so
    /// that one placement is left at the last draw.
    pub(super) fn first_cut(self, runners: usize) -> u32 {
        let halvings = runners.next_power_of_two().trailing_zeros();
        (self.samples >> halvings.saturating_sub(1)).max(1)
    }

    /// Returns the defaults for a board: the longer the pieces, the less safe is a lead of a few steps, and
    /// the longer it takes to evaluate a field.
    fn default_for(board: &Board) -> Self {
        match piece_reach(board) {
            0..10 => ChampionPlan {
                samples: 32,
                best: 8,
                answers: 12,
                plies: 3,
                games: GAMES,
                heads: HeadStarts { reach: 2, stride: 1 },
            },
            10..20 => ChampionPlan {
                samples: 24,
                best: 8,
                answers: 8,
                plies: 3,
                games: 0,
                heads: HeadStarts { reach: 3, stride: 1 },
            },
            _ => ChampionPlan {
                samples: 12,
                best: 6,
                answers: 6,
                plies: 3,
                games: 0,
                heads: HeadStarts { reach: 2, stride: 3 },
            },
        }
    }
}

/// Returns the sum of the longest width and height of a piece on this board (F9): 7, 14 and 39 on the
/// standard maps.
fn piece_reach(board: &Board) -> usize {
    board.width() / 5 + board.height() / 5
}

/// Estimates the chance of winning with this lead in cells on this board.
pub(super) fn chance_to_win(lead: f64, board: &Board) -> f64 {
    let owned = [0, 1].map(|seat| board.count(Seat::new(seat)) as usize).iter().sum::<usize>();
    chance_with_free(lead, (board.width() * board.height()).saturating_sub(owned) as u32)
}

/// Estimates the chance of winning with this lead and this many free cells: a logistic curve that is flatter
/// the more cells are free.
pub(super) fn chance_with_free(lead: f64, free: u32) -> f64 {
    logistic(lead / (CHANCE_SCALE + CHANCE_FREE * f64::from(free)))
}
