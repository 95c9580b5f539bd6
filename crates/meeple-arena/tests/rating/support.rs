//! Many tournaments with dice that always fall alike.

use meeple_core::rng::{Stream, seeded};
use rand::Rng;
use std::thread;

/// How many tournaments are simulated. Of so many, 95 % come with an error of 0.7 %.
pub(crate) const TOURNAMENTS: u64 = 1000;

/// Random numbers of a tournament.
pub(crate) struct Dice(Box<dyn Rng>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(Box::new(seeded(seed, Stream::Deals)))
    }

    /// Between 0 and 1, both excluded.
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }
}

/// Runs all tournaments on two threads and sums up the two numbers that each says.
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
