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
    evidence::{Evidence, Weight},
    fit::{Fit, Pin, Problem},
    linear::dot,
};

/// The likelihood, with blocks as units.
pub(super) struct Profile<'a> {
    problem: Problem<'a>,
    best: Fit,
}

/// 1 / 40 on either side leaves a certainty of 95 %.
const LESS_LIKELY: f64 = 40.0;
/// How far below the value a bound is looked for, in logarithms of strength: 40,000 Elo. A bound
/// that games set is nearer than that.
const NOWHERE: f64 = 256.0;

/// How often a pin is set anew; each time a thousandth of what is missing remains.
const MAX_RESETS: usize = 6;

impl<'a> Profile<'a> {
    pub(super) fn new(evidence: &'a Evidence, ridge: f64) -> Self {
        let problem = Problem::new(evidence, evidence.tally(Weight::Blocks), ridge);
        let best = problem.climb(&vec![0.0; evidence.unknowns()]);
        Profile { problem, best }
    }

    /// The least that `contrast · unknowns` may be, looking downwards from a value; minus
    /// infinity if nothing bounds it.
    pub(super) fn low(&self, contrast: &[f64], value: f64) -> f64 {
        let is_inside = |fit: &Fit| self.loss(fit) < LESS_LIKELY.ln();
        let mut fit = self.pinned(contrast, value, &self.best.unknowns);
        let (mut low, mut high, mut step) = (value, value, 1.0);
        while is_inside(&fit) {
            if step > NOWHERE {
                return f64::NEG_INFINITY;
            }
            (low, high) = (value - step, low);
            step *= 2.0;
            fit = self.pinned(contrast, low, &fit.unknowns);
        }
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            fit = self.pinned(contrast, middle, &fit.unknowns);
            *if is_inside(&fit) { &mut high } else { &mut low } = middle;
        }
        low
    }

    /// How likely `contrast · unknowns`, which seems positive, is positive. For a winner of all
    /// of B blocks it is `1 - 2^-(B+1)`, as from Bayes with all shares alike.
    pub(super) fn above_zero(&self, contrast: &[f64]) -> f64 {
        let fit = self.pinned(contrast, 0.0, &self.best.unknowns);
        1.0 - (-self.loss(&fit).max(0.0)).exp() / 2.0
    }

    fn loss(&self, fit: &Fit) -> f64 {
        self.best.log_likelihood - fit.log_likelihood
    }

    /// The best explanation with this difference. Springs give way, so the pin is set as much
    /// further as it gave way.
    fn pinned(&self, contrast: &[f64], value: f64, start: &[f64]) -> Fit {
        let mut problem = self.problem.clone();
        let mut target = value;
        let mut climb = |start: &[f64]| {
            problem.pin = Some(Pin { contrast: contrast.to_vec(), value: target });
            let fit = problem.climb(start);
            let missing = value - dot(&fit.unknowns, contrast);
            target += missing;
            (fit, missing)
        };
        let (mut fit, mut missing) = climb(start);
        for _ in 0..MAX_RESETS {
            if missing.abs() < 1e-10 {
                break;
            }
            (fit, missing) = climb(&fit.unknowns);
        }
        fit
    }
}
