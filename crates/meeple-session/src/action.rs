//! What can be done with a session, what it asks for, and what comes of it.
//!
//! ```text
//! due ──► Person, Computer(request), Program(request) ──► action ──► apply ──► update
//! ```

use crate::{Refusal, clocks::Spent};
use meeple_core::{Choice, Contestant, Event, Limits, NoChoice, Seat, Verdict};
use std::{sync::Arc, time::Duration};

/// What a session waits for.
#[derive(Debug, Clone)]
pub enum Due {
    /// Nobody: [`Session::advance`](crate::Session::advance) lets it happen.
    Advance,
    /// Somebody who types what is dealt: [`Action::Deal`].
    Deal,
    /// A person: [`Action::Play`].
    Person(Seat),
    /// One of Meeple's own players: [`Action::Answer`].
    Computer(Contestant, Request),
    /// An external program: [`Action::Answer`].
    Program(Request),
    /// Nothing any more.
    Over,
}

/// A move that a computer player or a program is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The seat to move, and at which moment.
    pub ticket: Ticket,
    /// How long it may think.
    pub limits: Limits,
}

/// Names a question, so that an answer that comes too late is told from one that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// The seat that was asked.
    pub seat: Seat,
    /// Changes whenever the position does.
    pub(crate) moment: u64,
}

/// Something that somebody does.
#[derive(Clone, Copy)]
pub enum Action<'a> {
    /// A person moves.
    Play {
        /// Whose move it is.
        seat: Seat,
        /// The move's text.
        mv: &'a str,
        /// The ply it is meant for, where the board may have changed meanwhile.
        at: Option<usize>,
    },
    /// Somebody types what was dealt.
    Deal(&'a str),
    /// A computer player or a program answers.
    Answer(Ticket, &'a Reply<'a>),
    /// A player failed outside of an answer: it could not start, or its time is up.
    Fail(Seat, &'a Verdict),
    /// Asks to take back the last own choice, and does so where nobody else has a say.
    Undo {
        /// Who asks; nobody in particular where all people share a screen.
        by: Option<Seat>,
        /// The ply of which that is asked.
        at: Option<usize>,
    },
    /// Agrees to a take-back.
    Accept(Seat),
    /// Declines a take-back.
    Decline(Seat),
    /// Plays again what was taken back last.
    Redo,
    /// Gives up.
    Resign(Seat),
    /// Asks for another game.
    Rematch(Seat),
    /// A computer player moves for this person until they return.
    StandIn(Seat),
    /// The person moves for themselves again.
    Return(Seat),
    /// Time has passed: a flag may fall.
    Tick,
    /// Writes down what the running turn has used so far, for a process that may end.
    Checkpoint,
}

/// What came of asking a computer player or a program.
pub struct Reply<'a> {
    /// What it chose, or why it chose nothing.
    pub choice: Result<Choice<String>, NoChoice>,
    /// How long it thought.
    pub time: Duration,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
    /// Writes a move as this player does.
    pub spell: &'a dyn Fn(&str) -> String,
}

impl Reply<'_> {
    /// A reply in the game's own notation, with nothing on stderr.
    pub fn new(choice: Result<Choice<String>, NoChoice>, time: Duration) -> Self {
        Reply { choice, time, stderr: Vec::new(), spell: &|mv| mv.to_owned() }
    }
}

/// What came of an action: store the entries before showing anything.
#[derive(Debug)]
pub struct Update {
    /// What is new in the log.
    pub entries: Vec<Entry>,
    /// The plies from this index on are narrated anew; past the last one where none are.
    pub narrated_from: usize,
    /// What else there is to say.
    pub notices: Vec<Notice>,
    /// Whether everybody has agreed to another game.
    pub is_rematch: bool,
}

impl Default for Update {
    /// Nothing is new.
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

/// Something new in the log of a session.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// An event of the game: a line of its record.
    Event(Arc<Event>),
    /// Thinking time that no move of the record tells of.
    Spent(Spent),
}

/// Something that is said beside the moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A player failed.
    Failed {
        /// Which.
        seat: Seat,
        /// Its name, how it failed, and what was seen.
        message: String,
        /// The verdict's stable name.
        verdict: &'static str,
        /// The last lines it wrote to stderr.
        stderr: Vec<String>,
    },
    /// What a player remarks on its own move.
    Remark {
        /// Which.
        seat: Seat,
        /// Its words, fit for a screen.
        message: String,
    },
    /// A person has left, and a computer player moves for the seat.
    Replaced {
        /// Which.
        seat: Seat,
        /// `Ann resigned. normal plays on in this seat.`
        message: String,
    },
}

impl Notice {
    /// What is to be shown.
    pub fn message(&self) -> &str {
        match self {
            Notice::Failed { message, .. }
            | Notice::Remark { message, .. }
            | Notice::Replaced { message, .. } => message,
        }
    }
}

/// What comes of an action.
pub type Applied = Result<Update, Refusal>;
