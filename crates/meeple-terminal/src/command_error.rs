//! Errors of commands and their exit codes.
//!
//! 0: success. 1: the command failed. 2: wrong usage (a game in 42's protocol also returns its result this
//! way, as 42's engine does). 130: Ctrl-C. 143: terminated (SIGTERM). 129: the terminal is gone (SIGHUP).

use crate::{interrupt::Interrupt, window};
use meeple_ai::roster::PlayerError;
use meeple_bots::{bounded::BoundedReadError, school::EngineSetupError};
use meeple_core::OptionsError;
use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

/// The exit code after Ctrl-C, as a key or as a signal; the one shells expect.
pub const INTERRUPTED: u8 = 130;

/// The exit code when the terminal is gone, the same as after SIGHUP.
const TERMINAL_GONE: u8 = 129;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The arguments are invalid.
    #[error("{0}")]
    Usage(String),
    /// The command couldn't do its work.
    #[error("{0}")]
    Failed(String),
    /// The user stopped it.
    #[error("stopped")]
    Interrupted,
    /// Everything has been printed, and the exit code is the result of the game.
    #[error("the game ended with result {0}")]
    Result(u8),
    /// The terminal is gone.
    #[error("the terminal is gone")]
    TerminalGone,
    /// The reader of standard output closed the pipe.
    #[error("the output was closed")]
    ClosedPipe,
}

impl CommandError {
    /// Returns the exit code; that of a signal, if one stopped the command.
    pub fn exit_code(&self, interrupt: &Interrupt) -> u8 {
        match self {
            CommandError::ClosedPipe => 0,
            CommandError::Failed(_) => 1,
            CommandError::Usage(_) => 2,
            CommandError::Result(code) => *code,
            CommandError::Interrupted => interrupt.exit_code().unwrap_or(INTERRUPTED),
            CommandError::TerminalGone => interrupt.exit_code().unwrap_or(TERMINAL_GONE),
        }
    }

    /// Creates an error about a file.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        CommandError::Failed(format!("{}: {error}", path.display()))
    }
}

/// For standard input and output.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::ClosedPipe,
            io::ErrorKind::Interrupted => CommandError::Interrupted, // Ctrl-C in the line editor
            _ => CommandError::Failed(error.to_string()),
        }
    }
}

impl From<OptionsError> for CommandError {
    fn from(error: OptionsError) -> Self {
        CommandError::Usage(error.to_string())
    }
}

impl From<PlayerError> for CommandError {
    fn from(error: PlayerError) -> Self {
        CommandError::Usage(error.to_string())
    }
}

impl From<BoundedReadError> for CommandError {
    fn from(error: BoundedReadError) -> Self {
        CommandError::Failed(error.to_string())
    }
}

impl From<EngineSetupError> for CommandError {
    fn from(error: EngineSetupError) -> Self {
        match error {
            EngineSetupError::Contestant(_) | EngineSetupError::Person => {
                CommandError::Usage(error.to_string())
            }
            EngineSetupError::Map(_) => CommandError::Failed(error.to_string()),
        }
    }
}

/// Prints a message to standard error, wrapped if that is a terminal. Errors while printing are ignored.
pub fn warn(program: &str, said: impl Display) {
    let said = format!("{program}: {said}");
    let columns = window::stderr_columns();
    let said = columns.map_or(said.clone(), |columns| window::wrap(&said, columns));
    let _ = writeln!(io::stderr(), "{said}");
}
