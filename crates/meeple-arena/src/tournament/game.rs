//! One game of a tournament: played, and told as a line.

use super::{GameLine, Tournament, block::Block, live::Live};
use meeple_bots::{
    Remarks, Stopped,
    seating::{Asked, Seating},
};
use meeple_core::{CannotOpen, Event, Seat, SeatInfo, Table, Verdict};
use std::sync::Arc;

/// A game that was played just now. Where there is one item a seat, the order is that of the seats.
#[derive(Debug, Clone)]
pub struct Finished {
    /// What the index says of it.
    pub line: GameLine,
    /// How each failed, if it did.
    pub verdicts: Vec<Option<Verdict>>,
    /// What was remarked of each one's answers.
    pub remarks: Vec<Remarks>,
    /// The record, line by line.
    pub record: Vec<Arc<Event>>,
}

impl Finished {
    /// The last lines that the program on this seat wrote to stderr, if it failed.
    pub fn stderr(&self, seat: usize) -> Vec<String> {
        let fault = self.line.faults.iter().rfind(|fault| fault.seat.index() == seat);
        fault.map(|fault| fault.stderr.clone()).unwrap_or_default()
    }
}

/// A game at its end, with everything that can still be asked of it.
pub(super) struct Over {
    pub(super) line: GameLine,
    table: Table,
    seating: Seating,
    remarks: Vec<Remarks>,
}

impl Over {
    /// Its record.
    pub(super) fn log(&self) -> &[Arc<Event>] {
        self.table.game().log()
    }

    /// All of it, for a listener.
    pub(super) fn finished(self) -> Finished {
        let seats = (0..self.remarks.len()).map(Seat::new);
        Finished {
            verdicts: seats.map(|seat| self.seating.verdict(seat).cloned()).collect(),
            record: self.log().to_vec(),
            line: self.line,
            remarks: self.remarks,
        }
    }
}

/// Plays the game of a block with this number, and lets whoever watches follow it.
pub(super) fn play(
    tournament: &Tournament,
    block: &Block,
    game: usize,
    mut watched: Live,
) -> Result<Result<Over, Stopped>, CannotOpen> {
    let infos = seats(tournament, block, game);
    let mut table = (tournament.open)(block.seed, infos)?;
    let arrivals = tournament.host.sit_all(&table.game().header().seats);
    let mut seating =
        Seating::open(&mut table, arrivals, tournament.referee).with_control(tournament.control);
    let mut remarks = vec![Remarks::default(); tournament.seats];
    let hear = |table: &Table, asked: &Asked| {
        remarks[asked.seat.index()].hear(asked);
        watched.follow(table.game().log());
    };
    let ending = seating.play_until(&mut table, &tournament.limits, tournament.longest, hear);
    Ok(ending.map(|_| {
        let line = GameLine::of(table.game(), block.number, block.seatings[game].clone());
        Over { line, table, seating, remarks }
    }))
}

/// Who sits where in this game.
pub(super) fn seats(tournament: &Tournament, block: &Block, game: usize) -> Vec<SeatInfo> {
    block.seatings[game].iter().map(|&one| tournament.entrants[one].clone()).collect()
}
