//! Filler maps in files: rows of cells, in the letters of either school (F8).
//!
//! ```text
//! ...@      ...O      Plateau 2 4:        three ways to draw the same map
//! $...      X...          0123
//!                     000 ...O
//!                     001 X...
//! ```

use super::Dialect;
use crate::bounded::{self, BoundedReadError};
use meeple_core::text::nearest;
use meeple_games::filler::{BadMap, Board, CellState, Options, STANDARD_MAPS};
use std::path::Path;

/// The largest map file that is read, in bytes; every playable map is smaller.
const LONGEST_MAP: u64 = 1 << 20;

/// Why a map could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadMapError {
    /// It is neither a file nor a standard map.
    #[error("unknown map {name:?}{guess}")]
    Unknown {
        /// The name.
        name: String,
        /// A guess at the intended name, or empty.
        guess: String,
    },
    /// Its file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] BoundedReadError),
    /// The file does not contain a valid map.
    #[error("{name}: {fault}")]
    Bad {
        /// The file.
        name: String,
        /// The error in the map.
        fault: BadMap,
    },
}

/// Loads a map: a file, or a standard map by its name.
pub fn read(name: &str) -> Result<Options, LoadMapError> {
    let path = Path::new(name);
    if !path.exists() {
        if STANDARD_MAPS.iter().any(|(standard, _)| *standard == name) {
            return Ok(Options { map: Some(name.into()), ..Options::default() });
        }
        let names = STANDARD_MAPS.iter().map(|(name, _)| *name);
        let guess = nearest(name, names).map(|near| format!(" (did you mean {near:?}?)"));
        let guess = guess.unwrap_or_default();
        return Err(LoadMapError::Unknown { name: name.into(), guess });
    }
    let bytes = bounded::read(path, "map", LONGEST_MAP)?;
    let text = String::from_utf8_lossy(&bytes); // bytes that are not UTF-8 are not cells either (F8)
    let board = match text.strip_prefix("Plateau") {
        Some(_) => with_head(&text),
        None => without_head(&text),
    };
    let board = board.map_err(|fault| LoadMapError::Bad { name: name.into(), fault })?;
    Ok(Options::from_board(&board))
}

/// Parses rows alone, in the letters of one of the schools.
fn without_head(text: &str) -> Result<Board, BadMap> {
    let is_of_42 = text.contains(['O', 'X']) && !text.contains(['@', 'a', '$', 's']);
    if is_of_42 {
        Board::from_text(&text.replace('O', "@").replace('X', "$"))
    } else {
        Board::from_text(text)
    }
}

/// Parses a board as 42's engine prints it: head, column numbers, row numbers.
fn with_head(text: &str) -> Result<Board, BadMap> {
    let letter = |mark: char| Dialect::FortyTwo.cell(mark).map_or(mark, CellState::to_char);
    let cells = |row: &str| row.chars().skip(4).map(letter).collect::<String>();
    let rows: Vec<String> = text.trim_end_matches('\n').split('\n').skip(2).map(cells).collect();
    Board::from_rows(rows.iter().map(String::as_str)).map_err(|error| BadMap {
        line: error.line + 2,
        column: error.column + 4,
        fault: error.fault,
    })
}
