//! Distances over the whole board in time linear in its cells.
//!
//! ```text
//! ..$.      2 1 0 1      Manhattan distance to the nearest $:
//! ....      3 2 1 2      two passes, each looking at two neighbours
//! ```
//!
//! The reference implementations in `plain` compare every cell with every enemy cell.

use meeple_core::Seat;
use meeple_games::filler::{BitRows, Board, opponent};
use std::collections::VecDeque;

/// The distance of each cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistanceMap {
    width: usize,
    cells: Vec<u16>,
}

/// Distance of a cell that can't be reached.
pub const UNREACHED: u16 = u16::MAX;

impl DistanceMap {
    /// Returns the distance of a cell.
    pub fn distance(&self, column: usize, row: usize) -> u16 {
        self.cells[row * self.width + column]
    }
}

/// Returns the Manhattan distance of every cell to the nearest cell of this seat's opponent, or columns +
/// rows (more than any distance) if it has none.
pub fn manhattan_to_enemy(board: &Board, seat: Seat) -> DistanceMap {
    let (width, height) = (board.width(), board.height());
    let mut cells = vec![(width + height) as u16; width * height];
    for (column, row) in board.owned(opponent(seat)).cells() {
        cells[row * width + column] = 0;
    }
    // First down and right, then up and left: the nearest enemy lies in one quadrant, and the path to it
    // turns only once.
    for row in 0..height {
        for column in 0..width {
            let at = row * width + column;
            let above = if row > 0 { cells[at - width] + 1 } else { u16::MAX };
            let left = if column > 0 { cells[at - 1] + 1 } else { u16::MAX };
            cells[at] = cells[at].min(above).min(left);
        }
    }
    for row in (0..height).rev() {
        for column in (0..width).rev() {
            let at = row * width + column;
            let below = if row + 1 < height { cells[at + width] + 1 } else { u16::MAX };
            let right = if column + 1 < width { cells[at + 1] + 1 } else { u16::MAX };
            cells[at] = cells[at].min(below).min(right);
        }
    }
    DistanceMap { width, cells }
}

/// Returns the steps to eight neighbours over empty cells from the nearest cell of `from`; [`UNREACHED`] for
/// cells that can't be reached, 0 for cells of `from`.
pub fn steps_from(board: &Board, from: &BitRows) -> DistanceMap {
    let (width, height) = (board.width(), board.height());
    let mut cells = vec![UNREACHED; width * height];
    let mut queue: VecDeque<(usize, usize)> = from.cells().collect();
    for &(column, row) in &queue {
        cells[row * width + column] = 0;
    }
    let [first, second] = [0, 1].map(|seat| board.owned(Seat::new(seat)));
    let is_empty = |column, row| !first.contains(column, row) && !second.contains(column, row);
    while let Some((column, row)) = queue.pop_front() {
        let steps = cells[row * width + column] + 1;
        for near_row in row.saturating_sub(1)..=(row + 1).min(height - 1) {
            for near_column in column.saturating_sub(1)..=(column + 1).min(width - 1) {
                let at = near_row * width + near_column;
                if cells[at] == UNREACHED && is_empty(near_column, near_row) {
                    cells[at] = steps;
                    queue.push_back((near_column, near_row));
                }
            }
        }
    }
    DistanceMap { width, cells }
}

/// Reference implementations.
#[cfg(any(test, feature = "reference"))]
pub mod plain {
    use super::{Board, DistanceMap, Seat, UNREACHED, opponent};

    /// Computes [`super::manhattan_to_enemy`] by comparing every cell with every enemy cell.
    pub fn manhattan_to_enemy(board: &Board, seat: Seat) -> DistanceMap {
        let (width, height) = (board.width(), board.height());
        let enemies: Vec<(usize, usize)> = board.owned(opponent(seat)).cells().collect();
        let mut cells = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let away = |&(x, y): &(usize, usize)| column.abs_diff(x) + row.abs_diff(y);
                let nearest = enemies.iter().map(away).min();
                cells.push(nearest.unwrap_or(width + height) as u16);
            }
        }
        DistanceMap { width, cells }
    }

    /// Computes [`super::steps_from`] for the cells of a seat, step by step: every cell with a neighbour that
    /// was reached before.
    pub fn steps_from(board: &Board, seat: Seat) -> DistanceMap {
        steps_by(board, seat, |_, across, down| across <= 1 && down <= 1)
    }

    /// Does the same with custom steps: `is_near` tells whether a step (the first is 1) can go this far
    /// across and down.
    pub fn steps_by(
        board: &Board,
        seat: Seat,
        is_near: impl Fn(u16, usize, usize) -> bool,
    ) -> DistanceMap {
        let (width, height) = (board.width(), board.height());
        let mut cells = vec![UNREACHED; width * height];
        for (column, row) in board.owned(seat).cells() {
            cells[row * width + column] = 0;
        }
        let other = board.owned(opponent(seat));
        // No path is longer than twice the number of cells, since every second step may lead nowhere.
        for step in 1..=2 * cells.len() as u16 {
            let before = cells.clone();
            for at in (0..cells.len()).filter(|at| !other.contains(at % width, at / width)) {
                let near = |from: &usize| {
                    let (column, row) = (from % width, from / width);
                    is_near(step, column.abs_diff(at % width), row.abs_diff(at / width))
                };
                let is_reached = (0..cells.len()).filter(near).any(|near| before[near] < step);
                cells[at] = if is_reached { cells[at].min(step) } else { cells[at] };
            }
        }
        DistanceMap { width, cells }
    }
}
