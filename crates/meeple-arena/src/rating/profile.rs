//! Profile likelihood bounds, for differences that are bounded on one side only.
//!
//! If an entrant won every game, the likelihood has no maximum and its curvature
//! says nothing about certainty. The likelihood itself does: the lower bound is
//! where even the best fit makes the observed games 40 times less likely than the
//! overall best fit. For two entrants this is the exact Clopper-Pearson bound: `B`
//! blocks won out of `B` bound the share by `0.025^(1/B)`.
//!
//! A block counts as one game here, however its games are related.
//!
//! The best fit for a given difference is found by pinning the difference there
//! and maximising again.

use super::{
    evidence::{GameEvidence, GameWeight, LikelihoodSums},
    fit::{DifferencePin, LikelihoodProblem, RatingFit},
};

/// The likelihood with blocks as units, and its maximum.
#[derive(Debug, Clone)]
pub(super) struct ProfileLikelihood {
    tally: LikelihoodSums,
    ridge: f64,
    best: RatingFit,
}

/// Likelihood ratio at a bound: 1 / 40 on either side leaves 95 % confidence.
const LESS_LIKELY: f64 = 40.0;
/// How far below the value to look for a bound, in logarithms of strength (40,000 Elo). Any bound set by
/// games is nearer than that.
const NOWHERE: f64 = 256.0;

/// Maximum number of pins per search; five to ten are enough.
const MAX_PINS: usize = 30;

impl ProfileLikelihood {
    pub(super) fn new(evidence: &GameEvidence, ridge: f64) -> Self {
        let tally = evidence.tally(GameWeight::Blocks);
        let problem = LikelihoodProblem::new(evidence, tally.clone(), ridge);
        ProfileLikelihood { best: problem.maximise(&vec![0.0; evidence.unknowns()]), tally, ridge }
    }

    /// Returns the lower bound of `contrast · unknowns`, searching downwards from its estimated value; minus
    /// infinity if there is none.
    ///
    /// The loss of likelihood is convex, so Newton's method finds where it is large enough. Where the loss
    /// hardly grows, a step is at most four times as long as the last one.
    pub(super) fn low(&self, evidence: &GameEvidence, contrast: &[f64], value: f64) -> f64 {
        let mut pins = self.pins(evidence, contrast);
        let (mut target, mut longest) = (value, 2.0);
        for _ in 0..MAX_PINS {
            let at = pins.set(target);
            let missing = libm::log(LESS_LIKELY) - self.loss(&pins.fit);
            if missing.abs() < 1e-10 || (missing < 0.0 && at >= value - 1e-6) {
                return at.min(value);
            }
            if missing > 0.0 && at < value - NOWHERE {
                return f64::NEG_INFINITY;
            }
            longest *= 4.0;
            target = at - (missing / pins.slope.max(1e-300)).min(longest);
        }
        target.min(value)
    }

    /// Returns the probability that `contrast · unknowns` is positive, given that its estimate is. An entrant
    /// that won all of B blocks gets `1 - 2^-(B+1)`, which is also Bayes' result with a uniform prior on
    /// shares.
    pub(super) fn above_zero(&self, evidence: &GameEvidence, contrast: &[f64]) -> f64 {
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

    fn loss(&self, fit: &RatingFit) -> f64 {
        self.best.log_likelihood - fit.log_likelihood
    }

    fn pins<'a>(&self, evidence: &'a GameEvidence, contrast: &[f64]) -> PinnedFits<'a> {
        let problem = LikelihoodProblem::new(evidence, self.tally.clone(), self.ridge);
        PinnedFits { problem, contrast: contrast.to_vec(), slope: 0.0, fit: self.best.clone() }
    }
}

/// The best fits for a sequence of pinned differences.
struct PinnedFits<'a> {
    problem: LikelihoodProblem<'a>,
    contrast: Vec<f64>,
    /// Slope of the likelihood at the last pin.
    slope: f64,
    fit: RatingFit,
}

impl PinnedFits<'_> {
    /// Pins the difference near a value and returns where it ended up. The pin is a spring that yields, so
    /// the target is shifted by as much as it yielded the last time.
    fn set(&mut self, difference: f64) -> f64 {
        let value = difference - DifferencePin::give(self.slope);
        let pin = DifferencePin { contrast: self.contrast.clone(), value };
        self.problem.pin = Some(pin.clone());
        self.fit = self.problem.maximise(&self.fit.unknowns);
        self.slope = pin.slope(&self.fit);
        pin.at(&self.fit)
    }
}
