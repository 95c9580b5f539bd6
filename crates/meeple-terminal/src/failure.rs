//! What can go wrong, and the exit code it gives.
//!
//! 0: done. 1: what was asked for failed. 2: wrong usage (a game in the dialect of 42 also tells
//! its result so, as 42's engine does). 130: Ctrl-C, 143: told to end
//! (SIGTERM), 129: the terminal is gone (SIGHUP).

use crate::{interrupt::Interrupt, window};
use meeple_ai::roster::BadPlayer;
use meeple_bots::{bounded::Unreadable, school::CannotArrange};
use meeple_core::BadOptions;
use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

/// The exit code after Ctrl-C, pressed as a key or sent as a signal, as shells expect it.
pub const INTERRUPTED: u8 = 130;

/// The exit code when the terminal is gone, as after SIGHUP.
const VANISHED: u8 = 129;

/// Why a command did not do what it was asked to do.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command was asked for in a way that makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The command could not do it.
    #[error("{0}")]
    Failed(String),
    /// The user stopped it.
    #[error("stopped")]
    Interrupted,
    /// All has been said, and the exit code tells how the game ended.
    #[error("the game ended with result {0}")]
    Result(u8),
    /// The terminal has gone away.
    #[error("the terminal is gone")]
    Vanished,
    /// Whoever read our output does not want more of it.
    #[error("the output was closed")]
    ClosedPipe,
}

impl Failure {
    /// The exit code; of a signal, if one has stopped the command.
    pub fn exit_code(&self, interrupt: &Interrupt) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Failed(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Result(code) => *code,
            Failure::Interrupted => interrupt.exit_code().unwrap_or(INTERRUPTED),
            Failure::Vanished => interrupt.exit_code().unwrap_or(VANISHED),
        }
    }

    /// A failure to do something with a file.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Failure::Failed(format!("{}: {error}", path.display()))
    }
}

/// For what is written to standard output or read from standard input.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            io::ErrorKind::Interrupted => Failure::Interrupted, // Ctrl-C where lines are edited
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<BadOptions> for Failure {
    fn from(error: BadOptions) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<BadPlayer> for Failure {
    fn from(error: BadPlayer) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<CannotArrange> for Failure {
    fn from(error: CannotArrange) -> Self {
        match error {
            CannotArrange::Contestant(_) | CannotArrange::Person => {
                Failure::Usage(error.to_string())
            }
            CannotArrange::Map(_) => Failure::Failed(error.to_string()),
        }
    }
}

/// Says something on standard error, wrapped where that is a window. Where nobody can hear it,
/// nothing is lost but the words.
pub fn warn(program: &str, said: impl Display) {
    let said = format!("{program}: {said}");
    let columns = window::of_stderr();
    let said = columns.map_or(said.clone(), |columns| window::wrap(&said, columns));
    let _ = writeln!(io::stderr(), "{said}");
}
