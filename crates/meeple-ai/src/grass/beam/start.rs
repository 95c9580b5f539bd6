//! Where to begin (G5): near the centre, or apart from the others with room around, and near
//! bonuses.

use super::{meadow::Meadow, value::Yardstick};
use meeple_games::grass::{Cell, Rows};

/// Beyond this distance others do not matter more.
const FAR: f32 = 10.0;
/// Bonuses this near are within reach of the first tiles.
const NEAR: u8 = 4;
/// Cells this near are room to grow.
const AROUND: u8 = 8;

impl Yardstick {
    /// What speaks for a start at this cell besides what the board is worth then.
    pub(super) fn start(&self, meadow: &Meadow, seat: usize, cell: Cell) -> f32 {
        let weights = &self.weights;
        let middle = (meadow.side as f32 - 1.0) / 2.0;
        let (down, right) = (f32::from(cell.row) - middle, f32::from(cell.column) - middle);
        let near = meadow.bonuses.iter().filter(|bonus| distance(bonus.cell, cell) <= NEAR);
        let others = meadow.others(seat).flat_map(|other| meadow.own[other].cells());
        let others: Vec<Cell> = others.collect();
        let apart = others.iter().map(|&other| distance(other, cell)).min();
        weights.bonus_near * near.count() as f32 - weights.off_centre * (down.abs() + right.abs())
            + weights.apart * apart.map_or(FAR, |apart| f32::from(apart).min(FAR))
            + weights.room * room(meadow.side, cell, &others) as f32
    }
}

/// How many of the cells around are nearer to this one than to all others.
fn room(side: usize, cell: Cell, others: &[Cell]) -> usize {
    let around = |at: &Cell| distance(*at, cell) <= AROUND;
    let is_nearer = |at: &Cell| others.iter().all(|&o| distance(*at, o) > distance(*at, cell));
    Rows::square(side).cells().filter(around).filter(is_nearer).count()
}

fn distance(a: Cell, b: Cell) -> u8 {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_ends_at_the_edge_and_where_another_is_as_near() {
        let middle = Cell::new(10, 10);
        assert_eq!(room(20, middle, &[]), 1 + 4 * (1..=8).sum::<usize>());
        assert_eq!(room(20, Cell::new(0, 0), &[]), (1..=9).sum::<usize>());
        let left_half = (1..=17).step_by(2).sum::<usize>();
        let others = [Cell::new(10, 11), Cell::new(10, 12)]; // the column between is nobody's
        assert_eq!(others.map(|other| room(20, middle, &[other])), [left_half; 2]);
        assert_eq!(room(20, middle, &others), left_half);
    }
}
