//! Where to begin (G5): near the centre or apart from the others, and near bonuses.

use super::{meadow::Meadow, value::Yardstick};
use meeple_games::grass::Cell;

/// Beyond this distance others do not matter more.
const FAR: f32 = 10.0;
/// Bonuses this near are within reach of the first tiles.
const NEAR: u8 = 4;

impl Yardstick {
    /// What speaks for a start at this cell besides what the board is worth then.
    pub(super) fn start(&self, meadow: &Meadow, seat: usize, cell: Cell) -> f32 {
        let weights = &self.weights;
        let middle = (meadow.side as f32 - 1.0) / 2.0;
        let (down, right) = (f32::from(cell.row) - middle, f32::from(cell.column) - middle);
        let near = meadow.bonuses.iter().filter(|bonus| distance(bonus.cell, cell) <= NEAR);
        let others = meadow.others(seat).flat_map(|other| meadow.own[other].cells());
        let apart = others.map(|other| distance(other, cell)).min();
        weights.bonus_near * near.count() as f32 - weights.off_centre * (down.abs() + right.abs())
            + weights.apart * apart.map_or(FAR, |apart| f32::from(apart).min(FAR))
    }
}

fn distance(a: Cell, b: Cell) -> u8 {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
}
