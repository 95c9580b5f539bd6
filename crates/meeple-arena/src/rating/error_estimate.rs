//! The standard error of a difference, estimated by blocks: the sandwich estimator.
//!
//! Each block pulls the estimate a little in its direction. The games of a block
//! are not independent, so the pulls of whole blocks are squared and summed. Games
//! of a block that cancel each other out have no pull, which makes the estimate
//! more precise. Games of a block that all go one way pull together, which makes
//! it less precise.
//!
//! A block that contributes a fraction `h` of the information about a difference
//! also draws the estimate towards itself, so its observed pull is too small by
//! `√(1 - h)`; this is corrected. `1 / Σ h²` is the effective number of equal
//! blocks; that number minus one gives the degrees of freedom of Student's
//! distribution.

use super::{
    evidence::GameEvidence,
    fit::RatingFit,
    student::{cumulative, quantile},
};

/// The standard error of an estimate and what it is based on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ErrorEstimate {
    pub(super) error: f64,
    /// Effective number of equal blocks.
    pub(super) blocks: f64,
}

/// Errors below this are rounding errors and count as zero.
const NOTHING: f64 = 1e-9;

impl ErrorEstimate {
    /// Computes the spread of `contrast · unknowns`.
    pub(super) fn of(evidence: &GameEvidence, fit: &RatingFit, contrast: &[f64]) -> Self {
        let direction = fit.information.solve(contrast);
        let mut local = Vec::new();
        let expected: Vec<(f64, f64)> = (0..evidence.sets.len())
            .map(|set| {
                local.clear();
                local.extend(evidence.parts(set).map(|unknown| direction[unknown]));
                fit.choices[set].along(&local)
            })
            .collect();
        let pulls: Vec<BlockContribution> = evidence
            .blocks
            .iter()
            .map(|blocks| {
                let mut pull =
                    BlockContribution { count: blocks.count as f64, strength: 0.0, known: 0.0 };
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
        ErrorEstimate::from_pulls(&pulls)
    }

    fn from_pulls(pulls: &[BlockContribution]) -> Self {
        let known: f64 = pulls.iter().map(|pull| pull.count * pull.known).sum();
        let (mut variance, mut squares) = (0.0, 0.0);
        for pull in pulls.iter().filter(|_| known > 0.0) {
            let part = pull.known / known;
            squares += pull.count * part * part;
            variance += pull.count * pull.strength * pull.strength / (1.0 - part).max(1e-12);
        }
        let error = variance.sqrt();
        let blocks = if squares > 0.0 { 1.0 / squares } else { 0.0 };
        ErrorEstimate { error: if error < NOTHING { 0.0 } else { error }, blocks }
    }

    /// Whether there are enough blocks to estimate how they vary.
    pub(super) fn is_seen(&self) -> bool {
        self.blocks > 1.0 + 1e-6
    }

    /// Half the width of the 95 % confidence interval.
    pub(super) fn reach(&self) -> f64 {
        if self.error == 0.0 { 0.0 } else { self.error * quantile(self.blocks - 1.0) }
    }

    /// Returns the probability that the true value is positive, given the estimated value.
    pub(super) fn above_zero(&self, value: f64) -> f64 {
        match (self.error == 0.0, value.total_cmp(&0.0)) {
            _ if value == 0.0 => 0.5,
            (true, std::cmp::Ordering::Less) => 0.0,
            (true, _) => 1.0,
            (false, _) => cumulative(value / self.error, self.blocks - 1.0),
        }
    }
}

/// The contribution of a group of identical blocks to a difference.
struct BlockContribution {
    count: f64,
    /// How far each block pulls the estimate.
    strength: f64,
    /// How much information each block would contribute if its games were independent.
    known: f64,
}
