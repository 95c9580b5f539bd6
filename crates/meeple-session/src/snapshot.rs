//! Snapshots: the state of a session as plain data for front ends.

use crate::{Session, TimeControl, narration::NarrationEntry, offers::TakeBackRequest};
use meeple_core::{AnyGame, Contestant, Seat, SeatInfo};
use meeple_view::{AnyView, GameResult};
use serde::Serialize;
use serde_json::value::RawValue;
use std::{
    fmt::{self, Debug},
    time::{Duration, Instant},
};

/// The public state of a session. The default is that of a game that has not started, without a board.
#[derive(Debug, Default, Serialize)]
pub struct Snapshot<'a> {
    /// The number of deals and moves so far.
    pub ply: usize,
    /// The seat to move, if any.
    pub to_move: Option<Seat>,
    /// The clocks, if any.
    pub clock: Option<ClockSnapshot>,
    /// The index of the first ply in `narration`.
    #[serde(rename = "told_from")]
    pub narrated_from: usize,
    /// The narrated plies from `narrated_from` on.
    #[serde(rename = "told")]
    pub narration: &'a [NarrationEntry],
    /// The pending take-back request, if any.
    #[serde(rename = "back")]
    pub take_back: Option<TakeBackSnapshot<'a>>,
    /// The seats that want a rematch.
    pub rematch: &'a [Seat],
    /// How the game ended, if it has.
    pub ending: Option<GameResult>,
    /// The board, as described by the game's view.
    pub picture: Box<RawValue>,
    /// The legal moves: as many as [`SessionConfig::max_moves_bytes`] allows. Serde leaves them out: add them with
    /// [`ShownMoves::write`].
    ///
    /// [`SessionConfig::max_moves_bytes`]: crate::SessionConfig::max_moves_bytes
    #[serde(skip)]
    pub moves: ShownMoves<'a>,
}

/// The legal moves as described by the game's view. They are most of a snapshot, and written straight from the
/// position, which is several times as fast as through serde.
#[derive(Clone, Copy, Default)]
pub struct ShownMoves<'a> {
    /// The position and its view; `None` if nobody is to move.
    position: Option<(&'static dyn AnyView, &'a dyn AnyGame)>,
    max_bytes: usize,
}

impl ShownMoves<'_> {
    /// Appends them to `out` as JSON; an empty list if nobody is to move.
    pub fn write(self, out: &mut Vec<u8>) {
        match self.position {
            Some((view, position)) => {
                view.write_legal_moves(position, self.max_bytes, out);
            }
            None => out.extend_from_slice(b"[]"),
        }
    }
}

impl Debug for ShownMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position.map(|(_, position)| position.to_string());
        f.debug_struct("ShownMoves").field("position", &position).finish_non_exhaustive()
    }
}

/// The clocks of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ClockSnapshot {
    /// The time each seat has left in milliseconds.
    pub left_ms: Vec<u64>,
    /// The seat whose clock is running, if any.
    pub running: Option<Seat>,
    /// The time added after each move in milliseconds.
    pub increment_ms: u64,
}

/// A pending take-back request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TakeBackSnapshot<'a> {
    /// The seat that asks.
    pub by: Seat,
    /// The seats that have agreed.
    pub agreed: &'a [Seat],
}

/// A seat as shown by a front end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SeatSnapshot {
    /// The kind of player.
    pub kind: SeatKind,
    /// The name to show.
    pub name: String,
    /// Whether the player has left for good.
    pub gone: bool,
    /// Whether a computer player moves for a person who is away.
    pub stand_in: bool,
}

/// The kind of player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Person,
    /// A computer player.
    Computer,
    /// An external program.
    Program,
}

impl Session {
    /// Returns the current state, with the narration from index `narrated_from` on.
    pub fn snapshot(&self, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let game = self.game();
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply: game.plies().len(),
            to_move: self.seat_to_move(),
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..],
            take_back: self.offers.take_back.as_ref().map(take_back_snapshot),
            rematch: &self.offers.rematch,
            ending: view.ending(game),
            picture: view.raw_picture(game, game.plies().len()),
            moves: ShownMoves {
                position: (!self.is_over()).then(|| (view, game.position())),
                max_bytes: self.config.max_moves_bytes,
            },
        }
    }

    /// Returns the state after an earlier ply, without legal moves but with the current clocks. Front
    /// ends use it to show the consequences of a move, such as scoring, before the next deal.
    pub fn snapshot_at(&self, ply: usize, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply,
            to_move: None,
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..ply.clamp(from, self.narration.len())],
            take_back: self.offers.take_back.as_ref().map(take_back_snapshot),
            rematch: &self.offers.rematch,
            ending: None,
            picture: view.raw_picture(self.game(), ply),
            moves: ShownMoves::default(),
        }
    }

    /// Returns the number, counted from 1, of the last ply that had consequences under the rules, such
    /// as scoring. Only plies from index `narrated_from` on are considered, and not the newest one.
    pub fn consequences_since(&self, narrated_from: usize) -> Option<usize> {
        let newest = self.narration.len().checked_sub(1)?;
        let has_consequences = |&at: &usize| !self.narration[at].words.followed.is_empty();
        (narrated_from.min(newest)..newest).rfind(has_consequences).map(|at| at + 1)
    }

    /// Returns a snapshot of each seat, in order.
    pub fn seat_snapshots(&self) -> Vec<SeatSnapshot> {
        let seats = self.game().header().seats.iter().zip(self.seats());
        let snapshot = |(info, seat): (&SeatInfo, Seat)| SeatSnapshot {
            kind: match info.who {
                Contestant::Person => SeatKind::Person,
                Contestant::Computer { .. } => SeatKind::Computer,
                Contestant::Program { .. } => SeatKind::Program,
            },
            name: info.name.clone(),
            gone: self.game().has_left(seat),
            stand_in: self.stand_ins[seat.index()],
        };
        seats.map(snapshot).collect()
    }

    fn clock_snapshot(&self, now: Instant) -> Option<ClockSnapshot> {
        let increment = match self.config.control {
            TimeControl::Game { increment, .. } => increment,
            TimeControl::None | TimeControl::Move(_) => Duration::ZERO,
        };
        let time_left = self.time_left(now)?;
        Some(ClockSnapshot {
            left_ms: time_left.iter().map(|time| time.as_millis() as u64).collect(),
            running: self.seat_to_move(),
            increment_ms: increment.as_millis() as u64,
        })
    }
}

impl ClockSnapshot {
    /// Returns the clocks of a game that has not started; `None` if it has no time control.
    pub fn at_start(control: TimeControl, seats: usize) -> Option<Self> {
        let (time, increment) = match control {
            TimeControl::None => return None,
            TimeControl::Move(time) => (time, Duration::ZERO),
            TimeControl::Game { time, increment } => (time, increment),
        };
        Some(ClockSnapshot {
            left_ms: vec![time.as_millis() as u64; seats],
            running: None,
            increment_ms: increment.as_millis() as u64,
        })
    }
}

fn take_back_snapshot(request: &TakeBackRequest) -> TakeBackSnapshot<'_> {
    TakeBackSnapshot { by: request.by, agreed: &request.agreed }
}
