//! How strong players are: ratings, how sure they are, and when enough was played.
//!
//! ```text
//! games ──► rate ──► Ratings      Elo of each, differences, who is likely stronger
//! shares of blocks ──► share_interval   where the true share lies
//!                 └──► Sprt             whether enough was played
//! ```
//!
//! One model serves two to nine seats. Everybody has a strength α. Of those
//! still to be placed, each comes next in proportion to its strength, and ties
//! have weights of their own: Plackett and Luce's model with the ties of
//! Davidson, which for two seats is that of Bradley and Terry with draws. Elo is
//! 400 log₁₀ α: whoever is 400 above another comes before it ten times as often
//! as behind it, whoever else is at the table.
//!
//! A *block* is some games that have something in common: one seed, played in
//! every seating. Games of a block are not independent, so blocks are the unit
//! of all that is said of certainty. An interval says where the true value
//! lies with a certainty of 95 %; the true value is what ever more such blocks
//! would lead to.
//!
//! Where games leave something open (somebody won everything, or all that
//! connects two groups went one way), the interval is open there. The value is
//! then found as if everybody concerned had half a win and half a loss more
//! against somebody average, and each size of ties half a tie and half none.

mod choice;
mod evidence;
mod fit;
mod linear;
mod profile;
mod ratings;
mod share;
mod spread;
mod sprt;
mod student;

pub use ratings::{Ratings, rate};
pub use share::share_interval;
pub use sprt::{BadSprt, BlockShares, Hypothesis, Sprt, SprtState};

use serde::Serialize;

/// A number that was estimated, and where the true one lies with a certainty of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Not less than this; minus infinity where nothing bounds it.
    pub low: f64,
    /// Not more than this; infinity where nothing bounds it.
    pub high: f64,
}

/// A game as the statistics see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The number of its block.
    pub block: usize,
    /// Who took part. Who sat on two seats is there twice.
    pub entrants: Vec<usize>,
    /// The rank of each of them: 1 is best, those tied share one.
    pub ranks: Vec<u8>,
}
