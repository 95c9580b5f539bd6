//! A backup of the database of a server, which may be running.

use super::{CopyReport, CopyWatch, DATABASE, StorageError, copy};
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
    if file.is_dir() {
        return Err(StorageError::IsFolder(file.to_owned()));
    }
    if !replace && file.exists() {
        return Err(StorageError::Exists(file.to_owned()));
    }
    copy::prepare(&database, copy::folder_of(file), watch)?.place(file, replace)
}

fn is_same(first: &Path, second: &Path) -> bool {
    match (fs::canonicalize(first), fs::canonicalize(second)) {
        (Ok(first), Ok(second)) => first == second,
        _ => false,
    }
}
