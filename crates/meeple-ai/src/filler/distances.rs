//! Distances over the whole board in time linear in its cells.
//!
//! ```text
//! ..$.      2 1 0 1      Manhattan distance to the nearest $:
//! ....      3 2 1 2      two passes, each looking at two neighbours
//! ```
//!
//! The twins in `plain` compare every cell with every enemy.

use meeple_core::Seat;
use meeple_games::filler::{BitRows, Board, opponent};
use std::collections::VecDeque;

/// A number for each cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distances {
    width: usize,
    cells: Vec<u16>,
}

/// Farther than any cell: where no way leads.
pub const UNREACHED: u16 = u16::MAX;

impl Distances {
    /// The number of a cell.
    pub fn at(&self, column: usize, row: usize) -> u16 {
        self.cells[row * self.width + column]
    }
}

/// Manhattan distance of every cell to the nearest cell of this seat's opponent;
/// columns + rows, more than any distance, where there is none.
pub fn manhattan_to_enemy(board: &Board, seat: Seat) -> Distances {
    let (width, height) = (board.width(), board.height());
    let mut cells = vec![(width + height) as u16; width * height];
    for (column, row) in board.owned(opponent(seat)).cells() {
        cells[row * width + column] = 0;
    }
    // Down and right, then up and left: the nearest enemy lies in one quadrant,
    // and the way to it turns only once.
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
    Distances { width, cells }
}

/// Steps to eight neighbours over empty cells from the nearest cell of `from`;
/// [`UNREACHED`] where no way leads. Cells of `from` are 0.
pub fn steps_from(board: &Board, from: &BitRows) -> Distances {
    let (width, height) = (board.width(), board.height());
    let mut cells = vec![UNREACHED; width * height];
    let mut queue: VecDeque<(usize, usize)> = from.cells().collect();
    for &(column, row) in &queue {
        cells[row * width + column] = 0;
    }
    let [first, second] = [0, 1].map(|seat| board.owned(Seat::new(seat)));
    let is_empty = |column, row| !first.has(column, row) && !second.has(column, row);
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
    Distances { width, cells }
}

/// The slow twins.
pub mod plain {
    use super::{Board, Distances, Seat, UNREACHED, opponent};

    /// [`super::manhattan_to_enemy`], every cell against every enemy.
    pub fn manhattan_to_enemy(board: &Board, seat: Seat) -> Distances {
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
        Distances { width, cells }
    }

    /// [`super::steps_from`] the cells of a seat: step by step, every cell that has a neighbour
    /// who was reached before.
    pub fn steps_from(board: &Board, seat: Seat) -> Distances {
        steps_by(board, seat, |_, across, down| across <= 1 && down <= 1)
    }

    /// The same, where `is_near` says whether a step, counted from 1, goes so far across and down.
    pub fn steps_by(
        board: &Board,
        seat: Seat,
        is_near: impl Fn(u16, usize, usize) -> bool,
    ) -> Distances {
        let (width, height) = (board.width(), board.height());
        let mut cells = vec![UNREACHED; width * height];
        for (column, row) in board.owned(seat).cells() {
            cells[row * width + column] = 0;
        }
        let other = board.owned(opponent(seat));
        // No way is longer than twice the cells, where every second step may lead nowhere.
        for step in 1..=2 * cells.len() as u16 {
            let before = cells.clone();
            for at in (0..cells.len()).filter(|at| !other.has(at % width, at / width)) {
                let near = |from: &usize| {
                    let (column, row) = (from % width, from / width);
                    is_near(step, column.abs_diff(at % width), row.abs_diff(at / width))
                };
                let is_reached = (0..cells.len()).filter(near).any(|near| before[near] < step);
                cells[at] = if is_reached { cells[at].min(step) } else { cells[at] };
            }
        }
        Distances { width, cells }
    }
}
