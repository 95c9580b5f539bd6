//! What can be selected, and what comes next.

use super::{GrassMoment, pending_move::MoveKind};
use crate::screen::boards::JumpDirection;
use meeple_games::grass::{Cell, Orientation};
use meeple_view::grass::LegalMoveKind;

/// Returns the legal placements of the tile in hand: the index of the orientation, and the corner.
pub(super) fn lays(shown: &GrassMoment) -> impl Iterator<Item = (usize, Cell)> {
    shown.moves.iter().filter_map(|legal| match legal.choice {
        LegalMoveKind::Lay { orientation, corner, .. } => {
            Some((look_index(shown, orientation), corner))
        }
        _ => None,
    })
}

/// Returns the index of an orientation among those of the tile in hand.
pub(super) fn look_index(shown: &GrassMoment, orientation: Orientation) -> usize {
    let looks = shown.picture.hand.as_ref().map(|hand| hand.looks.iter());
    let mut looks = looks.into_iter().flatten();
    looks.position(|look| look.orientation == orientation).unwrap_or(0)
}

/// Returns everything that can be selected for a kind of move, each with its cells.
pub(super) fn targets(shown: &GrassMoment, step: MoveKind) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for legal in &shown.moves {
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

/// Returns the next or previous element of a sorted list, wrapping around.
pub(super) fn neighbour<T: Ord + Copy>(all: &[T], here: &T, way: JumpDirection) -> Option<T> {
    match way {
        JumpDirection::Next => all.iter().find(|&it| it > here).or(all.first()).copied(),
        JumpDirection::Previous => all.iter().rev().find(|&it| it < here).or(all.last()).copied(),
    }
}

/// Returns the squared distance of two cells.
pub(super) fn distance(a: Cell, b: Cell) -> u32 {
    u32::from(a.row.abs_diff(b.row)).pow(2) + u32::from(a.column.abs_diff(b.column)).pow(2)
}
