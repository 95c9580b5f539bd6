//! The text form of a position.
//!
//! ```text
//! board=.@./..$ turn=0 piece=1x2:O/O stuck=none placed=0,0 margins=overhang score=cells
//! ```
//!
//! `piece` is only present while a seat has one in hand. It may be any piece, because other engines
//! deal pieces that F9 never deals. `stuck` is `none`, a seat, or `0,1` when the game is over.
//! `pieces=school` or `pieces=42` follows when the pieces are not fair.

use super::{
    Board, Filler, Margins, PieceSource, Scoring,
    options::{MARGIN_NAMES, SCORING_NAMES},
    piece_source::PIECE_SOURCE_NAMES,
};
use meeple_core::{KeyValues, ParseError, Seat, text::KeyValue};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The spellings of `stuck` and the seats they stand for.
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
        let (margins, score) = (self.margins.name(), self.score.name());
        write!(f, " stuck={stuck} placed={first},{second} margins={margins} score={score}")?;
        match self.pieces {
            PieceSource::Fair => Ok(()),
            pieces => write!(f, " pieces={}", pieces.name()),
        }
    }
}

impl FromStr for Filler {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = KeyValues::parse("position", text)?;
        let (board_word, turn) = (words.take("board")?, words.take("turn")?);
        let (in_hand, stuck) = (words.take_optional("piece"), words.take("stuck")?);
        let placed = parse_placed(&words.take("placed")?)?;
        let margins = parse_one_of(&words.take("margins")?, MARGIN_NAMES)?;
        let score = parse_one_of(&words.take("score")?, SCORING_NAMES)?;
        let dealt = words.take_optional("pieces");
        words.finish()?;
        let turn_index = parse_one_of(&turn, &["0", "1"])?;
        let stuck = STUCK[parse_one_of(&stuck, &STUCK.map(|(word, _)| word))?].1;
        let mut game = Filler {
            to_move: Seat::new(turn_index),
            margins: [Margins::Overhang, Margins::Inside][margins],
            score: [Scoring::Cells, Scoring::Pieces][score],
            stuck,
            placed,
            ..Filler::from_board(parse_board(&board_word)?)
        };
        if stuck == [true; 2] && turn_index == 1 {
            return Err(turn.error("turn should be 0 when the game is over"));
        }
        if stuck != [true; 2] && game.is_stuck(game.to_move) {
            return Err(turn.error("the seat to move is stuck (F5)"));
        }
        if let Some(word) = in_hand {
            game.parse_piece(&word)?;
        }
        if let Some(word) = dealt {
            game.parse_piece_source(&word)?;
        }
        Ok(game)
    }
}

impl Filler {
    /// Parses `pieces`, which is only printed, and only accepted, for pieces that are not fair.
    fn parse_piece_source(&mut self, word: &KeyValue<'_>) -> Result<(), ParseError> {
        self.pieces = PieceSource::ALL[1 + parse_one_of(word, &PIECE_SOURCE_NAMES[1..])?];
        self.pieces
            .unavailable_reason(&self.board)
            .map_or(Ok(()), |refusal| Err(word.error(refusal)))
    }

    fn parse_piece(&mut self, word: &KeyValue<'_>) -> Result<(), ParseError> {
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

fn parse_board(word: &KeyValue<'_>) -> Result<Board, ParseError> {
    Board::from_line(word.value).map_err(|error| {
        let above = word.value.split('/').take(error.line - 1);
        let offset = above.map(|row| row.len() + 1).sum::<usize>() + error.column - 1;
        word.error_at(offset, format!("{} (F8)", error.fault))
    })
}

fn parse_placed(word: &KeyValue<'_>) -> Result<[u32; 2], ParseError> {
    let bad = || word.error("placed should be two numbers such as 3,4");
    let number = |text: &str| {
        // Accept only the printed form: no sign, no leading zero.
        text.parse::<u32>().ok().filter(|number| number.to_string() == text).ok_or_else(bad)
    };
    let (first, second) = word.value.split_once(',').ok_or_else(bad)?;
    Ok([number(first)?, number(second)?])
}

fn parse_one_of(word: &KeyValue<'_>, words: &[&str]) -> Result<usize, ParseError> {
    let found = words.iter().position(|&known| known == word.value);
    found.ok_or_else(|| word.error(format!("{} should be {}", word.key, words.join(" or "))))
}
