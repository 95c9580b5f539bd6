//! A board or piece that has been printed only in part.
//!
//! ```text
//! Anfield 3 2:        Piece 2 1:
//!     012             .O           a line of only '.', 'O', '*' and '#' is a row
//! 000 @..
//! debugging           a line that is neither a row nor known output of the engine is skipped
//! 001 ..$
//! ```

use super::{
    super::{
        BadQuestion, Dialect,
        question::{self, set_row},
    },
    DrawingError,
    line_kind::TranscriptLineKind,
};
use meeple_games::filler::{Board, Piece};

/// The rows of a board or piece so far.
#[derive(Debug)]
pub(super) enum PartialDrawing {
    Board { board: Board, rows: usize },
    Piece { size: (usize, usize), rows: Vec<String> },
}

/// The effect of a line.
#[derive(Debug)]
pub(super) enum LineEffect {
    /// It was another row, or was skipped.
    More(PartialDrawing),
    /// It completed a board.
    Board(Board),
    /// It completed a piece.
    Piece(Piece),
}

impl PartialDrawing {
    /// Starts a board, given its head.
    pub(super) fn board(head: &str, dialect: Dialect) -> Result<Self, DrawingError> {
        let (width, height) = question::size(head, dialect)?;
        let board = Board::empty(width, height).expect("the head's sizes have been checked");
        Ok(PartialDrawing::Board { board, rows: 0 })
    }

    /// Starts a piece, given its head.
    pub(super) fn piece(head: &str, dialect: Dialect) -> Result<Self, DrawingError> {
        Ok(PartialDrawing::Piece { size: question::size(head, dialect)?, rows: Vec::new() })
    }

    /// Takes the next line; known output of the engine breaks the drawing off.
    pub(super) fn add_line(
        self,
        line: &str,
        word: TranscriptLineKind<'_>,
    ) -> Result<LineEffect, DrawingError> {
        match self {
            _ if word != TranscriptLineKind::Other => Err(self.broken_off()),
            PartialDrawing::Board { board, rows } => board_row(board, rows, line),
            PartialDrawing::Piece { size, rows } => piece_row(size, rows, line),
        }
    }

    fn broken_off(&self) -> DrawingError {
        match self {
            PartialDrawing::Board { board, rows } => {
                DrawingError::Incomplete { what: "board", rows: *rows, height: board.height() }
            }
            PartialDrawing::Piece { size, rows } => {
                DrawingError::Incomplete { what: "piece", rows: rows.len(), height: size.1 }
            }
        }
    }
}

fn board_row(mut board: Board, rows: usize, line: &str) -> Result<LineEffect, DrawingError> {
    let number = line.split_once(' ').map(|(number, _)| number);
    let is_number = |text: &&str| text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(number) = number.filter(is_number) else {
        return Ok(LineEffect::More(PartialDrawing::Board { board, rows }));
    };
    if number.parse() != Ok(rows) {
        return Err(DrawingError::RowNumber { row: rows, number: number.into() });
    }
    set_row(&mut board, rows, line)?;
    let rows = rows + 1;
    let is_whole = rows == board.height();
    Ok(if is_whole {
        LineEffect::Board(board)
    } else {
        LineEffect::More(PartialDrawing::Board { board, rows })
    })
}

fn piece_row(
    size: (usize, usize),
    mut rows: Vec<String>,
    line: &str,
) -> Result<LineEffect, DrawingError> {
    let row = line.trim();
    if !row.is_empty() && row.chars().all(|mark| ".O*#".contains(mark)) {
        rows.push(row.into());
    }
    if rows.len() < size.1 {
        return Ok(LineEffect::More(PartialDrawing::Piece { size, rows }));
    }
    Ok(LineEffect::Piece(question::piece(size, &rows)?))
}

impl From<BadQuestion> for DrawingError {
    fn from(bad: BadQuestion) -> Self {
        DrawingError::Bad(bad)
    }
}
