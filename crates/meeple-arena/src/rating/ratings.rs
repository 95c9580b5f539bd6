//! Ratings: what games tell of strengths, in Elo.

use super::{
    Estimate, Observation,
    evidence::{Evidence, Weight},
    fit::{Fit, Problem},
    linear::dot,
    profile::Profile,
    spread::Spread,
};
use std::sync::OnceLock;

/// What was learned from games.
#[derive(Debug, Clone)]
pub struct Ratings {
    evidence: Evidence,
    fit: Fit,
    /// With half a win and half a loss for everybody; where games leave something open.
    held: Option<Fit>,
    /// For each entrant the first of those from whom its distance is bounded by games.
    class: Vec<usize>,
    /// Logarithms of the strengths.
    strengths: Vec<f64>,
    /// The likelihood by blocks, once it was asked for.
    profile: OnceLock<Profile>,
}

/// How much a unit of the logarithm of a strength is in Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The pull that ends a climb to infinity.
const RIDGE: f64 = 1e-8;
/// The variance beyond which a difference is open. Where a single game bounds it, it is about 1;
/// where only the ridge does, it is 1 / `RIDGE`, less a factor of 100 at most.
const OPEN: f64 = 1e4;

/// Rates all entrants (by their numbers, from 0) by all games.
///
/// A panic is a mistake of the caller: a game with an entrant that does not exist, with not as
/// many ranks as entrants, or with more than 16 of them.
pub fn rate(entrants: usize, games: &[Observation]) -> Ratings {
    let evidence = Evidence::new(entrants, games);
    let tally = evidence.tally(Weight::Games);
    let mut problem = Problem::new(&evidence, tally, RIDGE);
    let mut fit = problem.climb(&vec![0.0; evidence.unknowns()]);
    let class = classes(&evidence, &fit);
    let mut ties = entrants..evidence.unknowns();
    let mut held = None;
    if class == evidence.component && ties.all(|tie| variance(&fit, &[(tie, 1.0)]) < OPEN) {
        problem.ridge = 0.0;
        fit = problem.climb(&fit.unknowns);
    } else {
        let is_open = |entrant: usize| {
            let component = evidence.component[entrant];
            (0..entrants).any(|at| evidence.component[at] == component && class[at] != component)
        };
        let open: Vec<bool> = (0..entrants).map(is_open).collect();
        problem.held[entrants..].fill(true);
        problem.held[..entrants].copy_from_slice(&open);
        held = Some(problem.climb(&vec![0.0; evidence.unknowns()]));
    }
    let strengths = strengths(&fit, held.as_ref().unwrap_or(&fit), &class);
    Ratings { evidence, fit, held, class, strengths, profile: OnceLock::new() }
}

impl Ratings {
    /// How strong an entrant is: 0 is the average of those with whom games connect it. Nothing if
    /// it has no game.
    ///
    /// Where somebody is infinitely far away from the others by the games, the average is that
    /// of the largest group whose differences are bounded; so a single hopeless entrant does not
    /// blur all others.
    pub fn elo(&self, entrant: usize) -> Option<Estimate> {
        self.evidence.played[entrant].then(|| self.estimate(&self.above_average(entrant)))
    }

    /// How much stronger `a` is than `b`. Nothing if no games connect them.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        if a > b {
            // Computed in one order only, so that both agree to the last bit.
            let Estimate { value, low, high } = self.difference(b, a)?;
            return Some(Estimate { value: 0.0 - value, low: 0.0 - high, high: 0.0 - low });
        }
        self.is_connected(a, b).then(|| self.estimate(&self.between(a, b)))
    }

    /// How likely `a` is stronger than `b`, from 0 to 1; 0.5 where nothing tells them apart.
    /// Nothing if no games connect them.
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

    /// What was learned of ties: the size of a tie and its weight δ, for each size seen.
    /// Of two equals, δ / (2 + δ) is how often they tie.
    pub fn tie_weights(&self) -> Vec<(usize, f64)> {
        let fit = self.held.as_ref().unwrap_or(&self.fit);
        let ties = self.evidence.ties(&fit.unknowns);
        ties.iter().map(|tie| (tie.size, libm::exp(tie.log_weight))).collect()
    }

    /// Whether games connect these two, over however many others.
    pub fn is_connected(&self, a: usize, b: usize) -> bool {
        let Evidence { played, component, .. } = &self.evidence;
        played[a] && played[b] && component[a] == component[b]
    }

    fn between(&self, a: usize, b: usize) -> Contrast {
        let mut parts = vec![0.0; self.evidence.unknowns()];
        parts[a] += 1.0;
        parts[b] -= 1.0;
        Contrast { parts, is_bounded: self.class[a] == self.class[b] }
    }

    fn above_average(&self, entrant: usize) -> Contrast {
        let anchors = self.anchors(entrant);
        let mut parts = vec![0.0; self.evidence.unknowns()];
        parts[entrant] += 1.0;
        for &anchor in &anchors {
            parts[anchor] -= 1.0 / anchors.len() as f64;
        }
        let is_bounded = anchors.iter().all(|&anchor| self.class[anchor] == self.class[entrant]);
        Contrast { parts, is_bounded }
    }

    /// Those whose average is 0.
    fn anchors(&self, entrant: usize) -> Vec<usize> {
        let component = &self.evidence.component;
        let connected = (0..component.len()).filter(|&at| component[at] == component[entrant]);
        let size = |class: usize| self.class.iter().filter(|&&other| other == class).count();
        let largest = connected.clone().map(|at| size(self.class[at])).max();
        connected.filter(|&at| Some(size(self.class[at])) == largest).collect()
    }

    fn spread(&self, contrast: &Contrast) -> Spread {
        let held = self.held.as_ref().filter(|_| !contrast.is_bounded);
        Spread::of(&self.evidence, held.unwrap_or(&self.fit), &contrast.parts)
    }

    fn profile(&self) -> &Profile {
        self.profile.get_or_init(|| Profile::new(&self.evidence, RIDGE))
    }

    fn estimate(&self, contrast: &Contrast) -> Estimate {
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

/// A difference between entrants, or between one and an average.
struct Contrast {
    /// What it has of each unknown.
    parts: Vec<f64>,
    /// Whether games bound it on both sides.
    is_bounded: bool,
}

/// Rounding is no difference.
fn snap(value: f64) -> f64 {
    if value.abs() < 1e-6 { 0.0 } else { value }
}

/// The variance of a contrast, if games were independent.
fn variance(fit: &Fit, contrast: &[(usize, f64)]) -> f64 {
    let mut dense = vec![0.0; fit.unknowns.len()];
    for &(unknown, part) in contrast {
        dense[unknown] += part;
    }
    dot(&fit.information.solve(&dense), &dense)
}

/// For each entrant the first one from whom its distance is bounded.
fn classes(evidence: &Evidence, fit: &Fit) -> Vec<usize> {
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

/// Distances within a class are those of the games alone; how far classes are apart is what the
/// held fit says.
fn strengths(fit: &Fit, held: &Fit, class: &[usize]) -> Vec<f64> {
    let average = |fit: &Fit, wanted: usize| {
        let members = || (0..class.len()).filter(|&at| class[at] == wanted);
        members().map(|at| fit.unknowns[at]).sum::<f64>() / members().count() as f64
    };
    let shifted = |(at, &class): (usize, &usize)| {
        fit.unknowns[at] - average(fit, class) + average(held, class)
    };
    let mut strengths: Vec<f64> = class.iter().enumerate().map(shifted).collect();
    strengths.resize(fit.unknowns.len(), 0.0);
    strengths
}
