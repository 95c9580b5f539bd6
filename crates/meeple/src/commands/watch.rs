//! `meeple watch`: a game that another engine plays, by what it prints.

use crate::{bounded::Unreadable, cli::WatchArgs, failure::Failure, interrupt::Interrupt, watch};
use std::{
    fs::{self, File},
    io::{self, BufReader, IsTerminal},
    os::fd::AsFd,
    path::Path,
};

pub(super) fn run(args: &WatchArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let is_piped = args.file == Path::new("-");
    if is_piped && io::stdin().is_terminal() {
        let why = "standard input is a terminal: pipe an engine into it, ENGINE | meeple watch -";
        return Err(Failure::Usage(why.into()));
    }
    let keys = watch::terminal("a game is watched on a terminal, and there is none here")?;
    let (input, origin) = if is_piped {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        (File::from(input), "standard input".to_owned())
    } else {
        (open(&args.file)?, args.file.display().to_string())
    };
    let _care = interrupt.takes_care(); // the screen goes before we do
    watch::follow(BufReader::new(input), &origin, &keys, &interrupt.stop_flag())
}

/// The file, or what `<(...)` in a shell is.
fn open(path: &Path) -> Result<File, Unreadable> {
    let io = |error| Unreadable::Io { path: path.into(), error };
    if fs::metadata(path).map_err(io)?.is_dir() {
        return Err(Unreadable::Directory { path: path.into() });
    }
    File::open(path).map_err(io)
}
