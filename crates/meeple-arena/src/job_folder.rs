//! A folder for a long-running job (a tournament or a tuning).
//!
//! The folder is locked while it is in use, stores the configuration the job was started with, and its
//! files are always replaced as a whole.
//!
//! ```text
//! DIR/lock               locked while the folder is in use
//! DIR/tournament.toml    the configuration; a conflicting one is refused
//! ```

use meeple_bots::files::{FileLock, replace, try_lock};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
};

/// Maximum size of a configuration file, in bytes.
const LONGEST_CONFIG: u64 = 1 << 20;

/// A locked folder for a long-running job.
#[derive(Debug)]
pub struct JobFolder {
    path: PathBuf,
    /// Keeps the folder locked until it is dropped.
    _lock: File,
}

/// What a folder is used for.
#[derive(Debug, Clone, Copy)]
pub struct JobKind {
    /// The kind of job, for messages: `tournament`.
    pub what: &'static str,
    /// Name of the configuration file.
    pub config: &'static str,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// An operation on a file failed.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Another process is using the folder.
    #[error("{}: another {what} is running in this folder", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The kind of job running there.
        what: &'static str,
    },
    /// A file has invalid contents.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The folder belongs to a job with a different configuration.
    #[error("{} contains a different {what} ({difference}); choose another folder", path.display())]
    Another {
        /// The folder.
        path: PathBuf,
        /// The kind of job.
        what: &'static str,
        /// How the configurations differ.
        difference: String,
    },
    /// The folder contains other files.
    #[error("{} is not empty and not the folder of a {what}; choose another folder", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
        /// The kind of job it was meant for.
        what: &'static str,
    },
}

impl FolderError {
    /// Returns a function that wraps an IO error with the file's path.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| FolderError::File { path, error }
    }

    /// Whether the folder belongs to something else, so that the user must choose another one.
    pub fn is_elsewhere(&self) -> bool {
        matches!(self, FolderError::Another { .. } | FolderError::NotEmpty { .. })
    }
}

impl JobFolder {
    /// Opens and locks the folder at this path, creating it if it doesn't exist, and writes `config` to it.
    ///
    /// `differs` compares `config` with the configuration already in the folder: `Some` describes a conflict,
    /// `Err` means that the stored one cannot be read. In both cases the folder is refused and left
    /// unchanged.
    pub fn open(
        path: &Path,
        JobKind { what, config: name }: JobKind,
        config: &str,
        differs: impl FnOnce(&str) -> Result<Option<String>, String>,
    ) -> Result<Self, FolderError> {
        let file = path.join(name);
        if let Some(previous) = read(&file, LONGEST_CONFIG)? {
            let unreadable = |why| FolderError::Unreadable { path: file.clone(), why };
            let previous =
                String::from_utf8(previous).map_err(|error| unreadable(error.to_string()))?;
            if let Some(difference) = differs(&previous).map_err(unreadable)? {
                return Err(FolderError::Another { path: path.into(), what, difference });
            }
        } else if path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(FolderError::NotEmpty { path: path.into(), what });
        }
        fs::create_dir_all(path).map_err(FolderError::at(path))?;
        let lock = path.join("lock");
        let held = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
        let held = held.map_err(FolderError::at(&lock))?;
        if try_lock(&held).map_err(FolderError::at(&lock))? == FileLock::HeldByAnother {
            return Err(FolderError::InUse { path: path.into(), what });
        }
        let job_folder = JobFolder { path: path.into(), _lock: held };
        job_folder.write(name, config.as_bytes())?;
        Ok(job_folder)
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces a file as a whole.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        replace(&path, bytes).map_err(FolderError::at(&path))
    }
}

/// Reads a whole file of at most `most` bytes; `None` if it doesn't exist.
pub(crate) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, FolderError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::at(path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(FolderError::at(path))?;
    if bytes.len() as u64 > most {
        let why = format!("longer than {most} bytes");
        return Err(FolderError::Unreadable { path: path.into(), why });
    }
    Ok(Some(bytes))
}
