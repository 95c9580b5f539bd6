//! The chocolate bar, stored as row lengths that never increase from top to bottom.

use meeple_core::{CellName, ParseError, text::format_count};
use std::{
    fmt::{self, Display, Write},
    str::FromStr,
};

/// The maximum number of rows and of columns.
pub const MAX_SIDE: usize = 255;

/// A bar of chocolate, whole or bitten. `Display` draws it.
///
/// ```
/// use meeple_games::chomp::{Move, Board};
///
/// let mut board = Board::new(3, 2)?; // three columns, two rows
/// board.chomp(Move { row: 1, column: 1 })?;
/// assert_eq!(board.rows(), [3, 1]);
/// assert_eq!(board.to_string(), "   0 1 2\n0  P # #\n1  # . .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    /// Squares left in each row; 0 from index `height` on.
    rows: [u8; MAX_SIDE],
}

/// A move: bites off this square and everything below and to the right of it (C2). Both coordinates
/// start at 0 (C6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

impl Move {
    /// The poisoned square (C1).
    pub const POISON: Move = Move { row: 0, column: 0 };

    /// Returns the name of the square for people: `D2`.
    pub fn name(self) -> CellName {
        CellName { column: self.column.into(), row: self.row.into() }
    }
}

/// The reason why a bar's size or rows are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadSize {
    /// A side is 0 or too long.
    #[error("a bar has 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows, not {width} and {height}")]
    Side {
        /// The requested number of columns.
        width: usize,
        /// The requested number of rows.
        height: usize,
    },
    /// The first row is longer than the bar is wide.
    #[error("row 0 has {}, but the bar has {}", format_count((*length).into(), "square"), format_count((*width).into(), "column"))]
    TooLong {
        /// The row's length.
        length: u8,
        /// The number of columns of the bar.
        width: u8,
    },
    /// A row is longer than the one above it.
    #[error("row {row} has {}, more than the {above} above it", format_count((*length).into(), "square"))]
    Overhang {
        /// The row, from 0.
        row: usize,
        /// The row's length.
        length: u8,
        /// The length of the row above.
        above: u8,
    },
    /// There are more rows than the bar is high.
    #[error("{rows} rows are given, but the bar has only {height}")]
    TooManyRows {
        /// The number of rows given.
        rows: usize,
        /// The number of rows of the bar.
        height: u8,
    },
}

/// The reason why a bite is illegal (C3).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The square is not on the bar (C3).
    #[error("square {bite} is outside the bar: rows are 0 to {}, columns 0 to {}", height - 1, width - 1)]
    Outside {
        /// The bite.
        bite: Move,
        /// The number of columns of the bar.
        width: u8,
        /// The number of rows of the bar.
        height: u8,
    },
    /// The square is already eaten (C3).
    #[error("square {bite} is already eaten")]
    Eaten {
        /// The bite.
        bite: Move,
    },
    /// The game is over: at most the poison is left (C4).
    #[error("the game is over")]
    Over,
}

impl Board {
    /// Creates a whole bar of `width` columns and `height` rows (C1).
    pub fn new(width: usize, height: usize) -> Result<Self, BadSize> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(BadSize::Side { width, height });
        }
        let mut rows = [0; MAX_SIDE];
        rows[..height].fill(width as u8);
        Ok(Board { width: width as u8, height: height as u8, rows })
    }

    /// Creates a bitten bar of this size from its row lengths; missing rows count as eaten.
    pub fn with_rows(width: usize, height: usize, rows: &[u8]) -> Result<Self, BadSize> {
        let mut board = Board::new(width, height)?;
        if rows.len() > height {
            return Err(BadSize::TooManyRows { rows: rows.len(), height: board.height });
        }
        let (first, width) = (rows.first().copied().unwrap_or(0), board.width);
        if first > width {
            return Err(BadSize::TooLong { length: first, width });
        }
        for (row, pair) in (1..).zip(rows.windows(2)) {
            let (above, length) = (pair[0], pair[1]);
            if length > above {
                return Err(BadSize::Overhang { row, length, above });
            }
        }
        board.rows = [0; MAX_SIDE];
        board.rows[..rows.len()].copy_from_slice(rows);
        Ok(board)
    }

    /// Creates a bitten bar of the smallest size that holds these rows.
    pub fn from_rows(rows: &[u8]) -> Result<Self, BadSize> {
        let width = rows.first().copied().unwrap_or(0);
        Board::with_rows(width.into(), rows.len(), rows)
    }

    /// Returns the number of columns of the whole bar.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows of the whole bar.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Returns the number of squares left in each row, from the top; 0 for eaten rows.
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.height.into()]
    }

    /// Returns the lengths of the rows that are not completely eaten, from the top.
    pub fn rows_left(&self) -> &[u8] {
        let rows = self.rows();
        &rows[..rows.iter().position(|&length| length == 0).unwrap_or(rows.len())]
    }

    /// Returns the number of squares left.
    pub fn squares_left(&self) -> u32 {
        self.rows().iter().map(|&length| u32::from(length)).sum()
    }

    /// Returns whether this square is still there.
    pub fn has_square(&self, bite: Move) -> bool {
        self.rows().get(usize::from(bite.row)).is_some_and(|&length| bite.column < length)
    }

    /// Returns whether only the poison is left (C4).
    pub fn is_only_poison(&self) -> bool {
        self.rows[0] == 1 && self.rows[1] == 0
    }

    /// Returns whether everything is eaten, including the poison.
    pub fn is_eaten(&self) -> bool {
        self.rows[0] == 0
    }

    /// Returns the squares left, row by row from the top, the poison first.
    pub fn squares(&self) -> impl Iterator<Item = Move> + Clone {
        let rows = self.rows_left().iter().zip(0..);
        rows.flat_map(|(&length, row)| (0..length).map(move |column| Move { row, column }))
    }

    /// Checks whether this square can be bitten and, if not, explains why (C3).
    pub fn check_bite(&self, bite: Move) -> Result<(), IllegalMove> {
        if self.has_square(bite) {
            Ok(())
        } else if bite.row >= self.height || bite.column >= self.width {
            Err(IllegalMove::Outside { bite, width: self.width, height: self.height })
        } else {
            Err(IllegalMove::Eaten { bite })
        }
    }

    /// Bites a square; on an error the board is unchanged.
    pub fn chomp(&mut self, bite: Move) -> Result<(), IllegalMove> {
        self.check_bite(bite)?;
        self.chomp_unchecked(bite);
        Ok(())
    }

    /// Bites a square that must still be there.
    pub fn chomp_unchecked(&mut self, bite: Move) {
        // Row lengths never increase downwards, so the rows to shorten are contiguous from the
        // bite's row on.
        for length in &mut self.rows[usize::from(bite.row)..] {
            if *length <= bite.column {
                break;
            }
            *length = bite.column;
        }
    }

    /// Returns the board after biting a square, which must still be there.
    #[must_use]
    pub fn after(&self, bite: Move) -> Board {
        let mut board = self.clone();
        board.chomp_unchecked(bite);
        board
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = (self.height - 1).to_string().len();
        let cell = (self.width - 1).to_string().len();
        write!(f, "{:margin$} ", "")?;
        for column in 0..self.width {
            write!(f, " {column:>cell$}")?;
        }
        writeln!(f)?;
        for row in 0..self.height {
            write!(f, "{row:>margin$} ")?;
            for column in 0..self.width {
                let bite = Move { row, column };
                let square = if !self.has_square(bite) {
                    '.'
                } else if bite == Move::POISON {
                    'P'
                } else {
                    '#'
                };
                write!(f, " {square:>cell$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}x{} {:?})", self.width, self.height, self.rows())
    }
}

/// Formats as row, comma, column: `1,2`.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.column) {
            // Fast path: every message to a bot contains dozens of bites.
            (row @ 0..10, column @ 0..10) => {
                f.write_char(char::from(b'0' + row))?;
                f.write_char(',')?;
                f.write_char(char::from(b'0' + column))
            }
            (row, column) => write!(f, "{row},{column}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((row, column)) = text.split_once(',') else {
            return Err(ParseError::at("bite", text, text.len(), "expected row,column"));
        };
        let number = |part: &str, offset: usize, name: &str| {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u8>().ok().filter(|_| digits).ok_or_else(|| {
                let reason = format!("the {name} should be a number 0 to 254, not {part:?}");
                ParseError::at("bite", text, offset, reason)
            })
        };
        Ok(Move { row: number(row, 0, "row")?, column: number(column, row.len() + 1, "column")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn bitten(width: usize, height: usize, bites: &[(u8, u8)], expected: &[u8]) {
        let mut board = Board::new(width, height).expect("a good size");
        for &(row, column) in bites {
            board.chomp(Move { row, column }).expect("a legal bite");
        }
        assert_eq!(board.rows(), expected);
    }

    #[test]
    fn a_bite_removes_everything_below_and_to_the_right() {
        bitten(5, 4, &[(2, 3)], &[5, 5, 3, 3]); // C2
        bitten(5, 4, &[(2, 3), (1, 4), (3, 0)], &[5, 4, 3, 0]);
        bitten(5, 4, &[(0, 1)], &[1, 1, 1, 1]);
        bitten(5, 4, &[(0, 0)], &[0, 0, 0, 0]); // C3: eating the poison is legal
        bitten(255, 255, &[(1, 0)], &[[255].as_slice(), &[0; 254]].concat());
    }

    #[test]
    fn a_refused_bite_says_why_and_changes_nothing() {
        let mut board = Board::with_rows(5, 4, &[5, 2]).expect("a good board");
        let before = board.clone();
        let mut refuse = |row, column| board.chomp(Move { row, column }).map_err(|e| e.to_string());
        assert_eq!(refuse(1, 2), Err("square 1,2 is already eaten".into()));
        let outside = "square 4,0 is outside the bar: rows are 0 to 3, columns 0 to 4";
        assert_eq!(refuse(4, 0), Err(outside.into()));
        assert_eq!(board, before);
    }

    #[test]
    fn impossible_sizes_and_rows_are_refused() {
        let message = |result: Result<Board, BadSize>| result.expect_err("bad").to_string();
        assert_eq!(
            message(Board::new(0, 4)),
            "a bar has 1 to 255 columns and 1 to 255 rows, not 0 and 4"
        );
        assert_eq!(
            message(Board::new(4, 256)),
            "a bar has 1 to 255 columns and 1 to 255 rows, not 4 and 256"
        );
        assert_eq!(
            message(Board::from_rows(&[3, 4])),
            "row 1 has 4 squares, more than the 3 above it"
        );
        assert_eq!(
            message(Board::from_rows(&[1, 0, 1])),
            "row 2 has 1 square, more than the 0 above it"
        );
        let wide = "row 0 has 5 squares, but the bar has 3 columns";
        assert_eq!(message(Board::with_rows(3, 1, &[5])), wide);
        let wide = "row 0 has 2 squares, but the bar has 1 column";
        assert_eq!(message(Board::with_rows(1, 1, &[2])), wide);
        assert_eq!(
            message(Board::with_rows(3, 1, &[3, 1])),
            "2 rows are given, but the bar has only 1"
        );
        assert_eq!(
            message(Board::from_rows(&[])),
            "a bar has 1 to 255 columns and 1 to 255 rows, not 0 and 0"
        );
    }

    #[test]
    fn wide_boards_are_drawn_in_straight_columns() {
        let board = Board::with_rows(11, 2, &[11, 1]).expect("a good board");
        let drawing = "    0  1  2  3  4  5  6  7  8  9 10\n\
                       0   P  #  #  #  #  #  #  #  #  #  #\n\
                       1   #  .  .  .  .  .  .  .  .  .  .\n";
        assert_eq!(board.to_string(), drawing);
    }

    #[track_caller]
    fn no_bite(text: &str, message: &str) {
        assert_eq!(text.parse::<Move>().expect_err("no bite").to_string(), message);
    }

    #[test]
    fn a_bad_bite_is_refused_where_it_goes_wrong() {
        no_bite("", "bad bite at character 1: expected row,column");
        no_bite("1 2", "bad bite at character 4: expected row,column");
        no_bite("+1,2", "bad bite at character 1: the row should be a number 0 to 254, not \"+1\"");
        no_bite(
            "1,2,3",
            "bad bite at character 3: the column should be a number 0 to 254, not \"2,3\"",
        );
        no_bite(
            "1,256",
            "bad bite at character 3: the column should be a number 0 to 254, not \"256\"",
        );
    }
}
