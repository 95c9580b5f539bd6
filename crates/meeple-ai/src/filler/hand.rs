//! What there is to decide: a board, a piece in hand, and whose it is.

use meeple_core::Seat;
use meeple_games::filler::{
    Board, Filler, Margins, Piece, Placement, Placements, find_valid_placements,
};

/// A board, a piece in hand, and whose it is. Boards and pieces may have any size.
#[derive(Debug, Clone, Copy)]
pub struct Hand<'a> {
    /// The board.
    pub board: &'a Board,
    /// The piece in hand.
    pub piece: &'a Piece,
    /// Whose piece it is: seat 0 owns `@`, seat 1 owns `$`.
    pub seat: Seat,
    /// May the piece's margins hang out?
    pub margins: Margins,
}

impl<'a> Hand<'a> {
    /// The hand of the seat to move in this position; none if no seat is to move.
    pub fn of(position: &'a Filler) -> Option<Self> {
        let (board, margins) = (position.board(), position.margins());
        Some(Hand { board, piece: position.piece()?, seat: position.seat()?, margins })
    }

    /// Every legal placement, row by row.
    pub fn placements(&self) -> Placements<'a> {
        find_valid_placements(self.board, self.piece, self.seat, self.margins)
    }

    /// The empty cells that a legal placement covers.
    pub(super) fn new_cells(
        &self,
        at: Placement,
    ) -> impl Iterator<Item = (usize, usize)> + Clone + use<'a> {
        let own = self.board.owned(self.seat);
        let covered = Board::covered(self.piece, at).map(|(x, y)| (x as usize, y as usize));
        covered.filter(|&(column, row)| !own.has(column, row))
    }
}
