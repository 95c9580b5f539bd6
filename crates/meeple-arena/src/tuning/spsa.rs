//! SPSA: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! ```text
//! low                                          high
//!  |-----------minus-----θ-----plus--------------|      Δ = +1
//!                  c ◄───┼───► c                        share of plus: 0.6
//!                        └─►                            θ moves towards plus
//! ```
//!
//! All parameters are scaled to their range, 0 to 1. In step k each is moved up or down by `c_k` at random
//! (Δ), all at once. The two resulting sets play each other, and θ moves by `a_k · (share - 1/2) / (c_k ·
//! Δ)`, clamped to the range.
//!
//! # Why these constants
//!
//! The exponents with which both decay, and the delay of `a` by a tenth of the steps, are Spall's practical
//! recommendations. `c` starts at a fifth of the range: smaller differences can hardly be measured in a few
//! games, and larger ones say little about the values in between. `a` is scaled so that all `a_k` add up to
//! 2, whatever the number of steps. With 2,000 games, a parameter for which half the range is worth 100 Elo
//! then ends up within a hundredth of the distance from its optimum, one worth 20 Elo covers half the
//! distance, and one that makes no difference drifts by about a sixth of its range. Speed costs noise; only
//! more games improve both.

use super::ParameterRange;
use meeple_core::rng::{RngStream, seeded};
use rand::RngExt;

/// Exponent with which the step size decays.
const GAIN_DECAY: f64 = 0.602;
/// Exponent with which the distance between plus and minus decays.
const PERTURBATION_DECAY: f64 = 0.101;
/// Delay of the gains as a fraction of the steps; it keeps the first steps from being too large.
const DELAY: f64 = 0.1;
/// Sum of all gains.
const TOTAL_GAIN: f64 = 2.0;
/// Initial distance of plus and minus from the current value, as a fraction of the range.
const PERTURBATION: f64 = 0.2;
/// The result is the average over the last `1 / TAIL` of the steps.
const TAIL: usize = 4;

/// The state of an SPSA search.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    ranges: Vec<ParameterRange>,
    seed: u64,
    steps: usize,
    /// Scales the gains so that they add up to [`TOTAL_GAIN`].
    gain: f64,
    /// The start and the point after each step, scaled to the ranges (0 to 1).
    history: Vec<Vec<f64>>,
}

/// Two sets of parameters to play against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpsaTrial {
    /// Number of the step, from 1.
    pub step: usize,
    /// For each parameter, 1 if plus has the higher value and -1 if minus has it.
    pub delta: Vec<i8>,
    /// Parameters of the plus side.
    pub plus: Vec<u32>,
    /// Parameters of the minus side; every value differs from plus's.
    pub minus: Vec<u32>,
}

impl Spsa {
    /// Creates a search of `steps` steps in these ranges. `start` must lie within them; `seed` determines the
    /// random directions.
    pub fn new(ranges: Vec<ParameterRange>, start: &[u32], seed: u64, steps: usize) -> Self {
        let place = |(range, &start): (&ParameterRange, &u32)| {
            ((f64::from(start) - f64::from(range.low)) / range.width()).clamp(0.0, 1.0)
        };
        let values = vec![ranges.iter().zip(start).map(place).collect()];
        let sum: f64 = (1..=steps).map(|step| decayed_gain(step, steps)).sum();
        Spsa { ranges, seed, steps, gain: TOTAL_GAIN / sum.max(f64::MIN_POSITIVE), history: values }
    }

    /// The parameters' ranges.
    pub fn ranges(&self) -> &[ParameterRange] {
        &self.ranges
    }

    /// Number of finished steps.
    pub fn steps_done(&self) -> usize {
        self.history.len() - 1
    }

    /// Returns the next trial; `None` if all steps are done.
    pub fn next_trial(&self) -> Option<SpsaTrial> {
        let step = self.steps_done() + 1;
        if step > self.steps {
            return None;
        }
        let mut rng = seeded(self.seed, RngStream::Other(step as u32));
        let delta: Vec<i8> =
            self.ranges.iter().map(|_| if rng.random::<bool>() { 1 } else { -1 }).collect();
        let pairs = self.ranges.iter().zip(self.current()).zip(&delta);
        let pair = |((range, &place), &sign): ((&ParameterRange, &f64), &i8)| {
            let (low, high) = values_around(range, place, perturbation(range, step));
            if sign > 0 { (high, low) } else { (low, high) }
        };
        let (plus, minus) = pairs.map(pair).unzip();
        Some(SpsaTrial { step, delta, plus, minus })
    }

    /// Returns the point (scaled to the ranges) that follows from plus's share of the points, 0 to 1.
    pub fn point_after(&self, trial: &SpsaTrial, share: f64) -> Vec<f64> {
        let gain = self.gain * decayed_gain(trial.step, self.steps);
        let places = self.ranges.iter().zip(self.current()).zip(&trial.delta);
        let moved = |((range, place), &sign): ((&ParameterRange, &f64), &i8)| {
            let slope = (share - 0.5) / (perturbation(range, trial.step) * f64::from(sign));
            (place + gain * slope).clamp(0.0, 1.0)
        };
        places.map(moved).collect()
    }

    /// Moves to the point that follows from plus's share of the points.
    pub fn learn(&mut self, trial: &SpsaTrial, share: f64) {
        self.history.push(self.point_after(trial, share));
    }

    /// Returns the parameter values at the start and after each step, not rounded.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Vec<f64>> {
        self.history.iter().map(|places| self.values(places))
    }

    /// Converts a scaled point to parameter values, not rounded.
    pub fn values(&self, places: &[f64]) -> Vec<f64> {
        let value =
            |(range, place): (&ParameterRange, &f64)| f64::from(range.low) + place * range.width();
        self.ranges.iter().zip(places).map(value).collect()
    }

    /// Returns the result: the average over the last quarter of the finished steps, rounded.
    pub fn result(&self) -> Vec<u32> {
        let count = self.steps_done().div_ceil(TAIL).max(1);
        let tail = &self.history[self.history.len() - count..];
        let mean = |at: usize| tail.iter().map(|places| places[at]).sum::<f64>() / count as f64;
        let means: Vec<f64> = (0..self.ranges.len()).map(mean).collect();
        self.values(&means).into_iter().map(|value| value.round() as u32).collect()
    }

    fn current(&self) -> &[f64] {
        self.history.last().expect("the start is there")
    }
}

/// Returns the gain of a step, before scaling.
fn decayed_gain(step: usize, steps: usize) -> f64 {
    libm::pow(step as f64 + DELAY * steps as f64, -GAIN_DECAY)
}

/// Returns the distance of plus and minus from the current value: at least half a unit, so that rounding
/// separates them.
fn perturbation(range: &ParameterRange, step: usize) -> f64 {
    (PERTURBATION * libm::pow(step as f64, -PERTURBATION_DECAY)).max(0.5 / range.width())
}

/// Returns the integers at distance `reach` below and above a point, within the range and always different.
fn values_around(range: &ParameterRange, place: f64, reach: f64) -> (u32, u32) {
    let (low, high) = (f64::from(range.low), f64::from(range.high));
    let whole = |place: f64| (low + place * range.width()).round().clamp(low, high) as u32;
    match (whole(place - reach), whole(place + reach)) {
        (below, above) if below < above => (below, above),
        (same, _) if same > range.low => (same - 1, same),
        (same, _) => (same, same + 1),
    }
}
