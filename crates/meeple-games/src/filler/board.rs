//! The board and the check whether a piece may be placed on it.
//!
//! ```text
//! ....@...      player 1 (seat 0) owns @ and a, player 2 (seat 1) owns $ and s;
//! ...aa...      the lower-case cells are that player's latest piece (F1)
//! ....$...
//! ```

use super::{BitRows, IllegalMove, Margins, Piece, Placement};
use meeple_core::{Seat, text::format_count};
use std::fmt::{self, Display};

/// The maximum number of rows and of columns.
pub const MAX_SIDE: usize = 256;

/// The content of a cell (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellState {
    /// Not owned by any seat.
    Empty,
    /// Owned by this seat, from an earlier piece or from the start.
    Owned(Seat),
    /// Owned by this seat and part of its latest piece.
    Latest(Seat),
}

/// A board with the cells of two players. `Display` draws its rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    /// Each seat's cells, including its latest piece.
    owned: [BitRows; 2],
    /// The cells of each seat's latest piece, a subset of its cells.
    latest: [BitRows; 2],
}

/// Returns the opponent's seat.
pub fn opponent(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

/// The reason why a text is not a valid map (F8), with the location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct BadMap {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The reason.
    pub fault: MapFault,
}

/// The kinds of errors in a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapFault {
    /// The first row has no cells.
    #[error("the first row is empty")]
    Empty,
    /// The line ends in CR LF.
    #[error("the line ends in a carriage return; lines end in a line feed alone")]
    CarriageReturn,
    /// A character that does not stand for any cell.
    #[error("{0:?} is not a cell; a map is drawn with . @ a $ s")]
    Character(char),
    /// A row is longer or shorter than the first.
    #[error("this row has {}, the first has {width}", format_count(*length, "cell"))]
    Ragged {
        /// The row's length.
        length: usize,
        /// The length of the first row.
        width: usize,
    },
    /// There are too many rows or columns.
    #[error("a board has at most {MAX_SIDE} columns and {MAX_SIDE} rows")]
    TooBig,
}

impl Board {
    /// Creates an empty board of `width` columns and `height` rows (F1).
    pub fn empty(width: usize, height: usize) -> Result<Self, BadMap> {
        let bad = |fault| BadMap { line: 1, column: 1, fault };
        if width == 0 || height == 0 {
            return Err(bad(MapFault::Empty));
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(bad(MapFault::TooBig));
        }
        let none = || [BitRows::new(width, height), BitRows::new(width, height)];
        Ok(Board { width, height, owned: none(), latest: none() })
    }

    /// Parses a map file: one row per line, each terminated by a line feed (F8).
    pub fn from_text(text: &str) -> Result<Self, BadMap> {
        Board::from_rows(text.strip_suffix('\n').unwrap_or(text).split('\n'))
    }

    /// Parses a board written on one line with `/` between the rows.
    pub fn from_line(text: &str) -> Result<Self, BadMap> {
        Board::from_rows(text.split('/'))
    }

    /// Parses a board from rows of equal length (F8).
    pub fn from_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> Result<Self, BadMap> {
        let width = rows.clone().next().map_or(0, str::len);
        for (row, line) in rows.clone().zip(1..) {
            check_row(row, width, line)?;
        }
        let mut board = Board::empty(width, rows.clone().count())?;
        for (row, cells) in rows.enumerate() {
            for (column, mark) in cells.chars().enumerate() {
                board.set_cell(
                    column,
                    row,
                    CellState::from_char(mark).expect("the rows have been checked"),
                );
            }
        }
        Ok(board)
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns all cells of this seat.
    pub fn owned(&self, seat: Seat) -> &BitRows {
        &self.owned[seat.index()]
    }

    /// Returns the cells of this seat's latest piece.
    pub fn latest(&self, seat: Seat) -> &BitRows {
        &self.latest[seat.index()]
    }

    /// Returns the number of cells this seat owns.
    pub fn count(&self, seat: Seat) -> u32 {
        self.owned(seat).count()
    }

    /// Returns the content of a cell, which must be on the board.
    pub fn cell(&self, column: usize, row: usize) -> CellState {
        let owner =
            [0, 1].map(Seat::new).into_iter().find(|&s| self.owned(s).contains(column, row));
        match owner {
            None => CellState::Empty,
            Some(seat) if self.latest(seat).contains(column, row) => CellState::Latest(seat),
            Some(seat) => CellState::Owned(seat),
        }
    }

    /// Sets the content of a cell, which must be on the board.
    pub fn set_cell(&mut self, column: usize, row: usize, cell: CellState) {
        for set in self.owned.iter_mut().chain(&mut self.latest) {
            set.remove(column, row);
        }
        if let CellState::Owned(seat) | CellState::Latest(seat) = cell {
            self.owned[seat.index()].insert(column, row);
        }
        if let CellState::Latest(seat) = cell {
            self.latest[seat.index()].insert(column, row);
        }
    }

    /// Returns the cells that a piece's filled cells would cover, as `(column, row)`; they may be
    /// off the board.
    pub fn covered_cells(piece: &Piece, at: Placement) -> impl Iterator<Item = (i32, i32)> + Clone {
        let (column, row) = (i32::from(at.column), i32::from(at.row));
        piece.cells().iter().map(move |c| (column + i32::from(c.column), row + i32::from(c.row)))
    }

    /// Clears the marks of this seat's latest piece (F1).
    pub fn clear_latest(&mut self, seat: Seat) {
        self.latest[seat.index()].clear();
    }

    /// Places a piece, which must be legal there, and marks it as the seat's latest piece (F1).
    pub fn place(&mut self, piece: &Piece, at: Placement, seat: Seat) {
        self.clear_latest(seat);
        for (column, row) in Board::covered_cells(piece, at) {
            self.owned[seat.index()].insert(column as usize, row as usize);
            self.latest[seat.index()].insert(column as usize, row as usize);
        }
    }

    /// Checks whether the piece may be placed there and, if not, names the rule that forbids it
    /// (F3, F4).
    pub fn check_placement(
        &self,
        piece: &Piece,
        at: Placement,
        seat: Seat,
        margins: Margins,
    ) -> Result<(), IllegalMove> {
        let inside = |from: i16, size: usize, side: usize| {
            usize::try_from(from).is_ok_and(|from| from + size <= side)
        };
        let rectangle_inside = inside(at.column, piece.width(), self.width)
            && inside(at.row, piece.height(), self.height);
        if margins == Margins::Inside && !rectangle_inside {
            return Err(IllegalMove::MarginOutside { at }); // F3
        }
        let mut overlaps = 0;
        for (column, row) in Board::covered_cells(piece, at) {
            let (Ok(on_column), Ok(on_row)) = (usize::try_from(column), usize::try_from(row))
            else {
                return Err(IllegalMove::OffBoard { column, row });
            };
            if on_column >= self.width || on_row >= self.height {
                return Err(IllegalMove::OffBoard { column, row });
            }
            if self.owned(opponent(seat)).contains(on_column, on_row) {
                return Err(IllegalMove::OnOpponent { column, row });
            }
            overlaps += u32::from(self.owned(seat).contains(on_column, on_row));
        }
        match overlaps {
            1 => Ok(()),
            0 => Err(IllegalMove::Apart),
            _ => Err(IllegalMove::TooManyOverlaps { overlaps }),
        }
    }

    /// Returns the rows of the board as text.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let mark = |column, row| self.cell(column, row).to_char();
        (0..self.height).map(move |row| (0..self.width).map(|column| mark(column, row)).collect())
    }

    /// Formats the board on one line with `/` between the rows; [`Board::from_line`] parses it.
    pub fn to_line(&self) -> String {
        self.rows().collect::<Vec<_>>().join("/")
    }
}

fn check_row(row: &str, width: usize, line: usize) -> Result<(), BadMap> {
    let bad = |column, fault| Err(BadMap { line, column, fault });
    for (mark, column) in row.chars().zip(1..) {
        if mark == '\r' && column == row.chars().count() {
            return bad(column, MapFault::CarriageReturn);
        }
        if CellState::from_char(mark).is_none() {
            return bad(column, MapFault::Character(mark));
        }
    }
    if width == 0 {
        return bad(1, MapFault::Empty);
    }
    if row.len() != width {
        let fault = MapFault::Ragged { length: row.len(), width };
        return bad(row.len().min(width) + 1, fault);
    }
    if width > MAX_SIDE || line > MAX_SIDE {
        return bad(1, MapFault::TooBig);
    }
    Ok(())
}

impl CellState {
    /// Returns the cell that this character stands for, if any (F1).
    pub fn from_char(mark: char) -> Option<Self> {
        Some(match mark {
            '.' => CellState::Empty,
            '@' => CellState::Owned(Seat::new(0)),
            'a' => CellState::Latest(Seat::new(0)),
            '$' => CellState::Owned(Seat::new(1)),
            's' => CellState::Latest(Seat::new(1)),
            _ => return None,
        })
    }

    /// Returns the character that stands for this cell (F1).
    pub fn to_char(self) -> char {
        match self {
            CellState::Empty => '.',
            CellState::Owned(seat) => ['@', '$'][seat.index()],
            CellState::Latest(seat) => ['a', 's'][seat.index()],
        }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}
