//! When enough was played: Wald's sequential test, on blocks.
//!
//! Two hypotheses say how much better somebody is, in *normalised* Elo: the
//! distance of its mean share from 1/2, measured by how much the share of one
//! game varies. The test is asked after each block, and ends as soon as one of
//! them is so much more likely that a wrong verdict is rare.
//!
//! ```text
//! H0: elo0 = 0      lower -2.94 ◄──── llr ────► upper 2.94      H1: elo1 = 10
//! ```
//!
//! Because normalised Elo is measured by the noise, the length of a test depends
//! on how far apart the hypotheses are and not on how often games are drawn or
//! how much the games of a block have in common. A difference of 10 is seen
//! after some 7,000 games, one of 100 after some 70.
//!
//! The likelihoods are exact: of all distributions over the shares a block can
//! have, those which explain best what was seen with just that Elo are compared
//! (the generalised likelihood ratio, as Stockfish's testers use it).

use serde::Serialize;
use std::str::FromStr;

/// Two hypotheses, and how often a verdict may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// H0: this much better, in normalised Elo, or less.
    pub elo0: f64,
    /// H1: this much better, or more.
    pub elo1: f64,
    /// How often H1 is accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 is accepted though H1 is true.
    pub beta: f64,
}

/// Which of both is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// No better than `elo0`.
    H0,
    /// At least `elo1` better.
    H1,
}

/// How far a test is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of how many times H1 is likelier than H0.
    pub llr: f64,
    /// H0 is accepted here.
    pub lower: f64,
    /// H1 is accepted here.
    pub upper: f64,
    /// What was decided.
    pub decision: Option<Hypothesis>,
}

/// Why two hypotheses cannot be tested.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadSprt {
    /// Not two numbers.
    #[error("{0:?} is not two numbers such as 0,10")]
    NotTwoNumbers(String),
    /// H1 must say more than H0.
    #[error("the second Elo ({elo1}) must be greater than the first ({elo0})")]
    Order {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// Nothing is that much better.
    #[error("an Elo of {0} is out of range: from -1000 to 1000")]
    OutOfRange(f64),
}

/// How many blocks brought which share, from which a test is answered at once however many they
/// are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockShares {
    /// Ascending.
    counts: Vec<(f64, f64)>,
}

/// How much a standard deviation of one game is in normalised Elo.
const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// How many blocks of each share that was not seen are thought of, so that it is possible.
const UNSEEN: f64 = 1e-3;
/// Shares nearer than this are the same.
const SAME: f64 = 1e-9;

impl Sprt {
    /// A test of these hypotheses, wrong at most one time in twenty.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, BadSprt> {
        let is_out = |elo: &f64| !(-1000.0..=1000.0).contains(elo);
        match [elo0, elo1].into_iter().find(is_out) {
            Some(elo) => Err(BadSprt::OutOfRange(elo)),
            None if elo0 >= elo1 => Err(BadSprt::Order { elo0, elo1 }),
            None => Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        }
    }

    /// How far the test is after these blocks, each with its share (0 to 1) and so many games.
    pub fn test(&self, block_shares: &[f64], games_a_block: usize) -> SprtState {
        let mut shares = BlockShares::default();
        for &share in block_shares {
            shares.add(share);
        }
        self.state(&shares, games_a_block)
    }

    /// The same, of blocks that were counted one by one.
    pub fn state(&self, shares: &BlockShares, games_a_block: usize) -> SprtState {
        let upper = libm::log((1.0 - self.beta) / self.alpha);
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        let llr = self.llr(shares, games_a_block.max(1));
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
        // The noise of a game is that of a block times the root of their number.
        let scale = (games as f64).sqrt() / NORMALISED_ELO;
        let (h0, h1) = (seen.given(self.elo0 * scale), seen.given(self.elo1 * scale));
        let ratios = h1.iter().zip(&h0).map(|(h1, h0)| libm::log(h1 / h0));
        seen.parts.iter().zip(ratios).map(|(part, ratio)| seen.blocks * part * ratio).sum()
    }
}

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let numbers = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
        let (elo0, elo1) = numbers.ok_or_else(|| BadSprt::NotTwoNumbers(text.into()))?;
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

    /// As a distribution in which all shares are possible that a block of so many games of two
    /// can have.
    fn with_unseen(&self, games: usize) -> Distribution {
        let mut all = self.clone();
        let steps = 2 * games.min(32);
        (0..=steps).for_each(|step| all.count(step as f64 / steps as f64, 0.0));
        all.counts.iter_mut().for_each(|(_, count)| *count = count.max(UNSEEN));
        let blocks: f64 = all.counts.iter().map(|(_, count)| count).sum();
        let (shares, parts) =
            all.counts.into_iter().map(|(share, count)| (share, count / blocks)).unzip();
        Distribution { blocks, shares, parts }
    }
}

/// Which part of the blocks has which share.
struct Distribution {
    blocks: f64,
    shares: Vec<f64>,
    parts: Vec<f64>,
}

impl Distribution {
    /// The distribution that explains this one best among those whose mean is so many standard
    /// deviations above 1/2. With the deviation known it would be a condition on the mean; so
    /// the deviation is taken from the last guess until nothing changes.
    fn given(&self, distance: f64) -> Vec<f64> {
        let mut guess = vec![1.0 / self.parts.len() as f64; self.parts.len()];
        for _ in 0..MAX_GUESSES {
            let (mean, deviation) = self.moments(&guess);
            // The condition, made linear around the last guess; its mean must be 0.
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

/// Guesses of a deviation; three are enough but for the first few blocks.
const MAX_GUESSES: usize = 20;

/// The tilt x at which the mean of `value / (1 + x value)` is 0, all weights staying positive.
/// The mean falls as x grows: Newton's method, and halving where it would leave what is known.
fn balance(values: &[f64], parts: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0; // no distribution fulfils the condition: nothing is tilted
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

/// As many as there are digits, and some.
const MAX_HALVINGS: usize = 100;
