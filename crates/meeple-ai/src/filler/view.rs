//! What a bot sees, and who chooses from it.
//!
//! A bot needs no game: whoever holds a board and a piece, be it Meeple's own
//! rules or an engine on the other end of a pipe, can ask it.

use meeple_core::Seat;
use meeple_games::filler::{
    Board, Filler, Margins, Piece, Placement, Placements, find_valid_placements,
};
use rand::Rng;

/// A board, a piece, and whose it is. Boards and pieces may have any size.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The board.
    pub board: &'a Board,
    /// The piece in hand.
    pub piece: &'a Piece,
    /// Whose piece it is: seat 0 owns `@`, seat 1 owns `$`.
    pub seat: Seat,
    /// May the piece's margins hang out?
    pub margins: Margins,
}

impl<'a> View<'a> {
    /// What the seat to move sees in this position; none if no seat is to move.
    pub fn of(position: &'a Filler) -> Option<Self> {
        let (board, margins) = (position.board(), position.margins());
        Some(View { board, piece: position.piece()?, seat: position.seat()?, margins })
    }

    /// Every legal placement, row by row.
    pub fn placements(&self) -> Placements<'a> {
        find_valid_placements(self.board, self.piece, self.seat, self.margins)
    }
}

/// Someone who lays pieces.
pub trait Bot: Send {
    /// A legal placement; none if the bot finds none, and is therefore stuck.
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement>;
}
