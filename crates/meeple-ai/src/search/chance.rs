//! What chance may bring: all of it where it can be listed, else a few draws.
//!
//! The draws of a position follow from the position and a seed alone. So every way to it meets
//! the same futures, whoever searches and in whatever order, and moves are compared fairly.

use super::state::State;
use meeple_core::rng::{Stream, seeded};

/// How chance is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// Draws from a position whose deals cannot be listed, or are more than these.
    pub samples: u32,
    /// What the draws follow from.
    pub seed: u64,
}

impl Chance {
    /// Positions that chance may lead to from here, with their parts of the whole.
    pub fn futures<S: State>(self, state: &S) -> Vec<(S, f32)> {
        if let Some(all) = state.deals().filter(|all| all.len() <= self.samples.max(1) as usize) {
            return all.into_iter().map(|(next, part)| (next, part as f32)).collect();
        }
        let mut rng = seeded(self.seed ^ state.key(), Stream::Other(0));
        let samples = self.samples.max(1);
        let draw = |_| {
            let mut next = state.clone();
            next.deal(&mut rng);
            (next, 1.0 / samples as f32)
        };
        (0..samples).map(draw).collect()
    }
}
