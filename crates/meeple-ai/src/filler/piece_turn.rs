//! A decision in Filler: a board, the piece in hand and the seat that places it.

use meeple_core::Seat;
use meeple_games::filler::{
    Board, Filler, Margins, Piece, Placement, Placements, find_valid_placements,
};

/// A board, the piece in hand and the seat that places it. Boards and pieces may have any size.
#[derive(Debug, Clone, Copy)]
pub struct PieceTurn<'a> {
    /// The board.
    pub board: &'a Board,
    /// The piece in hand.
    pub piece: &'a Piece,
    /// Seat that places the piece: seat 0 owns `@`, seat 1 owns `$`.
    pub seat: Seat,
    /// Whether the piece's empty margins may hang over the edge.
    pub margins: Margins,
}

impl<'a> PieceTurn<'a> {
    /// Returns the decision of the seat to move, or `None` if no seat is to move.
    pub fn from_position(position: &'a Filler) -> Option<Self> {
        let (board, margins) = (position.board(), position.margins());
        Some(PieceTurn { board, piece: position.piece()?, seat: position.seat()?, margins })
    }

    /// Returns every legal placement, row by row.
    pub fn placements(&self) -> Placements<'a> {
        find_valid_placements(self.board, self.piece, self.seat, self.margins)
    }

    /// Returns the empty cells that a legal placement covers.
    pub(super) fn new_cells(
        &self,
        at: Placement,
    ) -> impl Iterator<Item = (usize, usize)> + Clone + use<'a> {
        let own = self.board.owned(self.seat);
        let covered = Board::covered_cells(self.piece, at).map(|(x, y)| (x as usize, y as usize));
        covered.filter(|&(column, row)| !own.contains(column, row))
    }
}
