//! One game of a tournament: played, and told as a line.

use super::{FaultLine, GameLine, GameState, Tournament, block::Block};
use crate::{
    Remarks, Stopped,
    seating::{Asked, Ending, Seating},
    thinking_times,
};
use meeple_core::{CannotOpen, Event, Match, Seat, SeatInfo, Table, Verdict, verdict::is_ours};
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

/// Plays the game of a block with this number.
pub(super) fn play(
    tournament: &Tournament,
    block: &Block,
    game: usize,
) -> Result<Result<Finished, Stopped>, CannotOpen> {
    let infos = seats(tournament, block, game);
    let mut table = (tournament.open)(block.seed, infos)?;
    let arrivals = tournament.host.sit_all(&table.game().header().seats);
    let mut seating =
        Seating::open(&mut table, arrivals, tournament.referee).with_control(tournament.control);
    let mut remarks = vec![Remarks::default(); tournament.seats];
    let hear = |_: &Table, asked: &Asked| remarks[asked.seat.index()].hear(asked);
    let ending = seating.play_until(&mut table, &tournament.limits, tournament.longest, hear);
    let Ok(Ending::Over | Ending::CutOff) = ending else { return Ok(Err(Stopped)) };
    let seats = (0..tournament.seats).map(Seat::new);
    Ok(Ok(Finished {
        line: line(table.game(), block, game),
        verdicts: seats.map(|seat| seating.verdict(seat).cloned()).collect(),
        remarks,
        record: table.game().log().to_vec(),
    }))
}

/// Who sits where in this game.
pub(super) fn seats(tournament: &Tournament, block: &Block, game: usize) -> Vec<SeatInfo> {
    block.seatings[game].iter().map(|&one| tournament.entrants[one].clone()).collect()
}

/// What the index says of a game that is over, or was cut off.
pub(super) fn line(played: &Match, block: &Block, game: usize) -> GameLine {
    let seats = &block.seatings[game];
    let end = played.end();
    let results = end.map(|end| &end.results);
    let faults: Vec<FaultLine> = played.log().iter().filter_map(|event| fault(event)).collect();
    let state = match end {
        _ if faults.iter().any(|fault| is_ours(&fault.verdict)) => GameState::Void,
        None => GameState::Truncated,
        Some(_) => GameState::Counted,
    };
    let times = thinking_times(played.log(), seats.len());
    let millis = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    GameLine {
        record: String::new(),
        block: block.number,
        seed: block.seed,
        seats: seats.clone(),
        state,
        by: end.map(|end| end.by),
        reason: end.map(|end| end.reason.clone()).unwrap_or_default(),
        scores: results.map_or(Vec::new(), |all| all.iter().map(|one| one.score).collect()),
        ranks: results.map_or(Vec::new(), |all| all.iter().map(|one| one.rank).collect()),
        plies: played.line().len(),
        asked: times.iter().map(|time| time.asked).collect(),
        total_ms: times.iter().map(|time| millis(time.total)).collect(),
        slowest_ms: times.iter().map(|time| millis(time.slowest)).collect(),
        faults,
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
