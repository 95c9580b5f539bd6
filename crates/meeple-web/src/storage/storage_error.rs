//! Why something with stored games failed.

use super::DataFolderError;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a backup or something else with stored games failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A server uses the folder, or it can't be used.
    #[error(transparent)]
    Folder(#[from] DataFolderError),
    /// There is no database.
    #[error("{}: there are no stored games here", .0.display())]
    NoDatabase(PathBuf),
    /// The file would be overwritten.
    #[error("{}: exists already; use --force to replace it", .0.display())]
    Exists(PathBuf),
    /// A file is needed.
    #[error("{}: this is a folder; name a file in it, such as {}", .0.display(), .0.join("meeple.sqlite").display())]
    IsFolder(PathBuf),
    /// The copy would replace what is copied.
    #[error("{}: this is the database itself", .0.display())]
    Same(PathBuf),
    /// The file has the name of a server's database.
    #[error(
        "{}: this is the name of a server's own database; choose another one (`meeple restore` puts a backup into \
         the folder of a server)",
        .0.display()
    )]
    DatabaseName(PathBuf),
    /// Another program reads the database.
    #[error("{}: another program is reading it; try again when that has ended", .0.display())]
    Busy(PathBuf),
    /// The file is no database of Meeple, or of a version that isn't known.
    #[error("{}: not a database of this version of Meeple or an earlier one", .0.display())]
    Unknown(PathBuf),
    /// The database has to be upgraded first.
    #[error(
        "{}: written by an earlier version of Meeple; start `meeple serve` once to upgrade it",
        .0.display()
    )]
    Old(PathBuf),
    /// The database is damaged.
    #[error("{}: damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The user has stopped it.
    #[error("stopped")]
    Stopped,
    /// The database can't be read or written.
    #[error("{}: {error}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The error of `SQLite`.
        error: rusqlite::Error,
    },
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// What was asked for can't be written to its reader.
    #[error(transparent)]
    Output(io::Error),
}

impl StorageError {
    /// Adds the path to an error of the operating system.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        |error| StorageError::File { path: path.to_owned(), error }
    }

    /// Adds the path to an error of `SQLite`.
    pub(super) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> Self {
        |error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::OperationInterrupted) => StorageError::Stopped,
            Some(rusqlite::ErrorCode::NotADatabase) => StorageError::Unknown(path.to_owned()),
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
                StorageError::Damaged { path: path.to_owned(), reason: error.to_string() }
            }
            _ => StorageError::Database { path: path.to_owned(), error },
        }
    }
}
