//! Deals and their notation.
//!
//! ```text
//! bonuses E=CD,HH,PQ S=FN R=KE,Mc     the bonus squares (G2)
//! tile 17                             the next tile that becomes visible (G3)
//! ```

use super::{Board, BonusKind, BonusSquare, BonusSquares, Cell, CellSet, MAX_BONUSES, TileNumber};
use meeple_core::{KeyValues, ParseError, text::format_count};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A decision of chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// All bonus squares, sorted by cell (G2).
    Bonuses(BonusSquares),
    /// The tile for the first undecided place of the queue (G3).
    Tile(TileNumber),
}

/// G2: draws each square uniformly among the cells still available, kind by kind.
pub(super) fn sample_bonuses(board: &Board, rng: &mut (impl Rng + ?Sized)) -> BonusSquares {
    let (players, side) = (board.seats(), board.side());
    let inner = |cell: &Cell| !cell.is_on_edge(side);
    let mut left: CellSet = CellSet::square(side).cells().filter(inner).collect();
    let mut bonuses = BonusSquares::new();
    for kind in BonusKind::ALL {
        for _ in 0..kind.count(players) {
            let chosen = left.nth(rng.random_range(0..left.len()));
            let cell = chosen.expect("at most 28 x 5 of 28 x 28 cells are taken (G2)");
            let around: CellSet = [cell].into_iter().collect();
            left = left.without(&around).without(&around.neighbours());
            bonuses.push(BonusSquare { cell, kind });
        }
    }
    bonuses.sort();
    bonuses
}

/// G2: checks that the squares are off the edge and not adjacent, and counts each kind.
pub(super) fn check_bonuses(board: &Board, bonuses: &BonusSquares) -> Result<(), String> {
    let (players, side) = (board.seats(), board.side());
    for kind in BonusKind::ALL {
        let (there, due) = (count(bonuses, kind), kind.count(players));
        if there != due {
            let (there, letter) = (format_count(there, "square"), kind.letter());
            return Err(format!("{there} {letter}, but there should be {due}"));
        }
    }
    check_bonus_cells(bonuses, side)
}

/// G2: checks that the squares are off the edge and neither identical nor adjacent.
pub(super) fn check_bonus_cells(bonuses: &[BonusSquare], side: usize) -> Result<(), String> {
    for (index, bonus) in bonuses.iter().enumerate() {
        let cell = bonus.cell;
        if !cell.is_on_board(side) {
            return Err(format!("the bonus square {cell} is off the board"));
        }
        if cell.is_on_edge(side) {
            return Err(format!("the bonus square {cell} is on the edge"));
        }
        for other in bonuses[..index].iter().map(|bonus| bonus.cell) {
            if other == cell {
                return Err(format!("the bonus square {cell} is listed twice"));
            }
            if other.neighbours(side).any(|next| next == cell) {
                return Err(format!("the bonus squares {other} and {cell} are neighbours"));
            }
        }
    }
    Ok(())
}

fn count(bonuses: &[BonusSquare], kind: BonusKind) -> usize {
    bonuses.iter().filter(|bonus| bonus.kind == kind).count()
}

impl Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bonuses = match self {
            Deal::Tile(tile) => return write!(f, "tile {tile}"),
            Deal::Bonuses(bonuses) => bonuses,
        };
        write!(f, "bonuses")?;
        for kind in BonusKind::ALL {
            let cells = bonuses.iter().filter(|bonus| bonus.kind == kind);
            let cells: Vec<String> = cells.map(|bonus| bonus.cell.to_string()).collect();
            write!(f, " {}={}", kind.letter(), cells.join(","))?;
        }
        Ok(())
    }
}

impl FromStr for Deal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(number) = text.strip_prefix("tile ") {
            let number = number.parse();
            let fail = |error: ParseError| ParseError::at("deal", text, 5, error.reason);
            return Ok(Deal::Tile(number.map_err(fail)?));
        }
        let Some(rest) = text.strip_prefix("bonuses ") else {
            return Err(ParseError::at("deal", text, 0, "a deal is `bonuses ...` or `tile N`"));
        };
        let shift = |mut error: ParseError| {
            error.column += text.len() - rest.len();
            error
        };
        parse_bonuses(rest).map(Deal::Bonuses).map_err(shift)
    }
}

/// Parses `E=CD,HH S=FN R=KE`, with words and cells in any order.
fn parse_bonuses(text: &str) -> Result<BonusSquares, ParseError> {
    let mut words = KeyValues::parse("deal", text)?;
    let mut bonuses = BonusSquares::new();
    for kind in BonusKind::ALL {
        let word = words.take(kind.letter().encode_utf8(&mut [0; 4]))?;
        let mut at = 0;
        for part in word.value.split(',') {
            let cell = part
                .parse()
                .map_err(|error: ParseError| word.error_at(at + error.column - 1, error.reason))?;
            let full = |_| word.error_at(at, format!("there are at most {MAX_BONUSES} squares"));
            bonuses.try_push(BonusSquare { cell, kind }).map_err(full)?;
            at += part.len() + 1;
        }
    }
    words.finish()?;
    bonuses.sort();
    Ok(bonuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn no_deal(text: &str, message: &str) {
        assert_eq!(text.parse::<Deal>().expect_err("no deal").to_string(), message);
    }

    #[test]
    fn a_bad_deal_is_refused_where_it_goes_wrong() {
        no_deal("", "bad deal at character 1: a deal is `bonuses ...` or `tile N`");
        no_deal("tile 0", "bad deal at character 6: a tile has a number from 1 to 96, not \"0\"");
        no_deal("tile 97", "bad deal at character 6: a tile has a number from 1 to 96, not \"97\"");
        no_deal(
            "bonuses E=CD,C S=FN R=KE",
            "bad deal at character 15: the column of a cell is a letter A to Z or a to d",
        );
        no_deal("bonuses E=CD S=FN", "bad deal at character 18: R=... is missing");
    }

    #[track_caller]
    fn impossible(text: &str, reason: &str) {
        let board = Board::new(2, crate::grass::ShapeList::Show);
        let Deal::Bonuses(bonuses) = text.parse().expect("a deal") else { panic!("no bonuses") };
        assert_eq!(check_bonuses(&board, &bonuses), Err(reason.into()));
    }

    #[test]
    fn bonus_squares_are_off_the_edge_and_apart_and_of_the_right_number() {
        impossible("bonuses E=BB,BD S=DB R=DD,FF", "2 squares E, but there should be 3");
        impossible("bonuses E=BB,BD,BF S=DB,DF R=DD,FF", "2 squares S, but there should be 1");
        impossible("bonuses E=AB,BD,BF S=DB R=DD,FF", "the bonus square AB is on the edge");
        impossible("bonuses E=BB,BD,BT S=DB R=DD,FF", "the bonus square BT is on the edge");
        impossible("bonuses E=BB,BD,Ba S=DB R=DD,FF", "the bonus square Ba is off the board");
        impossible("bonuses E=BB,BD,BF S=CB R=DD,FF", "the bonus squares BB and CB are neighbours");
        impossible("bonuses E=BB,BD,BF S=BB R=DD,FF", "the bonus square BB is listed twice");
    }
}
