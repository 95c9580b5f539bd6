//! Summary of many games between two bots, counted as the school does: wins, sides, cells.

use meeple_arena::tournament::{GameLine, Ledger, StandingRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// The summary of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SeriesSummary {
    /// The number of finished games.
    pub(super) games: u64,
    /// The number of games without a single winner.
    pub(super) draws: u64,
    /// One summary for each contestant, in the order of the command line.
    pub(super) contestants: Vec<ContestantSummary>,
}

/// One contestant's results in a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ContestantSummary {
    pub(super) name: String,
    /// Games won, not counting draws.
    pub(super) wins: u64,
    /// How many of those were won in the first seat.
    pub(super) wins_as_player_1: u64,
    /// The share of all points, from 0 to 1; a draw is half a point.
    pub(super) share: f64,
    /// The 95 % confidence interval of the share, computed from whole blocks.
    pub(super) interval: [f64; 2],
    pub(super) average_score: f64,
    pub(super) average_ms: f64,
    pub(super) slowest_ms: f64,
    /// How often it failed, by the verdict's name.
    pub(super) failures: BTreeMap<String, u64>,
}

impl SeriesSummary {
    pub(super) fn of(ledger: &Ledger) -> Self {
        let standing = ledger.standings();
        let mut rows = standing.rows;
        rows.sort_by_key(|row| row.entrant);
        let report = |row: StandingRow| ContestantSummary {
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
        SeriesSummary {
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
