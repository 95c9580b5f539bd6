//! The user's files: games, settings, and progress.
//!
//! ```text
//! $XDG_CONFIG_HOME/meeple/settings.json      the user's settings
//! $XDG_DATA_HOME/meeple/games/*.jsonl        every game, from its first event on
//! $XDG_DATA_HOME/meeple/practice.json        practice results
//! ```
//!
//! If something can't be read or written, that is reported once and the game continues without it.
//! A file that can't be parsed is never overwritten.

use super::settings::Settings;
use crate::{
    prompt::now,
    record_file::{OverwriteAdvice, Recorder},
};
use meeple_bots::bounded;
use meeple_core::{Event, Header};
use meeple_games::GameKind;
use serde::{Serialize, de::DeserializeOwned};
use std::{
    env,
    fs::{self, File},
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Maximum size of a settings or progress file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// How many bytes are read at the start and at the end of a record for the list; the first and the
/// last line are shorter.
const MAX_LINE_BYTES: u64 = 64 << 10;
/// Maximum number of listed records, the newest first.
const MAX_RECORDS: usize = 200;
/// How deep a tournament folder is searched: `games/A-B-1f3a9c02/0001-1.jsonl`.
const MAX_DEPTH: usize = 3;

/// Where the user's files are; `None`, the default, if nothing should be saved or there is no home
/// folder.
#[derive(Debug, Clone, Default)]
pub(crate) struct UserFiles {
    data: Option<PathBuf>,
    settings: Option<PathBuf>,
}

/// A saved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedGame {
    /// The record file.
    pub(crate) path: PathBuf,
    pub(crate) kind: GameKind,
    /// The header of the record.
    pub(crate) header: Header,
    /// Whether the game is over.
    pub(crate) is_over: bool,
    /// The indices of the winning seats once the game is over: all that share the first place.
    pub(crate) winners: Vec<usize>,
    /// When the file was last changed.
    changed: SystemTime,
}

/// Returns the folder for this user's data, if there is one.
pub fn data_folder() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// Returns Meeple's folder in the one named by an environment variable, or else in the default one.
fn folder(name: &str, usual: &str) -> Option<PathBuf> {
    let home = || env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let named = env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home()?.join(usual))).map(|folder| folder.join("meeple"))
}

impl UserFiles {
    /// Uses the user's folders according to the XDG base directory specification.
    pub(crate) fn from_user_folders() -> Self {
        let settings = folder("XDG_CONFIG_HOME", ".config");
        UserFiles { data: data_folder(), settings: settings.map(|path| path.join("settings.json")) }
    }

    /// Keeps everything in this folder.
    #[cfg(test)]
    pub(crate) fn in_folder(folder: &Path) -> Self {
        UserFiles { data: Some(folder.into()), settings: Some(folder.join("settings.json")) }
    }

    /// Reads the settings; if that fails, returns the defaults and the reason.
    pub(crate) fn settings(&mut self) -> (Settings, Option<String>) {
        let Some(path) = self.settings.clone() else { return (Settings::default(), None) };
        match read_json(&path) {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(why) => {
                self.settings = None; // so that it isn't overwritten
                (Settings::default(), Some(why))
            }
        }
    }

    /// Saves the settings; returns the reason if that fails.
    pub(crate) fn save_settings(&self, settings: &Settings) -> Result<(), String> {
        self.settings.as_deref().map_or(Ok(()), |path| write_json(path, settings))
    }

    /// Reads another file from the data folder, if it exists.
    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(data) = &self.data else { return Ok(None) };
        read_json(&data.join(name))
    }

    /// Writes another file to the data folder.
    pub(crate) fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), String> {
        let Some(data) = &self.data else { return Ok(()) };
        write_json(&data.join(name), value)
    }

    /// Creates a recorder for a new game; it writes nothing if nothing should be saved.
    pub(crate) fn recorder(&self, kind: GameKind) -> Result<Recorder, String> {
        let Some(data) = &self.data else { return Ok(Recorder::default()) };
        let folder = data.join("games");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let time = now().replace(':', "-");
        for number in 1..1000 {
            let more = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{time}-{kind}{more}.jsonl"));
            if !path.exists() {
                let recorder = Recorder::create(Some(&path), OverwriteAdvice::OtherName);
                return recorder.map_err(|error| error.to_string());
            }
        }
        Err(format!("{} is full of games of this second", folder.display()))
    }

    /// Lists the saved games, newest first.
    pub(crate) fn games(&self) -> Vec<SavedGame> {
        let Some(data) = &self.data else { return Vec::new() };
        games_in(&data.join("games"))
    }

    /// Deletes a saved game together with its analysis.
    pub(crate) fn delete(game: &SavedGame) -> Result<(), String> {
        let failed = |error| format!("{}: {error}", game.path.display());
        fs::remove_file(&game.path).map_err(failed)?;
        let mut beside = game.path.clone().into_os_string();
        beside.push(".analysis.jsonl");
        // It exists only if the game was analysed.
        let _ = fs::remove_file(PathBuf::from(beside));
        Ok(())
    }
}

/// Lists the records in a folder and its subfolders, newest first; other files are skipped.
pub(crate) fn games_in(folder: &Path) -> Vec<SavedGame> {
    let mut dated = Vec::new();
    find_records(folder, MAX_DEPTH, &mut dated);
    dated.sort_by(|a, b| b.cmp(a));
    dated.truncate(MAX_RECORDS);
    dated.into_iter().filter_map(|(changed, path)| read_summary(path, changed)).collect()
}

/// Returns whether a file name is that of a record; analysis files are beside the records.
fn is_record(name: &str) -> bool {
    name.strip_suffix(".jsonl").is_some_and(|name| !name.ends_with(".analysis"))
}

fn find_records(folder: &Path, deep: usize, found: &mut Vec<(SystemTime, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Ok(about) = fs::symlink_metadata(&path) else { continue };
        if about.is_dir() && deep > 0 {
            find_records(&path, deep - 1, found);
        } else if about.is_file()
            && is_record(name)
            && let Ok(changed) = about.modified()
        {
            found.push((changed, path));
        }
    }
}

/// Reads what the list needs from the first and the last line of a record.
fn read_summary(path: PathBuf, changed: SystemTime) -> Option<SavedGame> {
    let mut file = File::open(&path).ok()?;
    let mut first = Vec::new();
    BufReader::new(&file).take(MAX_LINE_BYTES).read_until(b'\n', &mut first).ok()?;
    let Event::Start(header) = serde_json::from_slice(&first).ok()? else { return None };
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_LINE_BYTES))).ok()?;
    let mut end = Vec::new();
    file.take(MAX_LINE_BYTES).read_to_end(&mut end).ok()?;
    let last = end.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty());
    let last = last.and_then(|line| serde_json::from_slice::<Event>(line).ok());
    let winners = match &last {
        Some(Event::End(end)) => {
            let seats = end.results.iter().enumerate();
            seats.filter(|(_, result)| result.rank == 1).map(|(seat, _)| seat).collect()
        }
        _ => Vec::new(),
    };
    let is_over = matches!(last, Some(Event::End(_)));
    let kind = header.game.parse().ok()?;
    Some(SavedGame { path, kind, header, is_over, winners, changed })
}

/// Reads a JSON file; `None` if it doesn't exist.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = bounded::read(path, "file", MAX_FILE_BYTES).map_err(|error| error.to_string())?;
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|error| format!("{}: {error}; it is left as it is", path.display()))
}

/// Writes a JSON file under another name first and renames it, so that it is never incomplete.
fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), String> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let part = path.with_extension("json.part");
        fs::write(&part, serde_json::to_string_pretty(value)? + "\n")?;
        fs::rename(&part, path)
    };
    write().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}
