//! The data folder and its lock: only one server at a time may use a folder.

use super::private_file;
use std::{
    fs::{File, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    process,
};

/// The file name of the database in the data folder.
pub const DATABASE: &str = "rooms.sqlite";
/// The file name of the lock. The file stays when the server has ended; what counts is whether it is locked.
const LOCK: &str = "server.lock";
/// The maximum length of a process id as text.
const MAX_ID_BYTES: u64 = 20;

/// Why a data folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// Another server uses it.
    #[error("{}: another server uses this folder{}", folder.display(), process_text(*process))]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The process id of the other server, if it is known.
        process: Option<u32>,
    },
    /// It can't be created or locked.
    #[error("{}: {error}", path.display())]
    Io {
        /// The folder or the lock file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// A locked data folder. The lock ends when this is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Locks a folder, which is created if it doesn't exist.
    pub fn lock(path: &Path) -> Result<Self, DataFolderError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            |error| DataFolderError::Io { path, error }
        };
        private_file::create_folder(path).map_err(at(path))?;
        let lock_path = path.join(LOCK);
        let mut file = private_file::open(&lock_path).map_err(at(&lock_path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(at(&lock_path)(error)),
            Err(TryLockError::WouldBlock) => {
                let (folder, process) = (path.to_owned(), read_process_id(file));
                return Err(DataFolderError::InUse { folder, process });
            }
        }
        write_process_id(&mut file).map_err(at(&lock_path))?;
        Ok(DataFolder { path: path.to_owned(), _lock: file })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the database.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }
}

fn write_process_id(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "{}", process::id())
}

fn read_process_id(file: File) -> Option<u32> {
    let mut text = String::new();
    file.take(MAX_ID_BYTES).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

fn process_text(process: Option<u32>) -> String {
    process.map_or_else(String::new, |id| format!(" (process {id})"))
}
