//! A game as the index has it: one line, from which all results follow.

use meeple_core::{EndedBy, Event, Match, Seat, SeatInfo, verdict::is_ours};
use meeple_session::thinking_times;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, time::Duration};

/// Somebody who plays in a tournament. Elsewhere it is named by its number in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who it is, and the name shown.
    #[serde(flatten)]
    pub info: SeatInfo,
    /// Why it was withdrawn, if it was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub withdrawn: Option<String>,
}

/// A game that was played. Where there is one item a seat, the order is that of the seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The file of its record, below the tournament's folder; empty where none is kept.
    pub record: String,
    /// The number of its block in the tournament, from 0.
    pub block: usize,
    /// The seed of its deals.
    pub seed: u64,
    /// Which entrant sat there.
    pub seats: Vec<usize>,
    /// Whether it counts.
    pub state: GameState,
    /// Who ended it; nobody, if it was cut off.
    pub by: Option<EndedBy>,
    /// Why it ended.
    pub reason: String,
    /// The scores.
    pub scores: Vec<i32>,
    /// The ranks, 1 being the best; those who are tied share one.
    pub ranks: Vec<u8>,
    /// How many deals and moves were made.
    pub plies: usize,
    /// How often each was asked.
    pub asked: Vec<u32>,
    /// How long each thought in all, in milliseconds.
    pub total_ms: Vec<f64>,
    /// Each one's slowest answer, in milliseconds.
    pub slowest_ms: Vec<f64>,
    /// Who failed, and how.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub faults: Vec<FaultLine>,
}

/// Whether a game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// It counts.
    Counted,
    /// A fault of ours spoilt it.
    Void,
    /// It was cut off because it was too long.
    Truncated,
    /// Somebody who played in it was withdrawn.
    Annulled,
    /// Another game of its block is void or was cut off.
    Incomplete,
}

/// How somebody failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultLine {
    /// Where it sat.
    pub seat: Seat,
    /// The verdict's name.
    pub verdict: String,
    /// What was seen, in words.
    pub seen: String,
    /// The last lines of its stderr.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub stderr: Vec<String>,
}

impl GameLine {
    /// What there is to say of a game that is over, or was cut off.
    pub fn of(game: &Match, block: usize, seats: Vec<usize>) -> Self {
        let end = game.end();
        let results = end.map(|end| &end.results);
        let faults: Vec<FaultLine> = game.log().iter().filter_map(|event| fault(event)).collect();
        let state = match end {
            _ if faults.iter().any(|fault| is_ours(&fault.verdict)) => GameState::Void,
            None => GameState::Truncated,
            Some(_) => GameState::Counted,
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
            scores: results.map_or(Vec::new(), |all| all.iter().map(|one| one.score).collect()),
            ranks: results.map_or(Vec::new(), |all| all.iter().map(|one| one.rank).collect()),
            plies: game.line().len(),
            asked: times.iter().map(|time| time.asked).collect(),
            total_ms: times.iter().map(|time| millis(time.total)).collect(),
            slowest_ms: times.iter().map(|time| millis(time.slowest)).collect(),
            faults,
        }
    }

    /// What a seat gets of one point: the part of the others whom it left behind, ties being
    /// halves. A win of two is worth 1, a draw 1/2; all seats together average 1/2.
    pub fn points(&self, seat: usize) -> f64 {
        let rank = self.ranks[seat];
        let worth = self.ranks.iter().map(|&other| match rank.cmp(&other) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        });
        (worth.sum::<f64>() - 0.5) / (self.ranks.len() - 1).max(1) as f64
    }

    /// The entrant who won alone, if one did and the game counts.
    pub fn winner(&self) -> Option<usize> {
        let mut first = (0..self.ranks.len()).filter(|&seat| self.ranks[seat] == 1);
        let winner = first.next().filter(|_| first.next().is_none() && self.counts())?;
        Some(self.seats[winner])
    }

    /// Where this entrant sat, if it did.
    pub fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.seats.iter().position(|&one| one == entrant)
    }

    /// Whether it counts.
    pub fn counts(&self) -> bool {
        self.state == GameState::Counted
    }
}

fn fault(event: &Event) -> Option<FaultLine> {
    match event {
        Event::Fault { seat, verdict, seen, stderr, .. } => Some(FaultLine {
            seat: *seat,
            verdict: verdict.clone(),
            seen: seen.clone(),
            stderr: stderr.clone(),
        }),
        _ => None,
    }
}
