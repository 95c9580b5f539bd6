//! The program `meeple`. Everything it does is in the library beside it.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// On a server one thread takes memory and another gives it back: this does it without waiting.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    meeple::run()
}
