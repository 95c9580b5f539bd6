//! A backup of the database of a server, which may be running.

use super::{CopyReport, CopyWatch, DATABASE, StorageError, copy, private_file};
use std::{fs, path::Path};

/// Copies the database in a data folder to a file. The server may be running: the copy has everything that was
/// stored when it began, and nothing of what came later. An existing file is kept unless `replace`.
pub fn backup(
    folder: &Path,
    file: &Path,
    replace: bool,
    watch: &mut CopyWatch,
) -> Result<CopyReport, StorageError> {
    let database = folder.join(DATABASE);
    if is_same(&database, file) {
        return Err(StorageError::Same(file.to_owned()));
    }
    check_target(file, replace)?;
    copy::prepare(&database, private_file::folder_of(file), watch)?.place(file, replace)
}

/// Checks that a file may be written. A file with the name of a database is refused: it may belong to a server that
/// runs, which would go on with the old one.
pub(super) fn check_target(file: &Path, replace: bool) -> Result<(), StorageError> {
    if file.is_dir() {
        return Err(StorageError::IsFolder(file.to_owned()));
    }
    if file.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATABASE)) {
        return Err(StorageError::DatabaseName(file.to_owned()));
    }
    if !replace && file.exists() {
        return Err(StorageError::Exists(file.to_owned()));
    }
    Ok(())
}

fn is_same(first: &Path, second: &Path) -> bool {
    match (fs::canonicalize(first), fs::canonicalize(second)) {
        (Ok(first), Ok(second)) => first == second,
        _ => false,
    }
}
