//! Our own players are called here, so that a panic in one of them is its fault and not our end.
//!
//! ```text
//! guarded(|| player.choose(...)) ─┬─ Ok(what it gave)
//!                                 └─ Err("panicked: what it said")
//! ```
//!
//! Where in the code it happened is on stderr, as after every panic.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What the call gives; if it panics, what was said. Whoever was called is not called again
/// afterwards, so nobody sees what it left half done.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let caught = catch_unwind(AssertUnwindSafe(call));
    caught.map_err(|payload| format!("panicked: {}", words(&*payload)))
}

fn words(payload: &(dyn Any + Send)) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    let made = || payload.downcast_ref::<String>().map(String::as_str);
    literal.or_else(made).unwrap_or("without a word")
}
