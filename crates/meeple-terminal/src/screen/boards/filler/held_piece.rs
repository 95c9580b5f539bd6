//! The piece in hand, and where the player to move holds it.
//!
//! ```text
//! corner ► .O.      the handle is the filled cell in the middle of the piece: it follows the
//!          OHO      cursor and the mouse, so part of the piece is always on the board, and
//!                   every legal placement can be reached
//! ```
//!
//! A move names the corner of the piece's rectangle, which may lie off the board (F3); the handle
//! never does, because every filled cell of a legal placement is on the board (F4).

use crate::screen::boards::JumpDirection;
use meeple_core::Game;
use meeple_games::filler::{Board, Filler, Move, Piece, PieceCell, Placement};
use meeple_view::{
    View,
    filler::{FillerView, LegalMove, LegalMoveKind},
};
use std::collections::BTreeMap;

/// A cell of the board: column and row.
pub(super) type BoardCell = (i16, i16);

/// A piece held over the board.
pub(super) struct HeldPiece {
    piece: Piece,
    size: (i16, i16),
    /// The legal placements by row and column of the handle, in reading order.
    places: BTreeMap<(i16, i16), LegalMove>,
    /// The move that stops placing pieces, if it is legal.
    pub(super) stop: Option<String>,
    /// The cell of the board under the handle.
    held_at: BoardCell,
}

impl HeldPiece {
    /// Picks up the piece to place, at the legal placement nearest to `near`; `None` if there is no
    /// piece.
    pub(super) fn new(position: &Filler, near: BoardCell) -> Option<Self> {
        let piece = position.piece()?.clone();
        let size = (position.board().width() as i16, position.board().height() as i16);
        let (mut places, mut stop) = (BTreeMap::new(), None);
        for mv in FillerView::legal_moves(position) {
            match mv.choice {
                LegalMoveKind::Place { column, row, .. } => {
                    let (column, row) = handle_at(&piece, Placement { column, row });
                    places.insert((row, column), mv);
                }
                LegalMoveKind::Stop => stop = Some(mv.mv),
            }
        }
        let mut hand = HeldPiece { piece, size, places, stop, held_at: near };
        hand.hold(near);
        hand.snap();
        Some(hand)
    }

    /// Returns the cell under the handle.
    pub(super) fn held_at(&self) -> BoardCell {
        self.held_at
    }

    /// Returns the corner of the piece's rectangle.
    pub(super) fn corner(&self) -> Placement {
        let handle = handle(&self.piece);
        Placement {
            column: self.held_at.0 - handle.column as i16,
            row: self.held_at.1 - handle.row as i16,
        }
    }

    /// Returns the first filled cell, by which people name the piece; it may lie off the board.
    pub(super) fn first_cell(&self) -> BoardCell {
        let (corner, first) = (self.corner(), self.piece.cells()[0]);
        (corner.column + first.column as i16, corner.row + first.row as i16)
    }

    /// Moves the handle to a cell, or to the nearest one on the board; returns whether it moved.
    pub(super) fn hold(&mut self, (column, row): BoardCell) -> bool {
        let (width, height) = self.size;
        let to = (column.clamp(0, width - 1), row.clamp(0, height - 1));
        std::mem::replace(&mut self.held_at, to) != to
    }

    /// Moves the handle to one of two cells that share a character: stays if it is at either,
    /// otherwise prefers a legal placement. Returns whether it moved.
    pub(super) fn hold_either(&mut self, upper: BoardCell, lower: BoardCell) -> bool {
        if self.held_at == upper || self.held_at == lower {
            return false;
        }
        let was = self.held_at;
        self.hold(lower);
        if self.placement().is_none() {
            self.hold(upper);
        }
        self.held_at != was
    }

    /// Moves to the next legal placement, wrapping around; returns whether it moved.
    pub(super) fn jump(&mut self, jump: JumpDirection) -> bool {
        let (column, row) = self.held_at;
        let (row, column) = jump.neighbour(self.places.keys().copied(), (row, column));
        self.hold((column, row))
    }

    /// Moves to the nearest legal placement, if there is one.
    fn snap(&mut self) {
        let away = |&&(row, column): &&(i16, i16)| {
            let (across, down) = (column - self.held_at.0, row - self.held_at.1);
            i32::from(across).pow(2) + i32::from(down).pow(2)
        };
        if let Some(&(row, column)) = self.places.keys().min_by_key(away) {
            self.held_at = (column, row);
        }
    }

    /// Returns the legal move that places the piece where it is held, if any.
    pub(super) fn placement(&self) -> Option<&LegalMove> {
        let (column, row) = self.held_at;
        self.places.get(&(row, column))
    }

    /// Returns whether the piece can be placed anywhere.
    pub(super) fn fits(&self) -> bool {
        !self.places.is_empty()
    }

    /// Returns the cells of the board under the piece.
    pub(super) fn cells(&self) -> impl Iterator<Item = BoardCell> {
        let (width, height) = (i32::from(self.size.0), i32::from(self.size.1));
        Board::covered_cells(&self.piece, self.corner())
            .filter(move |&(column, row)| {
                (0..width).contains(&column) && (0..height).contains(&row)
            })
            .map(|(column, row)| (column as i16, row as i16))
    }
}

/// Returns the filled cell nearest to the middle of the filled area.
fn handle(piece: &Piece) -> PieceCell {
    let (least, most) = (piece.min_cell(), piece.max_cell());
    let away = |cell: &&PieceCell| {
        // Twice the distance, so that a middle between two cells is a whole number too.
        (2 * cell.row).abs_diff(least.row + most.row)
            + (2 * cell.column).abs_diff(least.column + most.column)
    };
    piece.cells().iter().min_by_key(away).copied().unwrap_or(least)
}

/// Returns the cell under the handle of a piece with its corner at `at`.
fn handle_at(piece: &Piece, at: Placement) -> BoardCell {
    let handle = handle(piece);
    (at.column + handle.column as i16, at.row + handle.row as i16)
}

/// A suggested move.
pub(super) struct SuggestedPlacement {
    pub(super) handle: BoardCell,
    pub(super) cells: Vec<BoardCell>,
}

impl SuggestedPlacement {
    /// Returns the suggested move with this text, if it is a legal placement.
    pub(super) fn of(position: &Filler, mv: &str) -> Option<Self> {
        let (piece, Ok(mv @ Move::Place(at))) = (position.piece()?, mv.parse()) else {
            return None;
        };
        position.check_move(mv).ok()?;
        let cells = Board::covered_cells(piece, at);
        let cells = cells.map(|(column, row)| (column as i16, row as i16)).collect();
        Some(SuggestedPlacement { handle: handle_at(piece, at), cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Seat;
    use meeple_games::filler::Margins;

    fn hand(board: &str, piece: &str, near: BoardCell) -> HeldPiece {
        let board = Board::from_line(board).expect("a board");
        let piece = piece.parse().expect("a piece");
        let position = Filler::with_piece_in_hand(board, Seat::new(0), piece, Margins::Overhang);
        HeldPiece::new(&position, near).expect("a piece is in hand")
    }

    #[test]
    fn a_piece_is_held_by_the_filled_cell_in_its_middle() {
        let held = |piece: &str| {
            let PieceCell { column, row } = handle(&piece.parse().expect("a piece"));
            (column, row)
        };
        assert_eq!(held("3x2:.O./OOO"), (1, 0));
        assert_eq!(held("5x3:...../...O./..OOO"), (3, 1));
        assert_eq!(held("3x3:OOO/O.O/OOO"), (1, 0));
    }

    #[test]
    fn jumps_go_round_through_every_place_as_one_reads() {
        let mut hand = hand("...../..@../.....", "2x1:OO", (0, 0));
        assert_eq!(hand.corner().to_string(), "1,1");
        let mut seen = Vec::new();
        for jump in [
            JumpDirection::Next,
            JumpDirection::Next,
            JumpDirection::Previous,
            JumpDirection::Previous,
        ] {
            assert!(hand.jump(jump));
            seen.push(hand.corner().to_string());
        }
        assert_eq!(seen, ["2,1", "1,1", "2,1", "1,1"]);
    }

    #[test]
    fn a_place_whose_corner_hangs_out_is_held_on_the_board() {
        let mut hand = hand("@..../...../.....", "3x2:.../.OO", (0, 0));
        assert_eq!(hand.corner().to_string(), "-1,-1");
        assert_eq!(hand.placement().map(|mv| mv.mv.as_str()), Some("-1,-1"));
        assert!(!hand.hold((-5, -5)), "the handle stays on the board");
        assert!(hand.hold((9, 9)));
        assert_eq!((hand.held_at(), hand.placement()), ((4, 2), None));
    }
}
