//! The stored games as data, without anything that is a secret.

use super::{CopyWatch, DATABASE, StorageError, backup::check_target, copy, private_file};
use crate::{
    log::{
        StoredKind,
        sqlite::{
            schema,
            tables::{self, StoredRoom},
        },
    },
    running_record,
};
use meeple_core::Event;
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use std::{
    io::{self, BufWriter, Write},
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, UNIX_EPOCH},
};

/// The number of rooms whose summaries are read at once.
const BATCH: usize = 100;

/// Which rooms to export.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportFilter {
    /// Only rooms of this game.
    pub game: Option<String>,
    /// Only rooms whose games are over.
    pub finished_only: bool,
}

/// A room or an uploaded record, with everything in it that is not a secret.
#[derive(Debug, Serialize)]
pub struct ExportedRoom {
    /// The id.
    pub id: String,
    /// `unfinished`, `finished` or `uploaded`.
    pub kind: &'static str,
    /// Whether it is never removed for its age.
    pub kept: bool,
    /// When its summary changed last, if it has one.
    pub changed: Option<String>,
    /// The game's name.
    pub game: String,
    /// The game's options.
    pub options: Vec<String>,
    /// Whether it is listed publicly.
    pub public: bool,
    /// The kinds and names of the occupants of its seats.
    pub seats: Vec<ExportedSeat>,
    /// The number of moves and deals, as far as the summary knows it.
    pub ply: usize,
    /// The record of the game; empty if it has not started. While a game is being played, it has no seed, no salt
    /// and no thoughts of the computer players.
    pub events: Vec<Box<RawValue>>,
}

/// A seat in an exported room.
#[derive(Debug, Serialize, Deserialize)]
pub struct ExportedSeat {
    /// `person`, `open`, `computer` or `bot`.
    pub kind: String,
    /// The name of the occupant.
    pub name: Option<String>,
}

/// The fields of a summary or of a room's first line that are exported. Whatever else they have, such as the
/// invitation, is not.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PublicSummary {
    game: String,
    options: Vec<String>,
    public: bool,
    seats: Vec<ExportedSeat>,
    ply: usize,
}

impl ExportedRoom {
    /// Writes the room as a line of JSON.
    pub fn write_line(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}

/// Writes the rooms of a data folder to a file as lines of JSON; returns their number. Only its owner can read the
/// file. It is complete before it gets its name, also with `replace`; until then, an existing file stays as it is.
pub fn export_to_file(
    folder: &Path,
    filter: &ExportFilter,
    file: &Path,
    replace: bool,
    watch: &CopyWatch,
) -> Result<u64, StorageError> {
    check_target(file, replace)?;
    let target = private_file::folder_of(file);
    let temporary = private_file::temporary(target).map_err(StorageError::file(target))?;
    let mut out = BufWriter::new(temporary.as_file());
    let exported = export(folder, filter, |room| {
        if watch.stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        room.write_line(&mut out)
    });
    let count = exported.map_err(|error| match error {
        StorageError::Output(_) if watch.stop.load(Ordering::Relaxed) => StorageError::Stopped,
        StorageError::Output(error) => StorageError::file(file)(error),
        error => error,
    })?;
    out.flush().map_err(StorageError::file(file))?;
    drop(out);
    copy::persist(temporary, file, replace)?;
    Ok(count)
}

/// Passes the rooms of a data folder to `write`, in the order of their creation; returns their number. The
/// server may be running. Only a few rooms are in memory at a time.
pub fn export(
    folder: &Path,
    filter: &ExportFilter,
    mut write: impl FnMut(&ExportedRoom) -> io::Result<()>,
) -> Result<u64, StorageError> {
    let database = folder.join(DATABASE);
    let failed = StorageError::database(&database);
    let connection = copy::open_existing(&database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    if !schema::is_current(&connection).map_err(&failed)? {
        return Err(StorageError::Old(database.clone()));
    }
    let (mut count, mut last) = (0, 0);
    loop {
        // Each query sees a moment of its own, so that a slow reader of the output doesn't hold up the server.
        let rooms = tables::rooms_after(&connection, last, BATCH).map_err(&failed)?;
        let Some(end) = rooms.last() else { return Ok(count) };
        last = end.id;
        for room in rooms {
            if let Some(room) = read_room(&connection, room, filter).map_err(&failed)? {
                write(&room).map_err(StorageError::Output)?;
                count += 1;
            }
        }
    }
}

fn read_room(
    connection: &Connection,
    room: StoredRoom,
    filter: &ExportFilter,
) -> rusqlite::Result<Option<ExportedRoom>> {
    let is_wanted = |game: &str| filter.game.as_ref().is_none_or(|wanted| wanted == game);
    let is_finished = room.kind == StoredKind::Finished;
    let is_other_game = room.game.as_ref().is_some_and(|game| !is_wanted(game));
    if is_other_game || filter.finished_only && !is_finished {
        return Ok(None);
    }
    let lines = tables::lines(connection, &room.name)?;
    let is_open = room.kind == StoredKind::Unfinished;
    let events: Vec<Box<RawValue>> = lines.iter().filter_map(|line| event(line, is_open)).collect();
    let parse = |text: &String| serde_json::from_str::<PublicSummary>(text).ok();
    let summary = room.summary.as_ref().and_then(parse);
    let summary = summary.or_else(|| lines.first().and_then(parse)).unwrap_or_default();
    let game = Some(summary.game).filter(|game| !game.is_empty());
    let game = game.or_else(|| game_of(events.first()?)).unwrap_or_default();
    Ok(is_wanted(&game).then(|| ExportedRoom {
        id: room.name,
        kind: room.kind.name(),
        kept: room.is_kept,
        changed: room.changed.map(time_text),
        game,
        options: summary.options,
        public: summary.public,
        seats: summary.seats,
        ply: summary.ply,
        events,
    }))
}

/// Returns the event in a line of a log, if it is one of the game; without what nobody may know yet, if the game
/// is being played.
fn event(line: &str, is_open: bool) -> Option<Box<RawValue>> {
    if !line.starts_with("{\"event\"") {
        return None; // the others have hashes of secrets and the invitation
    }
    let text = if is_open {
        let event: Event = serde_json::from_str(line).ok()?;
        running_record::public_event(&event).to_string()
    } else {
        line.to_owned()
    };
    RawValue::from_string(text).ok()
}

fn game_of(start: &RawValue) -> Option<String> {
    let start: Value = serde_json::from_str(start.get()).ok()?;
    Some(start["game"].as_str()?.to_owned())
}

fn time_text(milliseconds: i64) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(milliseconds.max(0) as u64);
    humantime::format_rfc3339_seconds(time).to_string()
}
