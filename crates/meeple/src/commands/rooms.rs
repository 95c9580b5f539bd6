//! `meeple rooms`: what else can be done with stored games.

use super::{
    backup::{size_text, watch},
    print,
};
use crate::{
    cli::{CompactArgs, ExportArgs, RoomsArgs, RoomsCommand},
    errors::IntoCommandError,
};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt};
use meeple_web::storage::{self, CopyWatch, ExportFilter};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

pub(super) fn run(args: &RoomsArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    match &args.command {
        RoomsCommand::Export(args) => export(args, interrupt),
        RoomsCommand::Compact(args) => compact(args, interrupt),
    }
}

fn export(args: &ExportArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let filter = ExportFilter {
        game: args.game.map(|game| game.name().to_owned()),
        finished_only: args.finished,
    };
    match &args.output {
        None => write_rooms(&args.folder, &filter, io::stdout().lock()),
        // A pipe or device can't be replaced by a file.
        Some(path) if path.exists() && !path.is_file() && !path.is_dir() => {
            let file = File::options().write(true).open(path);
            let file = file.map_err(|error| CommandError::file(path, &error))?;
            write_rooms(&args.folder, &filter, file)
        }
        Some(path) => {
            let _shutdown_guard = interrupt.shut_down_gracefully(); // the temporary file is deleted
            let watch = CopyWatch { stop: interrupt.stop_flag(), ..CopyWatch::default() };
            storage::export_to_file(&args.folder, &filter, path, args.force, &watch)
                .map(drop)
                .or_command_error()
        }
    }
}

fn write_rooms(folder: &Path, filter: &ExportFilter, out: impl Write) -> Result<(), CommandError> {
    let mut out = BufWriter::new(out);
    storage::export(folder, filter, |room| room.write_line(&mut out)).or_command_error()?;
    Ok(out.flush()?)
}

fn compact(args: &CompactArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the database is closed
    let (watch, progress) = watch("compacting", interrupt);
    progress.begin("compacting", None);
    let compacted = storage::compact(&args.folder, &watch);
    progress.done();
    let compacted = compacted.or_command_error()?;
    let [before, after] = [compacted.bytes_before, compacted.bytes_after].map(size_text);
    print(&format!("{}: {before} before, {after} now", args.folder.display()))
}
