//! What is printed to standard output as a whole.

use crate::failure::Failure;
use std::io::{self, Write};

/// Prints to standard output; a pipe that closes early is no failure of ours.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// The same for bytes that need not be text.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    if !bytes.ends_with(b"\n") {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
