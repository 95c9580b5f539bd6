//! Monte Carlo tree search: a tree that grows where it is most useful.
//!
//! ```text
//! select    the move with the best sum of mean value and exploration bonus
//! evaluate  the leaf: by the evaluation, or by a random game to its end (Rollout)
//! back up   every position on the path averages in what each seat got
//! ```
//!
//! - Moves with a high [`Evaluator::move_priority`] are tried first and more often (PUCT).
//! - Long move lists are opened gradually (progressive widening).
//! - If the deals can be listed, each is visited in proportion to its probability; otherwise more and more
//!   deals are sampled.
//! - Fully explored subtrees are exact and not visited again: on small trees the search ends with the values
//!   of `max_n_reference`.
//!
//! Values can be in any unit: they are scaled by the lowest and the highest value met so far.

mod forest;
mod reroot;
mod rollout;
mod tree;
mod tree_grower;

pub use forest::{Forest, mcts};
pub use rollout::Rollout;

use crate::maths::powf_f32;

/// Settings for tree growth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MctsSettings {
    /// Weight of the exploration bonus, with values scaled to 0 to 1.
    pub exploration: f32,
    /// How even the moves' prior shares are: if the promises of two moves differ by this much, one gets 2.7
    /// times the share of the other.
    pub temperature: f32,
    /// How many moves of a position are tried.
    pub moves: Widening,
    /// How many deals are sampled where they are not listed.
    pub deals: Widening,
    /// Deals are listed if there are at most this many.
    pub listed_deals: usize,
    /// Maximum number of positions in a tree; a full tree stops growing but still updates its values.
    pub max_positions: usize,
    /// How many independent trees grow under a node limit; up to this many threads can share the work. Under
    /// a time limit there is one tree per thread.
    pub trees: usize,
    /// Seed of all random draws.
    pub seed: u64,
}

/// A count that grows with the visits: `first` plus `visits` to the power of `power`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widening {
    /// The initial count.
    pub first: usize,
    /// Exponent of the visits.
    pub power: f32,
}

impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings {
            exploration: 1.5,
            temperature: 1.0,
            moves: Widening { first: 40, power: 0.5 },
            deals: Widening { first: 1, power: 0.4 },
            listed_deals: 32,
            max_positions: 1 << 20,
            trees: 1,
            seed: 0,
        }
    }
}

impl Widening {
    /// Returns how many of `all` are open after this many visits.
    fn open_after(self, visits: u32, all: usize) -> usize {
        let first = self.first.max(1);
        if all <= first {
            return all; // the usual case, and powers are slow
        }
        all.min(first.saturating_add(powf_f32(visits as f32, self.power) as usize))
    }
}
