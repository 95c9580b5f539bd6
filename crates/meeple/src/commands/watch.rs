//! `meeple watch`: a game that is played elsewhere, by its record or by what an engine prints.

use super::play::house;
use crate::cli::WatchArgs;
use meeple_bots::bounded::Unreadable;
use meeple_terminal::{
    failure::Failure,
    interrupt::Interrupt,
    screen::{self, Keeping},
};
use std::{
    fs::{self, File},
    io::{self, BufReader, IsTerminal, Read},
    os::fd::AsFd,
    path::Path,
};

pub(super) fn run(
    args: &WatchArgs,
    keeping: Keeping,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    match what(&args.file)? {
        What::Folder => screen::watch_folder(&args.file, house(interrupt), keeping),
        What::Record => screen::watch_record(&args.file, house(interrupt), keeping),
        What::Printed => follow(args, interrupt),
    }
}

/// What there is to be watched.
enum What {
    /// The games of a match or tournament.
    Folder,
    /// A game of ours, as it is written.
    Record,
    /// What an engine prints.
    Printed,
}

/// A record begins with a brace, and no engine's output does.
fn what(path: &Path) -> Result<What, Unreadable> {
    let io = |error| Unreadable::Io { path: path.into(), error };
    if path == Path::new("-") {
        return Ok(What::Printed);
    }
    let about = fs::metadata(path).map_err(io)?;
    if about.is_dir() {
        return Ok(What::Folder);
    }
    if !about.is_file() {
        return Ok(What::Printed); // a pipe that is read once
    }
    let mut first = [0];
    let read = File::open(path).and_then(|mut file| file.read(&mut first)).map_err(io)?;
    Ok(if read == 1 && first == *b"{" { What::Record } else { What::Printed })
}

fn follow(args: &WatchArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let is_piped = args.file == Path::new("-");
    if is_piped && io::stdin().is_terminal() {
        let why = "standard input is a terminal: pipe an engine into it, ENGINE | meeple watch -";
        return Err(Failure::Usage(why.into()));
    }
    let (input, origin) = if is_piped {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        (File::from(input), "standard input".to_owned())
    } else {
        (open(&args.file)?, args.file.display().to_string())
    };
    let _care = interrupt.takes_care(); // the screen goes before we do
    screen::watch_engine(BufReader::new(input), &origin, house(interrupt))
}

/// The file, or what `<(...)` in a shell is.
fn open(path: &Path) -> Result<File, Unreadable> {
    File::open(path).map_err(|error| Unreadable::Io { path: path.into(), error })
}
