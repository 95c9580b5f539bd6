//! Makes the database of a stopped server as small as it can be.

use super::{CopyReport, CopyWatch, DATABASE, DataFolder, StorageError, copy};
use rusqlite::OpenFlags;
use std::{fs, path::Path};

/// The size of the database before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactReport {
    /// The size before.
    pub bytes_before: u64,
    /// The size after.
    pub bytes_after: u64,
}

/// Rewrites the database of a stopped server without free space. From then on, the server gives back the space
/// of what it removes; a database created by an earlier version does so only after this. It needs as much free space
/// on the disk as the result has. Nothing changes unless the result is complete and undamaged.
pub fn compact(folder: &Path, watch: &CopyWatch) -> Result<CompactReport, StorageError> {
    let database = folder.join(DATABASE);
    copy::open_existing(&database, OpenFlags::SQLITE_OPEN_READ_ONLY)?; // before the lock is created
    let _locked = DataFolder::lock(folder)?;
    // It may be a link to another disk.
    let database = fs::canonicalize(&database).map_err(StorageError::file(&database))?;
    let failed = StorageError::database(&database);
    let mut source = copy::open_existing(&database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // The write-ahead log must be empty when the file is replaced: it would not belong to the new one.
    let write_back = "PRAGMA wal_checkpoint(TRUNCATE)";
    let is_busy: bool = source.query_row(write_back, [], |row| row.get(0)).map_err(&failed)?;
    if is_busy {
        return Err(StorageError::Busy(database.clone()));
    }
    let bytes_before = fs::metadata(&database).map_err(StorageError::file(&database))?.len();
    let copy = copy::prepare_compact(&mut source, &database, watch)?;
    source.close().map_err(|(_, error)| failed(error))?;
    copy.give_to_owner_of_folder()?;
    let CopyReport { bytes, .. } = copy.place(&database, true)?;
    Ok(CompactReport { bytes_before, bytes_after: bytes })
}
