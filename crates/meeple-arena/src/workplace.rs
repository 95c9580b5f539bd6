//! A folder in which something long is done: nobody else works there meanwhile,
//! it says what it was begun with, and its files are there as a whole or not at all.
//!
//! ```text
//! DIR/lock               held as long as somebody works there
//! DIR/tournament.toml    what was asked for; another wish is refused
//! ```

use meeple_bots::files::{Lock, replace, try_lock};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
};

/// No file that says what was asked for is longer.
const LONGEST_CONFIG: u64 = 1 << 20;

/// A folder in which something long is done.
#[derive(Debug)]
pub struct Workplace {
    path: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
}

/// What a folder is for.
#[derive(Debug, Clone, Copy)]
pub struct Purpose {
    /// What is done there: `tournament`.
    pub what: &'static str,
    /// The file that says what was asked for.
    pub config: &'static str,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refused.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody else uses it.
    #[error("{}: a {what} is being played there at the moment", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// What is done there.
        what: &'static str,
    },
    /// A file makes no sense.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It was begun with something else.
    #[error("{} has another {what} ({difference}): choose another folder", path.display())]
    Another {
        /// The folder.
        path: PathBuf,
        /// What is done there.
        what: &'static str,
        /// What differs.
        difference: String,
    },
    /// It has other files.
    #[error("{} is not empty, and no {what}'s folder: choose another", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
        /// What should be done there.
        what: &'static str,
    },
}

impl FolderError {
    /// What the system says of a file.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| FolderError::File { path, error }
    }

    /// Whether another folder must be named, because this one is for something else.
    pub fn is_elsewhere(&self) -> bool {
        matches!(self, FolderError::Another { .. } | FolderError::NotEmpty { .. })
    }
}

impl Workplace {
    /// The folder at this path, made if it is not there. `config` is what is asked for, and
    /// `differs` says how that differs from what the folder was begun with (or why that cannot
    /// be read): then it is refused, and nothing has changed.
    pub fn open(
        path: &Path,
        Purpose { what, config: name }: Purpose,
        config: &str,
        differs: impl FnOnce(&str) -> Result<Option<String>, String>,
    ) -> Result<Self, FolderError> {
        let file = path.join(name);
        if let Some(begun) = read(&file, LONGEST_CONFIG)? {
            let unreadable = |why| FolderError::Unreadable { path: file.clone(), why };
            let begun = String::from_utf8(begun).map_err(|error| unreadable(error.to_string()))?;
            if let Some(difference) = differs(&begun).map_err(unreadable)? {
                return Err(FolderError::Another { path: path.into(), what, difference });
            }
        } else if path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(FolderError::NotEmpty { path: path.into(), what });
        }
        fs::create_dir_all(path).map_err(FolderError::at(path))?;
        let lock = path.join("lock");
        let held = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
        let held = held.map_err(FolderError::at(&lock))?;
        if try_lock(&held).map_err(FolderError::at(&lock))? == Lock::HeldByAnother {
            return Err(FolderError::InUse { path: path.into(), what });
        }
        let workplace = Workplace { path: path.into(), _lock: held };
        workplace.write(name, config.as_bytes())?;
        Ok(workplace)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file as a whole.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        replace(&path, bytes).map_err(FolderError::at(&path))
    }
}

/// All bytes of a file, so many at most; nothing if it is not there.
pub(crate) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, FolderError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::at(path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(FolderError::at(path))?;
    if bytes.len() as u64 > most {
        let why = format!("longer than {most} bytes");
        return Err(FolderError::Unreadable { path: path.into(), why });
    }
    Ok(Some(bytes))
}
