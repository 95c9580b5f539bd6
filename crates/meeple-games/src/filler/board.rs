//! The board, and where a piece may lie on it.
//!
//! ```text
//! ....@...      player 1 (seat 0) owns @ and a, player 2 (seat 1) owns $ and s;
//! ...aa...      the lower-case cells are that player's latest piece (F1)
//! ....$...
//! ```

use super::{BitRows, IllegalPlacement, Margins, Piece, Placement};
use meeple_core::{Seat, text::counted};
use std::fmt::{self, Display};

/// The longest side of a board.
pub const MAX_SIDE: usize = 256;

/// What lies on a cell (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// This seat's, from an earlier piece or from the start.
    Owned(Seat),
    /// This seat's, from its latest piece.
    Latest(Seat),
}

/// A board with the cells of two players. `Display` draws its rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    /// Each seat's cells, the latest piece included.
    owned: [BitRows; 2],
    /// Each seat's latest piece, a subset of its cells.
    latest: [BitRows; 2],
}

/// The seat across the board.
pub fn opponent(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

/// Why a text is no map (F8): where, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault} (F8)")]
pub struct BadMap {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: MapFault,
}

/// What can be wrong with a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapFault {
    /// The first row has no cells.
    #[error("the first row is empty")]
    Empty,
    /// The line ends in CR LF.
    #[error("the line ends in a carriage return; lines end in a line feed alone")]
    CarriageReturn,
    /// A character that is no cell.
    #[error("{0:?} is no cell; a map is drawn with . @ a $ s")]
    Character(char),
    /// A row is longer or shorter than the first.
    #[error("this row has {}, the first has {width}", counted(*length, "cell"))]
    Ragged {
        /// Its length.
        length: usize,
        /// The length of the first row.
        width: usize,
    },
    /// Too many rows or columns.
    #[error("a board has at most {MAX_SIDE} columns and {MAX_SIDE} rows")]
    TooBig,
}

impl Board {
    /// An empty board: columns first (F1).
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

    /// The board drawn in a file: one line a row, each ended by a line feed (F8).
    pub fn from_text(text: &str) -> Result<Self, BadMap> {
        Board::from_rows(text.strip_suffix('\n').unwrap_or(text).split('\n'))
    }

    /// The board drawn on one line, `/` between the rows.
    pub fn from_line(text: &str) -> Result<Self, BadMap> {
        Board::from_rows(text.split('/'))
    }

    /// The board drawn in these rows of equal length (F8).
    pub fn from_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> Result<Self, BadMap> {
        let width = rows.clone().next().map_or(0, str::len);
        for (row, line) in rows.clone().zip(1..) {
            check_row(row, width, line)?;
        }
        let mut board = Board::empty(width, rows.clone().count())?;
        for (row, cells) in rows.enumerate() {
            for (column, mark) in cells.chars().enumerate() {
                board.put(column, row, Cell::of(mark).expect("the rows have been checked"));
            }
        }
        Ok(board)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Every cell of this seat.
    pub fn owned(&self, seat: Seat) -> &BitRows {
        &self.owned[seat.index()]
    }

    /// The cells of this seat's latest piece.
    pub fn latest(&self, seat: Seat) -> &BitRows {
        &self.latest[seat.index()]
    }

    /// How many cells this seat owns.
    pub fn count(&self, seat: Seat) -> u32 {
        self.owned(seat).count()
    }

    /// What lies on a cell of the board.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        let owner = [0, 1].map(Seat::new).into_iter().find(|&s| self.owned(s).has(column, row));
        match owner {
            None => Cell::Empty,
            Some(seat) if self.latest(seat).has(column, row) => Cell::Latest(seat),
            Some(seat) => Cell::Owned(seat),
        }
    }

    /// Changes one cell of the board.
    pub fn put(&mut self, column: usize, row: usize, cell: Cell) {
        for set in self.owned.iter_mut().chain(&mut self.latest) {
            set.remove(column, row);
        }
        if let Cell::Owned(seat) | Cell::Latest(seat) = cell {
            self.owned[seat.index()].insert(column, row);
        }
        if let Cell::Latest(seat) = cell {
            self.latest[seat.index()].insert(column, row);
        }
    }

    /// Where the filled cells of a piece come to lie; some may be off the board.
    pub fn covered(piece: &Piece, at: Placement) -> impl Iterator<Item = (i32, i32)> + Clone {
        let (column, row) = (i32::from(at.column), i32::from(at.row));
        piece.cells().iter().map(move |c| (column + i32::from(c.column), row + i32::from(c.row)))
    }

    /// No cell of this seat is marked any more (F1).
    pub fn unmark(&mut self, seat: Seat) {
        self.latest[seat.index()].clear();
    }

    /// Lays a piece where it may lie (F1: the marks move to it).
    pub fn place(&mut self, piece: &Piece, at: Placement, seat: Seat) {
        self.unmark(seat);
        for (column, row) in Board::covered(piece, at) {
            self.owned[seat.index()].insert(column as usize, row as usize);
            self.latest[seat.index()].insert(column as usize, row as usize);
        }
    }

    /// Which rule forbids laying the piece there, if any does (F3, F4).
    pub fn explain(
        &self,
        piece: &Piece,
        at: Placement,
        seat: Seat,
        margins: Margins,
    ) -> Result<(), IllegalPlacement> {
        let inside = |from: i16, size: usize, side: usize| {
            usize::try_from(from).is_ok_and(|from| from + size <= side)
        };
        let rectangle_inside = inside(at.column, piece.width(), self.width)
            && inside(at.row, piece.height(), self.height);
        if margins == Margins::Inside && !rectangle_inside {
            return Err(IllegalPlacement::MarginOutside { at }); // F3
        }
        let mut overlaps = 0;
        for (column, row) in Board::covered(piece, at) {
            let (Ok(on_column), Ok(on_row)) = (usize::try_from(column), usize::try_from(row))
            else {
                return Err(IllegalPlacement::OffBoard { column, row });
            };
            if on_column >= self.width || on_row >= self.height {
                return Err(IllegalPlacement::OffBoard { column, row });
            }
            if self.owned(opponent(seat)).has(on_column, on_row) {
                return Err(IllegalPlacement::OnOpponent { column, row });
            }
            overlaps += u32::from(self.owned(seat).has(on_column, on_row));
        }
        match overlaps {
            1 => Ok(()),
            0 => Err(IllegalPlacement::Apart),
            _ => Err(IllegalPlacement::TooManyOverlaps { overlaps }),
        }
    }

    /// The rows as they are drawn.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let mark = |column, row| self.cell(column, row).mark();
        (0..self.height).map(move |row| (0..self.width).map(|column| mark(column, row)).collect())
    }

    /// The board on one line, `/` between the rows; [`Board::from_line`] reads it.
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
        if Cell::of(mark).is_none() {
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

impl Cell {
    /// The cell that this character draws (F1).
    pub fn of(mark: char) -> Option<Self> {
        Some(match mark {
            '.' => Cell::Empty,
            '@' => Cell::Owned(Seat::new(0)),
            'a' => Cell::Latest(Seat::new(0)),
            '$' => Cell::Owned(Seat::new(1)),
            's' => Cell::Latest(Seat::new(1)),
            _ => return None,
        })
    }

    /// The character that draws this cell (F1).
    pub fn mark(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Owned(seat) => ['@', '$'][seat.index()],
            Cell::Latest(seat) => ['a', 's'][seat.index()],
        }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}
