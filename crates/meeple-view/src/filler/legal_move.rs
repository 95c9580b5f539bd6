//! The legal moves and their effects.

use meeple_core::Game;
use meeple_games::filler::{Board, Filler, Move};
use serde::Serialize;

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The kind of move, with its effects.
    #[serde(flatten)]
    pub choice: LegalMoveKind,
}

/// The kind of a move, with its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LegalMoveKind {
    /// Places the piece.
    Place {
        /// The column of the corner of the piece's rectangle.
        column: i16,
        /// The row of that corner.
        row: i16,
        /// The cells that the piece would cover, row by row.
        cells: Vec<[u16; 2]>,
        /// The one of them that the player already owns (F4).
        overlap: [u16; 2],
    },
    /// Places nothing more: the player is stuck (F5).
    Stop,
}

impl LegalMove {
    /// Returns all legal moves in the game's order.
    pub(super) fn all(position: &Filler) -> impl Iterator<Item = LegalMove> {
        let choice = move |mv| placement_kind(position, mv).unwrap_or(LegalMoveKind::Stop);
        let moves = position.legal_moves();
        moves.map(move |mv| LegalMove { mv: mv.to_string(), choice: choice(mv) })
    }
}

/// Returns the effects of a placement; `None` for another move.
fn placement_kind(position: &Filler, mv: Move) -> Option<LegalMoveKind> {
    let Move::Place(at) = mv else { return None };
    let (cells, overlap) = covered_cells(position, mv)?;
    Some(LegalMoveKind::Place { column: at.column, row: at.row, cells, overlap })
}

/// Returns the cells that a legal placement covers, row by row, and the one that the player already owns.
pub(super) fn covered_cells(position: &Filler, mv: Move) -> Option<(Vec<[u16; 2]>, [u16; 2])> {
    let (Move::Place(at), Some(piece), Some(seat)) = (mv, position.piece(), position.seat()) else {
        return None;
    };
    let cells: Vec<[u16; 2]> =
        Board::covered_cells(piece, at).map(|(column, row)| [column as u16, row as u16]).collect();
    let is_own = |cell: &&[u16; 2]| {
        let [column, row] = cell.map(usize::from);
        position.board().owned(seat).contains(column, row)
    };
    let overlap = *cells.iter().find(is_own)?;
    Some((cells, overlap))
}
