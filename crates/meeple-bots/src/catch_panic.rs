//! Calls a built-in player so that a panic counts as its failure and doesn't end the program.
//!
//! ```text
//! catch_panic(|| player.choose(...)) ─┬─ Ok(returned value)
//!                                 └─ Err("panicked: panic message")
//! ```
//!
//! The location of the panic is on stderr, as after every panic.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Returns the result of `call`, or the panic message as an error.
///
/// Callers never use a player again after it panicked, so its inconsistent state is never seen.
pub(crate) fn catch_panic<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let caught = catch_unwind(AssertUnwindSafe(call));
    caught.map_err(|payload| format!("panicked: {}", panic_message(&*payload)))
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    let formatted = || payload.downcast_ref::<String>().map(String::as_str);
    literal.or_else(formatted).unwrap_or("without a message")
}
