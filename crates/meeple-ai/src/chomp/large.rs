//! Play on a bar that is too large to solve: what is known without its table, else a guess.
//!
//! ```text
//! P # # #      P # # #      Whoever finds arms of equal length and the square 1,1
//! # # # #      # . . .      bites there and wins; so does whoever finds an L with
//! # # . .  ->  # . . .      unequal arms (the shapes that are known).
//! # . . .      # . . .
//! ```
//!
//! A bite into the first row or column leaves a smaller box, which may be solved
//! in an instant. All other bites leave the box as large as it was.
//!
//! A node is a bar that is looked at, and a position of a box that is solved for it.

use super::{
    ranking::positions_in_box,
    shapes::Shape,
    solver::{INSTANT_POSITIONS, Solver, bounding_box},
};
use crate::search::Budget;
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

/// A bite on a large bar where another square than the poison is left; when the budget is
/// spent, nothing more is found out, and the bite is a guess.
pub(crate) fn think(board: &Board, solver: &mut Solver, budget: &mut Budget<'_>) -> (Bite, Reason) {
    let mut knowledge = Knowledge { solver, budget };
    for bite in board.squares().filter(|&bite| may_be_known(bite)) {
        if knowledge.wins(&board.after(bite)) == Some(false) {
            return (bite, Reason::Wins);
        }
    }
    // Hand over nothing that is known to be won, if that can be avoided, and eat little.
    let others = board.squares().filter(|&bite| bite != Bite::POISON);
    let mut from_below: Vec<Bite> = others.collect();
    from_below.reverse();
    for bite in corners(board).chain(from_below) {
        if knowledge.wins(&board.after(bite)) != Some(true) {
            return (bite, Reason::Guess);
        }
    }
    (super::player::nibble(board), Reason::Lost)
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

/// Whether the player to move wins, if that is known without the table of the bar.
pub(crate) fn wins(board: &Board, solver: &mut Solver, budget: &mut Budget<'_>) -> Option<bool> {
    Knowledge { solver, budget }.wins(board)
}

struct Knowledge<'a, 'b> {
    solver: &'a mut Solver,
    budget: &'a mut Budget<'b>,
}

impl Knowledge<'_, '_> {
    /// Whether the player to move wins, if that is known or found in an instant.
    fn wins(&mut self, board: &Board) -> Option<bool> {
        if !self.budget.spend(1) {
            return None;
        }
        if let Some(shape) = Shape::of(board) {
            return Some(shape.wins());
        }
        let (width, height) = bounding_box(board);
        match positions_in_box(width, height) {
            Some(positions) if positions <= INSTANT_POSITIONS => {
                self.solver.wins_within(board, self.budget).ok()
            }
            _ => None,
        }
    }
}
