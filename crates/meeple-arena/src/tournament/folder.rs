//! A tournament on disk.
//!
//! ```text
//! DIR/tournament.toml                   the configuration
//! DIR/games/A-B-1f3a9c02/0001-1.jsonl   one record per game, always written as a whole
//! DIR/games.jsonl                       one line per counted game
//! DIR/live/                             games in progress, for spectators
//! ```
//!
//! The records are authoritative: the index and all results are rebuilt from them when a tournament is
//! resumed.

use super::{GameLine, TournamentConfig, live_game};
use crate::job_folder::{FolderError, JobFolder, JobKind, read};
use meeple_core::{Event, GameHistory, Header, OpenTableError, Replay};
use meeple_games::open_record;
use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Name of the configuration file.
pub const CONFIG_FILE: &str = "tournament.toml";
/// Name of the index, which has one line per game.
const INDEX_FILE: &str = "games.jsonl";
/// Maximum size of a record, in bytes.
const LONGEST_RECORD: u64 = 64 << 20;

/// A tournament's folder, locked against other processes.
#[derive(Debug)]
pub struct TournamentFolder {
    job_folder: JobFolder,
    index: Mutex<BufWriter<File>>,
}

/// A record that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct DamagedRecord {
    /// The record's file.
    pub path: PathBuf,
    /// Why it cannot be used.
    pub why: String,
}

impl TournamentFolder {
    /// Opens the folder at this path, creating it if it doesn't exist, and starts a new index. Refuses a
    /// folder that was started with a conflicting configuration.
    pub fn open(path: &Path, config: &TournamentConfig) -> Result<Self, FolderError> {
        let purpose = JobKind { what: "tournament", config: CONFIG_FILE };
        let place = JobFolder::open(path, purpose, &config.to_toml(), |previous| {
            let previous =
                TournamentConfig::from_toml(previous).map_err(|error| error.to_string())?;
            Ok(config.conflict_with(&previous))
        })?;
        live_game::remove_stale(path);
        let index = path.join(INDEX_FILE);
        let index = File::create(&index).map_err(FolderError::at(&index))?;
        Ok(TournamentFolder { job_folder: place, index: Mutex::new(BufWriter::new(index)) })
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        self.job_folder.path()
    }

    /// Replaces a file as a whole: the old one stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.job_folder.write(name, bytes)
    }

    /// Saves the record of a game.
    pub(super) fn save_record(&self, record: &str, log: &[Arc<Event>]) -> Result<(), FolderError> {
        let mut bytes = Vec::new();
        for event in log {
            serde_json::to_writer(&mut bytes, &**event).expect("an event can be written");
            bytes.push(b'\n');
        }
        if let Some(folder) = self.path().join(record).parent().filter(|folder| !folder.is_dir()) {
            fs::create_dir_all(folder).map_err(FolderError::at(folder))?;
        }
        self.write(record, &bytes)
    }

    /// Adds counted games to the index.
    pub(super) fn append_to_index(&self, lines: &[GameLine]) -> Result<(), FolderError> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |line: &GameLine| {
            serde_json::to_writer(&mut *index, line)?;
            index.write_all(b"\n")
        };
        let written = lines.iter().try_for_each(write).and_then(|()| index.flush());
        written.map_err(FolderError::at(&self.path().join(INDEX_FILE)))
    }

    /// Finds the record of a finished game: `None` if there is none, `DamagedRecord` if it cannot be used.
    pub(super) fn find_record(
        &self,
        record: &str,
        expected: impl FnOnce() -> Result<Header, OpenTableError>,
        longest: usize,
    ) -> Result<Option<Result<GameHistory, DamagedRecord>>, OpenTableError> {
        let path = self.path().join(record);
        let replay = match read_record(&path) {
            Ok(None) => return Ok(None),
            Ok(Some(replay)) => replay,
            Err(why) => return Ok(Some(Err(DamagedRecord { path, why }))),
        };
        let game = replay.game;
        let header = Header { time: game.header().time.clone(), ..expected()? };
        let why = if header != *game.header() {
            "it is a record of a different game"
        } else if replay.cut_line.is_some() {
            "its last line was cut off"
        } else if game.end().is_none() && game.plies().len() < longest {
            "the game is unfinished"
        } else {
            return Ok(Some(Ok(game)));
        };
        Ok(Some(Err(DamagedRecord { path, why: why.into() })))
    }

    /// Reads the game of this line; `None` if its record cannot be read.
    pub fn read_game(&self, line: &GameLine) -> Option<GameHistory> {
        read_record(&self.path().join(&line.record)).ok()?.map(|replay| replay.game)
    }
}

/// Reads and validates a record; `None` if there is none.
fn read_record(path: &Path) -> Result<Option<Replay>, String> {
    let bytes = match read(path, LONGEST_RECORD) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(None),
        Err(FolderError::File { error, .. }) => return Err(error.to_string()),
        Err(error) => return Err(error.to_string()),
    };
    Replay::read(&bytes, open_record).map(Some).map_err(|error| error.to_string())
}
