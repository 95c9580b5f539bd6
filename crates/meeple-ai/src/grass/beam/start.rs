//! Rates starting cells (G5): near the centre, or apart from the opponents with room around, and near
//! bonuses.

use super::{beam_position::BeamPosition, evaluation::BeamEvaluation};
use meeple_core::text::format_count;
use meeple_games::grass::{Cell, CellSet};

/// Distance beyond which opponents no longer matter.
const FAR: f32 = 10.0;
/// Distance within which the first tiles can reach a bonus.
const NEAR: u8 = 4;
/// Distance within which free cells count as room to grow.
const AROUND: u8 = 8;

impl BeamEvaluation {
    /// Rates a start at this cell beyond the value of the resulting board.
    pub(super) fn start_bonus(&self, meadow: &BeamPosition, seat: usize, cell: Cell) -> f32 {
        let weights = &self.weights;
        let middle = (meadow.side as f32 - 1.0) / 2.0;
        let (down, right) = (f32::from(cell.row) - middle, f32::from(cell.column) - middle);
        let others = cells_of_others(meadow, seat);
        let apart = others.iter().map(|&other| distance(other, cell)).min();
        weights.bonus_near * bonuses_near(meadow, cell) as f32
            - weights.off_centre * (down.abs() + right.abs())
            + weights.apart * apart.map_or(FAR, |apart| f32::from(apart).min(FAR))
            + weights.room * room(meadow.side, cell, &others) as f32
    }

    /// Explains the rating in words.
    pub(super) fn start_reasons(
        &self,
        meadow: &BeamPosition,
        seat: usize,
        cell: Cell,
    ) -> Vec<String> {
        let room = (self.weights.room > 0.0).then(|| {
            let room = room(meadow.side, cell, &cells_of_others(meadow, seat));
            format!("closest to {} around it", format_count(room, "cell"))
        });
        let bonuses = match bonuses_near(meadow, cell) {
            0 => None,
            1 => Some("a bonus nearby".to_owned()),
            more => Some(format!("{more} bonuses nearby")),
        };
        room.into_iter().chain(bonuses).collect()
    }
}

fn cells_of_others(meadow: &BeamPosition, seat: usize) -> Vec<Cell> {
    meadow.other_seats(seat).flat_map(|other| meadow.cells[other].cells()).collect()
}

fn bonuses_near(meadow: &BeamPosition, cell: Cell) -> usize {
    meadow.bonuses.iter().filter(|bonus| distance(bonus.cell, cell) <= NEAR).count()
}

/// Counts the surrounding cells that are nearer to this one than to any opponent's cell.
fn room(side: usize, cell: Cell, others: &[Cell]) -> usize {
    let around = |at: &Cell| distance(*at, cell) <= AROUND;
    let is_nearer = |at: &Cell| others.iter().all(|&o| distance(*at, o) > distance(*at, cell));
    CellSet::square(side).cells().filter(around).filter(is_nearer).count()
}

fn distance(a: Cell, b: Cell) -> u8 {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_ends_at_the_edge_and_where_an_opponent_is_as_near() {
        let middle = Cell::new(10, 10);
        assert_eq!(room(20, middle, &[]), 1 + 4 * (1..=8).sum::<usize>());
        assert_eq!(room(20, Cell::new(0, 0), &[]), (1..=9).sum::<usize>());
        let left_half = (1..=17).step_by(2).sum::<usize>();
        let others = [Cell::new(10, 11), Cell::new(10, 12)]; // the column in between belongs to nobody
        assert_eq!(others.map(|other| room(20, middle, &[other])), [left_half; 2]);
        assert_eq!(room(20, middle, &others), left_half);
    }
}
