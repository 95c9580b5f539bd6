//! What can be aimed at, and what comes next to it.

use super::{Shown, aim::Step};
use meeple_games::grass::{Cell, Orientation};
use meeple_view::grass::Choice;

/// Which of two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To the next.
    Forward,
    /// To the one before.
    Back,
}

/// Where the tile in hand can be laid: which look, and the corner.
pub(super) fn lays(shown: &Shown) -> impl Iterator<Item = (usize, Cell)> {
    shown.moves.iter().filter_map(|legal| match legal.choice {
        Choice::Lay { orientation, corner, .. } => Some((look_index(shown, orientation), corner)),
        _ => None,
    })
}

/// Which of the looks of the tile in hand this is.
pub(super) fn look_index(shown: &Shown, orientation: Orientation) -> usize {
    let looks = shown.picture.hand.as_ref().map(|hand| hand.looks.iter());
    let mut looks = looks.into_iter().flatten();
    looks.position(|look| look.orientation == orientation).unwrap_or(0)
}

/// The things that can be chosen in a step, each with its cells.
pub(super) fn targets(shown: &Shown, step: Step) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for legal in &shown.moves {
        let cells = match (&legal.choice, step) {
            // Every cell of a tile names it.
            (Choice::Steal { cells, .. }, Step::Steal) if !all.contains(cells) => cells.clone(),
            (Choice::Stone { cell }, Step::Stone) | (Choice::Remove { cell, .. }, Step::Remove) => {
                vec![*cell]
            }
            _ => continue,
        };
        all.push(cells);
    }
    all
}

/// The one behind this in a sorted list, or before it; from an end to the other.
pub(super) fn neighbour<T: Ord + Copy>(all: &[T], here: &T, way: Way) -> Option<T> {
    match way {
        Way::Forward => all.iter().find(|&it| it > here).or(all.first()).copied(),
        Way::Back => all.iter().rev().find(|&it| it < here).or(all.last()).copied(),
    }
}

/// How far two cells are apart, squared.
pub(super) fn distance(a: Cell, b: Cell) -> u32 {
    u32::from(a.row.abs_diff(b.row)).pow(2) + u32::from(a.column.abs_diff(b.column)).pow(2)
}
