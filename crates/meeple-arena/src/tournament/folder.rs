//! A tournament on disk.
//!
//! ```text
//! DIR/tournament.toml            what was asked for
//! DIR/games/A-B-1f3a9c02/0001-1.jsonl   one record a game, there as a whole or not at all
//! DIR/games.jsonl                one line a game that was counted
//! ```
//!
//! The records are the truth: the index and all results are made from them
//! again when a tournament goes on.

use super::GameLine;
use meeple_core::{CannotOpen, Event, Header, Match, Replay};
use meeple_games::open_record;
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufWriter, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// No game has a longer record.
const LONGEST_RECORD: u64 = 64 << 20;

/// A tournament's folder, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    index: Mutex<BufWriter<File>>,
    /// Held as long as the folder is in use.
    _lock: File,
}

/// A record that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// Why a folder could not be used.
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
    #[error("{}: a tournament is being played there at the moment", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
}

impl FolderError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| FolderError::File { path, error }
    }
}

impl Folder {
    /// The folder at this path, made if it is not there; the index begins anew.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(FolderError::at(path))?;
        let lock = path.join("lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
        let file = file.map_err(FolderError::at(&lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse { path: path.into() }),
            // Not every file system can lock; a folder without a lock is better than none.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(FolderError::at(&lock)(error)),
        }
        let index = path.join("games.jsonl");
        let index = File::create(&index).map_err(FolderError::at(&index))?;
        let index = Mutex::new(BufWriter::new(index));
        Ok(Folder { path: path.into(), index, _lock: file })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file as a whole: what was there before stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path));
        written.map_err(FolderError::at(&path))
    }

    /// Keeps the record of a game.
    pub(super) fn keep(&self, record: &str, log: &[Arc<Event>]) -> Result<(), FolderError> {
        let mut bytes = Vec::new();
        for event in log {
            serde_json::to_writer(&mut bytes, &**event).expect("an event can be written");
            bytes.push(b'\n');
        }
        if let Some(folder) = self.path.join(record).parent().filter(|folder| !folder.is_dir()) {
            fs::create_dir_all(folder).map_err(FolderError::at(folder))?;
        }
        self.write(record, &bytes)
    }

    /// Adds counted games to the index.
    pub(super) fn note(&self, lines: &[GameLine]) -> Result<(), FolderError> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |line: &GameLine| {
            serde_json::to_writer(&mut *index, line)?;
            index.write_all(b"\n")
        };
        let written = lines.iter().try_for_each(write).and_then(|()| index.flush());
        written.map_err(FolderError::at(&self.path.join("games.jsonl")))
    }

    /// The record of a game that is over, if it is here; why it cannot be used, if that is so.
    pub(super) fn find(
        &self,
        record: &str,
        expected: impl FnOnce() -> Result<Header, CannotOpen>,
        longest: usize,
    ) -> Result<Option<Result<Match, Damaged>>, CannotOpen> {
        let path = self.path.join(record);
        let replay = match read(&path) {
            Ok(None) => return Ok(None),
            Ok(Some(replay)) => replay,
            Err(why) => return Ok(Some(Err(Damaged { path, why }))),
        };
        let game = replay.game;
        let header = Header { time: game.header().time.clone(), ..expected()? };
        let why = if header != *game.header() {
            "it is the record of another game"
        } else if replay.cut_line.is_some() {
            "its last line was cut off"
        } else if game.end().is_none() && game.line().len() < longest {
            "the game has no end"
        } else {
            return Ok(Some(Ok(game)));
        };
        Ok(Some(Err(Damaged { path, why: why.into() })))
    }

    /// The game of this line, for whoever wants to show it.
    pub fn replay(&self, line: &GameLine) -> Option<Match> {
        read(&self.path.join(&line.record)).ok()?.map(|replay| replay.game)
    }
}

/// Reads and validates a record; nothing if there is none.
fn read(path: &Path) -> Result<Option<Replay>, String> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let mut bytes = Vec::new();
    let read = (&mut file).take(LONGEST_RECORD + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LONGEST_RECORD {
        return Err(format!("longer than {LONGEST_RECORD} bytes"));
    }
    Replay::read(&bytes, open_record).map(Some).map_err(|error| error.to_string())
}
