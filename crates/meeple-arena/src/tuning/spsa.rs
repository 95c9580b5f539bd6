//! SPSA: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! ```text
//! low                                          high
//!  |-----------minus-----θ-----plus--------------|      Δ = +1
//!                  c ◄───┼───► c                        share of plus: 0.6
//!                        └─►                            θ moves towards plus
//! ```
//!
//! All parameters are measured in parts of their range, 0 to 1. In step k each
//! goes up or down by `c_k` at random (Δ), all at once; the two sets so found
//! play, and θ moves by `a_k · (share - 1/2) / (c_k · Δ)`. It never leaves its
//! range.
//!
//! # Why these constants
//!
//! The exponents with which both decay, and the delay of `a` by a tenth of the
//! steps, are those that Spall recommends for practice. `c` begins with a fifth
//! of the range: less can hardly be told apart in a few games, more says little
//! of the place between. `a` is such that all `a_k` together are 2, however many
//! steps there are. Then a parameter of which half the range is worth 100 Elo
//! ends within a hundredth of the way from its optimum, one worth 20 Elo goes
//! half of the way, and one that does not matter strays by about a sixth of its
//! range in 2,000 games: speed is bought with noise, and only more games give
//! both.

use super::Range;
use meeple_core::rng::{Stream, seeded};
use rand::RngExt;

/// How fast the steps get shorter.
const GAIN_DECAY: f64 = 0.602;
/// How fast plus and minus come closer to each other.
const REACH_DECAY: f64 = 0.101;
/// What part of the steps the gains are delayed by: the first ones must not be too wild.
const DELAY: f64 = 0.1;
/// What all gains add up to.
const TRAVEL: f64 = 2.0;
/// How far plus and minus are from the middle at first, in parts of the range.
const REACH: f64 = 0.2;
/// What part of the steps, from the end, is averaged.
const TAIL: usize = 4;

/// How far the search has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    ranges: Vec<Range>,
    seed: u64,
    steps: usize,
    /// What makes the gains add up.
    gain: f64,
    /// In parts of the ranges: the start, then the place after each step.
    course: Vec<Vec<f64>>,
}

/// Two sets of parameters that are to play each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The number of the step, from 1.
    pub step: usize,
    /// For each parameter, 1 if plus has more of it and -1 if it has less.
    pub delta: Vec<i8>,
    /// The parameters of one side.
    pub plus: Vec<u32>,
    /// And of the other; each differs from that of plus.
    pub minus: Vec<u32>,
}

impl Spsa {
    /// A search through these ranges, from this start, which lies in them, in so many steps. The
    /// seed decides what goes up and what down.
    pub fn new(ranges: Vec<Range>, start: &[u32], seed: u64, steps: usize) -> Self {
        let place = |(range, &start): (&Range, &u32)| {
            ((f64::from(start) - f64::from(range.low)) / range.width()).clamp(0.0, 1.0)
        };
        let course = vec![ranges.iter().zip(start).map(place).collect()];
        let sum: f64 = (1..=steps).map(|step| decayed(step, steps)).sum();
        Spsa { ranges, seed, steps, gain: TRAVEL / sum.max(f64::MIN_POSITIVE), course }
    }

    /// The ranges.
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.course.len() - 1
    }

    /// Who is to play next; nobody if all steps are done.
    pub fn trial(&self) -> Option<Trial> {
        let step = self.done() + 1;
        if step > self.steps {
            return None;
        }
        let mut rng = seeded(self.seed, Stream::Other(step as u32));
        let delta: Vec<i8> =
            self.ranges.iter().map(|_| if rng.random::<bool>() { 1 } else { -1 }).collect();
        let pairs = self.ranges.iter().zip(self.now()).zip(&delta);
        let pair = |((range, &place), &sign): ((&Range, &f64), &i8)| {
            let (low, high) = around(range, place, reach(range, step));
            if sign > 0 { (high, low) } else { (low, high) }
        };
        let (plus, minus) = pairs.map(pair).unzip();
        Some(Trial { step, delta, plus, minus })
    }

    /// The place to which plus's share (0 to 1) of the points leads, in parts of the ranges.
    pub fn after(&self, trial: &Trial, share: f64) -> Vec<f64> {
        let gain = self.gain * decayed(trial.step, self.steps);
        let places = self.ranges.iter().zip(self.now()).zip(&trial.delta);
        let moved = |((range, place), &sign): ((&Range, &f64), &i8)| {
            let slope = (share - 0.5) / (reach(range, trial.step) * f64::from(sign));
            (place + gain * slope).clamp(0.0, 1.0)
        };
        places.map(moved).collect()
    }

    /// Goes to the place to which plus's share of the points leads.
    pub fn learn(&mut self, trial: &Trial, share: f64) {
        self.course.push(self.after(trial, share));
    }

    /// The parameters from the start and after each step, not rounded.
    pub fn course(&self) -> impl ExactSizeIterator<Item = Vec<f64>> {
        self.course.iter().map(|places| self.values(places))
    }

    /// These places as parameters, not rounded.
    pub fn values(&self, places: &[f64]) -> Vec<f64> {
        let value = |(range, place): (&Range, &f64)| f64::from(range.low) + place * range.width();
        self.ranges.iter().zip(places).map(value).collect()
    }

    /// What was found: the average of the last quarter of the steps that are done, rounded.
    pub fn result(&self) -> Vec<u32> {
        let count = self.done().div_ceil(TAIL).max(1);
        let tail = &self.course[self.course.len() - count..];
        let mean = |at: usize| tail.iter().map(|places| places[at]).sum::<f64>() / count as f64;
        let means: Vec<f64> = (0..self.ranges.len()).map(mean).collect();
        self.values(&means).into_iter().map(|value| value.round() as u32).collect()
    }

    fn now(&self) -> &[f64] {
        self.course.last().expect("the start is there")
    }
}

/// How much a step counts, but for the factor that they have in common.
fn decayed(step: usize, steps: usize) -> f64 {
    libm::pow(step as f64 + DELAY * steps as f64, -GAIN_DECAY)
}

/// How far plus and minus are from the middle: half a unit at least, so that they are the whole
/// numbers on either side of it.
fn reach(range: &Range, step: usize) -> f64 {
    (REACH * libm::pow(step as f64, -REACH_DECAY)).max(0.5 / range.width())
}

/// The whole numbers so far below and above a place, within the range and never the same.
fn around(range: &Range, place: f64, reach: f64) -> (u32, u32) {
    let (low, high) = (f64::from(range.low), f64::from(range.high));
    let whole = |place: f64| (low + place * range.width()).round().clamp(low, high) as u32;
    match (whole(place - reach), whole(place + reach)) {
        (below, above) if below < above => (below, above),
        (same, _) if same > range.low => (same - 1, same),
        (same, _) => (same, same + 1),
    }
}
