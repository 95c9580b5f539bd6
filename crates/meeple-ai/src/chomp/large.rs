//! Plays on bars that are too large to solve: by known shapes and small boxes, otherwise by a guess.
//!
//! ```text
//! P # # #      P # # #      If both arms have equal length and the square 1,1 is left,
//! # # # #      # . . .      biting there wins. An L with unequal arms is won as well
//! # # . .  ->  # . . .      (see `shapes`).
//! # . . .      # . . .
//! ```
//!
//! A bite into the first row or column leaves a smaller box, which may be quick to solve. All other
//! bites leave the box as large as it was.
//!
//! A node is one examined bar or one position of a box that is solved for it.

use super::{
    ranking::positions_in_box,
    shapes::Shape,
    solver::{ChompSolver, INSTANT_POSITIONS, bounding_box},
};
use crate::search::Budget;
use meeple_games::chomp::{Board, Move};

/// The reason for choosing a bite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BiteReason {
    /// The bite is known to win.
    Wins,
    /// Every bite is known to lose.
    Lost,
    /// The result is unknown.
    Guess,
}

/// Chooses a bite on a large bar with more squares than the poison. Once the budget is spent, every
/// other position counts as unknown, and the bite is a guess.
pub(crate) fn think(
    board: &Board,
    solver: &mut ChompSolver,
    budget: &mut Budget<'_>,
) -> (Move, BiteReason) {
    let mut knowledge = Knowledge { solver, budget };
    for bite in board.squares().filter(|&bite| may_be_known(bite)) {
        if knowledge.wins(&board.after(bite)) == Some(false) {
            return (bite, BiteReason::Wins);
        }
    }
    // Avoid positions that the opponent is known to win, and eat few squares.
    let others = board.squares().filter(|&bite| bite != Move::POISON);
    let mut from_below: Vec<Move> = others.collect();
    from_below.reverse();
    for bite in corners(board).chain(from_below) {
        if knowledge.wins(&board.after(bite)) != Some(true) {
            return (bite, BiteReason::Guess);
        }
    }
    (super::player::nibble(board), BiteReason::Lost)
}

/// Returns whether a bite leaves a smaller box or an L. (With equal arms every bite leaves a known
/// shape, but then 1,1 wins at once or every bite loses.)
fn may_be_known(bite: Move) -> bool {
    bite != Move::POISON
        && (bite.row == 0 || bite.column == 0 || bite == Move { row: 1, column: 1 })
}

/// Iterates over the bites that eat a single square, from the lowest row up.
fn corners(board: &Board) -> impl Iterator<Item = Move> {
    let rows = board.rows_left();
    let below = |row: usize| rows.get(row + 1).copied().unwrap_or(0);
    let is_corner = move |&row: &usize| rows[row] > below(row);
    let corners = (0..rows.len()).rev().filter(is_corner);
    corners.map(|row| Move { row: row as u8, column: rows[row] - 1 })
}

/// Returns whether the player to move wins, if that is known without a table of the whole bar.
pub(crate) fn wins(
    board: &Board,
    solver: &mut ChompSolver,
    budget: &mut Budget<'_>,
) -> Option<bool> {
    Knowledge { solver, budget }.wins(board)
}

struct Knowledge<'a, 'b> {
    solver: &'a mut ChompSolver,
    budget: &'a mut Budget<'b>,
}

impl Knowledge<'_, '_> {
    /// Returns whether the player to move wins, if that is known or quick to solve.
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
