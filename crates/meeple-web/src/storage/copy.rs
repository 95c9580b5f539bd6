//! A consistent, verified copy of a database, made while a server may be writing to it.

use super::{StorageError, private_file};
use crate::log::sqlite::schema;
use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
};
use std::{
    fs::{self, File},
    io,
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
/// How often a long query checks whether it is to stop, in steps of `SQLite`'s virtual machine.
const CHECK_STOP_EVERY: i32 = 100_000;

/// Watches long work, and can stop it.
pub struct CopyWatch {
    /// Stops the work once it is true; then nothing has changed.
    pub stop: Arc<AtomicBool>,
    /// Is told which share is done, from 0 to 1.
    pub progress: Box<dyn FnMut(f64)>,
}

impl CopyWatch {
    /// Returns a function that says whether the work is to stop.
    fn should_stop(&self) -> impl Fn() -> bool + Send + 'static {
        let stop = Arc::clone(&self.stop);
        move || stop.load(Ordering::Relaxed)
    }
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

/// Copies a database to a temporary file in `folder` and verifies it.
pub(super) fn prepare(
    from: &Path,
    folder: &Path,
    watch: &mut CopyWatch,
) -> Result<PreparedCopy, StorageError> {
    let source = open_existing(from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let file = private_file::temporary(folder).map_err(StorageError::file(folder))?;
    let failed = StorageError::database(from);
    // In a read transaction the source doesn't change, however much the server writes meanwhile, and the server
    // is not kept from writing.
    source.execute_batch("BEGIN").map_err(&failed)?;
    let rooms = count_rooms(&source).map_err(&failed)?;
    let mut copy = open_copy(&file)?;
    copy_pages(&source, &mut copy, watch).map_err(|error| match error {
        Some(error) => failed(error),
        None => StorageError::Stopped,
    })?;
    drop(source);
    PreparedCopy::verified(file, copy, rooms, from, watch)
}

/// Writes a database without its free space to a temporary file beside it, and verifies it. A server gives the
/// free space of such a copy back.
pub(super) fn prepare_compact(
    source: &mut Connection,
    from: &Path,
    watch: &CopyWatch,
) -> Result<PreparedCopy, StorageError> {
    let folder = private_file::folder_of(from);
    let file = private_file::temporary(folder).map_err(StorageError::file(folder))?;
    let failed = StorageError::database(from);
    source.progress_handler(CHECK_STOP_EVERY, Some(watch.should_stop())).map_err(&failed)?;
    let rooms = count_rooms(source).map_err(&failed)?;
    source.pragma_update(None, "auto_vacuum", "INCREMENTAL").map_err(&failed)?; // of the copy
    let path = file.path().to_str().ok_or_else(|| {
        let error = io::Error::new(io::ErrorKind::InvalidFilename, "the path is not Unicode");
        StorageError::file(folder)(error)
    })?;
    source.execute("VACUUM INTO ?", [path]).map_err(&failed)?;
    let copy = open_copy(&file)?;
    PreparedCopy::verified(file, copy, rooms, from, watch)
}

fn count_rooms(connection: &Connection) -> rusqlite::Result<usize> {
    connection
        .query_row("SELECT count(*) FROM logs", [], |row| row.get::<_, i64>(0))
        .map(|rooms| rooms as usize)
}

fn open_copy(file: &NamedTempFile) -> Result<Connection, StorageError> {
    Connection::open(file.path()).map_err(StorageError::database(file.path()))
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
    copy.progress_handler(CHECK_STOP_EVERY, Some(watch.should_stop())).map_err(&failed)?;
    copy.pragma_update(None, "journal_mode", "DELETE").map_err(&failed)?;
    let check = "PRAGMA quick_check(1)";
    let reason: String = copy.query_row(check, [], |row| row.get(0)).map_err(&failed)?;
    if reason != "ok" {
        return Err(StorageError::Damaged { path: from.to_owned(), reason });
    }
    copy.close().map_err(|(_, error)| failed(error))
}

impl PreparedCopy {
    /// Verifies a copy of `from`.
    fn verified(
        file: NamedTempFile,
        copy: Connection,
        rooms: usize,
        from: &Path,
        watch: &CopyWatch,
    ) -> Result<Self, StorageError> {
        verify(copy, from, watch)?;
        if watch.stop.load(Ordering::Relaxed) {
            return Err(StorageError::Stopped); // it was too quick to notice
        }
        let bytes = file.as_file().metadata().map_err(StorageError::file(file.path()))?.len();
        Ok(PreparedCopy { file, report: CopyReport { rooms, bytes } })
    }

    /// Gives the copy to the owner of the folder that it is in.
    pub(super) fn give_to_owner_of_folder(&self) -> Result<(), StorageError> {
        let path = self.file.path();
        private_file::give_to_owner_of(private_file::folder_of(path), self.file.as_file())
            .map_err(StorageError::file(path))
    }

    /// Gives the copy its name; with `replace`, in place of the file that has it.
    pub(super) fn place(self, path: &Path, replace: bool) -> Result<CopyReport, StorageError> {
        let PreparedCopy { file, report } = self;
        if replace {
            // Otherwise SQLite would take them for parts of the new file.
            for side_file in
                private_file::SIDE_FILES.map(|ending| private_file::side_file(path, ending))
            {
                remove_if_there(&side_file).map_err(StorageError::file(&side_file))?;
            }
        }
        persist(file, path, replace)?;
        Ok(report)
    }
}

/// Gives a complete file its name, for good; with `replace`, in place of the file that has it.
pub(super) fn persist(file: NamedTempFile, path: &Path, replace: bool) -> Result<(), StorageError> {
    let failed = StorageError::file(path);
    file.as_file().sync_all().map_err(&failed)?;
    let placed = if replace { file.persist(path) } else { file.persist_noclobber(path) };
    placed.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => StorageError::Exists(path.to_owned()),
        _ => failed(error.error),
    })?;
    sync_folder(private_file::folder_of(path)).map_err(failed)
}

/// Removes a file that may not exist.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes the names of the files in a folder to the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
