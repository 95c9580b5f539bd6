//! How strong players are: ratings with confidence intervals, and tests for when enough games were played.
//!
//! ```text
//! games ──► rate ──► Ratings      Elo of each entrant, differences, who is likely stronger
//! shares of blocks ──► share_interval   where the true share lies
//!                 └──► Sprt             whether enough games were played
//! ```
//!
//! One model covers two to nine seats. Each entrant has a strength α. Among the
//! entrants not yet placed, each comes next with a probability proportional to its
//! strength, and ties have weights of their own. This is the Plackett-Luce model
//! with Davidson's ties; for two seats it is the Bradley-Terry model with draws.
//! Elo is 400 log₁₀ α: an entrant 400 above another finishes ahead of it ten times
//! as often as behind it, regardless of the other entrants in the game.
//!
//! A *block* is a set of related games: one seed, played once per seating. Games of
//! a block are not independent, so every statement about certainty uses blocks as
//! the unit. An interval contains the true value with 95 % confidence; the true
//! value is the limit for an unlimited number of such blocks.
//!
//! Where the games don't bound a value (an entrant won everything, or all games
//! between two groups went one way), the interval is open on that side. The value
//! is then estimated as if each entrant concerned had half a win and half a loss
//! more against an average opponent, and each tie size half a tie and half a non-tie.

mod cholesky;
mod error_estimate;
mod evidence;
mod fit;
mod next_rank;
mod profile;
mod ratings;
mod share;
mod sprt;
mod student;

pub use ratings::{Ratings, rate};
pub use share::share_interval;
pub use sprt::{BlockShares, Hypothesis, Sprt, SprtError, SprtState};

use serde::Serialize;

/// An estimated number with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower bound; minus infinity if the games set none.
    pub low: f64,
    /// Upper bound; infinity if the games set none.
    pub high: f64,
}

/// The result of one game, as the statistics use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The number of its block.
    pub block: usize,
    /// The entrant in each seat; an entrant in two seats is listed twice.
    pub entrants: Vec<usize>,
    /// The rank of each entrant: 1 is best, and tied entrants share a rank.
    pub ranks: Vec<u8>,
}
