//! How strong players are: ratings, how sure they are, and when enough was played.

use serde::Serialize;

/// A number that was estimated, and where the true one lies with a certainty of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Not less than this; minus infinity where nothing bounds it.
    pub low: f64,
    /// Not more than this; infinity where nothing bounds it.
    pub high: f64,
}

/// A game as the statistics see it.
pub struct Observation {
    /// Block.
    pub block: usize,
    /// Who.
    pub entrants: Vec<usize>,
    /// Ranks.
    pub ranks: Vec<u8>,
}
/// Ratings.
pub struct Ratings;
/// Rate.
pub fn rate(_: usize, _: &[Observation]) -> Ratings {
    Ratings
}
impl Ratings {
    /// Elo.
    pub fn elo(&self, _: usize) -> Option<Estimate> {
        None
    }
    /// Superiority.
    pub fn superiority(&self, _: usize, _: usize) -> Option<f64> {
        None
    }
    /// Difference.
    pub fn difference(&self, _: usize, _: usize) -> Option<Estimate> {
        None
    }
}
/// Share.
pub fn share_interval(_: &[f64]) -> [f64; 2] {
    [0.0, 1.0]
}
/// Sprt.
#[derive(Debug, Clone)]
pub struct Sprt;
impl Sprt {
    /// Test.
    pub fn test(&self, _: &[f64], _: usize) -> SprtState {
        SprtState { decision: None }
    }
}
/// State.
#[derive(Debug, Clone)]
pub struct SprtState {
    /// Decision.
    pub decision: Option<bool>,
}
