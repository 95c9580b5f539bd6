//! Chance outcomes: all of them if they can be listed, otherwise a few samples.
//!
//! The samples depend only on the position and a seed. So every path to a position, in any search and in any
//! order, sees the same futures, and moves are compared fairly.

use super::state::{SearchState, SeatValues};
use meeple_core::{
    MAX_SEATS,
    rng::{RngStream, seeded},
};

/// How a search handles chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChanceSampling {
    /// Number of samples if the deals cannot be listed or are more than this.
    pub samples: u32,
    /// Seed of the samples.
    pub seed: u64,
}

impl ChanceSampling {
    /// Returns the positions that chance may lead to from here, with their weights, which add up to one.
    pub fn possible_futures<S: SearchState>(self, state: &S) -> Vec<(S, f64)> {
        if let Some(all) =
            state.possible_deals().filter(|all| all.len() <= self.samples.max(1) as usize)
        {
            return all;
        }
        let mut rng = seeded(self.seed ^ state.key(), RngStream::Other(0));
        let samples = self.samples.max(1);
        let draw = |_| {
            let mut next = state.clone();
            next.apply_random_deal(&mut rng);
            (next, 1.0 / f64::from(samples))
        };
        (0..samples).map(draw).collect()
    }

    /// Returns the mean value of a position where chance is due; `None` as soon as `value` returns `None`.
    pub(super) fn mean<S: SearchState>(
        self,
        state: &S,
        mut value: impl FnMut(&S) -> Option<f32>,
    ) -> Option<f32> {
        let mut sum = 0.0;
        for (next, part) in self.possible_futures(state) {
            sum += part * f64::from(value(&next)?);
        }
        Some(sum as f32) // summed in f64, so the mean of equal values is exactly that value
    }

    /// Returns the mean value for each seat, as [`mean`](Self::mean) does for one.
    pub(super) fn means<S: SearchState>(
        self,
        state: &S,
        mut values: impl FnMut(&S) -> Option<SeatValues>,
    ) -> Option<SeatValues> {
        let mut sums = [0.0; MAX_SEATS];
        for (next, part) in self.possible_futures(state) {
            let values = values(&next)?;
            for (sum, &value) in sums.iter_mut().zip(values.as_slice()) {
                *sum += part * f64::from(value);
            }
        }
        Some(SeatValues::from_fn(state.seats(), |seat| sums[seat.index()] as f32))
    }
}
