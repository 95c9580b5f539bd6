//! Moves, and how they are spelled.
//!
//! ```text
//! 2 blue 3           take the blue tiles of factory 2, put them on line 3
//! centre red floor   take the red tiles of the centre, drop them on the floor
//! wall 3 5           (grey side) the tile of line 3 goes to column 5
//! ```
//!
//! Text counts from 1, so that line 3 is the line of three tiles; the types
//! count from 0 like everything in this library. A move may name a factory, a
//! line or a cell that does not exist: whether it is legal is asked later, and
//! answered with a reason (A8).

use super::tile::TileColor;
use meeple_core::{ParseError, text::nearest};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// Where tiles are taken from (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A factory, counted from 0.
    Factory(u8),
    /// The centre of the table.
    Center,
}

/// Where the taken tiles go (A6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Destination {
    /// A pattern line, counted from 0 at the top.
    PatternLine(u8),
    /// The floor line.
    Floor,
}

/// Takes all tiles of one colour from one source and puts them in one place (A5, A6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DraftAction {
    /// Where from.
    pub source: Source,
    /// Which colour.
    pub color: TileColor,
    /// Where to.
    pub destination: Destination,
}

/// On the grey side, puts the tile of a full line on a cell of its row (A16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WallAction {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

/// A move: drafting, or on the grey side also tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AzulMove {
    /// Takes tiles from the table.
    Draft(DraftAction),
    /// Puts a tile on the wall.
    Wall(WallAction),
}

/// `factory 2`, `the centre`.
impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Factory(index) => write!(f, "factory {}", u16::from(*index) + 1),
            Source::Center => f.write_str("the centre"),
        }
    }
}

impl Display for DraftAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            Source::Factory(index) => write!(f, "{}", u16::from(index) + 1)?,
            Source::Center => f.write_str("centre")?,
        }
        write!(f, " {} ", self.color)?;
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

impl Display for AzulMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AzulMove::Draft(action) => action.fmt(f),
            AzulMove::Wall(action) => action.fmt(f),
        }
    }
}

/// How a move is written, for errors.
const FORM: &str = "a move is SOURCE COLOUR LINE, such as 2 blue 3 or centre red floor";
const WALL_FORM: &str = "a move on the wall is wall ROW COLUMN, such as wall 3 5";

impl FromStr for AzulMove {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words = split(text)?;
        if words[0].text == "wall" {
            let (row, column) = (words[1].number()?, words[2].number()?);
            return Ok(AzulMove::Wall(WallAction { row, column }));
        }
        let source = match words[0].text {
            "centre" => Source::Center,
            _ => Source::Factory(words[0].number_or(&["centre", "wall"])?),
        };
        let color = TileColor::from_name(words[1].text).ok_or_else(|| {
            let names = TileColor::ALL.map(TileColor::name);
            words[1].error(format!("there is no colour {:?}", words[1].text), &names)
        })?;
        let destination = match words[2].text {
            "floor" => Destination::Floor,
            _ => Destination::PatternLine(words[2].number_or(&["floor"])?),
        };
        Ok(AzulMove::Draft(DraftAction { source, color, destination }))
    }
}

/// The three words of a move, separated by single spaces.
fn split(text: &str) -> Result<[Part<'_>; 3], ParseError> {
    let form = if text.starts_with("wall") { WALL_FORM } else { FORM };
    let mut offset = 0;
    let mut parts = text.split(' ').map(|part| {
        let at = offset;
        offset += part.len() + 1;
        Part { whole: text, at, text: part }
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

struct Part<'a> {
    whole: &'a str,
    at: usize,
    text: &'a str,
}

impl Part<'_> {
    /// An error here, with the word that may have been meant.
    fn error(&self, reason: impl Into<String>, words: &[&str]) -> ParseError {
        let guess = nearest(self.text, words.iter().copied());
        let guess = guess.map(|near| format!(" (did you mean {near:?}?)")).unwrap_or_default();
        let reason = reason.into() + &guess;
        ParseError::at("move", self.whole, self.at, reason)
    }

    /// A number counted from 1, as one counted from 0.
    fn number(&self) -> Result<u8, ParseError> {
        self.number_or(&[])
    }

    fn number_or(&self, words: &[&str]) -> Result<u8, ParseError> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse::<u8>().ok().filter(|&number| plain && number > 0);
        // One spelling a move: a leading 0 would be a second one.
        let number = number.filter(|_| !self.text.starts_with('0'));
        number.map(|number| number - 1).ok_or_else(|| {
            let also = words.iter().map(|word| format!(" or {word:?}")).collect::<Vec<_>>();
            let reason = format!("expected a number from 1{}, not {:?}", also.concat(), self.text);
            self.error(reason, words)
        })
    }
}
