//! What goes wrong in what only the program does, as failures with their exit codes.

use meeple_arena::{tournament::BadConfig, workplace::FolderError};
use meeple_terminal::failure::Failure;
use std::process::ExitCode;

/// Results whose errors become failures.
pub(crate) trait OrFailure<T> {
    /// The value, or the failure that its error is.
    fn or_failure(self) -> Result<T, Failure>;
}

/// A tournament must be asked for in a way that makes sense.
impl<T> OrFailure<T> for Result<T, BadConfig> {
    fn or_failure(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// A folder may be the wrong one, or one that the system refuses.
impl<T> OrFailure<T> for Result<T, FolderError> {
    fn or_failure(self) -> Result<T, Failure> {
        self.map_err(|error| {
            let said = error.to_string();
            if error.is_elsewhere() { Failure::Usage(said) } else { Failure::Failed(said) }
        })
    }
}

/// Prints what clap has to say (help is not an error) and gives the exit code.
pub(crate) fn clap_exit(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    // Nothing can be done when the help cannot be written.
    let _ = error.print();
    ExitCode::from(code)
}
