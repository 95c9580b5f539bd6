//! Monte Carlo tree search: a tree that grows where it pays.
//!
//! ```text
//! down    the move with the best sum of its mean and what is still to be learned about it
//! leaf    judged by the evaluation: a guess, or a random game to its end (Rollout)
//! up      every position on the way learns what each seat got
//! ```
//!
//! Moves that look promising before they are searched ([`Evaluate::promise`]) are tried first and
//! more often (PUCT), many moves one after the other (progressive widening). Where chance is due
//! all deals get their share, if they can be listed, and else more and more of them are drawn.
//! What is played out to its end in every way is known exactly and is not tried again: on small
//! trees the search ends with the values of [`super::max_n_plain`].
//!
//! Values may be in any unit: they are compared on the scale of those that were met.

mod forest;
mod grow;
mod reroot;
mod rollout;
mod tree;

pub use forest::{Forest, mcts};
pub use rollout::Rollout;

use crate::maths::powf_f32;

/// How trees grow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// How much is given for what is still to be learned, against a scale of values from 0 to 1.
    pub exploration: f32,
    /// How even the moves' shares are before they are searched: of two moves whose promises
    /// differ by this, one gets 2.7 times as much.
    pub temperature: f32,
    /// How many moves of a position are tried.
    pub moves: Widening,
    /// How many deals are drawn where they are not listed.
    pub deals: Widening,
    /// Deals are listed if there are no more than so many.
    pub listed_deals: usize,
    /// The most positions that a tree holds; then it grows no more, but still learns.
    pub most_positions: usize,
    /// How many trees grow apart from each other under a limit of nodes; so many threads can
    /// share the work. Under a limit of time there is one for each thread.
    pub trees: usize,
    /// What is drawn follows from this.
    pub seed: u64,
}

/// How many there are after so many visits: `first` and the `power`th power of the visits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widening {
    /// So many at once.
    pub first: usize,
    /// Which power of the visits is added.
    pub power: f32,
}

impl Default for Growth {
    fn default() -> Self {
        Growth {
            exploration: 1.5,
            temperature: 1.0,
            moves: Widening { first: 40, power: 0.5 },
            deals: Widening { first: 1, power: 0.4 },
            listed_deals: 32,
            most_positions: 1 << 20,
            trees: 1,
            seed: 0,
        }
    }
}

impl Widening {
    /// How many of `all` there are after so many visits.
    fn after(self, visits: u32, all: usize) -> usize {
        let first = self.first.max(1);
        if all <= first {
            return all; // most often, and powers take long
        }
        all.min(first.saturating_add(powf_f32(visits as f32, self.power) as usize))
    }
}
