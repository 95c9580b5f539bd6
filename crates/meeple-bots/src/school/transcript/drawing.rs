//! A board or a piece of which more lines are to come.
//!
//! ```text
//! Anfield 3 2:        Piece 2 1:
//!     012             .O           a line of '.', 'O', '*' and '#' alone is a row
//! 000 @..
//! debugging           a line that is neither a row nor a word of the engine is passed by
//! 001 ..$
//! ```

use super::{
    super::{
        BadQuestion, Dialect,
        question::{self, put_row},
    },
    Breakage,
    word::Word,
};
use meeple_games::filler::{Board, Piece};

/// What has been drawn so far.
#[derive(Debug)]
pub(super) enum Drawing {
    Board { board: Board, rows: usize },
    Piece { size: (usize, usize), rows: Vec<String> },
}

/// What a line did to it.
#[derive(Debug)]
pub(super) enum Drawn {
    /// Another row, or nothing.
    More(Drawing),
    /// The last row of a board.
    Board(Board),
    /// The last row of a piece.
    Piece(Piece),
}

impl Drawing {
    /// A board, from its head.
    pub(super) fn board(head: &str, dialect: Dialect) -> Result<Self, Breakage> {
        let (width, height) = question::size(head, dialect)?;
        let board = Board::empty(width, height).expect("the head's sizes have been checked");
        Ok(Drawing::Board { board, rows: 0 })
    }

    /// A piece, from its head.
    pub(super) fn piece(head: &str, dialect: Dialect) -> Result<Self, Breakage> {
        Ok(Drawing::Piece { size: question::size(head, dialect)?, rows: Vec::new() })
    }

    /// The next line, which does not belong to it if it is a word of the engine.
    pub(super) fn hear(self, line: &str, word: Word<'_>) -> Result<Drawn, Breakage> {
        match self {
            _ if word != Word::Other => Err(self.broken_off()),
            Drawing::Board { board, rows } => board_row(board, rows, line),
            Drawing::Piece { size, rows } => piece_row(size, rows, line),
        }
    }

    fn broken_off(&self) -> Breakage {
        match self {
            Drawing::Board { board, rows } => {
                Breakage::BrokenOff { what: "board", rows: *rows, height: board.height() }
            }
            Drawing::Piece { size, rows } => {
                Breakage::BrokenOff { what: "piece", rows: rows.len(), height: size.1 }
            }
        }
    }
}

fn board_row(mut board: Board, rows: usize, line: &str) -> Result<Drawn, Breakage> {
    let number = line.split_once(' ').map(|(number, _)| number);
    let is_number = |text: &&str| text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = number.filter(is_number) else {
        return Ok(Drawn::More(Drawing::Board { board, rows }));
    };
    if number.parse() != Ok(rows) {
        return Err(Breakage::RowNumber { row: rows, number: number.into() });
    }
    put_row(&mut board, rows, line)?;
    let rows = rows + 1;
    let is_whole = rows == board.height();
    Ok(if is_whole { Drawn::Board(board) } else { Drawn::More(Drawing::Board { board, rows }) })
}

fn piece_row(size: (usize, usize), mut rows: Vec<String>, line: &str) -> Result<Drawn, Breakage> {
    let row = line.trim();
    if !row.is_empty() && row.chars().all(|mark| ".O*#".contains(mark)) {
        rows.push(row.into());
    }
    if rows.len() < size.1 {
        return Ok(Drawn::More(Drawing::Piece { size, rows }));
    }
    Ok(Drawn::Piece(question::piece(size, &rows)?))
}

impl From<BadQuestion> for Breakage {
    fn from(bad: BadQuestion) -> Self {
        Breakage::Bad(bad)
    }
}
