//! Moves and their notation.
//!
//! ```text
//! 2 blue 3           take the blue tiles of factory 2, put them on line 3
//! centre red floor   take the red tiles of the centre, drop them on the floor
//! wall 3 5           (grey side) the tile of line 3 goes to column 5
//! ```
//!
//! The text counts from 1, so line 3 is the line of three tiles; the types count from 0. A parsed
//! move may name a factory, a line or a cell that does not exist: legality is checked later and
//! gives a reason (A8).

use super::tile::TileColour;
use meeple_core::{ParseError, text::nearest};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The place from which tiles are taken (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A factory, from 0.
    Factory(u8),
    /// The centre of the table.
    Centre,
}

/// The place where the taken tiles go (A6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Destination {
    /// A pattern line, from 0 at the top.
    PatternLine(u8),
    /// The floor line.
    Floor,
}

/// A draft: takes all tiles of one colour from one source and puts them in one place (A5, A6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DraftAction {
    /// The place from which the tiles are taken.
    pub source: Source,
    /// The colour of the tiles.
    pub colour: TileColour,
    /// The place where the tiles go.
    pub destination: Destination,
}

/// A tiling move on the grey side: puts the tile of a full line on a cell of its row (A16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WallAction {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

/// A move: a draft or, on the grey side, tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Takes tiles from the table.
    Draft(DraftAction),
    /// Puts a tile on the wall.
    Wall(WallAction),
}

/// Formats as `factory 2` or `the centre`.
impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Factory(index) => write!(f, "factory {}", u16::from(*index) + 1),
            Source::Centre => f.write_str("the centre"),
        }
    }
}

impl Display for DraftAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            Source::Factory(index) => write!(f, "{}", u16::from(index) + 1)?,
            Source::Centre => f.write_str("centre")?,
        }
        write!(f, " {} ", self.colour)?;
        match self.destination {
            Destination::PatternLine(row) => write!(f, "{}", u16::from(row) + 1),
            Destination::Floor => f.write_str("floor"),
        }
    }
}

impl Display for WallAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wall {} {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draft(action) => action.fmt(f),
            Move::Wall(action) => action.fmt(f),
        }
    }
}

/// The forms of a move, for error messages.
const FORM: &str = "a move is SOURCE COLOUR LINE, such as 2 blue 3 or centre red floor";
const WALL_FORM: &str = "a move on the wall is wall ROW COLUMN, such as wall 3 5";

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words = split(text)?;
        if words[0].text == "wall" {
            let (row, column) = (words[1].number()?, words[2].number()?);
            return Ok(Move::Wall(WallAction { row, column }));
        }
        let source = match words[0].text {
            "centre" => Source::Centre,
            _ => Source::Factory(words[0].number_or(&["centre", "wall"])?),
        };
        let colour = TileColour::from_name(words[1].text).ok_or_else(|| {
            let names = TileColour::ALL.map(TileColour::name);
            words[1].error(format!("there is no colour {:?}", words[1].text), &names)
        })?;
        let destination = match words[2].text {
            "floor" => Destination::Floor,
            _ => Destination::PatternLine(words[2].number_or(&["floor"])?),
        };
        Ok(Move::Draft(DraftAction { source, colour, destination }))
    }
}

/// Splits a move into three words separated by single spaces.
fn split(text: &str) -> Result<[MoveText<'_>; 3], ParseError> {
    let form = if text.starts_with("wall") { WALL_FORM } else { FORM };
    let mut offset = 0;
    let mut parts = text.split(' ').map(|part| {
        let at = offset;
        offset += part.len() + 1;
        MoveText { whole: text, at, text: part }
    });
    let mut next = || {
        let part = parts.next().ok_or_else(|| ParseError::at("move", text, text.len(), form))?;
        if part.text.is_empty() { Err(part.error(form, &[])) } else { Ok(part) }
    };
    let words = [next()?, next()?, next()?];
    match parts.next() {
        Some(more) => Err(more.error(form, &[])),
        None => Ok(words),
    }
}

struct MoveText<'a> {
    whole: &'a str,
    at: usize,
    text: &'a str,
}

impl MoveText<'_> {
    /// Creates an error at this word, with a suggestion if a similar word is possible.
    fn error(&self, reason: impl Into<String>, words: &[&str]) -> ParseError {
        let guess = nearest(self.text, words.iter().copied());
        let guess = guess.map(|near| format!(" (did you mean {near:?}?)")).unwrap_or_default();
        let reason = reason.into() + &guess;
        ParseError::at("move", self.whole, self.at, reason)
    }

    /// Parses a number that counts from 1 and returns it counted from 0.
    fn number(&self) -> Result<u8, ParseError> {
        self.number_or(&[])
    }

    fn number_or(&self, words: &[&str]) -> Result<u8, ParseError> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse::<u8>().ok().filter(|&number| plain && number > 0);
        // Leading zeros are refused so that each move has only one spelling.
        let number = number.filter(|_| !self.text.starts_with('0'));
        number.map(|number| number - 1).ok_or_else(|| {
            let also = words.iter().map(|word| format!(" or {word:?}")).collect::<Vec<_>>();
            let reason = format!("expected a number from 1{}, not {:?}", also.concat(), self.text);
            self.error(reason, words)
        })
    }
}
