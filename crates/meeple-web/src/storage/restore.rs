//! A backup becomes the database of a data folder.

use super::{CopyReport, CopyWatch, DataFolder, StorageError, copy, private_file};
use rusqlite::{Connection, OpenFlags};
use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// What was restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoreReport {
    /// What was copied.
    pub copied: CopyReport,
    /// The new name of the database that was there before, if there was one.
    pub set_aside: Option<PathBuf>,
}

/// Copies a backup into a data folder that no server uses. A database that is there is kept under another name;
/// without `replace` it is an error. Nothing changes unless the backup is complete and undamaged.
pub fn restore(
    file: &Path,
    folder: &Path,
    replace: bool,
    watch: &mut CopyWatch,
) -> Result<RestoreReport, StorageError> {
    if !file.is_file() {
        return Err(StorageError::NoDatabase(file.to_owned()));
    }
    copy::open_existing(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?; // before the folder is created
    let folder = DataFolder::lock(folder)?;
    let database = folder.database();
    let is_taken = is_taken(&database);
    if is_taken && !replace {
        return Err(StorageError::Exists(database));
    }
    let copy = copy::prepare(file, folder.path(), watch)?;
    copy.give_to_owner_of_folder()?;
    let set_aside = is_taken.then(|| set_aside(&database)).transpose()?;
    let copied = copy.place(&database, false)?;
    Ok(RestoreReport { copied, set_aside })
}

/// Returns the files that belong to a database besides the database itself, without its index, which `SQLite` makes
/// again.
fn logs(database: &Path) -> [PathBuf; 2] {
    ["-wal", "-journal"].map(|ending| private_file::side_file(database, ending))
}

fn is_taken(database: &Path) -> bool {
    database.exists() || logs(database).iter().any(|log| log.exists())
}

/// Renames a database, together with what is only in its logs; returns the new name.
fn set_aside(database: &Path) -> Result<PathBuf, StorageError> {
    write_back(database);
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let mut name = database.with_extension(format!("{}.sqlite", time.replace(':', "-")));
    for number in 2.. {
        if !is_taken(&name) {
            break;
        }
        name = database.with_extension(format!("{}-{number}.sqlite", time.replace(':', "-")));
    }
    // The logs first: were one left behind, SQLite would take it for a part of the new database.
    let database_itself = (database.to_owned(), name.clone());
    for (from, to) in logs(database).into_iter().zip(logs(&name)).chain([database_itself]) {
        if from.exists() {
            fs::rename(&from, to).map_err(StorageError::file(&from))?;
        }
    }
    let index = private_file::side_file(database, "-shm");
    copy::remove_if_there(&index).map_err(StorageError::file(&index))?;
    Ok(name)
}

/// Writes everything back from the write-ahead log, so that nothing is in two files. A damaged database, which
/// may be the reason to restore another one, is left as it is.
fn write_back(database: &Path) {
    let written = Connection::open(database).and_then(|connection| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    });
    if let Err(error) = written {
        tracing::debug!(%error, "the old database is damaged");
    }
}
