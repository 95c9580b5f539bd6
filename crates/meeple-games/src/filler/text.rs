//! A position's text.
//!
//! ```text
//! board=.@./..$ turn=0 piece=1x2:O/O stuck=none placed=0,0 margins=overhang score=cells
//! ```
//!
//! `piece` is there only while a seat has one in hand, and may be any piece, as
//! other engines hand out others than F9 deals; `stuck` is `none`, a seat, or
//! `0,1` when the game is over. `pieces=school` or `pieces=42` follows where
//! the pieces are not fair.

use super::{
    Board, Filler, Margins, Pieces, Scoring,
    options::{MARGINS, SCORE},
    pieces::PIECES,
};
use meeple_core::{ParseError, Seat, Words, text::Word};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The words of `stuck`, by which seats are.
const STUCK: [(&str, [bool; 2]); 4] =
    [("none", [false, false]), ("0", [true, false]), ("1", [false, true]), ("0,1", [true, true])];

impl Display for Filler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board={} turn={}", self.board.to_line(), self.to_move)?;
        if let Some(piece) = &self.piece {
            write!(f, " piece={piece}")?;
        }
        let stuck = STUCK.iter().find(|(_, stuck)| *stuck == self.stuck);
        let (stuck, _) = stuck.expect("all four are listed");
        let [first, second] = self.placed;
        let (margins, score) = (self.margins.word(), self.score.word());
        write!(f, " stuck={stuck} placed={first},{second} margins={margins} score={score}")?;
        match self.pieces {
            Pieces::Fair => Ok(()),
            pieces => write!(f, " pieces={}", pieces.word()),
        }
    }
}

impl FromStr for Filler {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = Words::parse("position", text)?;
        let (board_word, turn) = (words.take("board")?, words.take("turn")?);
        let (in_hand, stuck) = (words.take_if_there("piece"), words.take("stuck")?);
        let placed = placed(&words.take("placed")?)?;
        let margins = one_of(&words.take("margins")?, MARGINS)?;
        let score = one_of(&words.take("score")?, SCORE)?;
        let dealt = words.take_if_there("pieces");
        words.finish()?;
        let turn_index = one_of(&turn, &["0", "1"])?;
        let stuck = STUCK[one_of(&stuck, &STUCK.map(|(word, _)| word))?].1;
        let mut game = Filler {
            to_move: Seat::new(turn_index),
            margins: [Margins::Overhang, Margins::Inside][margins],
            score: [Scoring::Cells, Scoring::Pieces][score],
            stuck,
            placed,
            ..Filler::on(board(&board_word)?)
        };
        if stuck == [true; 2] && turn_index == 1 {
            return Err(turn.error("turn should be 0 when the game is over"));
        }
        if stuck != [true; 2] && game.is_stuck(game.to_move) {
            return Err(turn.error("the seat to move is stuck (F5)"));
        }
        if let Some(word) = in_hand {
            game.take_piece(&word)?;
        }
        if let Some(word) = dealt {
            game.take_pieces(&word)?;
        }
        Ok(game)
    }
}

impl Filler {
    /// The word is there only for pieces that are not fair, as it is printed.
    fn take_pieces(&mut self, word: &Word<'_>) -> Result<(), ParseError> {
        self.pieces = Pieces::ALL[1 + one_of(word, &PIECES[1..])?];
        self.pieces.refusal(&self.board).map_or(Ok(()), |refusal| Err(word.error(refusal)))
    }

    fn take_piece(&mut self, word: &Word<'_>) -> Result<(), ParseError> {
        let piece = word
            .value
            .parse()
            .map_err(|error: ParseError| word.error_at(error.column - 1, error.reason))?;
        if self.stuck == [true; 2] {
            return Err(word.error("a piece, but the game is over (F5)"));
        }
        self.piece = Some(piece);
        Ok(())
    }
}

fn board(word: &Word<'_>) -> Result<Board, ParseError> {
    Board::from_line(word.value).map_err(|error| {
        let above = word.value.split('/').take(error.line - 1);
        let offset = above.map(|row| row.len() + 1).sum::<usize>() + error.column - 1;
        word.error_at(offset, format!("{} (F8)", error.fault))
    })
}

fn placed(word: &Word<'_>) -> Result<[u32; 2], ParseError> {
    let bad = || word.error("placed should be two numbers such as 3,4");
    let number = |text: &str| {
        // Only as it is printed: no sign, no leading zero.
        text.parse::<u32>().ok().filter(|number| number.to_string() == text).ok_or_else(bad)
    };
    let (first, second) = word.value.split_once(',').ok_or_else(bad)?;
    Ok([number(first)?, number(second)?])
}

fn one_of(word: &Word<'_>, words: &[&str]) -> Result<usize, ParseError> {
    let found = words.iter().position(|&known| known == word.value);
    found.ok_or_else(|| word.error(format!("{} should be {}", word.key, words.join(" or "))))
}
