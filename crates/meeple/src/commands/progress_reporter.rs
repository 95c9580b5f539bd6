//! Output during long work: a progress bar for people, lines of JSON for programs.

use super::print;
use crate::{cli::OutputArgs, standings_bar::StandingsBar};
use meeple_arena::tournament::{DamagedRecord, GameLine, GameStatus};
use meeple_core::text::printable;
use meeple_terminal::command_error::{CommandError, warn};
use serde_json::Value;
use std::{
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// How much is printed, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputMode {
    /// The result only.
    Quiet,
    /// A progress bar and warnings.
    Progress,
    /// Lines of JSON.
    Json,
}

impl From<&OutputArgs> for OutputMode {
    fn from(args: &OutputArgs) -> Self {
        match args {
            OutputArgs { json: true, .. } => OutputMode::Json,
            OutputArgs { quiet: true, .. } => OutputMode::Quiet,
            OutputArgs { .. } => OutputMode::Progress,
        }
    }
}

/// Reports games while they are played.
pub(super) struct ProgressReporter {
    pub(super) mode: OutputMode,
    pub(super) bar: StandingsBar,
    /// Set when output fails, to stop the games.
    stop: Arc<AtomicBool>,
    failure: Option<CommandError>,
}

impl ProgressReporter {
    /// Creates a reporter; setting `stop` ends the games.
    pub(super) fn new(mode: OutputMode, stop: Arc<AtomicBool>) -> Self {
        let bar = if mode == OutputMode::Progress {
            StandingsBar::start()
        } else {
            StandingsBar::hidden()
        };
        ProgressReporter { mode, bar, stop, failure: None }
    }

    /// Prints a warning, unless quiet.
    pub(super) fn warn(&self, what: impl Display) {
        if self.mode != OutputMode::Quiet {
            self.bar.suspend(|| warn("meeple", what));
        }
    }

    /// Warns that a record can't be used.
    pub(super) fn warn_of_damage(&self, damaged: &DamagedRecord) {
        self.warn(format_args!(
            "{}; the game will be played again",
            printable(&damaged.to_string())
        ));
    }

    /// Warns if a game is void because of an error in Meeple.
    pub(super) fn warn_if_void(&self, line: &GameLine) {
        if line.state == GameStatus::Void {
            let why = line.faults.last().map_or("", |fault| fault.seen.as_str());
            self.warn(format_args!(
                "a game does not count because of an error in Meeple: {}",
                printable(why)
            ));
        }
    }

    /// Prints a line of JSON for programs. If that fails, the games are stopped.
    pub(super) fn print_json_line(&mut self, line: impl FnOnce() -> Value) {
        if self.mode != OutputMode::Json {
            return;
        }
        if let Err(failure) = print(&line().to_string()) {
            self.failure.get_or_insert(failure);
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    /// Removes the progress bar; returns the error if something couldn't be printed.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        self.bar.finish();
        self.failure.map_or(Ok(()), Err)
    }
}

/// Adds the fields of `more` to the JSON object.
pub(super) fn merge_json(mut object: Value, more: &impl serde::Serialize) -> Value {
    let more = serde_json::to_value(more);
    if let (Value::Object(object), Ok(Value::Object(more))) = (&mut object, more) {
        object.extend(more);
    }
    object
}
