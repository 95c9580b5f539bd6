//! Records on disk: one line per event, each written at once, by a single writer.
//!
//! Code that runs a game owns a [`Recorder`] and lets it follow the table's log. A full disk ends the record
//! but not the game: a warning is shown once, and the command fails at the end. The file is locked while it
//! is written.

use crate::command_error::CommandError;
use meeple_bots::{
    bounded,
    files::{FileLock, try_lock},
};
use meeple_core::{AnyGame, Event, Game, GameHistory, Header, Replay};
use meeple_games::open_record;
use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Most bytes read from a record.
const LONGEST_RECORD: u64 = 256 << 20;

/// Follows a game and writes its record, if there is one.
#[derive(Debug, Default)]
pub struct Recorder {
    file: Option<RecordFile>,
    /// How many events of the log have been written.
    written: usize,
    /// Why the record is incomplete, if it is.
    failure: Option<String>,
}

#[derive(Debug)]
struct RecordFile {
    path: PathBuf,
    file: File,
}

impl Recorder {
    /// Creates a recorder that writes a new file, or nothing if `path` is `None`. An existing record is never
    /// overwritten; `advice` says what the error message recommends then.
    pub fn create(path: Option<&Path>, advice: OverwriteAdvice) -> Result<Self, CommandError> {
        let file = path.map(|path| create(path, advice)).transpose()?;
        Ok(Recorder { file, ..Recorder::default() })
    }

    /// Reopens the record of an unfinished game to continue it; an incomplete last line is removed.
    pub fn reopen(path: &Path, replay: &Replay) -> Result<Self, CommandError> {
        let reopen = || {
            let mut file = OpenOptions::new().append(true).read(true).open(path)?;
            lock(&file)?;
            if file.metadata()?.len() < replay.whole_bytes as u64 {
                return Err(io::Error::other("it was changed while it was being read"));
            }
            file.set_len(replay.whole_bytes as u64)?;
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
            Ok(RecordFile { path: path.into(), file })
        };
        let file = reopen().map_err(|error: io::Error| CommandError::file(path, &error))?;
        let written = replay.game.log().len();
        Ok(Recorder { file: Some(file), written, failure: None })
    }

    /// Writes all events since the last call, each in one write. Returns a warning to show if the record
    /// can't be written; it ends there.
    pub fn follow(&mut self, game: &GameHistory) -> Option<String> {
        self.write(game.log())
    }

    /// Does the same for a log without its game.
    pub fn write(&mut self, log: &[Arc<Event>]) -> Option<String> {
        let news = &log[self.written.min(log.len())..];
        self.written = log.len();
        let record = self.file.as_mut()?;
        let written = news.iter().try_for_each(|event| record.write(event));
        let error = written.err()?;
        let why = format!("the record {} is incomplete: {error}", record.path.display());
        self.file = None;
        self.failure = Some(why.clone());
        Some(format!("Warning: {why}. The game continues without a record."))
    }

    /// Returns the path of the record, while there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|record| record.path.as_path())
    }

    /// Returns an error if the record is incomplete, even if the game was played to its end.
    pub fn finish(self) -> Result<(), CommandError> {
        self.failure.map_or(Ok(()), |why| Err(CommandError::Failed(why)))
    }
}

impl RecordFile {
    fn write(&mut self, event: &Arc<Event>) -> io::Result<()> {
        self.file.write_all(format!("{event}\n").as_bytes())
    }
}

/// What to recommend if a record already exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverwriteAdvice {
    /// Continuing it with this command, such as `meeple play`.
    Resume(&'static str),
    /// Choosing another name.
    OtherName,
}

fn create(path: &Path, advice: OverwriteAdvice) -> Result<RecordFile, CommandError> {
    let failed = |error: &io::Error| CommandError::file(path, error);
    let file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        // A device or a pipe exists already, but has no record to lose.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_file() => {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| failed(&error))?;
            return Ok(RecordFile { path: path.into(), file });
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let path = path.display();
            let advice = match advice {
                OverwriteAdvice::Resume(command) => {
                    format!("continue it with {command} --resume {path}, or choose another name")
                }
                OverwriteAdvice::OtherName => "choose another name".into(),
            };
            return Err(CommandError::Failed(format!("{path} already exists: {advice}")));
        }
        Err(error) => return Err(failed(&error)),
    };
    lock(&file).map_err(|error| failed(&error))?;
    Ok(RecordFile { path: path.into(), file })
}

/// Keeps other processes from writing as long as the file is open.
fn lock(file: &File) -> io::Result<()> {
    match try_lock(file)? {
        FileLock::Acquired => Ok(()),
        FileLock::HeldByAnother => Err(io::Error::other("this game is open in another process")),
    }
}

/// Reads and validates a record of one of Meeple's games; `-` is standard input.
pub fn read(path: &Path) -> Result<Replay, CommandError> {
    read_with(path, open_record)
}

/// Reads and validates a record of game `G`; `-` is standard input.
pub fn read_as<G: Game>(path: &Path) -> Result<Replay, CommandError> {
    read_with(path, Header::open::<G>)
}

fn read_with(
    path: &Path,
    open: impl Fn(&Header) -> Result<Box<dyn AnyGame>, String>,
) -> Result<Replay, CommandError> {
    let bytes = bounded::read(path, "record", LONGEST_RECORD)?;
    Replay::read(&bytes, open)
        .map_err(|error| CommandError::Failed(format!("{}: {error}", path.display())))
}
