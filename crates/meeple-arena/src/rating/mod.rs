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
