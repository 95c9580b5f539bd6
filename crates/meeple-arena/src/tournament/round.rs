//! Rounds: who met whom, and who went on, where a schedule has rounds.

use serde::{Deserialize, Serialize};

/// A round of a Swiss tournament or a knock-out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// What it is called: `Round 2`, `Semi-finals`.
    pub title: String,
    /// Who met whom.
    pub encounters: Vec<Encounter>,
}

/// Some entrants who met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// Who met; one alone where it had a round off.
    pub sides: Vec<Side>,
    /// Who went on or won, by number; nobody where nothing was decided.
    pub winners: Vec<usize>,
}

/// An entrant in an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Its number in the list of entrants.
    pub entrant: usize,
    /// Its points of all games of the encounter.
    pub points: f64,
}
