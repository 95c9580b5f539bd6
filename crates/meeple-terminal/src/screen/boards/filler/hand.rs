//! The piece in the hand of the person to move, and where it is held.
//!
//! ```text
//! corner ► .O.      the handle is the filled cell in the middle of the piece: it follows the
//!          OHO      cursor and the mouse, so some of the piece always lies on the board, and
//!                   every place where the piece may lie can be reached
//! ```
//!
//! A move names the corner of the piece's rectangle, which may hang out of the board (F3); the
//! handle never does, for every filled cell of a legal placement is on the board (F4).

use meeple_core::Game;
use meeple_games::filler::{Board, Filler, Move, Piece, PieceCell, Placement};
use meeple_view::{
    View,
    filler::{Choice, FillerView, LegalMove},
};
use std::collections::BTreeMap;

/// A cell of the board: column and row.
pub(super) type Cell = (i16, i16);

/// Which of the places where the piece fits is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Jump {
    /// The next one, as one reads.
    Next,
    /// The one before.
    Previous,
}

/// A piece that is held over the board.
pub(super) struct Hand {
    piece: Piece,
    size: (i16, i16),
    /// The legal placements by the row and the column of their corners: as one reads.
    places: BTreeMap<(i16, i16), LegalMove>,
    stop: Option<String>,
    /// The cell of the board under the handle.
    held_at: Cell,
}

impl Hand {
    /// The piece that is to be laid, held where it fits nearest to a cell.
    pub(super) fn new(position: &Filler, near: Cell) -> Option<Self> {
        let piece = position.piece()?.clone();
        let size = (position.board().width() as i16, position.board().height() as i16);
        let (mut places, mut stop) = (BTreeMap::new(), None);
        for mv in FillerView::legal_moves(position) {
            match mv.choice {
                Choice::Place { column, row, .. } => drop(places.insert((row, column), mv)),
                Choice::Stop => stop = Some(mv.mv),
            }
        }
        let mut hand = Hand { piece, size, places, stop, held_at: near };
        hand.hold(near);
        hand.snap();
        Some(hand)
    }

    /// Where the handle is.
    pub(super) fn held_at(&self) -> Cell {
        self.held_at
    }

    /// The corner of the piece's rectangle.
    pub(super) fn corner(&self) -> Placement {
        let handle = handle(&self.piece);
        Placement {
            column: self.held_at.0 - handle.column as i16,
            row: self.held_at.1 - handle.row as i16,
        }
    }

    /// Holds the piece so that its handle lies there, or as near to there as the board reaches.
    /// Whether it is elsewhere now.
    pub(super) fn hold(&mut self, (column, row): Cell) -> bool {
        let (width, height) = self.size;
        let to = (column.clamp(0, width - 1), row.clamp(0, height - 1));
        std::mem::replace(&mut self.held_at, to) != to
    }

    /// Two cells that cannot be told apart are pointed at: the one that the piece is at already,
    /// or else the one where it fits.
    pub(super) fn hold_either(&mut self, upper: Cell, lower: Cell) -> bool {
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

    /// Goes to the next place where the piece fits. Whether there is another one.
    pub(super) fn jump(&mut self, jump: Jump) -> bool {
        let Placement { column, row } = self.corner();
        let here = (row, column);
        let to = match jump {
            Jump::Next => {
                let behind = (here.0, here.1.saturating_add(1));
                self.places.range(behind..).next().or_else(|| self.places.iter().next())
            }
            Jump::Previous => {
                self.places.range(..here).next_back().or_else(|| self.places.iter().next_back())
            }
        };
        let Some((&corner, _)) = to else { return false };
        let cell = self.handle_of(corner);
        self.hold(cell)
    }

    /// Goes to the nearest place where the piece fits.
    fn snap(&mut self) {
        let (column, row) = self.held_at;
        let away = |&corner: &(i16, i16)| {
            let at = self.handle_of(corner);
            let (across, down) = (i32::from(at.0 - column), i32::from(at.1 - row));
            across * across + down * down
        };
        if let Some(&corner) = self.places.keys().min_by_key(|corner| away(corner)) {
            self.held_at = self.handle_of(corner);
        }
    }

    fn handle_of(&self, (row, column): (i16, i16)) -> Cell {
        let handle = handle(&self.piece);
        (column + handle.column as i16, row + handle.row as i16)
    }

    /// The legal move that lays the piece where it is held, if there is one.
    pub(super) fn placement(&self) -> Option<&LegalMove> {
        let Placement { column, row } = self.corner();
        self.places.get(&(row, column))
    }

    /// The move that lays nothing more.
    pub(super) fn stop(&self) -> Option<&str> {
        self.stop.as_deref()
    }

    /// Whether it can be laid anywhere.
    pub(super) fn fits(&self) -> bool {
        !self.places.is_empty()
    }

    /// The cells under the piece, as far as they are on the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let (width, height) = (i32::from(self.size.0), i32::from(self.size.1));
        Board::covered(&self.piece, self.corner())
            .filter(move |&(column, row)| {
                (0..width).contains(&column) && (0..height).contains(&row)
            })
            .map(|(column, row)| (column as i16, row as i16))
    }
}

/// The filled cell nearest to the middle of what is filled.
fn handle(piece: &Piece) -> PieceCell {
    let (least, most) = (piece.least(), piece.most());
    let away = |cell: &&PieceCell| {
        // Twice the distance, so that a middle between two cells is a whole number too.
        (2 * cell.row).abs_diff(least.row + most.row)
            + (2 * cell.column).abs_diff(least.column + most.column)
    };
    piece.cells().iter().min_by_key(away).copied().unwrap_or(least)
}

/// A move of the position that somebody recommends: its handle, and every cell it covers.
pub(super) fn recommended(position: &Filler, mv: &str) -> Option<(Cell, Vec<Cell>)> {
    let (piece, Ok(mv @ Move::Place(at))) = (position.piece()?, mv.parse()) else { return None };
    position.explain(mv).ok()?;
    let cells = Board::covered(piece, at).map(|(column, row)| (column as i16, row as i16));
    let handle = handle(piece);
    Some(((at.column + handle.column as i16, at.row + handle.row as i16), cells.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Seat;
    use meeple_games::filler::Margins;

    fn hand(board: &str, piece: &str, near: Cell) -> Hand {
        let board = Board::from_line(board).expect("a board");
        let piece = piece.parse().expect("a piece");
        let position = Filler::asked(board, Seat::new(0), piece, Margins::Overhang);
        Hand::new(&position, near).expect("a piece is in hand")
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
        for jump in [Jump::Next, Jump::Next, Jump::Previous, Jump::Previous] {
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
