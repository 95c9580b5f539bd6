//! `meeple watch`: shows a game played elsewhere, from its record or from an engine's output.

use super::play::env;
use crate::cli::WatchArgs;
use meeple_bots::bounded::BoundedReadError;
use meeple_terminal::{
    command_error::CommandError,
    interrupt::Interrupt,
    screen::{self, SaveMode},
};
use std::{
    fs::{self, File},
    io::{self, BufReader, IsTerminal, Read},
    os::fd::AsFd,
    path::Path,
};

pub(super) fn run(args: &WatchArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let save_mode = SaveMode::from(&args.save);
    match watch_source(&args.file)? {
        WatchSource::Folder => screen::watch_folder(&args.file, env(interrupt), save_mode),
        WatchSource::Record => screen::watch_record(&args.file, env(interrupt), save_mode),
        WatchSource::Printed => watch_output(args, interrupt),
    }
}

/// What is watched.
enum WatchSource {
    /// The folder of a match or tournament.
    Folder,
    /// The record of a Meeple game, possibly still being written.
    Record,
    /// An engine's output.
    Printed,
}

/// Detects the kind of input: a record starts with a brace, an engine's output never does.
fn watch_source(path: &Path) -> Result<WatchSource, BoundedReadError> {
    let io = |error| BoundedReadError::Io { path: path.into(), error };
    if path == Path::new("-") {
        return Ok(WatchSource::Printed);
    }
    let about = fs::metadata(path).map_err(io)?;
    if about.is_dir() {
        return Ok(WatchSource::Folder);
    }
    if !about.is_file() {
        return Ok(WatchSource::Printed); // a pipe, which can be read only once
    }
    let mut first = [0];
    let read = File::open(path).and_then(|mut file| file.read(&mut first)).map_err(io)?;
    Ok(if read == 1 && first == *b"{" { WatchSource::Record } else { WatchSource::Printed })
}

fn watch_output(args: &WatchArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let is_piped = args.file == Path::new("-");
    if is_piped && io::stdin().is_terminal() {
        let why =
            "nothing to watch on standard input; pipe an engine into it: ENGINE | meeple watch -";
        return Err(CommandError::Usage(why.into()));
    }
    let (input, origin) = if is_piped {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        (File::from(input), "standard input".to_owned())
    } else {
        (open(&args.file)?, args.file.display().to_string())
    };
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the screen is restored before the process exits
    screen::watch_engine(BufReader::new(input), &origin, env(interrupt))
}

/// Opens a file, or the pipe of a shell's `<(...)`.
fn open(path: &Path) -> Result<File, BoundedReadError> {
    File::open(path).map_err(|error| BoundedReadError::Io { path: path.into(), error })
}
