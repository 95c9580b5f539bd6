//! The two Filler dialects: what the engine writes, and how an answer is written.
//!
//! ```text
//! edu    Anfield 20 15:    columns first    answer X Y    @ a $ s    pieces of O
//! 42     Plateau 15 20:    rows first       answer Y X    O o X x    pieces of *
//! ```

use meeple_core::{Seat, text::nearest};
use meeple_games::filler::{
    Board, CellState, Piece, PieceSource, Placement, Scoring, edu_fault_rule, forty_two_fault_rule,
};
use meeple_session::Referee;
use serde::{Deserialize, Serialize};
use std::{
    fmt::{self, Display, Write},
    str::FromStr,
};

/// The protocol of one of the schools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// 01-edu, also Zone01.
    #[default]
    Edu,
    /// The older protocol of 42.
    #[serde(rename = "42")]
    FortyTwo,
}

/// Whether the latest pieces are shown in lower case (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatestPieceMarks {
    /// The latest pieces of both seats are shown.
    Shown,
    /// Only the latest piece of this seat, which has just moved, as 42's engine prints it.
    ShownFor(Seat),
    /// No piece is marked, as in what a bot receives in the 42 dialect.
    Hidden,
}

impl Dialect {
    /// Both dialects, the default first.
    pub const ALL: [Dialect; 2] = [Dialect::Edu, Dialect::FortyTwo];

    /// Returns the name that chooses this dialect.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Edu => "edu",
            Dialect::FortyTwo => "42",
        }
    }

    /// Returns the piece source of the dialect's school (F10, F11).
    pub fn pieces(self) -> PieceSource {
        match self {
            Dialect::Edu => PieceSource::School,
            Dialect::FortyTwo => PieceSource::FortyTwo,
        }
    }

    /// Returns what is counted at the end (F6).
    pub fn scoring(self) -> Scoring {
        match self {
            Dialect::Edu => Scoring::Cells,
            Dialect::FortyTwo => Scoring::Pieces,
        }
    }

    /// Returns the referee, which decides the penalties for failures (F7).
    pub fn referee(self) -> Referee {
        Referee::new(match self {
            Dialect::Edu => edu_fault_rule,
            Dialect::FortyTwo => forty_two_fault_rule,
        })
    }

    /// Returns the first line that a bot receives.
    pub fn exec_line(seat: Seat, path: &str) -> String {
        format!("$$$ exec p{} : [{path}]\n", seat.index() + 1)
    }

    /// Returns everything that a bot receives at its turn.
    pub fn question(self, board: &Board, piece: &Piece) -> String {
        let marks = match self {
            Dialect::Edu => LatestPieceMarks::Shown,
            Dialect::FortyTwo => LatestPieceMarks::Hidden,
        };
        self.board_lines(board, marks) + &self.piece_lines(piece)
    }

    /// Formats the board with its head, column numbers and row numbers.
    pub fn board_lines(self, board: &Board, marks: LatestPieceMarks) -> String {
        let (width, height) = (board.width(), board.height());
        let mut lines = match self {
            Dialect::Edu => format!("Anfield {width} {height}:\n    "),
            Dialect::FortyTwo => format!("Plateau {height} {width}:\n    "),
        };
        lines.extend((0..width).map(|column| char::from(b'0' + (column % 10) as u8)));
        lines.push('\n');
        for (row, cells) in self.rows(board, marks).into_iter().enumerate() {
            write!(lines, "{row:03} ").expect("a String takes everything");
            lines.extend(cells);
            lines.push('\n');
        }
        lines
    }

    /// Returns the letters of the cells, row by row: empty cells first, then the pieces over them.
    fn rows(self, board: &Board, marks: LatestPieceMarks) -> Vec<Vec<char>> {
        let empty = self.mark(CellState::Empty, marks);
        let mut rows = vec![vec![empty; board.width()]; board.height()];
        for seat in [0, 1].map(Seat::new) {
            let layers = [
                (CellState::Owned(seat), board.owned(seat)),
                (CellState::Latest(seat), board.latest(seat)),
            ];
            for (cell, cells) in layers {
                let mark = self.mark(cell, marks);
                cells.cells().for_each(|(column, row)| rows[row][column] = mark);
            }
        }
        rows
    }

    /// Formats the piece with its head.
    pub fn piece_lines(self, piece: &Piece) -> String {
        let (width, height) = (piece.width(), piece.height());
        let mut lines = match self {
            Dialect::Edu => format!("Piece {width} {height}:\n"),
            Dialect::FortyTwo => format!("Piece {height} {width}:\n"),
        };
        for row in piece.rows() {
            lines.push_str(&match self {
                Dialect::Edu => row,
                Dialect::FortyTwo => row.replace('O', "*"),
            });
            lines.push('\n');
        }
        lines
    }

    /// Formats an answer as a bot writes it, with its line feed.
    pub fn answer(self, at: Placement) -> String {
        let (first, second) = self.order(at.column, at.row);
        format!("{first} {second}\n")
    }

    /// Converts between (column, row) and the order that this dialect uses; its own inverse.
    pub(crate) fn order<T>(self, column: T, row: T) -> (T, T) {
        match self {
            Dialect::Edu => (column, row),
            Dialect::FortyTwo => (row, column),
        }
    }

    /// Returns the letter of a player where answers are shown.
    pub fn player_mark(self, seat: Seat) -> char {
        self.mark(CellState::Owned(seat), LatestPieceMarks::Shown)
    }

    /// Returns the letter of a cell.
    pub fn mark(self, cell: CellState, marks: LatestPieceMarks) -> char {
        let cell = match (cell, marks) {
            (CellState::Latest(seat), LatestPieceMarks::Hidden) => CellState::Owned(seat),
            (CellState::Latest(seat), LatestPieceMarks::ShownFor(whose)) if seat != whose => {
                CellState::Owned(seat)
            }
            (cell, _) => cell,
        };
        match (self, cell) {
            (Dialect::Edu, cell) => cell.to_char(),
            (Dialect::FortyTwo, CellState::Empty) => '.',
            (Dialect::FortyTwo, CellState::Owned(seat)) => ['O', 'X'][seat.index()],
            (Dialect::FortyTwo, CellState::Latest(seat)) => ['o', 'x'][seat.index()],
        }
    }

    /// Returns the cell that this letter stands for, whether marked as latest or not.
    pub fn cell(self, mark: char) -> Option<CellState> {
        match (self, mark) {
            (Dialect::Edu, mark) => CellState::from_char(mark),
            (Dialect::FortyTwo, '.') => Some(CellState::Empty),
            (Dialect::FortyTwo, 'O') => Some(CellState::Owned(Seat::new(0))),
            (Dialect::FortyTwo, 'o') => Some(CellState::Latest(Seat::new(0))),
            (Dialect::FortyTwo, 'X') => Some(CellState::Owned(Seat::new(1))),
            (Dialect::FortyTwo, 'x') => Some(CellState::Latest(Seat::new(1))),
            (Dialect::FortyTwo, _) => None,
        }
    }
}

impl Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The error for an unknown dialect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown dialect {name:?}: {}(dialects: edu, 42)", guess(name))]
pub struct UnknownDialect {
    /// The name as typed.
    pub name: String,
}

fn guess(name: &str) -> String {
    let words = Dialect::ALL.map(Dialect::word);
    nearest(name, words).map(|word| format!("did you mean {word:?}? ")).unwrap_or_default()
}

impl FromStr for Dialect {
    type Err = UnknownDialect;
    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let found = Dialect::ALL.into_iter().find(|dialect| dialect.word() == name);
        found.ok_or_else(|| UnknownDialect { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dialect: Dialect, expected: &str) {
        let board = Board::from_line("..........a@/s$..........").expect("drawn well");
        let piece = "3x2:.O./OO.".parse().expect("a piece");
        assert_eq!(dialect.question(&board, &piece), expected);
    }

    #[test]
    fn the_bytes_of_a_question() {
        check(
            Dialect::Edu,
            "Anfield 12 2:\n    012345678901\n000 ..........a@\n001 s$..........\n\
             Piece 3 2:\n.O.\nOO.\n",
        );
        check(
            Dialect::FortyTwo,
            "Plateau 2 12:\n    012345678901\n000 ..........OO\n001 XX..........\n\
             Piece 2 3:\n.*.\n**.\n",
        );
    }

    #[test]
    fn answers_have_the_order_of_the_dialect() {
        let at = Placement { column: -1, row: 8 };
        assert_eq!(Dialect::Edu.answer(at), "-1 8\n");
        assert_eq!(Dialect::FortyTwo.answer(at), "8 -1\n");
    }
}
