//! Plays one game of a tournament.

use super::{GameLine, Tournament, block::BlockJob, live_game::LiveGameFile};
use meeple_bots::{
    GameStopped, Remarks,
    game_runner::{GameRunner, TurnResult},
};
use meeple_core::{Event, OpenTableError, Seat, SeatInfo, Table, Verdict};
use std::sync::Arc;

/// A game that was just played. Per-seat lists are in seat order.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The game's line in the index.
    pub line: GameLine,
    /// Each seat's fault, if any.
    pub verdicts: Vec<Option<Verdict>>,
    /// Remarks about each seat's answers.
    pub remarks: Vec<Remarks>,
    /// The record.
    pub record: Vec<Arc<Event>>,
}

impl PlayedGame {
    /// Last lines that this seat's program wrote to stderr, if it failed.
    pub fn stderr_tail(&self, seat: usize) -> Vec<String> {
        let fault = self.line.faults.iter().rfind(|fault| fault.seat.index() == seat);
        fault.map(|fault| fault.stderr.clone()).unwrap_or_default()
    }
}

/// A finished game with its table and runner.
pub(super) struct GameAtEnd {
    pub(super) line: GameLine,
    table: Table,
    runner: GameRunner,
    remarks: Vec<Remarks>,
}

impl GameAtEnd {
    /// Returns its record.
    pub(super) fn log(&self) -> &[Arc<Event>] {
        self.table.game().log()
    }

    /// Converts it into the form listeners receive.
    pub(super) fn into_played(self) -> PlayedGame {
        let seats = (0..self.remarks.len()).map(Seat::new);
        PlayedGame {
            verdicts: seats.map(|seat| self.runner.verdict(seat).cloned()).collect(),
            record: self.log().to_vec(),
            line: self.line,
            remarks: self.remarks,
        }
    }
}

/// Plays one game of a block, publishing its record to `watched` as it goes.
pub(super) fn play(
    tournament: &Tournament,
    block: &BlockJob,
    game: usize,
    mut watched: LiveGameFile,
) -> Result<Result<GameAtEnd, GameStopped>, OpenTableError> {
    let infos = seats(tournament, block, game);
    let mut table = (tournament.open_table)(block.seed, infos)?;
    let players = tournament.launcher.start_players(&table.game().header().seats);
    let mut runner =
        GameRunner::open(&mut table, players, tournament.referee).with_control(tournament.control);
    let mut remarks = vec![Remarks::default(); tournament.seats];
    let listener = |table: &Table, asked: &TurnResult| {
        remarks[asked.seat.index()].record_answer(asked);
        watched.append_new(table.game().log());
    };
    let ending = runner.play_until(&mut table, &tournament.limits, tournament.max_plies, listener);
    Ok(ending.map(|_| {
        let line = GameLine::from_history(table.game(), block.number, block.seatings[game].clone());
        GameAtEnd { line, table, runner, remarks }
    }))
}

/// Returns the players of this game in seat order.
pub(super) fn seats(tournament: &Tournament, block: &BlockJob, game: usize) -> Vec<SeatInfo> {
    block.seatings[game].iter().map(|&one| tournament.entrants[one].clone()).collect()
}
