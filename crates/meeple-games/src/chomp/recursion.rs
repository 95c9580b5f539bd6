//! The slow twins of perfect play: what it means, written straight down.

use super::{Bite, Board};
use std::collections::HashMap;

/// The first winning bite in row-major order, by the plain recursion: a bite
/// wins if it leaves the opponent none. It never bites the poison.
///
/// The oracle of the tests. It visits every line of play, so that 5x5 takes
/// seconds and 6x5 takes patience.
pub fn winning_move_by_recursion(board: &Board) -> Option<Bite> {
    let mut bites = board.squares().filter(|&bite| bite != Bite::POISON);
    bites.find(|&bite| winning_move_by_recursion(&board.after(bite)).is_none())
}

/// The same recursion, remembering each position it has met.
#[derive(Debug, Default)]
pub struct Memo {
    wins: HashMap<Vec<u8>, bool>,
}

impl Memo {
    /// The first winning bite in row-major order.
    pub fn winning_move(&mut self, board: &Board) -> Option<Bite> {
        let mut bites = board.squares().filter(|&bite| bite != Bite::POISON);
        bites.find(|&bite| !self.wins(&board.after(bite)))
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, board: &Board) -> bool {
        if let Some(&known) = self.wins.get(board.rows_left()) {
            return known;
        }
        let wins = self.winning_move(board).is_some();
        self.wins.insert(board.rows_left().to_vec(), wins);
        wins
    }

    /// How many positions it has met.
    pub fn positions(&self) -> usize {
        self.wins.len()
    }
}
