//! The legal moves, with what each would do.

use meeple_core::Game;
use meeple_games::filler::{Board, Filler, Move};
use serde::Serialize;

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is.
    #[serde(flatten)]
    pub choice: Choice,
}

/// What a move is, and what it would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Choice {
    /// Lays the piece.
    Place {
        /// The column of the corner of the piece's rectangle.
        column: i16,
        /// The row of that corner.
        row: i16,
        /// The cells that the piece would cover, row by row.
        cells: Vec<[u16; 2]>,
        /// The one among them that is the player's already (F4).
        overlap: [u16; 2],
    },
    /// Lays nothing more and is stuck (F5).
    Stop,
}

impl LegalMove {
    /// All of them, in the game's order.
    pub(super) fn all(position: &Filler) -> Vec<LegalMove> {
        let choice = |mv| choice(position, mv).unwrap_or(Choice::Stop);
        let moves = position.legal_moves();
        moves.map(|mv| LegalMove { mv: mv.to_string(), choice: choice(mv) }).collect()
    }
}

/// What a placement would do; nothing if the move is none.
fn choice(position: &Filler, mv: Move) -> Option<Choice> {
    let Move::Place(at) = mv else { return None };
    let (cells, overlap) = covered(position, mv)?;
    Some(Choice::Place { column: at.column, row: at.row, cells, overlap })
}

/// The cells that a legal placement covers, row by row, and the one that is the mover's already.
pub(super) fn covered(position: &Filler, mv: Move) -> Option<(Vec<[u16; 2]>, [u16; 2])> {
    let (Move::Place(at), Some(piece), Some(seat)) = (mv, position.piece(), position.seat()) else {
        return None;
    };
    let cells: Vec<[u16; 2]> =
        Board::covered(piece, at).map(|(column, row)| [column as u16, row as u16]).collect();
    let is_own = |cell: &&[u16; 2]| {
        let [column, row] = cell.map(usize::from);
        position.board().owned(seat).has(column, row)
    };
    let overlap = *cells.iter().find(is_own)?;
    Some((cells, overlap))
}
