//! Bounds where one side is open: how far down a winner of everything may be.
//!
//! Where somebody won every game the likelihood has no summit, and its slopes
//! say nothing of how sure that is. The likelihood itself does: the lower bound
//! is where even the best explanation makes what was seen 40 times less likely
//! than it could be. For two entrants that is the exact bound of Clopper and
//! Pearson: `B` blocks won of `B` bound the share by `0.025^(1/B)`.
//!
//! A block counts as one game here, whatever its games have in common.
//!
//! The best explanation with a given difference is found by pinning the
//! difference there and climbing anew.

use super::{
    evidence::{Evidence, Tally, Weight},
    fit::{Fit, Pin, Problem},
};

/// The likelihood, with blocks as units.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    tally: Tally,
    ridge: f64,
    best: Fit,
}

/// 1 / 40 on either side leaves a certainty of 95 %.
const LESS_LIKELY: f64 = 40.0;
/// How far below the value a bound is looked for, in logarithms of strength: 40,000 Elo. A bound
/// that games set is nearer than that.
const NOWHERE: f64 = 256.0;

/// Pins set until a place is found; five to ten are enough.
const MAX_PINS: usize = 30;

impl Profile {
    pub(super) fn new(evidence: &Evidence, ridge: f64) -> Self {
        let tally = evidence.tally(Weight::Blocks);
        let problem = Problem::new(evidence, tally.clone(), ridge);
        Profile { best: problem.climb(&vec![0.0; evidence.unknowns()]), tally, ridge }
    }

    /// The least that `contrast · unknowns` may be, looking downwards from a value; minus
    /// infinity if nothing bounds it.
    ///
    /// The loss of likelihood is convex, so Newton's method finds where it is large enough. Where
    /// it hardly grows, a step is at most four times the last one.
    pub(super) fn low(&self, evidence: &Evidence, contrast: &[f64], value: f64) -> f64 {
        let mut pins = self.pins(evidence, contrast);
        let (mut wanted, mut longest) = (value, 2.0);
        for _ in 0..MAX_PINS {
            let at = pins.set(wanted);
            let missing = libm::log(LESS_LIKELY) - self.loss(&pins.fit);
            if missing.abs() < 1e-10 || (missing < 0.0 && at >= value - 1e-6) {
                return at.min(value);
            }
            if missing > 0.0 && at < value - NOWHERE {
                return f64::NEG_INFINITY;
            }
            longest *= 4.0;
            wanted = at - (missing / pins.slope.max(1e-300)).min(longest);
        }
        wanted.min(value)
    }

    /// How likely `contrast · unknowns`, which seems positive, is positive. For a winner of all
    /// of B blocks it is `1 - 2^-(B+1)`, as from Bayes with all shares alike.
    pub(super) fn above_zero(&self, evidence: &Evidence, contrast: &[f64]) -> f64 {
        let mut pins = self.pins(evidence, contrast);
        let mut loss = 0.0;
        for _ in 0..MAX_PINS {
            let at = pins.set(0.0);
            loss = self.loss(&pins.fit);
            if at.abs() < 1e-9 {
                break;
            }
        }
        1.0 - libm::exp(-loss.max(0.0)) / 2.0
    }

    fn loss(&self, fit: &Fit) -> f64 {
        self.best.log_likelihood - fit.log_likelihood
    }

    fn pins<'a>(&self, evidence: &'a Evidence, contrast: &[f64]) -> Pins<'a> {
        let problem = Problem::new(evidence, self.tally.clone(), self.ridge);
        Pins { problem, contrast: contrast.to_vec(), slope: 0.0, fit: self.best.clone() }
    }
}

/// The best explanations with one difference after the other.
struct Pins<'a> {
    problem: Problem<'a>,
    contrast: Vec<f64>,
    /// How steep the likelihood was at the last pin.
    slope: f64,
    fit: Fit,
}

impl Pins<'_> {
    /// Sets the pin near a difference: says where it came to be. The spring gives way, so it is
    /// set as much further as it gave way the last time.
    fn set(&mut self, difference: f64) -> f64 {
        let value = difference - Pin::give(self.slope);
        let pin = Pin { contrast: self.contrast.clone(), value };
        self.problem.pin = Some(pin.clone());
        self.fit = self.problem.climb(&self.fit.unknowns);
        self.slope = pin.slope(&self.fit);
        pin.at(&self.fit)
    }
}
