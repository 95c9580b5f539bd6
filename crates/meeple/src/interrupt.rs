//! Ctrl-C, and being told to end.
//!
//! Most commands leave at once: bars and prompts never hide the cursor or
//! change the terminal's mode, and every event of a record is one write, so
//! everything is in order. A command that has something to clean up (bots that
//! run, a screen to restore) takes the [`stop_flag`]: then the first Ctrl-C
//! only raises it, and the second leaves.

use crate::failure::INTERRUPTED;
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Begins to handle Ctrl-C (and SIGTERM and SIGHUP).
pub(crate) fn handle() {
    let handler = ctrlc::set_handler(|| {
        let is_first = STOP.get().is_some_and(|stop| !stop.swap(true, Ordering::SeqCst));
        if !is_first {
            eprintln!();
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    if let Err(error) = handler {
        eprintln!("meeple: Ctrl-C is not handled: {error}");
    }
}

/// The flag that Ctrl-C raises from now on, for whoever has something to clean up.
pub fn stop_flag() -> Arc<AtomicBool> {
    Arc::clone(STOP.get_or_init(Arc::default))
}
