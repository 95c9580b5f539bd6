//! Wald's sequential probability ratio test on blocks, to decide when enough was played.
//!
//! Two hypotheses state how much better a player is, in *normalised* Elo: the
//! distance of its mean share from 1/2, divided by the standard deviation of the
//! share of one game. The test is evaluated after each block, and ends as soon as
//! one hypothesis is so much more likely that a wrong decision is rare.
//!
//! ```text
//! H0: elo0 = 0      lower -2.94 ◄──── llr ────► upper 2.94      H1: elo1 = 10
//! ```
//!
//! Because normalised Elo is relative to the noise, the length of a test depends on
//! the distance between the hypotheses, and not on how often games are drawn or how
//! strongly the games of a block are related. A difference of 10 is detected after
//! about 7,000 games, one of 100 after about 70.
//!
//! The likelihoods are exact: among all distributions over the possible shares of a
//! block, the test compares the best fit under each hypothesis (the generalised
//! likelihood ratio, as used by Stockfish's testing framework).

use serde::Serialize;
use std::str::FromStr;

/// Two hypotheses, and how often a decision may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// H0: better by at most this much, in normalised Elo.
    pub elo0: f64,
    /// H1: better by at least this much, in normalised Elo.
    pub elo1: f64,
    /// Probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The accepted hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// No better than `elo0`.
    H0,
    /// At least `elo1` better.
    H1,
}

/// The state of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtState {
    /// Logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this value.
    pub lower: f64,
    /// H1 is accepted at or above this value.
    pub upper: f64,
    /// The decision, if there is one yet.
    pub decision: Option<Hypothesis>,
}

/// Why two hypotheses cannot be tested.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The text is not two numbers.
    #[error("{0:?} is not two numbers such as 0,10")]
    NotTwoNumbers(String),
    /// The Elo of H1 must be greater than that of H0.
    #[error("the second Elo ({elo1}) must be greater than the first ({elo0})")]
    Order {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// An Elo is out of range.
    #[error("an Elo of {0} is out of range: from -1000 to 1000")]
    OutOfRange(f64),
}

/// The number of blocks with each share. A test on it takes the same time however many blocks there are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockShares {
    /// Pairs of share and number of blocks, in ascending order of shares.
    counts: Vec<(f64, f64)>,
}

/// Normalised Elo per standard deviation of one game.
const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// Number of blocks assumed for each share that was not seen, so that it stays possible.
const UNSEEN: f64 = 1e-3;
/// Shares nearer to each other than this are the same.
const SAME: f64 = 1e-9;

impl Sprt {
    /// Creates a test of these hypotheses that is wrong at most one time in twenty.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let is_out = |elo: &f64| !(-1000.0..=1000.0).contains(elo);
        match [elo0, elo1].into_iter().find(is_out) {
            Some(elo) => Err(SprtError::OutOfRange(elo)),
            None if elo0 >= elo1 => Err(SprtError::Order { elo0, elo1 }),
            None => Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        }
    }

    /// Evaluates the test after these blocks, each given by its share (0 to 1) and with `games_per_block`
    /// games.
    pub fn test(&self, block_shares: &[f64], games_per_block: usize) -> SprtState {
        let mut shares = BlockShares::default();
        for &share in block_shares {
            shares.add(share);
        }
        self.state(&shares, games_per_block)
    }

    /// Evaluates the test on blocks counted in advance.
    pub fn state(&self, shares: &BlockShares, games_per_block: usize) -> SprtState {
        let upper = libm::log((1.0 - self.beta) / self.alpha);
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        let llr = self.llr(shares, games_per_block.max(1));
        let decision = if llr >= upper {
            Some(Hypothesis::H1)
        } else {
            (llr <= lower).then_some(Hypothesis::H0)
        };
        SprtState { llr, lower, upper, decision }
    }

    fn llr(&self, shares: &BlockShares, games: usize) -> f64 {
        if shares.counts.is_empty() {
            return 0.0;
        }
        let seen = shares.with_unseen(games);
        // The noise of a game is that of a block times the square root of the number of games.
        let scale = (games as f64).sqrt() / NORMALISED_ELO;
        let (h0, h1) = (seen.given(self.elo0 * scale), seen.given(self.elo1 * scale));
        let ratios = h1.iter().zip(&h0).map(|(h1, h0)| libm::log(h1 / h0));
        seen.parts.iter().zip(ratios).map(|(part, ratio)| seen.blocks * part * ratio).sum()
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
        let (elo0, elo1) = numbers.ok_or_else(|| SprtError::NotTwoNumbers(text.into()))?;
        Sprt::new(elo0, elo1)
    }
}

impl BlockShares {
    /// Counts one more block.
    pub fn add(&mut self, share: f64) {
        self.count(share.clamp(0.0, 1.0), 1.0);
    }

    fn count(&mut self, share: f64, blocks: f64) {
        let at = self.counts.partition_point(|(known, _)| *known < share - SAME);
        match self.counts.get_mut(at) {
            Some((known, count)) if (*known - share).abs() <= SAME => *count += blocks,
            _ => self.counts.insert(at, (share, blocks)),
        }
    }

    /// Returns the distribution in which every share that a block of so many two-player games can have is
    /// possible.
    fn with_unseen(&self, games: usize) -> ShareDistribution {
        let mut all = self.clone();
        let steps = 2 * games.min(32);
        (0..=steps).for_each(|step| all.count(step as f64 / steps as f64, 0.0));
        all.counts.iter_mut().for_each(|(_, count)| *count = count.max(UNSEEN));
        let blocks: f64 = all.counts.iter().map(|(_, count)| count).sum();
        let (shares, parts) =
            all.counts.into_iter().map(|(share, count)| (share, count / blocks)).unzip();
        ShareDistribution { blocks, shares, parts }
    }
}

/// The fraction of the blocks that has each share.
struct ShareDistribution {
    blocks: f64,
    shares: Vec<f64>,
    parts: Vec<f64>,
}

impl ShareDistribution {
    /// Returns the best fit to this distribution among those whose mean is `distance` standard deviations
    /// above 1/2. With a known deviation this would be a condition on the mean alone, so the deviation is
    /// taken from the previous guess until nothing changes.
    fn given(&self, distance: f64) -> Vec<f64> {
        let mut guess = vec![1.0 / self.parts.len() as f64; self.parts.len()];
        for _ in 0..MAX_GUESSES {
            let (mean, deviation) = self.moments(&guess);
            // The condition, linearised around the last guess; its mean must be 0.
            let condition = |share: &f64| {
                let square = square((mean - share) / deviation);
                share - 0.5 - distance * deviation * f64::midpoint(1.0, square)
            };
            let values: Vec<f64> = self.shares.iter().map(condition).collect();
            let tilt = balance(&values, &self.parts);
            let tilted = |(part, value): (&f64, &f64)| part / (1.0 + tilt * value);
            let next: Vec<f64> = self.parts.iter().zip(&values).map(tilted).collect();
            let change = next.iter().zip(&guess).map(|(next, last)| (next - last).abs());
            let change = change.fold(0.0, f64::max);
            guess = next;
            if change < 1e-9 {
                break;
            }
        }
        guess
    }

    fn moments(&self, parts: &[f64]) -> (f64, f64) {
        let mean: f64 = self.shares.iter().zip(parts).map(|(share, part)| share * part).sum();
        let squares =
            self.shares.iter().zip(parts).map(|(share, part)| part * square(share - mean));
        (mean, squares.sum::<f64>().sqrt())
    }
}

fn square(x: f64) -> f64 {
    x * x
}

/// Maximum number of guesses of a deviation; three are enough except for the first few blocks.
const MAX_GUESSES: usize = 20;

/// Returns the tilt x at which the mean of `value / (1 + x value)` is 0 while all weights stay positive. The
/// mean falls as x grows, so this is Newton's method, with bisection where it would leave the known interval.
fn balance(values: &[f64], parts: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0; // no distribution meets the condition: don't tilt
    }
    let (mut low, mut high, mut tilt) = (-1.0 / most, -1.0 / least, 0.0);
    for _ in 0..MAX_HALVINGS {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (value, part) in values.iter().zip(parts) {
            let tilted = value / (1.0 + tilt * value);
            mean += part * tilted;
            slope += part * tilted * tilted;
        }
        *if mean > 0.0 { &mut low } else { &mut high } = tilt;
        let newton = tilt + mean / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        let change = (next - tilt).abs();
        tilt = next;
        if change <= 1e-13 * (high - low).max(tilt.abs()) {
            break;
        }
    }
    tilt
}

/// As many as there are digits, and a few more.
const MAX_HALVINGS: usize = 100;
