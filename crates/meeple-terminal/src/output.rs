//! Printing to standard output.

use crate::command_error::CommandError;
use std::io::{self, Write};

/// Prints to standard output, adding a line feed if it is missing. A pipe that is closed early gives
/// [`CommandError::ClosedPipe`], which isn't reported as an error.
pub fn print(text: &str) -> Result<(), CommandError> {
    print_bytes(text.as_bytes())
}

/// Does the same for bytes that may not be text.
pub fn print_bytes(bytes: &[u8]) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    if !bytes.ends_with(b"\n") {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
