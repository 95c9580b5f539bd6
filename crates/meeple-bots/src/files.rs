//! File locks and atomic writes for files that several processes may use.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::Path,
    process,
};

/// The result of trying to lock a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileLock {
    /// This process holds the lock until it closes the file.
    Acquired,
    /// Another process holds the lock.
    HeldByAnother,
}

/// Tries to lock a file exclusively for as long as it is open, without waiting.
///
/// On a file system without locks this reports [`FileLock::Acquired`].
pub fn try_lock(file: &File) -> io::Result<FileLock> {
    match file.try_lock() {
        Ok(()) => Ok(FileLock::Acquired),
        Err(TryLockError::WouldBlock) => Ok(FileLock::HeldByAnother),
        // Not every file system supports locks; using the file without a lock beats refusing it.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            Ok(FileLock::Acquired)
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Replaces a file atomically: readers see either the old contents or the new ones.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", process::id()));
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // Don't let partial files pile up in the folder; failing to remove this one is not an error.
        let _ = fs::remove_file(&part);
    })
}
