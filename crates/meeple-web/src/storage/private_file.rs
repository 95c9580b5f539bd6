//! Files that only their owner can read: they contain the names of people and hashes of their secrets.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// The mode of a private file, and of a private folder.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// The endings of the files that `SQLite` keeps beside a database.
pub(crate) const SIDE_FILES: [&str; 2] = ["-wal", "-shm"];

/// Creates a folder that only its owner can enter; one that exists is left as it is.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(path)
}

/// Opens a file for reading and writing, or creates it, and makes it private.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    let file = options.open(path)?;
    restrict(path, &file);
    Ok(file)
}

/// Creates the file of a database if there is none, and makes it private, together with the files beside it.
/// `SQLite` gives new files beside a database the same mode as the database.
pub(crate) fn create_database(path: &Path) -> io::Result<()> {
    open(path)?;
    for side_file in SIDE_FILES.map(|ending| side_file(path, ending)) {
        if let Ok(file) = File::open(&side_file) {
            restrict(&side_file, &file);
        }
    }
    Ok(())
}

/// Returns the path of a file beside a database.
pub(crate) fn side_file(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Withdraws the permissions of everybody but the owner. Some file systems have none; then there is a warning.
#[cfg(unix)]
fn restrict(path: &Path, file: &File) {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let is_open = |mode: u32| mode & 0o777 & !FILE_MODE != 0;
    let restricted = file.metadata().and_then(|data| {
        if is_open(data.mode()) {
            file.set_permissions(fs::Permissions::from_mode(FILE_MODE))?;
        }
        Ok(())
    });
    if let Err(error) = restricted {
        tracing::warn!(path = %path.display(), %error, "others may be able to read this file");
    }
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: &File) {}
