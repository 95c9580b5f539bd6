//! A consistent, verified copy of a database, made while a server may be writing to it.

use super::{StorageError, private_file};
use crate::log::sqlite::schema;
use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
};
use std::{
    fs::{self, File},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};
use tempfile::NamedTempFile;

/// The number of pages copied at once: 1 MiB.
const STEP_PAGES: i32 = 256;
/// How long to wait for a database that is locked for a moment.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_millis(20);
/// How often the verification checks whether it is to stop, in steps of `SQLite`'s virtual machine.
const CHECK_STOP_EVERY: i32 = 100_000;

/// Watches long work, and can stop it.
pub struct CopyWatch {
    /// Stops the work once it is true; then nothing has changed.
    pub stop: Arc<AtomicBool>,
    /// Is told which share is done, from 0 to 1.
    pub progress: Box<dyn FnMut(f64)>,
}

impl Default for CopyWatch {
    fn default() -> Self {
        CopyWatch { stop: Arc::default(), progress: Box::new(|_| {}) }
    }
}

/// What was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyReport {
    /// The number of rooms and records.
    pub rooms: usize,
    /// The size of the copy.
    pub bytes: u64,
}

/// A complete copy that doesn't have its name yet. Dropping it deletes it.
pub(super) struct PreparedCopy {
    file: NamedTempFile,
    pub(super) report: CopyReport,
}

/// Copies a database to a temporary file in `folder`, verifies it and writes it to the disk.
pub(super) fn prepare(
    from: &Path,
    folder: &Path,
    watch: &mut CopyWatch,
) -> Result<PreparedCopy, StorageError> {
    let source = open_existing(from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    fs::metadata(folder).map_err(StorageError::file(folder))?; // otherwise the error names the temporary file
    // The builder's files can be read by their owner only.
    let file = tempfile::Builder::new().prefix(".meeple-").suffix(".tmp").tempfile_in(folder);
    let file = file.map_err(StorageError::file(folder))?;
    let failed = StorageError::database(from);
    // In a read transaction the source doesn't change, however much the server writes meanwhile, and the server
    // is not kept from writing.
    source.execute_batch("BEGIN").map_err(&failed)?;
    let count = "SELECT count(*) FROM logs";
    let rooms = source.query_row(count, [], |row| row.get::<_, i64>(0)).map_err(&failed)?;
    let mut copy = Connection::open(file.path()).map_err(StorageError::database(file.path()))?;
    copy_pages(&source, &mut copy, watch).map_err(|error| match error {
        Some(error) => failed(error),
        None => StorageError::Stopped,
    })?;
    drop(source);
    verify(copy, from, watch)?;
    file.as_file().sync_all().map_err(StorageError::file(file.path()))?;
    let bytes = file.as_file().metadata().map_err(StorageError::file(file.path()))?.len();
    Ok(PreparedCopy { file, report: CopyReport { rooms: rooms as usize, bytes } })
}

/// Opens a database of Meeple; it is not created or migrated.
pub(super) fn open_existing(path: &Path, flags: OpenFlags) -> Result<Connection, StorageError> {
    if !path.is_file() {
        return Err(StorageError::NoDatabase(path.to_owned()));
    }
    let failed = StorageError::database(path);
    let open = |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
    // A file that can't be written can still be copied.
    let read_only = |_| open(OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = open(flags).or_else(read_only).map_err(&failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(&failed)?;
    if schema::is_known(&connection).map_err(&failed)? {
        Ok(connection)
    } else {
        Err(StorageError::Unknown(path.to_owned()))
    }
}

/// Copies all pages; the error is `None` if it was stopped.
fn copy_pages(
    source: &Connection,
    copy: &mut Connection,
    watch: &mut CopyWatch,
) -> Result<(), Option<rusqlite::Error>> {
    copy.pragma_update(None, "synchronous", "OFF")?; // the whole file is synced at the end
    let backup = Backup::new(source, copy)?;
    loop {
        if watch.stop.load(Ordering::Relaxed) {
            return Err(None);
        }
        let result = backup.step(STEP_PAGES)?;
        let progress = backup.progress();
        let left = f64::from(progress.remaining) / f64::from(progress.pagecount.max(1));
        (watch.progress)(1.0 - left);
        match result {
            StepResult::Done => return Ok(()),
            StepResult::Busy | StepResult::Locked => thread::sleep(RETRY),
            _ => {}
        }
    }
}

/// Verifies a copy and makes it a single file, without a write-ahead log.
fn verify(mut copy: Connection, from: &Path, watch: &CopyWatch) -> Result<(), StorageError> {
    let failed = StorageError::database(from);
    let stop = Arc::clone(&watch.stop);
    let should_stop = move || stop.load(Ordering::Relaxed);
    copy.progress_handler(CHECK_STOP_EVERY, Some(should_stop)).map_err(&failed)?;
    copy.pragma_update(None, "journal_mode", "DELETE").map_err(&failed)?;
    let check = "PRAGMA quick_check(1)";
    let reason: String = copy.query_row(check, [], |row| row.get(0)).map_err(&failed)?;
    if reason != "ok" {
        return Err(StorageError::Damaged { path: from.to_owned(), reason });
    }
    copy.close().map_err(|(_, error)| failed(error))
}

impl PreparedCopy {
    /// Gives the copy its name; with `replace`, in place of the file that has it.
    pub(super) fn place(self, path: &Path, replace: bool) -> Result<CopyReport, StorageError> {
        let PreparedCopy { file, report } = self;
        let failed = StorageError::file(path);
        let placed = if replace {
            // Otherwise SQLite would take them for parts of the new file.
            for side_file in
                private_file::SIDE_FILES.map(|ending| private_file::side_file(path, ending))
            {
                remove_if_there(&side_file).map_err(StorageError::file(&side_file))?;
            }
            file.persist(path)
        } else {
            file.persist_noclobber(path)
        };
        placed.map_err(|error| match error.error.kind() {
            std::io::ErrorKind::AlreadyExists => StorageError::Exists(path.to_owned()),
            _ => failed(error.error),
        })?;
        sync_folder(folder_of(path)).map_err(failed)?;
        Ok(report)
    }
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes a file that may not exist.
pub(super) fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes the names of the files in a folder to the disk.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}
