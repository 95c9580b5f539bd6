//! What is kept on disk: games, settings, progress.
//!
//! ```text
//! $XDG_CONFIG_HOME/meeple/settings.json      what the user has chosen
//! $XDG_DATA_HOME/meeple/games/*.jsonl        every game, from its first event on
//! $XDG_DATA_HOME/meeple/practice.json        how practice went
//! ```
//!
//! Whatever cannot be read or written is said once, and the game goes on without it. A file that
//! cannot be understood is never written over.

use super::settings::Settings;
use crate::{
    prompt::now,
    record_file::{Advice, Recorder},
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

/// The longest file of settings or progress that is read.
const LONGEST: u64 = 1 << 20;
/// How much of a record's beginning and of its end is looked at for the list: its first line and
/// its last are shorter.
const LONGEST_LINE: u64 = 64 << 10;
/// The most records that are listed, the newest first.
const MOST_RECORDS: usize = 200;
/// How deep the folder of a tournament is: `games/A-B-1f3a9c02/0001-1.jsonl`.
const DEEPEST: usize = 3;

/// Where things are kept; nowhere if the user wants that, or there is no place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kept {
    data: Option<PathBuf>,
    settings: Option<PathBuf>,
}

/// A game that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptGame {
    /// The file.
    pub(crate) path: PathBuf,
    /// Which game.
    pub(crate) kind: GameKind,
    /// Who, when, how.
    pub(crate) header: Header,
    /// Whether it has ended.
    pub(crate) is_over: bool,
    /// Who has won it, once it has ended: everybody who shares the first place.
    pub(crate) winners: Vec<usize>,
    /// When it was changed last.
    changed: SystemTime,
}

/// Where this user's things are kept.
pub fn data_folder() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// The folder that this variable names, or the usual one.
fn folder(name: &str, usual: &str) -> Option<PathBuf> {
    let home = || env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let named = env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home()?.join(usual))).map(|folder| folder.join("meeple"))
}

impl Kept {
    /// Nothing is kept.
    pub(crate) fn nowhere() -> Self {
        Kept::default()
    }

    /// In the user's folders, as the XDG directories say.
    pub(crate) fn of_user() -> Self {
        let settings = folder("XDG_CONFIG_HOME", ".config");
        Kept { data: data_folder(), settings: settings.map(|path| path.join("settings.json")) }
    }

    /// The settings, and why they are the usual ones if they could not be read.
    pub(crate) fn settings(&mut self) -> (Settings, Option<String>) {
        let Some(path) = self.settings.clone() else { return (Settings::default(), None) };
        match read_json(&path) {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(why) => {
                self.settings = None; // it is not written over
                (Settings::default(), Some(why))
            }
        }
    }

    /// Keeps the settings; why not, if that fails.
    pub(crate) fn keep_settings(&self, settings: &Settings) -> Result<(), String> {
        self.settings.as_deref().map_or(Ok(()), |path| write_json(path, settings))
    }

    /// Something else that is kept beside the games, if it is there.
    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(data) = &self.data else { return Ok(None) };
        read_json(&data.join(name))
    }

    /// Keeps something else beside the games.
    pub(crate) fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), String> {
        let Some(data) = &self.data else { return Ok(()) };
        write_json(&data.join(name), value)
    }

    /// A recorder of a new game; one that writes nothing where nothing is kept.
    pub(crate) fn recorder(&self, kind: GameKind) -> Result<Recorder, String> {
        let Some(data) = &self.data else { return Ok(Recorder::default()) };
        let folder = data.join("games");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let time = now().replace(':', "-");
        for number in 1..1000 {
            let more = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{time}-{kind}{more}.jsonl"));
            if !path.exists() {
                let recorder = Recorder::create(Some(&path), Advice::OtherName);
                return recorder.map_err(|error| error.to_string());
            }
        }
        Err(format!("{} is full of games of this second", folder.display()))
    }

    /// The games that are kept, the newest first.
    pub(crate) fn games(&self) -> Vec<KeptGame> {
        let Some(data) = &self.data else { return Vec::new() };
        games_in(&data.join("games"))
    }

    /// Deletes a game that is kept, with what was found out about it.
    pub(crate) fn delete(game: &KeptGame) -> Result<(), String> {
        let failed = |error| format!("{}: {error}", game.path.display());
        fs::remove_file(&game.path).map_err(failed)?;
        let mut beside = game.path.clone().into_os_string();
        beside.push(".analysis.jsonl");
        // It is there only if the game was analysed.
        let _ = fs::remove_file(PathBuf::from(beside));
        Ok(())
    }
}

/// The records in a folder and in those inside it, the newest first; what is no record is left
/// out.
pub(crate) fn games_in(folder: &Path) -> Vec<KeptGame> {
    let mut dated = Vec::new();
    find_records(folder, DEEPEST, &mut dated);
    dated.sort_by(|a, b| b.cmp(a));
    dated.truncate(MOST_RECORDS);
    dated.into_iter().filter_map(|(changed, path)| look_at(path, changed)).collect()
}

/// By its name; what analysis found stands beside it.
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

/// The first and the last line of a record say enough for a list: only its ends are read.
fn look_at(path: PathBuf, changed: SystemTime) -> Option<KeptGame> {
    let mut file = File::open(&path).ok()?;
    let mut first = Vec::new();
    BufReader::new(&file).take(LONGEST_LINE).read_until(b'\n', &mut first).ok()?;
    let Event::Start(header) = serde_json::from_slice(&first).ok()? else { return None };
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST_LINE))).ok()?;
    let mut end = Vec::new();
    file.take(LONGEST_LINE).read_to_end(&mut end).ok()?;
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
    Some(KeptGame { path, kind, header, is_over, winners, changed })
}

/// What a file holds; nothing if there is none.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = bounded::read(path, "file", LONGEST).map_err(|error| error.to_string())?;
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|error| format!("{}: {error}; it is left as it is", path.display()))
}

/// Writes under another name first, so that a file is there as a whole or not at all.
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
