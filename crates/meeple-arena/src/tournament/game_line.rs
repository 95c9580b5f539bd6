//! One game as a line of the tournament's index; all results are computed from these lines.

use meeple_core::{EndedBy, Event, GameHistory, Seat, SeatInfo, verdict::is_internal};
use meeple_session::thinking_times;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, time::Duration};

/// A contestant of a tournament; elsewhere referred to by its index in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The contestant and its display name.
    #[serde(flatten)]
    pub info: SeatInfo,
    /// Why it was withdrawn, if so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub withdrawn: Option<String>,
}

/// The result of a game. Per-seat lists are in seat order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Path of its record, relative to the tournament's folder; empty if it isn't saved.
    pub record: String,
    /// Number of its block in the tournament, from 0.
    pub block: usize,
    /// The seed of its deals.
    pub seed: u64,
    /// The entrant in each seat.
    pub seats: Vec<usize>,
    /// Whether the game counts, and why not.
    pub state: GameStatus,
    /// What ended it; `None` if it was cut off.
    pub by: Option<EndedBy>,
    /// Why it ended.
    pub reason: String,
    /// Final scores; empty if it was cut off.
    pub scores: Vec<i32>,
    /// Final ranks from 1, equal for ties; empty if it was cut off.
    pub ranks: Vec<u8>,
    /// Number of plies (deals and moves).
    pub plies: usize,
    /// How many moves each seat was asked for.
    pub asked: Vec<u32>,
    /// Total thinking time of each seat, in milliseconds.
    pub total_ms: Vec<f64>,
    /// Longest thinking time of each seat for one move, in milliseconds.
    pub slowest_ms: Vec<f64>,
    /// The faults of the game.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub faults: Vec<GameFault>,
}

/// Whether a game counts, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// It counts.
    Counted,
    /// It was spoilt by an internal error of Meeple.
    Void,
    /// It was cut off because it was too long.
    Truncated,
    /// One of its entrants was withdrawn.
    Annulled,
    /// Another game of its block is void or was cut off.
    #[serde(rename = "incomplete")]
    BlockIncomplete,
}

/// A fault of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFault {
    /// The player's seat.
    pub seat: Seat,
    /// Name of the verdict.
    pub verdict: String,
    /// What happened, in words.
    pub seen: String,
    /// Last lines of the program's stderr.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub stderr: Vec<String>,
}

impl GameLine {
    /// Creates the line of a game that is over or was cut off. `seats` has the entrant in each seat.
    pub fn from_history(game: &GameHistory, block: usize, seats: Vec<usize>) -> Self {
        let end = game.end();
        let results = end.map(|end| &end.results);
        let faults: Vec<GameFault> = game.log().iter().filter_map(|event| fault(event)).collect();
        let state = match end {
            _ if faults.iter().any(|fault| is_internal(&fault.verdict)) => GameStatus::Void,
            None => GameStatus::Truncated,
            Some(_) => GameStatus::Counted,
        };
        let times = thinking_times(game.log(), seats.len());
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        GameLine {
            record: String::new(),
            block,
            seed: game.header().seed.unwrap_or(0),
            seats,
            state,
            by: end.map(|end| end.by),
            reason: end.map(|end| end.reason.clone()).unwrap_or_default(),
            scores: results
                .map_or(Vec::new(), |results| results.iter().map(|result| result.score).collect()),
            ranks: results
                .map_or(Vec::new(), |results| results.iter().map(|result| result.rank).collect()),
            plies: game.plies().len(),
            asked: times.iter().map(|time| time.asked).collect(),
            total_ms: times.iter().map(|time| millis(time.total)).collect(),
            slowest_ms: times.iter().map(|time| millis(time.slowest)).collect(),
            faults,
        }
    }

    /// Returns the fraction of opponents this seat beat, ties counting half. With two players a win is 1 and
    /// a draw 1/2; the average over all seats is 1/2. Panics if the game was cut off.
    pub fn share(&self, seat: usize) -> f64 {
        let rank = self.ranks[seat];
        let shares = self.ranks.iter().map(|&other| match rank.cmp(&other) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        });
        (shares.sum::<f64>() - 0.5) / (self.ranks.len() - 1).max(1) as f64
    }

    /// Returns the entrant that alone came first; `None` for ties or if the game doesn't count.
    pub fn winner(&self) -> Option<usize> {
        let mut first = (0..self.ranks.len()).filter(|&seat| self.ranks[seat] == 1);
        let winner = first.next().filter(|_| first.next().is_none() && self.is_counted())?;
        Some(self.seats[winner])
    }

    /// Returns this entrant's seat, if it played.
    pub fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.seats.iter().position(|&other| other == entrant)
    }

    /// Returns whether the game counts.
    pub fn is_counted(&self) -> bool {
        self.state == GameStatus::Counted
    }
}

fn fault(event: &Event) -> Option<GameFault> {
    match event {
        Event::Fault { seat, verdict, seen, stderr, .. } => Some(GameFault {
            seat: *seat,
            verdict: verdict.clone(),
            seen: seen.clone(),
            stderr: stderr.clone(),
        }),
        _ => None,
    }
}
