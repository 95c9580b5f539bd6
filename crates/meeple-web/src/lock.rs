//! Locks a mutex even if another thread has panicked while holding it: one panic must not stop the server.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks this mutex.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
