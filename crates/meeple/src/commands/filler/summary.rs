//! What many games showed of two bots, as the school counts: wins, sides, cells.

use meeple_arena::tournament::{GameLine, Ledger, Row};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a series showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Summary {
    /// How many games were finished.
    pub(super) games: u64,
    /// How many were won by nobody alone.
    pub(super) draws: u64,
    /// One report a contestant, in the order in which they were named.
    pub(super) contestants: Vec<Report>,
}

/// What a series showed of one contestant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Report {
    pub(super) name: String,
    /// Games won alone.
    pub(super) wins: u64,
    /// Of these, on the first seat.
    pub(super) wins_as_player_1: u64,
    /// Points of all games, from 0 to 1; a draw is half a point.
    pub(super) share: f64,
    /// Where the true share lies, with a certainty of 95 %, judged by whole blocks.
    pub(super) interval: [f64; 2],
    pub(super) average_score: f64,
    pub(super) average_ms: f64,
    pub(super) slowest_ms: f64,
    /// How often it failed, by the verdict's name.
    pub(super) failures: BTreeMap<String, u64>,
}

impl Summary {
    pub(super) fn of(ledger: &Ledger) -> Self {
        let standing = ledger.standing();
        let mut rows = standing.rows;
        rows.sort_by_key(|row| row.entrant);
        let report = |row: Row| Report {
            wins_as_player_1: wins_as_player_1(&ledger.lines, row.entrant),
            name: row.name,
            wins: row.wins,
            share: row.share,
            interval: row.share_interval,
            average_score: row.average_score,
            average_ms: row.average_ms,
            slowest_ms: row.slowest_ms,
            failures: row.faults,
        };
        Summary {
            games: standing.games,
            draws: standing.shared_wins,
            contestants: rows.into_iter().map(report).collect(),
        }
    }
}

fn wins_as_player_1(games: &[GameLine], contestant: usize) -> u64 {
    let won = |game: &&GameLine| game.seats[0] == contestant && game.winner() == Some(contestant);
    games.iter().filter(won).count() as u64
}
