//! The two dialects: what the engine writes, and how an answer is spelled.
//!
//! ```text
//! edu    Anfield 20 15:    columns first    answer X Y    @ a $ s    pieces of O
//! 42     Plateau 15 20:    rows first       answer Y X    O o X x    pieces of *
//! ```

use meeple_core::{Seat, text::nearest};
use meeple_games::filler::{
    Board, Cell, Piece, Pieces, Placement, Scoring, edu_faults, forty_two_faults,
};
use meeple_session::Referee;
use serde::{Deserialize, Serialize};
use std::{
    fmt::{self, Display, Write},
    str::FromStr,
};

/// Which school's protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// 01-edu, also Zone01.
    #[default]
    Edu,
    /// The older one of 42.
    #[serde(rename = "42")]
    FortyTwo,
}

/// Whether the latest pieces are marked with small letters (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// They are.
    Shown,
    /// Those of this seat alone, who has just moved: what 42's engine prints.
    ShownFor(Seat),
    /// They look like all others: what a bot of the 42 dialect receives.
    Hidden,
}

impl Dialect {
    /// Both, the default first.
    pub const ALL: [Dialect; 2] = [Dialect::Edu, Dialect::FortyTwo];

    /// The word that chooses it.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Edu => "edu",
            Dialect::FortyTwo => "42",
        }
    }

    /// The pieces of the school that speaks it (F10, F11).
    pub fn pieces(self) -> Pieces {
        match self {
            Dialect::Edu => Pieces::School,
            Dialect::FortyTwo => Pieces::FortyTwo,
        }
    }

    /// What counts at the end (F6).
    pub fn scoring(self) -> Scoring {
        match self {
            Dialect::Edu => Scoring::Cells,
            Dialect::FortyTwo => Scoring::Pieces,
        }
    }

    /// Who decides what follows from a failure (F7).
    pub fn referee(self) -> Referee {
        Referee::by(match self {
            Dialect::Edu => edu_faults,
            Dialect::FortyTwo => forty_two_faults,
        })
    }

    /// The first line that a bot receives.
    pub fn exec_line(seat: Seat, path: &str) -> String {
        format!("$$$ exec p{} : [{path}]\n", seat.index() + 1)
    }

    /// All that a bot receives when it is to move.
    pub fn question(self, board: &Board, piece: &Piece) -> String {
        let marks = match self {
            Dialect::Edu => Marks::Shown,
            Dialect::FortyTwo => Marks::Hidden,
        };
        self.board_lines(board, marks) + &self.piece_lines(piece)
    }

    /// The board with its head, its column numbers and its row numbers.
    pub fn board_lines(self, board: &Board, marks: Marks) -> String {
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

    /// The letters of the cells, row by row: empty ones first, then what lies on them.
    fn rows(self, board: &Board, marks: Marks) -> Vec<Vec<char>> {
        let empty = self.mark(Cell::Empty, marks);
        let mut rows = vec![vec![empty; board.width()]; board.height()];
        for seat in [0, 1].map(Seat::new) {
            let layers =
                [(Cell::Owned(seat), board.owned(seat)), (Cell::Latest(seat), board.latest(seat))];
            for (cell, cells) in layers {
                let mark = self.mark(cell, marks);
                cells.cells().for_each(|(column, row)| rows[row][column] = mark);
            }
        }
        rows
    }

    /// The piece with its head.
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

    /// An answer as a bot writes it, with its line feed.
    pub fn answer(self, at: Placement) -> String {
        let (first, second) = self.order(at.column, at.row);
        format!("{first} {second}\n")
    }

    /// Column and row in the order in which this dialect says them, or back.
    pub(crate) fn order<T>(self, column: T, row: T) -> (T, T) {
        match self {
            Dialect::Edu => (column, row),
            Dialect::FortyTwo => (row, column),
        }
    }

    /// The letter that stands for a player where answers are shown.
    pub fn player_mark(self, seat: Seat) -> char {
        self.mark(Cell::Owned(seat), Marks::Shown)
    }

    /// The letter of a cell.
    pub fn mark(self, cell: Cell, marks: Marks) -> char {
        let cell = match (cell, marks) {
            (Cell::Latest(seat), Marks::Hidden) => Cell::Owned(seat),
            (Cell::Latest(seat), Marks::ShownFor(whose)) if seat != whose => Cell::Owned(seat),
            (cell, _) => cell,
        };
        match (self, cell) {
            (Dialect::Edu, cell) => cell.mark(),
            (Dialect::FortyTwo, Cell::Empty) => '.',
            (Dialect::FortyTwo, Cell::Owned(seat)) => ['O', 'X'][seat.index()],
            (Dialect::FortyTwo, Cell::Latest(seat)) => ['o', 'x'][seat.index()],
        }
    }

    /// The cell that this letter stands for, marked or not.
    pub fn cell(self, mark: char) -> Option<Cell> {
        match (self, mark) {
            (Dialect::Edu, mark) => Cell::of(mark),
            (Dialect::FortyTwo, '.') => Some(Cell::Empty),
            (Dialect::FortyTwo, 'O') => Some(Cell::Owned(Seat::new(0))),
            (Dialect::FortyTwo, 'o') => Some(Cell::Latest(Seat::new(0))),
            (Dialect::FortyTwo, 'X') => Some(Cell::Owned(Seat::new(1))),
            (Dialect::FortyTwo, 'x') => Some(Cell::Latest(Seat::new(1))),
            (Dialect::FortyTwo, _) => None,
        }
    }
}

impl Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// No dialect has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no dialect {name:?}: {}(dialects: edu, 42)", guess(name))]
pub struct UnknownDialect {
    /// The name as it was given.
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
