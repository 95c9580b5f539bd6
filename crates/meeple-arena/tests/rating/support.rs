//! Simulates many tournaments with reproducible random numbers.

use meeple_core::rng::{RngStream, seeded};
use rand::Rng;
use std::thread;

/// Number of simulated tournaments. With this many, a rate of 95 % has a standard error of 0.7 %.
pub(crate) const TOURNAMENTS: u64 = 1000;

/// The random numbers of one tournament.
pub(crate) struct Dice(Box<dyn Rng>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(Box::new(seeded(seed, RngStream::Deals)))
    }

    /// Returns a number between 0 and 1, both excluded.
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }
}

/// Runs all tournaments on two threads and sums the two numbers each returns.
pub(crate) fn simulate(
    seed: u64,
    tournament: impl Fn(&mut Dice) -> (f64, f64) + Sync,
) -> (f64, f64) {
    let half = |from: u64| {
        let seeds = (from..TOURNAMENTS).step_by(2).map(|number| seed * 1_000_000 + number);
        let said = seeds.map(|seed| tournament(&mut Dice::new(seed)));
        said.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let (here, there) = (half(0), other.join().expect("the other half ends"));
        (here.0 + there.0, here.1 + there.1)
    })
}
