//! Summary of a series between two bots: wins, wins as player 1, average number of cells.

use meeple_arena::tournament::{GameLine, Ledger, StandingRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// The summary of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SeriesSummary {
    /// The number of games that count.
    pub(super) games: u64,
    /// The number of games without a sole winner.
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
    /// How many of those it won as player 1.
    pub(super) wins_as_player_1: u64,
    /// Points per game, from 0 to 1; a draw is half a point.
    pub(super) share: f64,
    /// The 95 % confidence interval of the share, computed from whole blocks.
    pub(super) interval: [f64; 2],
    /// The average number of cells.
    pub(super) average_score: f64,
    /// The average thinking time per move, in milliseconds.
    pub(super) average_ms: f64,
    /// The longest thinking time of a move, in milliseconds.
    pub(super) slowest_ms: f64,
    /// The number of its games with a fault, by the verdict's name.
    pub(super) failures: BTreeMap<String, u64>,
}

impl SeriesSummary {
    pub(super) fn from_ledger(ledger: &Ledger) -> Self {
        let standings = ledger.standings();
        let mut rows = standings.rows;
        rows.sort_by_key(|row| row.entrant);
        let summarise = |row: StandingRow| ContestantSummary {
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
            games: standings.games,
            draws: standings.shared_wins,
            contestants: rows.into_iter().map(summarise).collect(),
        }
    }
}

fn wins_as_player_1(games: &[GameLine], entrant: usize) -> u64 {
    let won = |game: &&GameLine| game.seats[0] == entrant && game.winner() == Some(entrant);
    games.iter().filter(won).count() as u64
}
