//! What chance may bring: all of it where it can be listed, else a few draws.
//!
//! The draws of a position follow from the position and a seed alone. So every way to it meets
//! the same futures, whoever searches and in whatever order, and moves are compared fairly.

use super::state::{State, Values};
use meeple_core::{
    MAX_SEATS,
    rng::{Stream, seeded},
};

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
    pub fn futures<S: State>(self, state: &S) -> Vec<(S, f64)> {
        if let Some(all) = state.deals().filter(|all| all.len() <= self.samples.max(1) as usize) {
            return all;
        }
        let mut rng = seeded(self.seed ^ state.key(), Stream::Other(0));
        let samples = self.samples.max(1);
        let draw = |_| {
            let mut next = state.clone();
            next.deal(&mut rng);
            (next, 1.0 / f64::from(samples))
        };
        (0..samples).map(draw).collect()
    }

    /// What a position in which chance is due is worth; `None` as soon as one of its futures is.
    pub(super) fn mean<S: State>(
        self,
        state: &S,
        mut value: impl FnMut(&S) -> Option<f32>,
    ) -> Option<f32> {
        let mut sum = 0.0;
        for (next, part) in self.futures(state) {
            sum += part * f64::from(value(&next)?);
        }
        Some(sum as f32) // so the mean of equal values is that value
    }

    /// The same for each seat.
    pub(super) fn means<S: State>(
        self,
        state: &S,
        mut values: impl FnMut(&S) -> Option<Values>,
    ) -> Option<Values> {
        let mut sums = [0.0; MAX_SEATS];
        for (next, part) in self.futures(state) {
            let values = values(&next)?;
            for (sum, &value) in sums.iter_mut().zip(values.as_slice()) {
                *sum += part * f64::from(value);
            }
        }
        Some(Values::of(state.seats(), |seat| sums[seat.index()] as f32))
    }
}
