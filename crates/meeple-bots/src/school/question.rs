//! The bot's side: parses the questions of an engine, knowing only its protocol.
//!
//! ```text
//! $$$ exec p2 : [bots/mine]        says which player this bot is; once
//! Anfield 3 2:   or   Plateau 2 3:
//!     012                          may be missing
//! 000 @..                          the row number may be missing
//! 001 ..$
//! Piece 2 1:     or   Piece 1 2:
//! O#                               any mark but '.' fills
//! ```
//!
//! The head of the board determines the dialect, unless one was chosen. Unrelated lines are skipped.
//! An invalid question is reported only *after* its last line, so that each question gets exactly
//! one answer.

use super::Dialect;
use meeple_core::Seat;
use meeple_games::filler::{BadPiece, Board, CellState, MAX_SIDE, Piece};
use std::io::{self, BufRead, Read};

/// The longest line in bytes; a longer one is split into several.
const LONGEST_LINE: u64 = 4096;

/// A question from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchoolQuestion {
    /// The seat of this bot.
    pub seat: Seat,
    /// The dialect of the engine, also used for the answer.
    pub dialect: Dialect,
    /// The board.
    pub board: Board,
    /// The piece to place.
    pub piece: Piece,
}

/// Why a question is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadQuestion {
    /// The head of the board or piece does not have two valid sizes.
    #[error("{0:?} should have two numbers, 1 to {MAX_SIDE}, and a colon")]
    Head(String),
    /// A row is longer or shorter than the head says.
    #[error("row {row} of the board should have {width} cells: {line:?}")]
    Row {
        /// The row, from 0.
        row: usize,
        /// The expected number of cells.
        width: usize,
        /// The line.
        line: String,
    },
    /// A letter does not stand for a cell.
    #[error("row {row} of the board: {mark:?} is not a cell")]
    Mark {
        /// The row, from 0.
        row: usize,
        /// The letter.
        mark: char,
    },
    /// The piece is invalid, or does not have the size that its head says.
    #[error("the piece should be {width} wide: {error}")]
    Piece {
        /// The width in its head.
        width: usize,
        /// The error in the piece.
        error: BadPiece,
    },
}

/// Reads questions from an engine, one after the other.
#[derive(Debug)]
pub struct Questions<R> {
    input: R,
    chosen: Option<Dialect>,
    seat: Seat,
}

impl<R: BufRead> Questions<R> {
    /// Reads from `input`, in the chosen dialect or else the one that the engine uses.
    pub fn new(input: R, chosen: Option<Dialect>) -> Self {
        Questions { input, chosen, seat: Seat::new(0) }
    }

    /// Returns the next question; `None` if the engine has hung up.
    pub fn next_question(&mut self) -> io::Result<Option<Result<SchoolQuestion, BadQuestion>>> {
        while let Some(line) = self.line()? {
            if let Some(seat) = exec_seat(&line) {
                self.seat = seat;
            }
            let heard = match line.split_whitespace().next() {
                Some("Anfield") => Dialect::Edu,
                Some("Plateau") => Dialect::FortyTwo,
                _ => continue,
            };
            return self.question(&line, self.chosen.unwrap_or(heard));
        }
        Ok(None)
    }

    fn question(
        &mut self,
        head: &str,
        dialect: Dialect,
    ) -> io::Result<Option<Result<SchoolQuestion, BadQuestion>>> {
        let board_size = size(head, dialect);
        let rows = match &board_size {
            Ok((_, height)) => self.board_rows(*height)?,
            Err(_) => Some(Vec::new()),
        };
        let (Some(rows), Some(piece_head)) = (rows, self.piece_head()?) else { return Ok(None) };
        let piece_size = size(&piece_head, dialect);
        let piece_rows = match &piece_size {
            Ok((_, height)) => self.lines(*height)?,
            Err(_) => Some(Vec::new()),
        };
        let Some(piece_rows) = piece_rows else { return Ok(None) };
        let seat = self.seat;
        let make = || {
            let board = board(board_size?, &rows)?;
            let piece = piece(piece_size?, &piece_rows)?;
            Ok(SchoolQuestion { seat, dialect, board, piece })
        };
        Ok(Some(make()))
    }

    /// Reads `height` rows, without the line of column numbers.
    fn board_rows(&mut self, height: usize) -> io::Result<Option<Vec<String>>> {
        let Some(first) = self.line()? else { return Ok(None) };
        let is_header = first.starts_with(' ');
        let mut rows = if is_header { Vec::new() } else { vec![first] };
        let Some(rest) = self.lines(height - rows.len())? else { return Ok(None) };
        rows.extend(rest);
        Ok(Some(rows))
    }

    fn piece_head(&mut self) -> io::Result<Option<String>> {
        while let Some(line) = self.line()? {
            if line.starts_with("Piece") {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn lines(&mut self, count: usize) -> io::Result<Option<Vec<String>>> {
        (0..count).map(|_| self.line()).collect()
    }

    /// Reads the next line without its line ending; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        let line = match bytes.as_slice() {
            [] => return Ok(None),
            [line @ .., b'\r', b'\n'] | [line @ .., b'\n'] | line => line,
        };
        Ok(Some(String::from_utf8_lossy(line).into_owned()))
    }
}

/// Returns the seat of this bot, if the line says it.
fn exec_seat(line: &str) -> Option<Seat> {
    let player = line.strip_prefix("$$$ exec p")?;
    match player.chars().next()? {
        '1' => Some(Seat::new(0)),
        '2' => Some(Seat::new(1)),
        _ => None,
    }
}

/// Parses width and height from `Anfield W H:`, `Plateau H W:`, `Piece ...`.
pub(super) fn size(head: &str, dialect: Dialect) -> Result<(usize, usize), BadQuestion> {
    let bad = || BadQuestion::Head(head.into());
    let sizes = head.trim_end().strip_suffix(':').ok_or_else(bad)?;
    let mut sizes = sizes.split_whitespace().skip(1);
    let mut next = || {
        let size = sizes.next().and_then(|word| word.parse().ok());
        size.filter(|size| (1..=MAX_SIDE).contains(size)).ok_or_else(bad)
    };
    let (first, second) = (next()?, next()?);
    if sizes.next().is_some() {
        return Err(bad());
    }
    Ok(dialect.order(first, second))
}

fn board((width, height): (usize, usize), rows: &[String]) -> Result<Board, BadQuestion> {
    let mut board = Board::empty(width, height).expect("the head's sizes have been checked");
    for (row, line) in rows.iter().enumerate() {
        set_row(&mut board, row, line)?;
    }
    Ok(board)
}

/// Writes the cells of a line into a row of the board.
pub(super) fn set_row(board: &mut Board, row: usize, line: &str) -> Result<(), BadQuestion> {
    let (cells, width) = (without_number(line), board.width());
    if cells.chars().count() != width {
        return Err(BadQuestion::Row { row, width, line: line.into() });
    }
    for (column, mark) in cells.chars().enumerate() {
        board.set_cell(column, row, cell(mark).ok_or(BadQuestion::Mark { row, mark })?);
    }
    Ok(())
}

/// Returns the cell for a letter of either dialect; the two use different letters.
pub(super) fn cell(mark: char) -> Option<CellState> {
    Dialect::ALL.into_iter().find_map(|dialect| dialect.cell(mark))
}

fn without_number(line: &str) -> &str {
    match line.split_once(' ') {
        Some((number, cells)) if number.bytes().all(|byte| byte.is_ascii_digit()) => cells.trim(),
        _ => line.trim(),
    }
}

pub(super) fn piece((width, _): (usize, usize), rows: &[String]) -> Result<Piece, BadQuestion> {
    let bad = |error| BadQuestion::Piece { width, error };
    let piece = Piece::from_rows(rows.iter().map(|row| row.trim())).map_err(bad)?;
    if piece.width() != width {
        return Err(bad(BadPiece::Ragged { row: 0, length: piece.width(), width }));
    }
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Result<SchoolQuestion, BadQuestion>> {
        let mut questions = Questions::new(text.as_bytes(), None);
        std::iter::from_fn(|| questions.next_question().expect("memory can be read")).collect()
    }

    #[track_caller]
    fn understood(text: &str, seat: usize, dialect: Dialect, board: &str, piece: &str) {
        let question = SchoolQuestion {
            seat: Seat::new(seat),
            dialect,
            board: Board::from_line(board).expect("drawn well"),
            piece: piece.parse().expect("drawn well"),
        };
        assert_eq!(read(text), [Ok(question)]);
    }

    #[test]
    fn engines_may_differ_in_what_does_not_matter() {
        let (board, piece) = ("@.a/.s$", "2x1:OO");
        let exact = "$$$ exec p2 : [x]\nAnfield 3 2:\n    012\n000 @.a\n001 .s$\nPiece 2 1:\nOO\n";
        understood(exact, 1, Dialect::Edu, board, piece);
        let crlf = exact.replace('\n', "\r\n");
        understood(&crlf, 1, Dialect::Edu, board, piece);
        let bare = "hello\n\nAnfield 3 2:\n@.a\n.s$\n\nPiece 2 1:\n#*\n";
        understood(bare, 0, Dialect::Edu, board, piece);
        let other = "Plateau 2 3:\n    012\n000 O.o\n001 .xX\nPiece 1 2:\n**";
        understood(other, 0, Dialect::FortyTwo, board, piece);
    }

    #[test]
    fn a_bad_question_is_answered_once_and_the_next_is_understood() {
        let good = "Anfield 2 1:\n    01\n000 @$\nPiece 1 2:\nO\nO\n";
        let bad = "Anfield 2 1:\n    01\n000 @?\nPiece 1 2:\nO\nO\n";
        let huge = "Anfield 9999 1:\n    01\n000 @$\nPiece 1 2:\nO\nO\n";
        let empty = "Anfield 2 1:\n    01\n000 @$\nPiece 1 2:\n.\n.\n";
        let results = read(&[good, bad, huge, empty, good].concat());
        let texts: Vec<String> = results
            .iter()
            .map(|result| result.as_ref().map_or_else(ToString::to_string, |_| "good".into()))
            .collect();
        let expected = [
            "good",
            "row 0 of the board: '?' is not a cell",
            "\"Anfield 9999 1:\" should have two numbers, 1 to 256, and a colon",
            "the piece should be 1 wide: no cell of the piece is filled",
            "good",
        ];
        assert_eq!(texts, expected);
    }

    proptest! {
        #[test]
        fn no_bytes_make_a_bot_stumble(lines in prop::collection::vec(line(), 0..30)) {
            let text = lines.concat();
            let mut questions = Questions::new(text.as_slice(), None);
            while questions.next_question().expect("memory can be read").is_some() {}
        }
    }

    /// Generates parts of questions, valid and broken, and arbitrary bytes.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            any::<Vec<u8>>(),
            "(Anfield|Plateau|Piece) [0-9]{1,2} [0-9]{1,2}:?\r?\n".prop_map(String::into_bytes),
            "[0-9]{0,3} ?[.@a$sOoXx]{0,4}\n".prop_map(String::into_bytes),
            Just(b"$$$ exec p3 : [\n".to_vec()),
        ]
    }
}
