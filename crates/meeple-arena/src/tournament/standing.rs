//! What a tournament showed: standing, crosstable and the course of the ratings.

use crate::rating::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a tournament showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// One row an entrant, the best first; those withdrawn come last.
    pub rows: Vec<Row>,
    /// How each entrant (line) did against each other (column), by their numbers.
    pub crosstable: Vec<Vec<Option<Cell>>>,
    /// Games that count.
    pub games: u64,
    /// Blocks that count.
    pub blocks: u64,
    /// Games that count and were won by nobody alone.
    pub shared_wins: u64,
    /// Games that count in which any rank was shared.
    pub shared_ranks: u64,
    /// Games that count in which somebody failed.
    pub faults: u64,
    /// Games that a fault of ours spoilt.
    pub voids: u64,
    /// Games that were cut off.
    pub truncated: u64,
    /// Games of those who were withdrawn.
    pub annulled: u64,
    /// Games that do not count because another of their block does not.
    pub incomplete: u64,
}

/// What a tournament showed of one entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its number in the list of entrants.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// Its place, 1 being the best; equals share one. Nothing if it was withdrawn.
    pub place: Option<usize>,
    /// Games that count.
    pub games: u64,
    /// Points, one a game at most.
    pub points: f64,
    /// Points of all that it could have had, 0 to 1.
    pub share: f64,
    /// Where the true share lies, with a certainty of 95 %.
    pub share_interval: [f64; 2],
    /// Its rating, relative to the average of all; nothing if no game counts.
    pub elo: Option<Estimate>,
    /// How likely it is to be stronger than the next in the standing, 0 to 1.
    pub superior_to_next: Option<f64>,
    /// Games won alone.
    pub wins: u64,
    /// Games whose first place it shared.
    pub shared_wins: u64,
    /// The average rank.
    pub average_rank: f64,
    /// The average score.
    pub average_score: f64,
    /// The average answer, in milliseconds.
    pub average_ms: f64,
    /// The slowest answer, in milliseconds.
    pub slowest_ms: f64,
    /// All thinking together, in milliseconds.
    pub total_ms: f64,
    /// How often it failed, by the verdict's name, in games that count or were annulled.
    pub faults: BTreeMap<String, u64>,
    /// Why it was withdrawn, if it was.
    pub withdrawn: Option<String>,
}

/// How one entrant did against another, in games that count.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Cell {
    /// Games in which both sat.
    pub games: u64,
    /// In how many it came in front of the other.
    pub ahead: u64,
    /// In how many they were level.
    pub level: u64,
}

/// The ratings at one moment of the tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checkpoint {
    /// How many games counted by then.
    pub games: u64,
    /// Each entrant's rating, by its number; nothing where there is none yet.
    pub elo: Vec<Option<Estimate>>,
}
