//! Maps in files: rows of cells, in the letters of either school (F8).
//!
//! ```text
//! ...@      ...O      Plateau 2 4:        three ways to draw the same
//! $...      X...          0123
//!                     000 ...O
//!                     001 X...
//! ```

use super::Dialect;
use crate::bounded::{self, Unreadable};
use meeple_core::text::nearest;
use meeple_games::filler::{BadMap, Board, Cell, FillerOptions, STANDARD_MAPS};
use std::path::Path;

/// No map that can be played is longer.
const LONGEST_MAP: u64 = 1 << 20;

/// Why there is no such map.
#[derive(Debug, thiserror::Error)]
pub enum NoMap {
    /// No file, and none of ours.
    #[error("there is no map {name:?}{guess}")]
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant, or nothing.
        guess: String,
    },
    /// Its file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Its file has no map.
    #[error("{name}: {fault}")]
    Bad {
        /// The file.
        name: String,
        /// What is wrong with it.
        fault: BadMap,
    },
}

/// The map: a file, or one of ours by name.
pub fn read(name: &str) -> Result<FillerOptions, NoMap> {
    let path = Path::new(name);
    if !path.exists() {
        if STANDARD_MAPS.iter().any(|(standard, _)| *standard == name) {
            return Ok(FillerOptions { map: Some(name.into()), ..FillerOptions::default() });
        }
        let names = STANDARD_MAPS.iter().map(|(name, _)| *name);
        let guess = nearest(name, names).map(|near| format!(" (did you mean {near:?}?)"));
        let guess = guess.unwrap_or_default();
        return Err(NoMap::Unknown { name: name.into(), guess });
    }
    let bytes = bounded::read(path, "map", LONGEST_MAP)?;
    let text = String::from_utf8_lossy(&bytes); // what is no text is no cell either (F8)
    let board = match text.strip_prefix("Plateau") {
        Some(_) => with_head(&text),
        None => without_head(&text),
    };
    let board = board.map_err(|fault| NoMap::Bad { name: name.into(), fault })?;
    Ok(FillerOptions::on(&board))
}

/// Rows alone, in the letters of one of the schools.
fn without_head(text: &str) -> Result<Board, BadMap> {
    let is_of_42 = text.contains(['O', 'X']) && !text.contains(['@', 'a', '$', 's']);
    if is_of_42 {
        Board::from_text(&text.replace('O', "@").replace('X', "$"))
    } else {
        Board::from_text(text)
    }
}

/// What 42's engine prints of a board: head, column numbers, row numbers.
fn with_head(text: &str) -> Result<Board, BadMap> {
    let letter = |mark: char| Dialect::FortyTwo.cell(mark).map_or(mark, Cell::mark);
    let cells = |row: &str| row.chars().skip(4).map(letter).collect::<String>();
    let rows: Vec<String> = text.trim_end_matches('\n').split('\n').skip(2).map(cells).collect();
    Board::from_rows(rows.iter().map(String::as_str)).map_err(|error| BadMap {
        line: error.line + 2,
        column: error.column + 4,
        fault: error.fault,
    })
}
