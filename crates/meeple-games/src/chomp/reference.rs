//! Reference implementations of perfect play: the definition of a winning move, written as a
//! recursion.

use super::{Board, Move};
use std::collections::HashMap;

/// Returns the first winning bite in row-major order, if any, by direct recursion: a bite wins if
/// it leaves the opponent no winning bite. Never returns the poison.
///
/// Used as the oracle in tests. It visits every line of play: 5x5 takes seconds, 6x5 much longer.
#[cfg(any(test, feature = "reference"))]
pub fn reference_winning_move(board: &Board) -> Option<Move> {
    let mut bites = board.squares().filter(|&bite| bite != Move::POISON);
    bites.find(|&bite| reference_winning_move(&board.after(bite)).is_none())
}

/// The same recursion with a table of all positions already evaluated.
#[derive(Debug, Default)]
pub struct ReferenceSolver {
    wins: HashMap<Vec<u8>, bool>,
}

impl ReferenceSolver {
    /// Returns the first winning bite in row-major order, if any.
    pub fn winning_move(&mut self, board: &Board) -> Option<Move> {
        let mut bites = board.squares().filter(|&bite| bite != Move::POISON);
        bites.find(|&bite| !self.is_win(&board.after(bite)))
    }

    /// Returns whether the player to move wins.
    pub fn is_win(&mut self, board: &Board) -> bool {
        if let Some(&known) = self.wins.get(board.rows_left()) {
            return known;
        }
        let wins = self.winning_move(board).is_some();
        self.wins.insert(board.rows_left().to_vec(), wins);
        wins
    }

    /// Returns the number of positions in the table.
    pub fn positions(&self) -> usize {
        self.wins.len()
    }
}
