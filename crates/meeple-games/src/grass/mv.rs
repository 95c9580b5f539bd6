//! Moves and their notation.
//!
//! ```text
//! lay Bc          place the tile as drawn, with its corner at Bc
//! lay Bc fr       mirrored, then a quarter turn clockwise
//! exchange 3      spend a coupon: take the third of the next tiles (G7)
//! remove Dd       spend a coupon: remove the stone on Dd (G8)
//! discard         the tile fits nowhere, and no coupon is spent to change that (G6)
//! stone EE        place a stone (G11)
//! steal FF        steal the tile that covers FF (G12)
//! stop            buy no more 1x1 tiles (G14)
//! ```

use super::{Cell, Orientation};
use meeple_core::ParseError;
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A decision of a player. A turn consists of one or more of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Places the tile in hand: a start tile, or the drawn, stolen or bought tile.
    Place {
        /// The top left corner of the rectangle of the tile in its orientation.
        corner: Cell,
        /// The orientation of the tile.
        orientation: Orientation,
    },
    /// Spends a coupon to swap the drawn tile for one of the next tiles, counted from 1 (G7).
    Exchange(u8),
    /// Spends a coupon to remove a stone (G8).
    Remove(Cell),
    /// Discards a tile that fits nowhere (G6).
    Discard,
    /// Places a stone (G11).
    Stone(Cell),
    /// Steals the tile that covers this cell (G12).
    Steal(Cell),
    /// Stops spending coupons at the end of the game (G14).
    Stop,
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { corner, orientation: Orientation::AS_DRAWN } => write!(f, "lay {corner}"),
            Move::Place { corner, orientation } => write!(f, "lay {corner} {orientation}"),
            Move::Exchange(number) => write!(f, "exchange {number}"),
            Move::Remove(cell) => write!(f, "remove {cell}"),
            Move::Discard => write!(f, "discard"),
            Move::Stone(cell) => write!(f, "stone {cell}"),
            Move::Steal(cell) => write!(f, "steal {cell}"),
            Move::Stop => write!(f, "stop"),
        }
    }
}

const VERBS: &str = "a move is lay, exchange, remove, discard, stone, steal or stop";

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let at = (verb.len() + 1).min(text.len());
        let fail = |offset: usize, reason: &str| ParseError::at("move", text, offset, reason);
        let cell = |part: &str| {
            part.parse().map_err(|error: ParseError| fail(at + error.column - 1, &error.reason))
        };
        match verb {
            "lay" => {
                let (corner, turn) = rest.split_once(' ').unwrap_or((rest, ""));
                let corner_ends = at + corner.len();
                let orientation = turn
                    .parse()
                    .map_err(|error: ParseError| fail(corner_ends + 1, &error.reason))?;
                if rest.ends_with(' ') {
                    return Err(fail(corner_ends, "the line ends with a space"));
                }
                Ok(Move::Place { corner: cell(corner)?, orientation })
            }
            "exchange" => {
                let number = rest.parse().ok().filter(|number: &u8| {
                    *number > 0 && number.to_string() == rest // only as printed
                });
                let reason = "exchange names one of the next tiles, counted from 1 (G7)";
                number.map(Move::Exchange).ok_or_else(|| fail(at, reason))
            }
            "remove" => Ok(Move::Remove(cell(rest)?)),
            "stone" => Ok(Move::Stone(cell(rest)?)),
            "steal" => Ok(Move::Steal(cell(rest)?)),
            "discard" if text == verb => Ok(Move::Discard),
            "stop" if text == verb => Ok(Move::Stop),
            "discard" | "stop" => Err(fail(verb.len(), "nothing follows this word")),
            _ => Err(fail(0, VERBS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn no_move(text: &str, message: &str) {
        assert_eq!(text.parse::<Move>().expect_err("no move").to_string(), message);
    }

    #[test]
    fn a_bad_move_is_refused_where_it_goes_wrong() {
        no_move("", &format!("bad move at character 1: {VERBS}"));
        no_move("Bc", &format!("bad move at character 1: {VERBS}"));
        no_move("lay", "bad move at character 4: the row of a cell is a letter A to Z or a to d");
        no_move(
            "lay B",
            "bad move at character 6: the column of a cell is a letter A to Z or a to d",
        );
        no_move(
            "lay Bc rf",
            "bad move at character 8: an orientation is f or nothing, then up to three r, not \"rf\"",
        );
        no_move("lay Bc ", "bad move at character 7: the line ends with a space");
        let counted = "exchange names one of the next tiles, counted from 1 (G7)";
        no_move("exchange", &format!("bad move at character 9: {counted}"));
        for text in ["exchange 0", "exchange 03", "exchange +3", "exchange 256"] {
            no_move(text, &format!("bad move at character 10: {counted}"));
        }
        no_move("stop now", "bad move at character 5: nothing follows this word");
    }

    #[test]
    fn every_kind_of_move_is_read_back() {
        for text in [
            "lay Bc",
            "lay dd frrr",
            "exchange 5",
            "exchange 6", // parses, but is illegal
            "remove AA",
            "discard",
            "stone EE",
            "steal FF",
            "stop",
        ] {
            assert_eq!(text.parse::<Move>().expect("a move").to_string(), text);
        }
    }
}
