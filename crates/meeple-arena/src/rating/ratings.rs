//! Ratings: strengths estimated from games, in Elo.

use super::{
    Estimate, Observation,
    cholesky::dot,
    error_estimate::ErrorEstimate,
    evidence::{GameEvidence, GameWeight},
    fit::{LikelihoodProblem, RatingFit},
    profile::ProfileLikelihood,
};
use std::sync::OnceLock;

/// Strengths estimated from games.
#[derive(Debug, Clone)]
pub struct Ratings {
    evidence: GameEvidence,
    fit: RatingFit,
    /// The fit with half a win and half a loss added for each unbounded entrant; `None` if the games bound
    /// everything.
    held: Option<RatingFit>,
    /// For each entrant, the first entrant to which its distance is bounded by games.
    class: Vec<usize>,
    /// Logarithms of the strengths.
    strengths: Vec<f64>,
    /// The likelihood by blocks, computed on first use.
    profile: OnceLock<ProfileLikelihood>,
}

/// Elo per unit of the logarithm of a strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The weak pull towards 0 that keeps the maximisation from running off to infinity.
const RIDGE: f64 = 1e-8;
/// Variance above which a difference counts as unbounded. If a single game bounds it, the variance is about
/// 1; if only the ridge does, it is 1 / `RIDGE`, divided by at most 100.
const OPEN: f64 = 1e4;

/// Rates all entrants (numbered from 0) from all games.
///
/// # Panics
///
/// If a game has an entrant that doesn't exist, a different number of ranks than entrants, or more than 16
/// entrants.
pub fn rate(entrants: usize, games: &[Observation]) -> Ratings {
    let evidence = GameEvidence::new(entrants, games);
    let tally = evidence.tally(GameWeight::Games);
    let mut problem = LikelihoodProblem::new(&evidence, tally, RIDGE);
    let mut fit = problem.maximise(&vec![0.0; evidence.unknowns()]);
    let class = classes(&evidence, &fit);
    let mut ties = entrants..evidence.unknowns();
    let mut held = None;
    if class == evidence.component && ties.all(|tie| variance(&fit, &[(tie, 1.0)]) < OPEN) {
        problem.ridge = 0.0;
        fit = problem.maximise(&fit.unknowns);
    } else {
        let is_open = |entrant: usize| {
            let component = evidence.component[entrant];
            (0..entrants).any(|at| evidence.component[at] == component && class[at] != component)
        };
        let open: Vec<bool> = (0..entrants).map(is_open).collect();
        problem.held[entrants..].fill(true);
        problem.held[..entrants].copy_from_slice(&open);
        held = Some(problem.maximise(&vec![0.0; evidence.unknowns()]));
    }
    let strengths = strengths(&fit, held.as_ref().unwrap_or(&fit), &class);
    Ratings { evidence, fit, held, class, strengths, profile: OnceLock::new() }
}

impl Ratings {
    /// The rating of an entrant; 0 is the average of the entrants connected to it by games. `None` if it
    /// played no game.
    ///
    /// If the games put some entrant infinitely far away from the others, the average is that of the largest
    /// group whose differences are bounded, so that a single hopeless entrant doesn't widen all the
    /// intervals.
    pub fn elo(&self, entrant: usize) -> Option<Estimate> {
        self.evidence.played[entrant].then(|| self.estimate(&self.above_average(entrant)))
    }

    /// How much stronger `a` is than `b`. `None` if no games connect them.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        if a > b {
            // Computed in one order only, so that both directions agree to the last bit.
            let Estimate { value, low, high } = self.difference(b, a)?;
            return Some(Estimate { value: 0.0 - value, low: 0.0 - high, high: 0.0 - low });
        }
        self.is_connected(a, b).then(|| self.estimate(&self.between(a, b)))
    }

    /// The probability that `a` is stronger than `b`, from 0 to 1; 0.5 if nothing tells them apart. `None` if
    /// no games connect them.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        if !self.is_connected(a, b) {
            return None;
        }
        let value = snap(self.strengths[a] - self.strengths[b]);
        if value < 0.0 {
            return self.superiority(b, a).map(|likelihood| 1.0 - likelihood);
        }
        let contrast = self.between(a, b);
        let spread = self.spread(&contrast);
        Some(if value == 0.0 {
            0.5
        } else if contrast.is_bounded && spread.is_seen() {
            spread.above_zero(value)
        } else {
            self.profile().above_zero(&self.evidence, &contrast.parts)
        })
    }

    /// The size of each tie seen, and its estimated weight δ. Two equally strong entrants tie with
    /// probability δ / (2 + δ).
    pub fn tie_weights(&self) -> Vec<(usize, f64)> {
        let fit = self.held.as_ref().unwrap_or(&self.fit);
        let ties = self.evidence.ties(&fit.unknowns);
        ties.iter().map(|tie| (tie.size, libm::exp(tie.log_weight))).collect()
    }

    /// Whether games connect these two entrants, directly or through others.
    pub fn is_connected(&self, a: usize, b: usize) -> bool {
        let GameEvidence { played, component, .. } = &self.evidence;
        played[a] && played[b] && component[a] == component[b]
    }

    fn between(&self, a: usize, b: usize) -> RatingContrast {
        let mut parts = vec![0.0; self.evidence.unknowns()];
        parts[a] += 1.0;
        parts[b] -= 1.0;
        RatingContrast { parts, is_bounded: self.class[a] == self.class[b] }
    }

    fn above_average(&self, entrant: usize) -> RatingContrast {
        let anchors = self.anchors(entrant);
        let mut parts = vec![0.0; self.evidence.unknowns()];
        parts[entrant] += 1.0;
        for &anchor in &anchors {
            parts[anchor] -= 1.0 / anchors.len() as f64;
        }
        let is_bounded = anchors.iter().all(|&anchor| self.class[anchor] == self.class[entrant]);
        RatingContrast { parts, is_bounded }
    }

    /// The entrants whose average is the zero point of the entrant's rating.
    fn anchors(&self, entrant: usize) -> Vec<usize> {
        let component = &self.evidence.component;
        let connected = (0..component.len()).filter(|&at| component[at] == component[entrant]);
        let size = |class: usize| self.class.iter().filter(|&&other| other == class).count();
        let largest = connected.clone().map(|at| size(self.class[at])).max();
        connected.filter(|&at| Some(size(self.class[at])) == largest).collect()
    }

    fn spread(&self, contrast: &RatingContrast) -> ErrorEstimate {
        let held = self.held.as_ref().filter(|_| !contrast.is_bounded);
        ErrorEstimate::of(&self.evidence, held.unwrap_or(&self.fit), &contrast.parts)
    }

    fn profile(&self) -> &ProfileLikelihood {
        self.profile.get_or_init(|| ProfileLikelihood::new(&self.evidence, RIDGE))
    }

    fn estimate(&self, contrast: &RatingContrast) -> Estimate {
        if contrast.parts.iter().all(|&part| part == 0.0) {
            return Estimate { value: 0.0, low: 0.0, high: 0.0 };
        }
        let value = snap(dot(&self.strengths, &contrast.parts));
        let spread = self.spread(contrast);
        let [low, high] = if !spread.is_seen() {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else if contrast.is_bounded || spread.error == 0.0 {
            [value - spread.reach(), value + spread.reach()]
        } else {
            let low = |parts: &[f64], value| self.profile().low(&self.evidence, parts, value);
            let turned: Vec<f64> = contrast.parts.iter().map(|part| -part).collect();
            [low(&contrast.parts, value), -low(&turned, -value)]
        };
        Estimate { value: value * ELO, low: low * ELO, high: high * ELO }
    }
}

/// A difference between two entrants, or between an entrant and an average.
struct RatingContrast {
    /// The coefficient of each unknown.
    parts: Vec<f64>,
    /// Whether games bound it on both sides.
    is_bounded: bool,
}

/// Replaces a value that is only rounding error by 0.
fn snap(value: f64) -> f64 {
    if value.abs() < 1e-6 { 0.0 } else { value }
}

/// The variance of a contrast if games were independent.
fn variance(fit: &RatingFit, contrast: &[(usize, f64)]) -> f64 {
    let mut dense = vec![0.0; fit.unknowns.len()];
    for &(unknown, part) in contrast {
        dense[unknown] += part;
    }
    dot(&fit.information.solve(&dense), &dense)
}

/// Returns for each entrant the first entrant to which its distance is bounded.
fn classes(evidence: &GameEvidence, fit: &RatingFit) -> Vec<usize> {
    let mut class: Vec<usize> = Vec::new();
    for entrant in 0..evidence.entrants {
        let is_near = |&first: &usize| {
            class[first] == first
                && evidence.component[first] == evidence.component[entrant]
                && variance(fit, &[(first, 1.0), (entrant, -1.0)]) < OPEN
        };
        let found = (0..entrant).find(is_near);
        class.push(found.unwrap_or(entrant));
    }
    class
}

/// Computes the strengths: differences within a class come from the games alone, differences between classes
/// from the held fit.
fn strengths(fit: &RatingFit, held: &RatingFit, class: &[usize]) -> Vec<f64> {
    let average = |fit: &RatingFit, target: usize| {
        let members = || (0..class.len()).filter(|&at| class[at] == target);
        members().map(|at| fit.unknowns[at]).sum::<f64>() / members().count() as f64
    };
    let shifted = |(at, &class): (usize, &usize)| {
        fit.unknowns[at] - average(fit, class) + average(held, class)
    };
    let mut strengths: Vec<f64> = class.iter().enumerate().map(shifted).collect();
    strengths.resize(fit.unknowns.len(), 0.0);
    strengths
}
