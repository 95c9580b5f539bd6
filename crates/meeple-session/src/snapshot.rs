//! What a front end shows of a session: plain data, one moment at a time.

use crate::{Session, TimeControl, narration::Narrated, offers::TakeBack};
use meeple_core::{Contestant, Seat};
use meeple_view::Ending;
use serde::Serialize;
use serde_json::value::RawValue;
use std::time::Instant;

/// A moment of a session, as everybody at the table may see it.
#[derive(Debug, Serialize)]
pub struct Snapshot<'a> {
    /// How many deals and moves were made.
    pub ply: usize,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
    /// The clocks, where there are any.
    pub clock: Option<ClockSnapshot>,
    /// The index of the first ply in `narration`.
    #[serde(rename = "told_from")]
    pub narrated_from: usize,
    /// What happened from there on.
    #[serde(rename = "told")]
    pub narration: &'a [Narrated],
    /// Somebody wants to take back a move.
    #[serde(rename = "back")]
    pub take_back: Option<TakeBackSnapshot<'a>>,
    /// Who wants another game.
    pub rematch: &'a [Seat],
    /// How it ended.
    pub ending: Option<Ending>,
    /// The board, as the game's view describes it.
    pub picture: Box<RawValue>,
    /// The legal moves, as the game's view describes them.
    pub moves: Box<RawValue>,
}

/// The clocks of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockSnapshot {
    /// What each seat has left, in milliseconds.
    pub left_ms: Vec<u64>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// What is added after each move, in milliseconds.
    pub increment_ms: u64,
}

/// Somebody wants to take back a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TakeBackSnapshot<'a> {
    /// Who.
    pub by: Seat,
    /// Who has agreed.
    pub agreed: &'a [Seat],
}

/// What a seat is to a front end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatSnapshot {
    /// Who sits there.
    pub kind: SeatKind,
    /// The name shown.
    pub name: String,
    /// Whether the player has left for good.
    pub gone: bool,
    /// Whether a computer player moves for somebody who is away.
    pub stand_in: bool,
}

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Person,
    /// One of Meeple's own players.
    Computer,
    /// An external program.
    Program,
}

impl Session {
    /// The session now, narrated from this ply on.
    pub fn snapshot(&self, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let game = self.game();
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply: game.line().len(),
            to_move: self.seat_to_move(),
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..],
            take_back: self.offers.take_back.as_ref().map(take_back),
            rematch: &self.offers.rematch,
            ending: view.ending(game),
            picture: view.raw_picture(game, game.line().len()),
            moves: view.raw_legal_moves((!self.is_over()).then(|| game.position())),
        }
    }

    /// A moment that has passed already: what followed from a move, such as a scoring, is seen
    /// before what was dealt next. Nothing can be done in it.
    pub fn snapshot_at(&self, ply: usize, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply,
            to_move: None,
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..ply.clamp(from, self.narration.len())],
            take_back: self.offers.take_back.as_ref().map(take_back),
            rematch: &self.offers.rematch,
            ending: None,
            picture: view.raw_picture(self.game(), ply),
            moves: view.raw_legal_moves(None),
        }
    }

    /// The last ply before the newest from which something followed by the rules, if it is among
    /// those from this index on.
    pub fn consequences_since(&self, narrated_from: usize) -> Option<usize> {
        let before_last = self.narration.len().checked_sub(1)?;
        let mut new = narrated_from.min(before_last)..before_last;
        new.rfind(|&at| !self.narration[at].words.followed.is_empty()).map(|at| at + 1)
    }

    /// Everybody at the table.
    pub fn seat_snapshots(&self) -> Vec<SeatSnapshot> {
        let seats = self.game().header().seats.iter().zip(self.seats());
        let snapshot = |(info, seat): (&meeple_core::SeatInfo, Seat)| SeatSnapshot {
            kind: match info.who {
                Contestant::Person => SeatKind::Person,
                Contestant::Computer { .. } => SeatKind::Computer,
                Contestant::Program { .. } => SeatKind::Program,
            },
            name: info.name.clone(),
            gone: self.game().is_gone(seat),
            stand_in: self.stand_ins[seat.index()],
        };
        seats.map(snapshot).collect()
    }

    fn clock_snapshot(&self, now: Instant) -> Option<ClockSnapshot> {
        let increment = match self.config.control {
            TimeControl::Game { increment, .. } => increment,
            TimeControl::None | TimeControl::Move(_) => std::time::Duration::ZERO,
        };
        let left = self.time_left(now)?;
        Some(ClockSnapshot {
            left_ms: left.iter().map(|left| left.as_millis() as u64).collect(),
            running: self.seat_to_move(),
            increment_ms: increment.as_millis() as u64,
        })
    }
}

impl ClockSnapshot {
    /// The clocks of so many seats before the game has begun; `None` without a clock.
    pub fn at_start(control: TimeControl, seats: usize) -> Option<Self> {
        let (time, increment) = match control {
            TimeControl::None => return None,
            TimeControl::Move(time) => (time, std::time::Duration::ZERO),
            TimeControl::Game { time, increment } => (time, increment),
        };
        Some(ClockSnapshot {
            left_ms: vec![time.as_millis() as u64; seats],
            running: None,
            increment_ms: increment.as_millis() as u64,
        })
    }
}

fn take_back(offer: &TakeBack) -> TakeBackSnapshot<'_> {
    TakeBackSnapshot { by: offer.by, agreed: &offer.agreed }
}
