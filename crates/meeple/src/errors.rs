//! Converts errors that only this program meets into [`CommandError`]s with the right exit code.

use meeple_arena::{job_folder::FolderError, tournament::TournamentConfigError};
use meeple_terminal::command_error::CommandError;
use meeple_web::storage::StorageError;
use std::process::ExitCode;

/// Converts the error of a result into a [`CommandError`].
pub(crate) trait IntoCommandError<T> {
    /// Returns the value, or the error as a [`CommandError`].
    fn or_command_error(self) -> Result<T, CommandError>;
}

/// An invalid tournament configuration is a usage error.
impl<T> IntoCommandError<T> for Result<T, TournamentConfigError> {
    fn or_command_error(self) -> Result<T, CommandError> {
        self.map_err(|error| CommandError::Usage(error.to_string()))
    }
}

/// A folder that belongs to something else is a usage error; an input or output error is a failure.
impl<T> IntoCommandError<T> for Result<T, FolderError> {
    fn or_command_error(self) -> Result<T, CommandError> {
        self.map_err(|error| {
            let message = error.to_string();
            if error.is_elsewhere() {
                CommandError::Usage(message)
            } else {
                CommandError::Failed(message)
            }
        })
    }
}

/// A file that would be overwritten, and a file or folder that isn't what it should be, are usage errors.
impl<T> IntoCommandError<T> for Result<T, StorageError> {
    fn or_command_error(self) -> Result<T, CommandError> {
        self.map_err(|error| match error {
            StorageError::Stopped => CommandError::Interrupted,
            StorageError::Output(error) => error.into(),
            StorageError::Exists(_)
            | StorageError::IsFolder(_)
            | StorageError::Same(_)
            | StorageError::DatabaseName(_)
            | StorageError::NoDatabase(_) => CommandError::Usage(error.to_string()),
            error => CommandError::Failed(error.to_string()),
        })
    }
}

/// Prints clap's message (help is not an error) and returns the exit code.
pub(crate) fn clap_exit(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    // If the help cannot be written, nothing can be done about it.
    let _ = error.print();
    ExitCode::from(code)
}
