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
use meeple_web::storage::{self, ExportFilter, ExportedRoom, StorageError};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

pub(super) fn run(args: &RoomsArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    match &args.command {
        RoomsCommand::Export(args) => export(args),
        RoomsCommand::Compact(args) => compact(args, interrupt),
    }
}

fn export(args: &ExportArgs) -> Result<(), CommandError> {
    let filter = ExportFilter {
        game: args.game.map(|game| game.name().to_owned()),
        finished_only: args.finished,
    };
    match &args.output {
        None => write_rooms(&args.folder, &filter, BufWriter::new(io::stdout().lock())),
        Some(path) => {
            if path.exists() && !args.force {
                return Err(StorageError::Exists(path.clone())).or_command_error();
            }
            let file = File::create(path).map_err(|error| CommandError::file(path, &error))?;
            write_rooms(&args.folder, &filter, BufWriter::new(file))
        }
    }
}

fn write_rooms(
    folder: &Path,
    filter: &ExportFilter,
    mut out: impl Write,
) -> Result<(), CommandError> {
    let write = |room: &ExportedRoom| {
        serde_json::to_writer(&mut out, room)?;
        out.write_all(b"\n")
    };
    storage::export(folder, filter, write).or_command_error()?;
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
