//! A cell of the board, named by two letters: the row, then the column (G9).
//!
//! ```text
//!     A B C       `AB` is the first row, second column. The letters go from
//!   A . x .       A to Z and then from a to d, which is enough for 30 rows.
//!   B . . .
//! ```

use meeple_core::{CellName, ParseError};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The side of the largest board (G1).
pub const MAX_SIDE: usize = 30;

const LETTERS: &[u8; MAX_SIDE] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

/// A cell; both coordinates start at 0. Cells are ordered row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

impl Cell {
    /// Creates the cell in this row and column.
    pub const fn new(row: usize, column: usize) -> Self {
        Cell { row: row as u8, column: column as u8 }
    }

    /// Returns the name of the cell for people: `D2`.
    pub fn name(self) -> CellName {
        CellName { column: self.column.into(), row: self.row.into() }
    }

    /// Returns the letter of a row or column; `?` beyond the largest board.
    pub fn letter(index: usize) -> char {
        LETTERS.get(index).map_or('?', |&letter| char::from(letter))
    }

    /// Returns the cell this many rows down and columns to the right, which may be off the board.
    #[must_use]
    pub fn offset(self, (rows, columns): (u8, u8)) -> Self {
        Cell { row: self.row + rows, column: self.column + columns }
    }

    /// Returns the orthogonal neighbours on a board of this side: up, left, right, down.
    pub fn neighbours(self, side: usize) -> impl Iterator<Item = Cell> {
        let (row, column) = (usize::from(self.row), usize::from(self.column));
        [
            (row > 0).then(|| Cell::new(row - 1, column)),
            (column > 0).then(|| Cell::new(row, column - 1)),
            (column + 1 < side).then(|| Cell::new(row, column + 1)),
            (row + 1 < side).then(|| Cell::new(row + 1, column)),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns whether the cell is on a board of this side.
    pub fn is_on_board(self, side: usize) -> bool {
        usize::from(self.row) < side && usize::from(self.column) < side
    }

    /// Returns whether the cell is on the edge of a board of this side.
    pub fn is_on_edge(self, side: usize) -> bool {
        let last = side - 1;
        [self.row, self.column].iter().any(|&at| at == 0 || usize::from(at) == last)
    }
}

/// Formats as row letter and column letter: `Bc`.
impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (Cell::letter(self.row.into()), Cell::letter(self.column.into()));
        write!(f, "{row}{column}")
    }
}

impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut found = [0; 2];
        let mut letters = text.char_indices();
        for (index, what) in ["row", "column"].iter().enumerate() {
            let (at, letter) = letters.next().unwrap_or((text.len(), ' '));
            let place = LETTERS.iter().position(|&known| char::from(known) == letter);
            found[index] = place.ok_or_else(|| {
                let reason = format!("the {what} of a cell is a letter A to Z or a to d");
                ParseError::at("cell", text, at, reason)
            })?;
        }
        match letters.next() {
            None => Ok(Cell::new(found[0], found[1])),
            Some((at, _)) => Err(ParseError::at("cell", text, at, "a cell has two letters")),
        }
    }
}
