//! What can be selected, and what comes next.

use super::{GrassMoment, pending_move::MoveKind};
use meeple_games::grass::{Cell, Orientation};
use meeple_view::grass::LegalMoveKind;

/// Returns the legal placements of the tile in hand: its orientation and its corner.
pub(super) fn lays(shown: &GrassMoment) -> impl Iterator<Item = (Orientation, Cell)> + Clone {
    shown.moves().iter().filter_map(|legal| match legal.choice {
        LegalMoveKind::Lay { orientation, corner, .. } => Some((orientation, corner)),
        _ => None,
    })
}

/// Returns everything that can be selected for a kind of move, each with its cells.
pub(super) fn targets(shown: &GrassMoment, step: MoveKind) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for legal in shown.moves() {
        let cells = match (&legal.choice, step) {
            // Any cell of a tile identifies it.
            (LegalMoveKind::Steal { cells, .. }, MoveKind::Steal) if !all.contains(cells) => {
                cells.clone()
            }
            (LegalMoveKind::Stone { cell }, MoveKind::Stone)
            | (LegalMoveKind::Remove { cell, .. }, MoveKind::Remove) => {
                vec![*cell]
            }
            _ => continue,
        };
        all.push(cells);
    }
    all
}

/// Returns the squared distance of two cells.
pub(super) fn distance(a: Cell, b: Cell) -> u32 {
    u32::from(a.row.abs_diff(b.row)).pow(2) + u32::from(a.column.abs_diff(b.column)).pow(2)
}
