//! Records on disk: one line an event, each written at once.

use crate::failure::Failure;
use meeple_core::{Event, Replay};
use meeple_games::open_record;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

/// A record being written.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// A new file; one that is already there is never overwritten.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        match file {
            Ok(file) => Ok(RecordFile { path: path.into(), file }),
            // A device or a pipe is there, but has no record to lose.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_file() => {
                let file = OpenOptions::new().write(true).open(path);
                let file = file.map_err(|error| Failure::file(path, &error))?;
                Ok(RecordFile { path: path.into(), file })
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let path = path.display();
                let why = format!(
                    "{path} is there already: go on with --resume {path}, or choose another name"
                );
                Err(Failure::Failed(why))
            }
            Err(error) => Err(Failure::file(path, &error)),
        }
    }

    /// The file of an unfinished game, to go on with: what was cut off is cut away.
    pub fn reopen(path: &Path, replay: &Replay) -> Result<Self, Failure> {
        let reopen = || {
            let mut file = OpenOptions::new().append(true).read(true).open(path)?;
            file.set_len(replay.whole_bytes as u64)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            if !bytes.ends_with(b"\n") {
                file.write_all(b"\n")?;
            }
            Ok(RecordFile { path: path.into(), file })
        };
        reopen().map_err(|error: io::Error| Failure::file(path, &error))
    }

    /// Appends an event, in one write.
    pub fn write(&mut self, event: &Event) -> io::Result<()> {
        self.file.write_all(format!("{event}\n").as_bytes())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads and validates a record; `-` is standard input.
pub fn read(path: &Path) -> Result<Replay, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::file(path, &error))?;
    Replay::read(&bytes, open_record)
        .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
}
