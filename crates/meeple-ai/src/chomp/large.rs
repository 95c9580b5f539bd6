//! Play on a bar that is too large to solve: what is known without its table, else a guess.
//!
//! ```text
//! P # # #      P # # #      An L with equal arms is lost: whatever is bitten off
//! # # # #      # . . .      one arm is bitten off the other. So whoever finds arms
//! # # . .  ->  # . . .      of equal length and the square 1,1 bites there and wins,
//! # . . .      # . . .      and so does whoever finds an L with unequal arms.
//! ```
//!
//! A bite into the first row or column leaves a smaller box, which may be solved
//! in an instant. All other bites leave the box as large as it was.

use super::{
    ranking::positions_in_box,
    solver::{INSTANT_POSITIONS, Solver, bounding_box},
    tablebase::SolveError,
};
use meeple_core::Limits;
use meeple_games::chomp::{Bite, Board};

/// Why a bite was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It certainly wins.
    Wins,
    /// Every bite certainly loses.
    Lost,
    /// Nobody knows.
    Guess,
}

/// A bite on a large bar where another square than the poison is left.
pub(crate) fn think(
    board: &Board,
    solver: &mut Solver,
    limits: &Limits,
) -> Result<(Bite, Reason), SolveError> {
    let mut knowledge = Knowledge { solver, limits };
    for bite in board.squares().filter(|&bite| may_be_known(bite)) {
        if knowledge.wins(&board.after(bite))? == Some(false) {
            return Ok((bite, Reason::Wins));
        }
    }
    // Hand over nothing that is known to be won, if that can be avoided, and eat little.
    let others = board.squares().filter(|&bite| bite != Bite::POISON);
    let mut from_below: Vec<Bite> = others.collect();
    from_below.reverse();
    for bite in corners(board).chain(from_below) {
        if knowledge.wins(&board.after(bite))? != Some(true) {
            return Ok((bite, Reason::Guess));
        }
    }
    Ok((super::player::nibble(board), Reason::Lost))
}

/// Bites that leave a smaller box, or an L. (Where the arms are equal, every
/// bite leaves something known, but there 1,1 wins at once or all is lost.)
fn may_be_known(bite: Bite) -> bool {
    bite != Bite::POISON
        && (bite.row == 0 || bite.column == 0 || bite == Bite { row: 1, column: 1 })
}

/// The bites that eat a single square, from the lowest row up.
fn corners(board: &Board) -> impl Iterator<Item = Bite> {
    let rows = board.rows_left();
    let below = |row: usize| rows.get(row + 1).copied().unwrap_or(0);
    let is_corner = move |&row: &usize| rows[row] > below(row);
    let corners = (0..rows.len()).rev().filter(is_corner);
    corners.map(|row| Bite { row: row as u8, column: rows[row] - 1 })
}

struct Knowledge<'a> {
    solver: &'a mut Solver,
    limits: &'a Limits,
}

impl Knowledge<'_> {
    /// Whether the player to move wins, if that is known or found in an instant.
    fn wins(&mut self, board: &Board) -> Result<Option<bool>, SolveError> {
        let (width, height) = bounding_box(board);
        if !board.has(Bite { row: 1, column: 1 }) {
            return Ok(Some(width != height));
        }
        if width == height {
            return Ok(Some(true));
        }
        match positions_in_box(width, height) {
            Some(positions) if positions <= INSTANT_POSITIONS => {
                self.solver.wins(board, self.limits).map(Some)
            }
            _ => Ok(None),
        }
    }
}
