//! How sure a difference is, by blocks: the sandwich estimator.
//!
//! Each block pulls the estimate a little its way. The games of a block are not
//! independent, so it is the pulls of whole blocks that are squared and summed.
//! Games of a block that cancel each other pull nowhere: then the estimate is
//! sharp. Games of a block that go one way together pull twice: then it is
//! blurred, as it should be.
//!
//! A block that has a part `h` in what is known of a difference also draws the
//! estimate to itself, so its pull is seen too small by `√(1 - h)`; that is put
//! right. And `1 / Σ h²` is how many equal blocks would tell as much: their
//! number, less one, is what Student's distribution calls degrees of freedom.

use super::{
    evidence::Evidence,
    fit::Fit,
    student::{below, quantile},
};

/// How an estimate varies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spread {
    /// The standard error.
    pub(super) error: f64,
    /// How many equal blocks would tell as much.
    pub(super) blocks: f64,
}

/// A pull that is not distinguished from none: rounding.
const NOTHING: f64 = 1e-9;

impl Spread {
    /// How the value of `contrast · unknowns` varies.
    pub(super) fn of(evidence: &Evidence, fit: &Fit, contrast: &[f64]) -> Self {
        let direction = fit.information.solve(contrast);
        let mut local = Vec::new();
        let expected: Vec<(f64, f64)> = (0..evidence.sets.len())
            .map(|set| {
                local.clear();
                local.extend(evidence.parts(set).map(|unknown| direction[unknown]));
                fit.choices[set].along(&local)
            })
            .collect();
        let pulls: Vec<Pull> = evidence
            .blocks
            .iter()
            .map(|blocks| {
                let mut pull = Pull { count: blocks.count as f64, strength: 0.0, known: 0.0 };
                for step in &blocks.steps {
                    let (mean, variance) = expected[step.set];
                    evidence.statistic(*step, |unknown, part| {
                        pull.strength += direction[unknown] * part;
                    });
                    pull.strength -= mean;
                    pull.known += variance;
                }
                pull
            })
            .collect();
        Spread::from_pulls(&pulls)
    }

    fn from_pulls(pulls: &[Pull]) -> Self {
        let known: f64 = pulls.iter().map(|pull| pull.count * pull.known).sum();
        let (mut variance, mut squares) = (0.0, 0.0);
        for pull in pulls.iter().filter(|_| known > 0.0) {
            let part = pull.known / known;
            squares += pull.count * part * part;
            variance += pull.count * pull.strength * pull.strength / (1.0 - part).max(1e-12);
        }
        let error = variance.sqrt();
        let blocks = if squares > 0.0 { 1.0 / squares } else { 0.0 };
        Spread { error: if error < NOTHING { 0.0 } else { error }, blocks }
    }

    /// Whether there are enough blocks to see how they vary.
    pub(super) fn is_seen(&self) -> bool {
        self.blocks > 1.0 + 1e-6
    }

    /// How far the truth is away at most, with a certainty of 95 %.
    pub(super) fn reach(&self) -> f64 {
        if self.error == 0.0 { 0.0 } else { self.error * quantile(self.blocks - 1.0) }
    }

    /// How likely the truth is above 0 when this value was seen.
    pub(super) fn above_zero(&self, value: f64) -> f64 {
        match (self.error == 0.0, value.total_cmp(&0.0)) {
            _ if value == 0.0 => 0.5,
            (true, std::cmp::Ordering::Less) => 0.0,
            (true, _) => 1.0,
            (false, _) => below(value / self.error, self.blocks - 1.0),
        }
    }
}

/// What blocks that went alike say of a difference.
struct Pull {
    count: f64,
    /// How far each of them pulls the estimate.
    strength: f64,
    /// How much each of them tells, if games were independent.
    known: f64,
}
