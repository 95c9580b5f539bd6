//! Maximum likelihood strengths, by Newton's method on a concave function.
//!
//! The logarithm of the likelihood is `observed · unknowns`, minus the logarithm of
//! the sum of all weights of each step. It is concave, so there is one maximum. If
//! games leave a direction unbounded (an entrant won everything), the maximum is at
//! infinity; a *ridge*, a faint pull towards 0, stops the climb there, and the
//! flatness at that point reveals that the direction was unbounded.

use super::{
    cholesky::{CholeskyFactor, SymmetricMatrix, dot},
    evidence::{GameEvidence, LikelihoodSums},
    next_rank::NextRank,
};

/// The function to maximise.
#[derive(Debug, Clone)]
pub(super) struct LikelihoodProblem<'a> {
    pub(super) evidence: &'a GameEvidence,
    pub(super) tally: LikelihoodSums,
    /// Strength of the pull towards 0.
    pub(super) ridge: f64,
    /// Which unknowns are held by half a win and half a loss against 0.
    pub(super) held: Vec<bool>,
    /// A difference that is kept near a value, if any.
    pub(super) pin: Option<DifferencePin>,
}

/// A difference that is kept near a value, as if by a spring.
#[derive(Debug, Clone)]
pub(super) struct DifferencePin {
    pub(super) contrast: Vec<f64>,
    pub(super) value: f64,
}

impl DifferencePin {
    /// Returns the difference in a fit.
    pub(super) fn at(&self, fit: &RatingFit) -> f64 {
        dot(&self.contrast, &fit.unknowns)
    }

    /// The slope of the likelihood along the difference, which balances the pull of the spring.
    pub(super) fn slope(&self, fit: &RatingFit) -> f64 {
        PIN_STIFFNESS * (self.at(fit) - self.value)
    }

    /// How far the spring yields to a likelihood of this slope.
    pub(super) fn give(slope: f64) -> f64 {
        slope / PIN_STIFFNESS
    }
}

/// The maximum, and the shape of the likelihood around it.
#[derive(Debug, Clone)]
pub(super) struct RatingFit {
    /// The logarithms of the strengths, then those of the tie weights.
    pub(super) unknowns: Vec<f64>,
    /// The logarithm of the likelihood, without ridge and holds.
    pub(super) log_likelihood: f64,
    /// The expected outcome for each set.
    pub(super) choices: Vec<NextRank>,
    /// The information matrix, decomposed.
    pub(super) information: CholeskyFactor,
    gradient: Vec<f64>,
    /// The value of the maximised function.
    value: f64,
}

/// Maximum number of steps of a climb. It takes five to ten, or, if only the ridge ends it, one for each
/// power of e, which is about twenty.
const MAX_STEPS: usize = 100;
/// How often a step is halved before giving up.
const MAX_HALVINGS: usize = 30;
/// The climb ends with a step that gains no more than this fraction of the value, which is within rounding
/// error.
const ROUNDING: f64 = 1e-15;
/// A step that promises less than this is so near to the maximum that Newton's method doubles the number of
/// correct digits each time, and rounding hides whether the value still grows.
const BOWL: f64 = 1e-9;
/// Number of steps taken so near to the maximum; after one, all digits are correct.
const POLISH: usize = 1;
/// Stiffness of the spring of a pin: it yields by a thousandth per game pulling at it.
const PIN_STIFFNESS: f64 = 1e3;

impl<'a> LikelihoodProblem<'a> {
    /// The likelihood of the games, with a ridge and nothing held or pinned.
    pub(super) fn new(evidence: &'a GameEvidence, tally: LikelihoodSums, ridge: f64) -> Self {
        LikelihoodProblem {
            held: vec![false; evidence.unknowns()],
            evidence,
            tally,
            ridge,
            pin: None,
        }
    }

    /// Climbs to the maximum.
    pub(super) fn maximise(&self, start: &[f64]) -> RatingFit {
        let mut here = self.evaluate(start.to_vec());
        let mut polished = 0;
        for _ in 0..MAX_STEPS {
            let step = here.information.solve(&here.gradient);
            let promise = dot(&step, &here.gradient);
            if promise < BOWL {
                polished += 1;
            }
            if promise == 0.0 || polished > POLISH {
                break;
            }
            let Some(next) = self.line_search(&here, &step, promise) else { break };
            let gain = next.value - here.value;
            let is_rounding = promise >= BOWL && gain <= ROUNDING * here.value.abs();
            here = next;
            if is_rounding {
                break;
            }
        }
        here
    }

    /// Tries the step, half of it, a quarter ... and returns the first that leads upwards.
    fn line_search(&self, here: &RatingFit, step: &[f64], promise: f64) -> Option<RatingFit> {
        let mut length = 1.0;
        for _ in 0..MAX_HALVINGS {
            let moved = here.unknowns.iter().zip(step).map(|(at, step)| at + length * step);
            let next = self.evaluate(moved.collect());
            if promise < BOWL || next.value >= here.value + 1e-4 * length * promise {
                return Some(next);
            }
            length /= 2.0;
        }
        None
    }

    /// Evaluates the function and its derivatives at a point.
    fn evaluate(&self, unknowns: Vec<f64>) -> RatingFit {
        let evidence = self.evidence;
        let ties = evidence.ties(&unknowns);
        let mut gradient = self.tally.observed.clone();
        let mut information = SymmetricMatrix::new(unknowns.len());
        let mut log_likelihood = dot(&gradient, &unknowns);
        let mut choices = Vec::with_capacity(evidence.sets.len());
        for (set, &count) in self.tally.sets.iter().enumerate() {
            let strengths: Vec<f64> = evidence.sets[set].iter().map(|&at| unknowns[at]).collect();
            let choice = NextRank::among(&strengths, &ties);
            log_likelihood -= count * choice.log_sum;
            for (row, unknown) in evidence.parts(set).enumerate() {
                gradient[unknown] -= count * choice.mean[row];
                for (column, other) in evidence.parts(set).enumerate().take(row + 1) {
                    let twice = if unknown == other && row != column { 2.0 } else { 1.0 };
                    let value = count * twice * choice.covariance(row, column);
                    information.add(unknown, other, value);
                }
            }
            choices.push(choice);
        }
        let mut value = log_likelihood;
        self.add_ridge(&unknowns, &mut value, &mut gradient, &mut information);
        self.add_pin(&unknowns, &mut value, &mut gradient, &mut information);
        self.add_centring(&unknowns, &mut value, &mut gradient, &mut information);
        let information = information.cholesky();
        RatingFit { unknowns, log_likelihood, choices, information, gradient, value }
    }

    /// Adds the ridge, and half a win and half a loss for the held unknowns.
    fn add_ridge(
        &self,
        at: &[f64],
        value: &mut f64,
        slope: &mut [f64],
        information: &mut SymmetricMatrix,
    ) {
        for (unknown, &at) in at.iter().enumerate() {
            *value -= self.ridge * at * at / 2.0;
            slope[unknown] -= self.ridge * at;
            information.add(unknown, unknown, self.ridge);
            if self.held[unknown] {
                let win = 1.0 / (1.0 + libm::exp(-at));
                *value += at / 2.0 - at.max(0.0) - libm::log1p(libm::exp(-at.abs()));
                slope[unknown] += 0.5 - win;
                information.add(unknown, unknown, win * (1.0 - win));
            }
        }
    }

    /// Adds the pin.
    fn add_pin(
        &self,
        at: &[f64],
        value: &mut f64,
        slope: &mut [f64],
        information: &mut SymmetricMatrix,
    ) {
        let Some(DifferencePin { contrast, value: target }) = &self.pin else { return };
        let away = dot(contrast, at) - target;
        *value -= PIN_STIFFNESS * away * away / 2.0;
        for row in 0..at.len() {
            slope[row] -= PIN_STIFFNESS * away * contrast[row];
            for column in 0..=row {
                information.add(row, column, PIN_STIFFNESS * contrast[row] * contrast[column]);
            }
        }
    }

    /// Keeps the average of connected entrants at 0, since games only determine differences.
    fn add_centring(
        &self,
        at: &[f64],
        value: &mut f64,
        slope: &mut [f64],
        information: &mut SymmetricMatrix,
    ) {
        let component = &self.evidence.component;
        let mut sums = vec![0.0; component.len()];
        component.iter().zip(at).for_each(|(&first, at)| sums[first] += at);
        *value -= sums.iter().map(|sum| sum * sum / 2.0).sum::<f64>();
        for row in 0..component.len() {
            slope[row] -= sums[component[row]];
            for column in (0..=row).filter(|&column| component[column] == component[row]) {
                information.add(row, column, 1.0);
            }
        }
    }
}
