//! Makes the database of a stopped server as small as it can be.

use super::{CopyWatch, DataFolder, StorageError, copy};
use rusqlite::OpenFlags;
use std::{fs, path::Path, sync::Arc, sync::atomic::Ordering};

/// The size of the database before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactReport {
    /// The size before.
    pub bytes_before: u64,
    /// The size after.
    pub bytes_after: u64,
}

/// Rewrites the database of a stopped server without free space. From then on, the server gives back the space
/// of what it removes; a database created by an earlier version does so only after this.
pub fn compact(folder: &Path, watch: &CopyWatch) -> Result<CompactReport, StorageError> {
    if !folder.is_dir() {
        return Err(StorageError::NoDatabase(folder.to_owned()));
    }
    let folder = DataFolder::lock(folder)?;
    let database = folder.database();
    let failed = StorageError::database(&database);
    let mut connection = copy::open_existing(&database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let stop = Arc::clone(&watch.stop);
    let should_stop = move || stop.load(Ordering::Relaxed);
    connection.progress_handler(10_000, Some(should_stop)).map_err(&failed)?;
    let size = || fs::metadata(&database).map(|data| data.len());
    let write_back = "PRAGMA wal_checkpoint(TRUNCATE)";
    connection.query_row(write_back, [], |_| Ok(())).map_err(&failed)?;
    let bytes_before = size().map_err(StorageError::file(&database))?;
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL").map_err(&failed)?;
    connection.execute_batch("VACUUM").map_err(&failed)?;
    connection.query_row(write_back, [], |_| Ok(())).map_err(&failed)?;
    connection.close().map_err(|(_, error)| failed(error))?;
    let bytes_after = size().map_err(StorageError::file(&database))?;
    Ok(CompactReport { bytes_before, bytes_after })
}
