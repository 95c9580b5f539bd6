//! Actions on a session, the requests it makes, and the updates it returns.
//!
//! ```text
//! due ──► Person, Computer(request), Program(request) ──► action ──► apply ──► update
//! ```

use crate::{Refusal, clocks::SpentTime};
use meeple_core::{Choice, ChooseError, Contestant, Event, Limits, Seat, Verdict};
use std::{sync::Arc, time::Duration};

/// What a session is waiting for.
///
/// This enum is exhaustive on purpose: a front end that ignores a new variant would wait forever.
#[derive(Debug, Clone)]
pub enum Due {
    /// Nothing: call [`Session::advance`](crate::Session::advance) to continue.
    Advance,
    /// A deal entered by hand: [`Action::Deal`].
    Deal,
    /// A person's move: [`Action::Play`].
    Person(Seat),
    /// A computer player's move: [`Action::Answer`].
    Computer(Contestant, MoveRequest),
    /// An external program's move: [`Action::Answer`].
    Program(MoveRequest),
    /// Nothing; the game is over.
    Over,
}

/// A request for a move from a computer player or a program.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MoveRequest {
    /// Identifies the request; the answer must carry it.
    pub ticket: Ticket,
    /// How long the player may think.
    pub limits: Limits,
}

/// Identifies a request, so that outdated answers can be rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// The seat that has to move.
    pub seat: Seat,
    /// A counter that changes whenever the position does.
    pub(crate) moment: u64,
}

/// Something done to a session by a player, a front end or the clock.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Action<'a> {
    /// A person plays a move.
    Play {
        /// The person's seat.
        seat: Seat,
        /// The move's text.
        mv: &'a str,
        /// The ply the move is meant for; it is refused if the game has moved on.
        at: Option<usize>,
    },
    /// Someone enters a deal.
    Deal(&'a str),
    /// A computer player or a program answers a request.
    Answer(Ticket, &'a Reply<'a>),
    /// A player failed outside a request, for example because its program could not start.
    Fail(Seat, &'a Verdict),
    /// Undoes the player's last choice, or asks the other people for permission first.
    Undo {
        /// The seat that asks; `None` if all people share a screen.
        by: Option<Seat>,
        /// The ply at which the undo was requested; it is refused if the game has moved on.
        at: Option<usize>,
    },
    /// Agrees to a take-back.
    Accept(Seat),
    /// Declines a take-back.
    Decline(Seat),
    /// Replays what was undone last.
    Redo,
    /// Resigns.
    Resign(Seat),
    /// Asks for a rematch.
    Rematch(Seat),
    /// Lets a computer player move for an absent player until they return.
    StandIn(Seat),
    /// Ends the stand-in: the player moves again.
    Return(Seat),
    /// Ends the turn of the seat to move if its clock has run out.
    Tick,
    /// Writes the time used by the current turn to the log, in case the process ends.
    Checkpoint,
}

/// The reply of a computer player or program to a request.
pub struct Reply<'a> {
    /// The chosen move, or why there is none.
    pub choice: Result<Choice<String>, ChooseError>,
    /// How long the player thought, including time of this turn that is already in the log.
    pub time: Duration,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
    /// Formats a move in the player's own notation.
    pub spell: &'a dyn Fn(&str) -> String,
}

impl Reply<'_> {
    /// Creates a reply in the game's own notation, with nothing on stderr.
    pub fn new(choice: Result<Choice<String>, ChooseError>, time: Duration) -> Self {
        Reply { choice, time, stderr: Vec::new(), spell: &|mv| mv.to_owned() }
    }
}

/// The result of an action; store the entries before showing anything.
#[derive(Debug)]
#[non_exhaustive]
pub struct Update {
    /// New log entries.
    pub entries: Vec<LogEntry>,
    /// Index of the first newly narrated ply; past the last ply if there are none.
    pub narrated_from: usize,
    /// Messages to show besides the moves.
    pub notices: Vec<Notice>,
    /// Whether everyone has agreed to a rematch.
    pub is_rematch: bool,
}

impl Default for Update {
    /// Creates an update without anything new.
    fn default() -> Self {
        let narrated_from = usize::MAX;
        Update { entries: Vec::new(), narrated_from, notices: Vec::new(), is_rematch: false }
    }
}

impl Update {
    /// Adds a later update to this one.
    pub fn merge(&mut self, later: Update) {
        self.entries.extend(later.entries);
        self.narrated_from = self.narrated_from.min(later.narrated_from);
        self.notices.extend(later.notices);
        self.is_rematch |= later.is_rematch;
    }
}

/// A new entry in the log of a session.
#[derive(Debug, Clone, PartialEq)]
pub enum LogEntry {
    /// A game event: one line of the record.
    Event(Arc<Event>),
    /// Thinking time that is not part of any move in the record.
    Spent(SpentTime),
}

/// A message to show besides the moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A player failed.
    Failed {
        /// The player's seat.
        seat: Seat,
        /// The player's name, the verdict, and what happened.
        message: String,
        /// The verdict's stable name.
        verdict: &'static str,
        /// The last lines the player wrote to stderr.
        stderr: Vec<String>,
    },
    /// A player's remark on its own move.
    Remark {
        /// The player's seat.
        seat: Seat,
        /// The remark, safe to display.
        message: String,
    },
    /// A person has left and a computer player moves for the seat.
    Replaced {
        /// The person's seat.
        seat: Seat,
        /// For example `Ann resigned. normal plays on in this seat.`
        message: String,
    },
}

impl Notice {
    /// Returns the text to show.
    pub fn message(&self) -> &str {
        match self {
            Notice::Failed { message, .. }
            | Notice::Remark { message, .. }
            | Notice::Replaced { message, .. } => message,
        }
    }
}

/// The result of applying an action.
pub type UpdateResult = Result<Update, Refusal>;
