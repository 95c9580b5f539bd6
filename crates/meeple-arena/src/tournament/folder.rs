//! A tournament on disk.
//!
//! ```text
//! DIR/tournament.toml            what was asked for
//! DIR/games/A-B-1f3a9c02/0001-1.jsonl   one record a game, there as a whole or not at all
//! DIR/games.jsonl                one line a game that was counted
//! DIR/live/                      games that are being played, for whoever watches
//! ```
//!
//! The records are the truth: the index and all results are made from them
//! again when a tournament goes on.

use super::{Config, GameLine, live};
use crate::workplace::{FolderError, Purpose, Workplace, read};
use meeple_core::{CannotOpen, Event, Header, Match, Replay};
use meeple_games::open_record;
use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The file that says what was asked for.
pub const CONFIG: &str = "tournament.toml";
/// The file with a line a game.
const INDEX: &str = "games.jsonl";
/// No game has a longer record.
const LONGEST_RECORD: u64 = 64 << 20;

/// A tournament's folder, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct Folder {
    place: Workplace,
    index: Mutex<BufWriter<File>>,
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

impl Folder {
    /// The folder at this path, made if it is not there; the index begins anew. One that was
    /// begun with something else is refused: its games would not fit.
    pub fn open(path: &Path, config: &Config) -> Result<Self, FolderError> {
        let purpose = Purpose { what: "tournament", config: CONFIG };
        let place = Workplace::open(path, purpose, &config.write(), |begun| {
            let begun = Config::read(begun).map_err(|error| error.to_string())?;
            Ok(config.conflict(&begun))
        })?;
        live::sweep(path);
        let index = path.join(INDEX);
        let index = File::create(&index).map_err(FolderError::at(&index))?;
        Ok(Folder { place, index: Mutex::new(BufWriter::new(index)) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Writes a file as a whole: what was there before stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.place.write(name, bytes)
    }

    /// Keeps the record of a game.
    pub(super) fn keep(&self, record: &str, log: &[Arc<Event>]) -> Result<(), FolderError> {
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
    pub(super) fn note(&self, lines: &[GameLine]) -> Result<(), FolderError> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |line: &GameLine| {
            serde_json::to_writer(&mut *index, line)?;
            index.write_all(b"\n")
        };
        let written = lines.iter().try_for_each(write).and_then(|()| index.flush());
        written.map_err(FolderError::at(&self.path().join(INDEX)))
    }

    /// The record of a game that is over, if it is here; why it cannot be used, if that is so.
    pub(super) fn find(
        &self,
        record: &str,
        expected: impl FnOnce() -> Result<Header, CannotOpen>,
        longest: usize,
    ) -> Result<Option<Result<Match, Damaged>>, CannotOpen> {
        let path = self.path().join(record);
        let replay = match read_record(&path) {
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
        read_record(&self.path().join(&line.record)).ok()?.map(|replay| replay.game)
    }
}

/// Reads and validates a record; nothing if there is none.
fn read_record(path: &Path) -> Result<Option<Replay>, String> {
    let bytes = match read(path, LONGEST_RECORD) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(None),
        Err(FolderError::File { error, .. }) => return Err(error.to_string()),
        Err(error) => return Err(error.to_string()),
    };
    Replay::read(&bytes, open_record).map(Some).map_err(|error| error.to_string())
}
