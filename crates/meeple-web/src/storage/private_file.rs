//! Files that only their owner can read: they contain the names of people and hashes of their secrets.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// The mode of a private file, and of a private folder.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// The endings of the files that `SQLite` keeps beside a database.
pub(crate) const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Creates a folder that only its owner can enter; one that exists is left as it is.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(path)
}

/// Opens a file for reading and writing, or creates it, and makes it private. A new file belongs to the owner of
/// its folder.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    match options.clone().create_new(true).open(path) {
        Ok(file) => {
            give_to_owner_of(folder_of(path), &file)?;
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let file = options.create(true).open(path)?; // it may be a link to a file that doesn't exist
            restrict(path, &file);
            Ok(file)
        }
        Err(error) => Err(error),
    }
}

/// Gives a new file to the owner of this folder: otherwise what the superuser creates in the folder of a service
/// could not be opened by the service. Other users can't give files away; theirs stay as they are.
#[cfg(unix)]
pub(super) fn give_to_owner_of(folder: &Path, file: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let (folder, own) = (fs::metadata(folder)?, file.metadata()?);
    if folder.uid() == own.uid() {
        return Ok(());
    }
    match fchown(file, Some(folder.uid()), Some(folder.gid())) {
        Err(error) if error.kind() != io::ErrorKind::PermissionDenied => Err(error),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
pub(super) fn give_to_owner_of(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a private temporary file, which is deleted unless it gets another name.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    fs::metadata(folder)?; // otherwise the error would name the temporary file
    // The builder's files can be read by their owner only.
    tempfile::Builder::new().prefix(".meeple-").suffix(".tmp").tempfile_in(folder)
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
