//! A piece: a rectangle of characters of which only the filled cells matter (F3).
//!
//! ```text
//! .O.      3x2:.O./OOO   three columns, two rows; the top-left corner is the
//! OOO                    corner of the rectangle, filled or not
//! ```

use meeple_core::{ParseError, text::format_count};
use smallvec::SmallVec;
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The maximum number of rows and of columns of a piece's rectangle, for pieces from any source.
pub const MAX_PIECE_SIDE: usize = super::MAX_SIDE;

/// A piece with at least one filled cell.
///
/// ```
/// use meeple_games::filler::Piece;
///
/// let piece: Piece = "3x2:.O./OOO".parse()?;
/// assert_eq!(piece.cells().len(), 4);
/// assert_eq!(piece, Piece::from_rows([".*.", "###"])?); // any mark but '.' fills
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    width: u16,
    height: u16,
    /// Row by row from the top.
    cells: FilledCells,
    min_cell: PieceCell,
    max_cell: PieceCell,
}

/// The filled cells. As many as a dealt piece can have (F9) are stored without allocation.
pub(super) type FilledCells = SmallVec<[PieceCell; super::fair_pieces::MAX_FILLED_CELLS]>;

/// A filled cell, relative to the top-left corner of the piece's rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceCell {
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub column: u16,
}

/// The reason why a drawing is not a valid piece.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadPiece {
    /// A side is 0 or too long.
    #[error("a piece has 1 to {MAX_PIECE_SIDE} columns and rows, not {width} and {height}")]
    Side {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row is longer or shorter than the first.
    #[error("row {row} of the piece has {}, the first has {width}", format_count(*length, "column"))]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// The row's length.
        length: usize,
        /// The length of the first row.
        width: usize,
    },
    /// No cell is filled.
    #[error("no cell of the piece is filled")]
    Empty,
}

impl Piece {
    /// Creates a piece from its filled cells, which must be inside the rectangle; `None` if there
    /// are none.
    pub(super) fn new(width: u16, height: u16, mut cells: FilledCells) -> Option<Self> {
        cells.sort_unstable();
        let columns = || cells.iter().map(|cell| cell.column);
        let least = PieceCell { row: cells.first()?.row, column: columns().min()? };
        let most = PieceCell { row: cells.last()?.row, column: columns().max()? };
        Some(Piece { width, height, cells, min_cell: least, max_cell: most })
    }

    /// Creates a piece from rows of equal length: `.` is empty, any other character is filled.
    pub fn from_rows<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Result<Self, BadPiece> {
        let (mut width, mut height, mut cells) = (0, 0, FilledCells::new());
        for (row, text) in rows.into_iter().enumerate() {
            let length = text.as_ref().chars().count();
            if row == 0 {
                width = length;
            }
            if length != width {
                return Err(BadPiece::Ragged { row, length, width });
            }
            height = row + 1;
            if !(1..=MAX_PIECE_SIDE).contains(&width) || height > MAX_PIECE_SIDE {
                return Err(BadPiece::Side { width, height });
            }
            let filled = text.as_ref().chars().zip(0..).filter(|&(mark, _)| mark != '.');
            cells.extend(filled.map(|(_, column)| PieceCell { row: row as u16, column }));
        }
        if height == 0 {
            return Err(BadPiece::Side { width, height });
        }
        Piece::new(width as u16, height as u16, cells).ok_or(BadPiece::Empty)
    }

    /// Returns the number of columns of the rectangle.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// Returns the number of rows of the rectangle.
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// Returns the filled cells, row by row from the top; there is at least one.
    pub fn cells(&self) -> &[PieceCell] {
        &self.cells
    }

    /// Returns the smallest row and the smallest column that contain a filled cell.
    pub fn min_cell(&self) -> PieceCell {
        self.min_cell
    }

    /// Returns the largest row and the largest column that contain a filled cell.
    pub fn max_cell(&self) -> PieceCell {
        self.max_cell
    }

    /// Returns whether the first or last row or column of the rectangle is empty (F9).
    pub fn has_empty_margin(&self) -> bool {
        let corner = PieceCell { row: self.height - 1, column: self.width - 1 };
        self.min_cell != (PieceCell { row: 0, column: 0 }) || self.max_cell != corner
    }

    /// Returns the rows as text, with `O` for filled cells.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        (0..self.height).map(|row| {
            let filled = |column| self.cells.binary_search(&PieceCell { row, column }).is_ok();
            (0..self.width).map(|column| if filled(column) { 'O' } else { '.' }).collect()
        })
    }
}

/// Formats as columns, `x`, rows, `:` and the rows with `/` between them: `3x2:.O./OOO`.
impl Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:", self.width, self.height)?;
        for (index, row) in self.rows().enumerate() {
            write!(f, "{}{row}", if index == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

impl FromStr for Piece {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = |at: usize, reason: String| ParseError::at("piece", text, at, reason);
        let Some((size, rows)) = text.split_once(':') else {
            return Err(bad(text.len(), "expected a piece such as 3x2:.O./OOO".into()));
        };
        let rows_at = size.len() + 1;
        if let Some(at) = rows.find(|mark: char| !"./O".contains(mark)) {
            return Err(bad(rows_at + at, "a piece is drawn with . and O, rows split by /".into()));
        }
        let piece =
            Piece::from_rows(rows.split('/')).map_err(|error| bad(rows_at, error.to_string()))?;
        let drawn = format!("{}x{}", piece.width, piece.height);
        if size != drawn {
            return Err(bad(0, format!("the size says {size:?}, but {drawn} is drawn")));
        }
        Ok(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, message: &str) {
        assert_eq!(text.parse::<Piece>().expect_err("a bad piece").to_string(), message);
    }

    #[test]
    fn bad_pieces_are_refused_where_they_go_wrong() {
        refused("", "bad piece at character 1: expected a piece such as 3x2:.O./OOO");
        refused(
            "2x1:OX",
            "bad piece at character 6: a piece is drawn with . and O, rows split by /",
        );
        refused(
            "2x2:OO/O",
            "bad piece at character 5: row 1 of the piece has 1 column, the first has 2",
        );
        refused("2x2:OO", "bad piece at character 1: the size says \"2x2\", but 2x1 is drawn");
        refused("02x1:OO", "bad piece at character 1: the size says \"02x1\", but 2x1 is drawn");
        refused("2x1:..", "bad piece at character 5: no cell of the piece is filled");
        refused(
            "0x1:",
            "bad piece at character 5: a piece has 1 to 256 columns and rows, not 0 and 1",
        );
        refused(
            "2x1:OO\n",
            "bad piece at character 7: a piece is drawn with . and O, rows split by /",
        );
        assert!(Piece::from_rows(vec!["O"; 257]).is_err());
        assert_eq!(Piece::from_rows::<&str>([]), Err(BadPiece::Side { width: 0, height: 0 }));
    }

    #[track_caller]
    fn described(text: &str, empty_margin: bool) {
        let piece: Piece = text.parse().expect("a good piece");
        assert_eq!(piece.to_string(), text);
        assert_eq!(piece.has_empty_margin(), empty_margin);
    }

    #[test]
    fn empty_margins_are_seen_on_every_side() {
        described("1x2:O/O", false);
        described("3x2:.O./O.O", false);
        described("3x2:.O./O..", true);
        described("3x2:.O./..O", true);
        described("3x3:.../.O./O.O", true);
        described("4x3:O..O/.OO./....", true);
    }
}
