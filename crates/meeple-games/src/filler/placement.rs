//! Moves: placing the piece, or stopping.

use meeple_core::ParseError;
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// The column and row of the top-left corner of the piece's rectangle (F3). Either may be negative
/// when the rectangle's empty margin overhangs the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The column, from the left.
    pub column: i16,
    /// The row, from the top.
    pub row: i16,
}

/// A player's move for the piece in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places the piece there.
    Place(Placement),
    /// Places nothing; the player is stuck for the rest of the game (F5). This is the only move
    /// when the piece fits nowhere, and what a record contains when a bot answered with an illegal
    /// placement.
    Stop,
}

/// The text of [`Move::Stop`].
const STOP: &str = "stop";

/// Formats as column, comma, row: `7,2`, `-1,8`.
impl Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

impl FromStr for Placement {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((column, row)) = text.split_once(',') else {
            return Err(ParseError::at("placement", text, text.len(), "expected column,row"));
        };
        let number = |part: &str, offset: usize, name: &str| {
            let digits = part.strip_prefix('-').unwrap_or(part);
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<i16>().ok().filter(|_| plain).ok_or_else(|| {
                let reason = format!("the {name} should be a number such as 7 or -1, not {part:?}");
                ParseError::at("placement", text, offset, reason)
            })
        };
        let row = number(row, column.len() + 1, "row");
        Ok(Placement { column: number(column, 0, "column")?, row: row? })
    }
}

/// Formats as a placement or `stop`.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(placement) => placement.fmt(f),
            Move::Stop => f.write_str(STOP),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == STOP { Ok(Move::Stop) } else { text.parse().map(Move::Place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_column_comma_row() {
        assert_eq!("7,-2".parse(), Ok(Placement { column: 7, row: -2 }));
        let refused = |text: &str| text.parse::<Placement>().expect_err("bad").to_string();
        assert_eq!(refused("7 2"), "bad placement at character 4: expected column,row");
        assert_eq!(
            refused("7,+2"),
            "bad placement at character 3: the row should be a number such as 7 or -1, not \"+2\""
        );
        assert_eq!(
            refused("-,2"),
            "bad placement at character 1: the column should be a number such as 7 or -1, not \"-\""
        );
    }
}
