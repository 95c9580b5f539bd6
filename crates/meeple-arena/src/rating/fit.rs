//! The most likely strengths: Newton's method on a concave function.
//!
//! The logarithm of the likelihood is `observed · unknowns`, less the logarithm
//! of the sum of all weights of each step. It is concave, so there is one
//! summit. Where games leave a direction open (somebody won everything) the
//! summit is at infinity; a *ridge*, a faint pull towards 0, stops the climb
//! there, and how flat it is where it stopped tells that it was open.

use super::{
    choice::Choice,
    evidence::{Evidence, Tally},
    linear::{Symmetric, Triangle, dot},
};

/// What is to be maximised.
#[derive(Debug, Clone)]
pub(super) struct Problem<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) tally: Tally,
    /// How strong the pull towards 0 is.
    pub(super) ridge: f64,
    /// The unknowns that are held by half a win and half a loss against 0.
    pub(super) held: Vec<bool>,
    /// A difference that is kept at a value.
    pub(super) pin: Option<Pin>,
}

/// A difference that is kept near a value, as by a spring.
#[derive(Debug, Clone)]
pub(super) struct Pin {
    pub(super) contrast: Vec<f64>,
    pub(super) value: f64,
}

impl Pin {
    /// Where the difference is in a fit.
    pub(super) fn at(&self, fit: &Fit) -> f64 {
        dot(&self.contrast, &fit.unknowns)
    }

    /// How steeply the likelihood rises there with the difference: as the spring pulls.
    pub(super) fn slope(&self, fit: &Fit) -> f64 {
        STIFF * (self.at(fit) - self.value)
    }

    /// How far the spring gives way where the likelihood is so steep.
    pub(super) fn give(slope: f64) -> f64 {
        slope / STIFF
    }
}

/// The summit, and what the surroundings look like.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// The logarithms of the strengths, then those of the tie weights.
    pub(super) unknowns: Vec<f64>,
    /// The logarithm of the likelihood, without ridge and holds.
    pub(super) log_likelihood: f64,
    /// What is expected of each set.
    pub(super) choices: Vec<Choice>,
    /// The information.
    pub(super) information: Triangle,
    gradient: Vec<f64>,
    /// What is maximised.
    value: f64,
}

/// How many steps a climb may take. It takes five to ten, or one for each power of e when
/// nothing but the ridge ends it, which is some twenty.
const MAX_STEPS: usize = 100;
/// How often a step is halved before nothing leads upwards.
const MAX_HALVINGS: usize = 30;
/// A step that gains no more than this part of the value is lost in rounding: it is the last.
const ROUNDING: f64 = 1e-15;
/// A step that promises less than this is in the summit's bowl, where Newton's method doubles the
/// digits each time and rounding hides whether the value still grows.
const BOWL: f64 = 1e-9;
/// Steps in the bowl; after one, all digits are there.
const POLISH: usize = 1;
/// How stiff the spring of a pin is: it gives way by a thousandth for each game's pull.
const STIFF: f64 = 1e3;

impl<'a> Problem<'a> {
    /// Nothing but the games, and a ridge.
    pub(super) fn new(evidence: &'a Evidence, tally: Tally, ridge: f64) -> Self {
        Problem { held: vec![false; evidence.unknowns()], evidence, tally, ridge, pin: None }
    }

    /// Climbs to the summit.
    pub(super) fn climb(&self, start: &[f64]) -> Fit {
        let mut here = self.look(start.to_vec());
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
            let Some(next) = self.advance(&here, &step, promise) else { break };
            let gain = next.value - here.value;
            let is_rounding = promise >= BOWL && gain <= ROUNDING * here.value.abs();
            here = next;
            if is_rounding {
                break;
            }
        }
        here
    }

    /// The longest of the step, its half, its quarter ... that leads upwards.
    fn advance(&self, here: &Fit, step: &[f64], promise: f64) -> Option<Fit> {
        let mut length = 1.0;
        for _ in 0..MAX_HALVINGS {
            let moved = here.unknowns.iter().zip(step).map(|(at, step)| at + length * step);
            let next = self.look(moved.collect());
            if promise < BOWL || next.value >= here.value + 1e-4 * length * promise {
                return Some(next);
            }
            length /= 2.0;
        }
        None
    }

    /// Everything that is to be known at a place.
    fn look(&self, unknowns: Vec<f64>) -> Fit {
        let evidence = self.evidence;
        let ties = evidence.ties(&unknowns);
        let mut gradient = self.tally.observed.clone();
        let mut information = Symmetric::new(unknowns.len());
        let mut log_likelihood = dot(&gradient, &unknowns);
        let mut choices = Vec::with_capacity(evidence.sets.len());
        for (set, &count) in self.tally.sets.iter().enumerate() {
            let strengths: Vec<f64> = evidence.sets[set].iter().map(|&at| unknowns[at]).collect();
            let choice = Choice::among(&strengths, &ties);
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
        self.hold(&unknowns, &mut value, &mut gradient, &mut information);
        self.keep(&unknowns, &mut value, &mut gradient, &mut information);
        self.centre(&unknowns, &mut value, &mut gradient, &mut information);
        let information = information.triangle();
        Fit { unknowns, log_likelihood, choices, information, gradient, value }
    }

    /// The ridge, and half a win and half a loss for those who are held.
    fn hold(&self, at: &[f64], value: &mut f64, slope: &mut [f64], information: &mut Symmetric) {
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

    /// The pin.
    fn keep(&self, at: &[f64], value: &mut f64, slope: &mut [f64], information: &mut Symmetric) {
        let Some(Pin { contrast, value: wanted }) = &self.pin else { return };
        let away = dot(contrast, at) - wanted;
        *value -= STIFF * away * away / 2.0;
        for row in 0..at.len() {
            slope[row] -= STIFF * away * contrast[row];
            for column in 0..=row {
                information.add(row, column, STIFF * contrast[row] * contrast[column]);
            }
        }
    }

    /// Games tell differences only: the average of those who are connected is kept at 0.
    fn centre(&self, at: &[f64], value: &mut f64, slope: &mut [f64], information: &mut Symmetric) {
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
