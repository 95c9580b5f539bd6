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
//! The best explanation with a given difference is found by a *tilt*: a part of
//! the points is taken from one and given to the other, and the climb begins
//! anew.

use super::{
    evidence::{Evidence, Weight},
    fit::{Fit, Problem},
    linear::dot,
};

/// The likelihood, with blocks as units.
pub(super) struct Profile<'a> {
    problem: Problem<'a>,
    best: Fit,
}

/// 1 / 40 on either side leaves a certainty of 95 %.
const LESS_LIKELY: f64 = 40.0;
/// Where the ridge alone ended the climb: no strength comes so far by games.
const NOWHERE: f64 = 1e4;

impl<'a> Profile<'a> {
    pub(super) fn new(evidence: &'a Evidence, ridge: f64) -> Self {
        let problem = Problem::new(evidence, evidence.tally(Weight::Blocks), ridge);
        let best = problem.climb(&vec![0.0; evidence.unknowns()]);
        Profile { problem, best }
    }

    /// The least that `contrast · unknowns` may be; minus infinity if nothing bounds it.
    pub(super) fn low(&self, contrast: &[f64]) -> f64 {
        let far_enough = |fit: &Fit| self.loss(fit) >= LESS_LIKELY.ln();
        let low = dot(&self.tilt_until(contrast, far_enough).unknowns, contrast);
        if low < -NOWHERE { f64::NEG_INFINITY } else { low }
    }

    /// How likely `contrast · unknowns`, which seems positive, is positive. For a winner of all
    /// of B blocks it is `1 - 2^-(B+1)`, as from Bayes with all shares alike.
    pub(super) fn above_zero(&self, contrast: &[f64]) -> f64 {
        let fit = self.tilt_until(contrast, |fit| dot(&fit.unknowns, contrast) <= 0.0);
        1.0 - (-self.loss(&fit).max(0.0)).exp() / 2.0
    }

    fn loss(&self, fit: &Fit) -> f64 {
        self.best.log_likelihood - fit.log_likelihood
    }

    /// The smallest tilt against the contrast at which it is enough.
    fn tilt_until(&self, contrast: &[f64], enough: impl Fn(&Fit) -> bool) -> Fit {
        // More than all games together hold against turns everything round.
        let total: f64 = self.problem.tally.sets.iter().sum();
        let (mut low, mut high) = (1e-7_f64.ln(), (2.0 * total + 1.0).ln());
        let mut found = self.tilted(contrast, high.exp());
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            let fit = self.tilted(contrast, middle.exp());
            if enough(&fit) {
                (high, found) = (middle, fit);
            } else {
                low = middle;
            }
        }
        found
    }

    fn tilted(&self, contrast: &[f64], tilt: f64) -> Fit {
        let mut problem = self.problem.clone();
        let observed = problem.tally.observed.iter_mut();
        observed.zip(contrast).for_each(|(observed, part)| *observed -= tilt * part);
        problem.climb(&vec![0.0; contrast.len()])
    }
}
