//! A tournament's folder: what was asked for, every game, and the results.
//!
//! ```text
//! tournament.toml   what was asked for, as it was run
//! games/            one record a game
//! games.jsonl       one line a game
//! results.json      standing, crosstable, rounds, test
//! standing.csv, crosstable.csv, games.csv
//! report.html       all of it to look at, with the games
//! ```

use super::Played;
use crate::{bounded, failure::Failure};
use meeple_arena::tournament::{Config, Folder, FolderError};
use std::path::Path;

/// The file that says what was asked for.
pub(super) const CONFIG: &str = "tournament.toml";
/// No such file is longer.
const LONGEST_CONFIG: u64 = 1 << 20;

/// The folder.
pub(super) struct Kept {
    pub(super) folder: Folder,
}

impl Kept {
    /// The folder at this path, made if it is not there. One that was begun with something else
    /// is refused: its games would not fit.
    pub(super) fn open(path: &Path, config: &Config) -> Result<Self, Failure> {
        let file = path.join(CONFIG);
        if file.exists() {
            let bytes = bounded::read(&file, "tournament", LONGEST_CONFIG)?;
            let begun = Config::read(&String::from_utf8_lossy(&bytes));
            let begun =
                begun.map_err(|error| Failure::Failed(format!("{}: {error}", file.display())))?;
            if let Some(conflict) = config.conflict(&begun) {
                let path = path.display();
                let why =
                    format!("{path} has another tournament: {conflict}. Choose another folder");
                return Err(Failure::Usage(why));
            }
        } else if path.is_dir() && path.read_dir().is_ok_and(|mut entries| entries.next().is_some())
        {
            let why = format!(
                "{} is not empty, and no tournament's folder: choose another",
                path.display()
            );
            return Err(Failure::Usage(why));
        }
        let folder = Folder::open(path).map_err(failed)?;
        folder.write(CONFIG, config.write().as_bytes()).map_err(failed)?;
        Ok(Kept { folder })
    }

    /// Writes the results.
    pub(super) fn conclude(&self, played: &Played) -> Result<(), Failure> {
        let results = serde_json::to_string_pretty(&played.json());
        let results = results.map_err(|error| Failure::Failed(error.to_string()))?;
        self.folder.write("results.json", results.as_bytes()).map_err(failed)
    }
}

pub(super) fn failed(error: FolderError) -> Failure {
    Failure::Failed(error.to_string())
}
