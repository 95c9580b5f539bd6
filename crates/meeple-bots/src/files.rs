//! Files that several processes may want: held by one of them, and written as a whole.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::Path,
    process,
};

/// Whether a file is ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lock {
    /// It is, until it is closed.
    Ours,
    /// Somebody else has it.
    HeldByAnother,
}

/// Keeps everybody else from a file, as long as it is open.
pub fn try_lock(file: &File) -> io::Result<Lock> {
    match file.try_lock() {
        Ok(()) => Ok(Lock::Ours),
        Err(TryLockError::WouldBlock) => Ok(Lock::HeldByAnother),
        // Not every file system can lock; a file without a lock is better than none.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Lock::Ours),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Writes a file as a whole: whoever reads it finds the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", process::id()));
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // The folder should not fill up with halves; if it cannot be removed, so be it.
        let _ = fs::remove_file(&part);
    })
}
