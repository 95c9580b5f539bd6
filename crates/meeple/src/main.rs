//! The `meeple` program. All of it is in the library of the same package.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A server often allocates memory on one thread and frees it on another: mimalloc does that without locking.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    meeple::run()
}
