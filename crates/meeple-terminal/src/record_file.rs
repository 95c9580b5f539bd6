//! Records on disk: one line an event, each written at once, by one writer only.
//!
//! Whoever runs a game keeps a [`Recorder`] and lets it follow the table's log.
//! A disk that is full ends the record, not the game: a warning is said once,
//! and the command fails in the end. A file that somebody writes is locked.

use crate::failure::Failure;
use meeple_bots::{
    bounded,
    files::{Lock, try_lock},
};
use meeple_core::{AnyGame, Event, Game, Header, Match, Replay};
use meeple_games::open_record;
use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// No game has a longer record.
const LONGEST_RECORD: u64 = 256 << 20;

/// What follows a game and writes it down, if it is to be written down.
#[derive(Debug, Default)]
pub struct Recorder {
    file: Option<RecordFile>,
    /// How many events of the log are written.
    written: usize,
    /// Why the record stopped, if it did.
    failure: Option<String>,
}

#[derive(Debug)]
struct RecordFile {
    path: PathBuf,
    file: File,
}

impl Recorder {
    /// A recorder that writes a new file, or nothing if none is named. A record that is already
    /// there is never overwritten; `advice` says what to do then.
    pub fn create(path: Option<&Path>, advice: Advice) -> Result<Self, Failure> {
        let file = path.map(|path| create(path, advice)).transpose()?;
        Ok(Recorder { file, ..Recorder::default() })
    }

    /// The file of an unfinished game, to go on with: what was cut off is cut away.
    pub fn reopen(path: &Path, replay: &Replay) -> Result<Self, Failure> {
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
        let file = reopen().map_err(|error: io::Error| Failure::file(path, &error))?;
        let written = replay.game.log().len();
        Ok(Recorder { file: Some(file), written, failure: None })
    }

    /// Writes what has happened since the last time, each event in one write. What it gives is
    /// a warning to be shown: the record could not be written and stops here.
    pub fn follow(&mut self, game: &Match) -> Option<String> {
        self.write(game.log())
    }

    /// The same for a log without its game.
    pub fn write(&mut self, log: &[Arc<Event>]) -> Option<String> {
        let news = &log[self.written.min(log.len())..];
        self.written = log.len();
        let record = self.file.as_mut()?;
        let written = news.iter().try_for_each(|event| record.write(event));
        let error = written.err()?;
        let why = format!("the record {} is incomplete: {error}", record.path.display());
        self.file = None;
        self.failure = Some(why.clone());
        Some(format!("Warning: {why}. The game goes on without it."))
    }

    /// Where the record is, while there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|record| record.path.as_path())
    }

    /// A record that could not be kept is a failure, even of a game that was played.
    pub fn settle(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), |why| Err(Failure::Failed(why)))
    }
}

impl RecordFile {
    fn write(&mut self, event: &Arc<Event>) -> io::Result<()> {
        self.file.write_all(format!("{event}\n").as_bytes())
    }
}

/// What can be done where a record is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// This command can go on with it: `meeple play`.
    Resume(&'static str),
    /// Only another name helps.
    OtherName,
}

fn create(path: &Path, advice: Advice) -> Result<RecordFile, Failure> {
    let failed = |error: &io::Error| Failure::file(path, error);
    let file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        // A device or a pipe is there, but has no record to lose.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_file() => {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| failed(&error))?;
            return Ok(RecordFile { path: path.into(), file });
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let path = path.display();
            let advice = match advice {
                Advice::Resume(command) => {
                    format!("go on with {command} --resume {path}, or choose another name")
                }
                Advice::OtherName => "choose another name".into(),
            };
            return Err(Failure::Failed(format!("{path} is there already: {advice}")));
        }
        Err(error) => return Err(failed(&error)),
    };
    lock(&file).map_err(|error| failed(&error))?;
    Ok(RecordFile { path: path.into(), file })
}

/// Keeps everybody else from writing, as long as the file is open.
fn lock(file: &File) -> io::Result<()> {
    match try_lock(file)? {
        Lock::Ours => Ok(()),
        Lock::HeldByAnother => {
            Err(io::Error::other("somebody else is playing this game at the moment"))
        }
    }
}

/// Reads and validates a record of one of Meeple's games; `-` is standard input.
pub fn read(path: &Path) -> Result<Replay, Failure> {
    read_with(path, open_record)
}

/// Reads and validates a record of game `G`; `-` is standard input.
pub fn read_as<G: Game>(path: &Path) -> Result<Replay, Failure> {
    read_with(path, Header::open::<G>)
}

fn read_with(
    path: &Path,
    open: impl Fn(&Header) -> Result<Box<dyn AnyGame>, String>,
) -> Result<Replay, Failure> {
    let bytes = bounded::read(path, "record", LONGEST_RECORD)?;
    Replay::read(&bytes, open)
        .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
}
