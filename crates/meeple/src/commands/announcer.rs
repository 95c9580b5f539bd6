//! How much is told of long work, and to whom: a bar for people, lines for programs.

use super::print;
use crate::cli::SayArgs;
use crate::standing_bar::StandingBar;
use meeple_arena::tournament::{Damaged, GameLine, GameState};
use meeple_core::text::printable;
use meeple_terminal::failure::{Failure, warn};
use serde_json::Value;
use std::{
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// How much is said, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// The result only.
    Quiet,
    /// A bar, and what goes wrong.
    People,
    /// Lines of JSON.
    Programs,
}

impl From<&SayArgs> for Voice {
    fn from(args: &SayArgs) -> Self {
        match args {
            SayArgs { json: true, .. } => Voice::Programs,
            SayArgs { quiet: true, .. } => Voice::Quiet,
            SayArgs { .. } => Voice::People,
        }
    }
}

/// Who tells of games while they are played.
pub(super) struct Announcer {
    pub(super) voice: Voice,
    pub(super) bar: StandingBar,
    /// Raised when nobody wants to hear more.
    stop: Arc<AtomicBool>,
    failure: Option<Failure>,
}

impl Announcer {
    /// One with this voice; `stop` ends the games.
    pub(super) fn new(voice: Voice, stop: Arc<AtomicBool>) -> Self {
        let bar = if voice == Voice::People { StandingBar::start() } else { StandingBar::hidden() };
        Announcer { voice, bar, stop, failure: None }
    }

    /// Something went wrong.
    pub(super) fn warn(&self, what: impl Display) {
        if self.voice != Voice::Quiet {
            self.bar.aside(|| warn("meeple", what));
        }
    }

    /// A record cannot be used.
    pub(super) fn warn_of_damage(&self, damaged: &Damaged) {
        self.warn(format_args!("{}; its game is played again", printable(&damaged.to_string())));
    }

    /// A game is over, and perhaps it was our fault.
    pub(super) fn warn_if_void(&self, line: &GameLine) {
        if line.state == GameState::Void {
            let why = line.faults.last().map_or("", |fault| fault.seen.as_str());
            self.warn(format_args!("a game is void, by a fault of ours: {}", printable(why)));
        }
    }

    /// A line for programs. If nobody listens, nobody wants more games.
    pub(super) fn say(&mut self, line: impl FnOnce() -> Value) {
        if self.voice != Voice::Programs {
            return;
        }
        if let Err(failure) = print(&line().to_string()) {
            self.failure.get_or_insert(failure);
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    /// All was told that there is; why not, if it could not be said.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.bar.finish();
        self.failure.map_or(Ok(()), Err)
    }
}

/// What is told of something, and then all that it says of itself.
pub(super) fn merged(mut told: Value, more: &impl serde::Serialize) -> Value {
    if let (Value::Object(told), Ok(Value::Object(more))) = (&mut told, serde_json::to_value(more))
    {
        told.extend(more);
    }
    told
}
