//! The bar: the lengths of its rows, which never grow from top to bottom.

use meeple_core::{ParseError, text::counted};
use std::{
    fmt::{self, Display, Write},
    str::FromStr,
};

/// The longest side of a bar.
pub const MAX_SIDE: usize = 255;

/// A bar of chocolate, bitten or not. `Display` draws it.
///
/// ```
/// use meeple_games::chomp::{Bite, Board};
///
/// let mut board = Board::new(3, 2)?; // three columns, two rows
/// board.chomp(Bite { row: 1, column: 1 })?;
/// assert_eq!(board.rows(), [3, 1]);
/// assert_eq!(board.to_string(), "   0 1 2\n0  P # #\n1  # . .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    /// Squares left in each row; beyond `height` always 0.
    rows: [u8; MAX_SIDE],
}

/// A bite, and with it everything below and to the right (C2). Counted from 0 (C6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bite {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

impl Bite {
    /// The poisoned square (C1).
    pub const POISON: Bite = Bite { row: 0, column: 0 };
}

/// A bar that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSize {
    /// A side is 0 or too long.
    #[error("a bar has 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows, not {width} and {height}")]
    Side {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// The first row is longer than the bar is wide.
    #[error("row 0 has {}, but the bar has {}", counted((*length).into(), "square"), counted((*width).into(), "column"))]
    TooLong {
        /// Its length.
        length: u8,
        /// Columns of the bar.
        width: u8,
    },
    /// A row is longer than the one above it.
    #[error("row {row} has {}, more than the {above} above it", counted((*length).into(), "square"))]
    Overhang {
        /// The row.
        row: usize,
        /// Its length.
        length: u8,
        /// The length of the row above.
        above: u8,
    },
    /// More rows than the bar is high.
    #[error("{rows} rows do not fit in a bar of {height}")]
    TooManyRows {
        /// Rows given.
        rows: usize,
        /// Rows of the bar.
        height: u8,
    },
}

/// A bite that cannot be made (C3).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalBite {
    /// The square is not on the bar.
    #[error("square {bite} is outside the bar: rows are 0 to {}, columns 0 to {} (C3)", height - 1, width - 1)]
    Outside {
        /// The bite.
        bite: Bite,
        /// Columns of the bar.
        width: u8,
        /// Rows of the bar.
        height: u8,
    },
    /// The square has been eaten.
    #[error("square {bite} is already eaten (C3)")]
    Eaten {
        /// The bite.
        bite: Bite,
    },
    /// Only the poison is left, or not even that (C4).
    #[error("the game is over (C4)")]
    Over,
}

impl Board {
    /// A whole bar: columns first (C1).
    pub fn new(width: usize, height: usize) -> Result<Self, BadSize> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(BadSize::Side { width, height });
        }
        let mut rows = [0; MAX_SIDE];
        rows[..height].fill(width as u8);
        Ok(Board { width: width as u8, height: height as u8, rows })
    }

    /// A bitten bar in a box of this size; rows that are not given are eaten.
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

    /// A bitten bar in the smallest box that holds it.
    pub fn from_rows(rows: &[u8]) -> Result<Self, BadSize> {
        let width = rows.first().copied().unwrap_or(0);
        Board::with_rows(width.into(), rows.len(), rows)
    }

    /// Columns of the whole bar.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows of the whole bar.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// How many squares are left in each row, from the top; eaten rows are 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.height.into()]
    }

    /// The rows that are not wholly eaten.
    pub fn rows_left(&self) -> &[u8] {
        let rows = self.rows();
        &rows[..rows.iter().position(|&length| length == 0).unwrap_or(rows.len())]
    }

    /// How many squares are left.
    pub fn squares_left(&self) -> u32 {
        self.rows().iter().map(|&length| u32::from(length)).sum()
    }

    /// Whether this square is left.
    pub fn has(&self, bite: Bite) -> bool {
        self.rows().get(usize::from(bite.row)).is_some_and(|&length| bite.column < length)
    }

    /// Whether the poison, and nothing else, is left (C4).
    pub fn is_only_poison(&self) -> bool {
        self.rows[0] == 1 && self.rows[1] == 0
    }

    /// Whether everything is eaten, the poison included.
    pub fn is_eaten(&self) -> bool {
        self.rows[0] == 0
    }

    /// The squares that are left, row by row from the top, the poison first.
    pub fn squares(&self) -> impl Iterator<Item = Bite> + Clone {
        let rows = self.rows_left().iter().zip(0..);
        rows.flat_map(|(&length, row)| (0..length).map(move |column| Bite { row, column }))
    }

    /// Why this square cannot be bitten, if it cannot (C3).
    pub fn explain(&self, bite: Bite) -> Result<(), IllegalBite> {
        if self.has(bite) {
            Ok(())
        } else if bite.row >= self.height || bite.column >= self.width {
            Err(IllegalBite::Outside { bite, width: self.width, height: self.height })
        } else {
            Err(IllegalBite::Eaten { bite })
        }
    }

    /// Bites a square; on error nothing has changed.
    pub fn chomp(&mut self, bite: Bite) -> Result<(), IllegalBite> {
        self.explain(bite)?;
        self.chomp_unchecked(bite);
        Ok(())
    }

    /// Bites a square that is left.
    pub fn chomp_unchecked(&mut self, bite: Bite) {
        // Rows shrink downwards, so what is longer than the bite is one run from its row on.
        for length in &mut self.rows[usize::from(bite.row)..] {
            if *length <= bite.column {
                break;
            }
            *length = bite.column;
        }
    }

    /// The board after a bite at a square that is left.
    #[must_use]
    pub fn after(&self, bite: Bite) -> Board {
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
                let bite = Bite { row, column };
                let square = if !self.has(bite) {
                    '.'
                } else if bite == Bite::POISON {
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

/// Row, comma, column: `1,2`.
impl Display for Bite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.column) {
            // Bites are spelled by the dozen in every message to a program.
            (row @ 0..10, column @ 0..10) => {
                f.write_char(char::from(b'0' + row))?;
                f.write_char(',')?;
                f.write_char(char::from(b'0' + column))
            }
            (row, column) => write!(f, "{row},{column}"),
        }
    }
}

impl FromStr for Bite {
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
        Ok(Bite { row: number(row, 0, "row")?, column: number(column, row.len() + 1, "column")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn bitten(width: usize, height: usize, bites: &[(u8, u8)], expected: &[u8]) {
        let mut board = Board::new(width, height).expect("a good size");
        for &(row, column) in bites {
            board.chomp(Bite { row, column }).expect("a legal bite");
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
        let mut refuse = |row, column| board.chomp(Bite { row, column }).map_err(|e| e.to_string());
        assert_eq!(refuse(1, 2), Err("square 1,2 is already eaten (C3)".into()));
        let outside = "square 4,0 is outside the bar: rows are 0 to 3, columns 0 to 4 (C3)";
        assert_eq!(refuse(4, 0), Err(outside.into()));
        assert_eq!(board, before);
    }

    #[test]
    fn sizes_and_rows_that_cannot_be_are_refused() {
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
        assert_eq!(message(Board::with_rows(3, 1, &[3, 1])), "2 rows do not fit in a bar of 1");
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
        assert_eq!(text.parse::<Bite>().expect_err("no bite").to_string(), message);
    }

    #[test]
    fn a_bad_bite_is_refused_where_it_goes_wrong() {
        no_bite("", "bad bite at column 1: expected row,column");
        no_bite("1 2", "bad bite at column 4: expected row,column");
        no_bite("+1,2", "bad bite at column 1: the row should be a number 0 to 254, not \"+1\"");
        no_bite(
            "1,2,3",
            "bad bite at column 3: the column should be a number 0 to 254, not \"2,3\"",
        );
        no_bite(
            "1,256",
            "bad bite at column 3: the column should be a number 0 to 254, not \"256\"",
        );
    }
}
