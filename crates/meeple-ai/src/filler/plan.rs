//! How hard the champion thinks on which board, and what was measured of it.
//!
//! ```text
//! 120 nearest ─► weighed ─┬─► the best 8 ─► sampled ─► 4 ─► sampled on ─► 2 ─► ... ─► 1
//!                         └─► the best 6 ─► played on ─► 3 ─► ... ─► 1     where it goes for us
//! ```
//!
//! Measured with `meeple match filler`, both sides of the same deals:
//!
//! ```text
//! map00, one ply, against terminator, 10,000 games from seed 990001
//!     squares, and the tidiest (as it was)          93.2 % [92.8 .. 93.7]
//!     octagons, and most pieces fit (as it is)      95.1 % [94.7 .. 95.5]
//!     the same against territory, 3,000 games       62.4 % and 67.3 % [66.0 .. 68.6]
//! map00, 3 plies, against terminator, 2,000 games from seed 888001   94.6 % [93.6 .. 95.5]
//!     against one ply, 600 games from seed 991001                    54.2 % [51.8 .. 56.5]
//! map00, games played on, against terminator, 2,000 from seed 103000001   96.6 % [95.7 .. 97.3]
//! map00, 2 plies, 64 draws, 24 answers, against one ply, 600 games   50.6 % [48.4 .. 52.8]
//! ```
//!
//! So what is drawn helps against equals, and not against `terminator`. Of the steps that a flood
//! may take, in 4,000 games one ply ahead each: squares 93.7 %; octagons 95.0; four neighbours
//! in two steps of three 94.5, in three of four 94.1, always 92.8; faster along rows 92.8 to
//! 87.7, along columns 93.3 to 91.3; squares that pass no closed corner 94.3. With octagons,
//! head starts of one step 95.0, of three 94.4, and packing by what fits 95.3. No gain either: a
//! pull toward the enemy, other weights of the head starts, the part of pieces that still fit
//! while cells are contested, and games played to the end to choose how to pack.
//!
//! Nor by looking further: 5 plies have 52.4 % [49.3 .. 55.4] of 400 games against one ply, 9 plies
//! 49.9 % [46.8 .. 53.0] of 366. With answers as `terminator` itself gives them, 3 plies beat it
//! in 95.8 % and 7 plies in 94.5 % of 400 games, on whose deals one ply has 97.0 %. A network that
//! says of each free cell who will own it (5x5 cells, by the steps of both sides to each; 32 units;
//! from 32,000 games) has one ply ahead 48.4 ±1.6 % against soft territory, the mean of both
//! 51.7 ±1.3 %; against `terminator` 94.4 and 94.5 %. Three plies that average the chance to win
//! instead of the lead, as whoever is behind should: 94.8 % of 1,000 games from seed 888001.
//!
//! What does help is to play on until it is decided, with the enemy that is there (`small`). The
//! numbers were chosen on 302 deals that one ply had lost; played again it wins 43.5 ±2.8 % of
//! them, with 150 games a move 52 to 56 % however soft a win is, with 800 of them, a soft win and
//! the weight below 64.7 ±5.4 %. In 240 positions of other deals one ply misses 0.2 % of a game
//! a move against what 400 games for each placement say; 75 games without what one ply says lose
//! 0.4 % to luck. Left for another day: one ply that weighs each free cell by the steps of both
//! sides and by its neighbours, by least squares over 1,100,000 pairs of placements that were
//! played on, has 95.8 ±0.5 % of 6,000 games.
//!
//! What is lost is mostly lost to the pieces. Of 3,000 games one ply ahead against `terminator`, by
//! how many cells more the own first ten pieces had, so many were lost:
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

/// How many placements are weighed.
pub(super) const CANDIDATES: usize = 120;
/// Where only room counts: how many of the tidiest placements are compared...
pub(super) const TIDIEST: usize = 16;
/// ...by how many of so many pieces fit.
pub(super) const DRAWN_TO_FIT: usize = 64;
/// A lead of so many cells makes the odds e to 1 where no cell is free...
const CHANCE_SCALE: f64 = 0.5;
/// ...and of so much more for each free cell. Fitted by the likelihood of who won, over every
/// position of `champion:samples=0` against itself: 0.08 in 150 games on map00 (loss 0.227 where
/// ignorance costs 0.693), 0.06 in 20 games on map01 (0.151).
const CHANCE_FREE: f64 = 0.07;

/// Where the enemy may be one that goes for us, and one ply does not say that the chance to win is
/// larger than this...
pub(super) const DECIDED: f64 = 0.97;
/// ...so many of the best placements are played on...
pub(super) const PLAYED_ON: usize = 6;
/// ...with so many games in all, on boards that are small enough...
const GAMES: u32 = 800;
/// ...in which a lead of so many cells counts as 73 wins of 100...
pub(super) const SOFT: f64 = 40.0;
/// ...and what one ply says counts as so many games.
pub(super) const PRIOR: f64 = 60.0;

/// The options, made complete for a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) samples: u32,
    pub(super) best: usize,
    pub(super) answers: usize,
    pub(super) plies: usize,
    pub(super) games: u32,
    pub(super) heads: HeadStarts,
}

impl Plan {
    /// What is not given depends on the size of the board.
    pub(super) fn new(options: &ChampionOptions, board: &Board) -> Self {
        let usual = Plan::usual(board);
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        let effort = options.effort.unwrap_or(1);
        let samples = options.samples.unwrap_or(usual.samples) * effort;
        Plan {
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

    /// After how many draws the worse half is dropped for the first time: each time it takes
    /// twice as many, so that with the last draw one of so many is left.
    pub(super) fn first_cut(self, runners: usize) -> u32 {
        let halvings = runners.next_power_of_two().trailing_zeros();
        (self.samples >> halvings.saturating_sub(1)).max(1)
    }

    /// The longer the pieces, the less safe is a lead of a few steps, and the longer it takes to
    /// weigh a field.
    fn usual(board: &Board) -> Self {
        match piece_reach(board) {
            0..10 => Plan {
                samples: 32,
                best: 8,
                answers: 12,
                plies: 3,
                games: GAMES,
                heads: HeadStarts { reach: 2, stride: 1 },
            },
            10..20 => Plan {
                samples: 24,
                best: 8,
                answers: 8,
                plies: 3,
                games: 0,
                heads: HeadStarts { reach: 3, stride: 1 },
            },
            _ => Plan {
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

/// The longest sides of a piece on this board, added (F9): 7, 14 and 39 on the standard maps.
fn piece_reach(board: &Board) -> usize {
    board.width() / 5 + board.height() / 5
}

/// The chance to win with a lead of so many cells on this board.
pub(super) fn chance_to_win(lead: f64, board: &Board) -> f64 {
    let owned = [0, 1].map(|seat| board.count(Seat::new(seat)) as usize).iter().sum::<usize>();
    chance_with(lead, (board.width() * board.height()).saturating_sub(owned) as u32)
}

/// The same where so many cells are free: logistic, and the more are, the less a lead is sure.
pub(super) fn chance_with(lead: f64, free: u32) -> f64 {
    logistic(lead / (CHANCE_SCALE + CHANCE_FREE * f64::from(free)))
}
