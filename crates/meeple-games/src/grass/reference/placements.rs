//! Legal placements, checked cell by cell.

use super::{ReferenceCell, ReferenceGrass, ReferenceShape, neighbours};
use crate::grass::{Cell, FinalTiles, Move, Orientation};

impl ReferenceGrass {
    fn shape(&self, number: usize) -> ReferenceShape {
        let lines = self.options.shapes.drawings()[number].split('/');
        lines.map(|line| line.chars().map(|cell| cell == '#').collect()).collect()
    }

    pub(super) fn oriented(&self, number: usize, orientation: Orientation) -> ReferenceShape {
        let mut shape = self.shape(number);
        if orientation.is_flipped() {
            for line in &mut shape {
                line.reverse();
            }
        }
        for _ in 0..orientation.turns() {
            let (height, width) = (shape.len(), shape[0].len());
            let turned = |row: usize| (0..height).map(|at| shape[height - 1 - at][row]).collect();
            shape = (0..width).map(turned).collect();
        }
        shape
    }

    /// Returns the distinct looks of a tile, each with the first orientation that has it.
    fn distinct_orientations(&self, number: usize) -> Vec<(Orientation, ReferenceShape)> {
        let mut looks: Vec<(Orientation, ReferenceShape)> = Vec::new();
        for orientation in Orientation::ALL {
            let shape = self.oriented(number, orientation);
            if looks.iter().all(|(_, other)| *other != shape) {
                looks.push((orientation, shape));
            }
        }
        looks
    }

    /// Returns every legal placement of this tile for the player to move under G9.
    pub fn placements(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for (orientation, shape) in self.distinct_orientations(number) {
            for row in 0..self.side {
                for column in 0..self.side {
                    if self.fits_at(&shape, (row, column), ContactRule::Needed) {
                        moves.push(Move::Place { corner: Cell::new(row, column), orientation });
                    }
                }
            }
        }
        moves
    }

    pub(super) fn fits_anywhere(&self, number: usize) -> bool {
        let side = self.side;
        self.distinct_orientations(number).iter().any(|(_, shape)| {
            (0..side).any(|row| {
                (0..side).any(|column| self.fits_at(shape, (row, column), ContactRule::Needed))
            })
        })
    }

    pub(super) fn single_placements(&self) -> Vec<Move> {
        let contact = match (self.round, self.options.final_tiles) {
            (0, _) => ContactRule::NotWithOthers,
            (_, FinalTiles::Anywhere) => ContactRule::Anything,
            (_, FinalTiles::Adjacent) => ContactRule::Needed,
        };
        let mut moves = Vec::new();
        for row in 0..self.side {
            for column in 0..self.side {
                if self.fits_at(&vec![vec![true]], (row, column), contact) {
                    let (corner, orientation) = (Cell::new(row, column), Orientation::AS_DRAWN);
                    moves.push(Move::Place { corner, orientation });
                }
            }
        }
        moves
    }

    fn fits_at(
        &self,
        shape: &ReferenceShape,
        corner: (usize, usize),
        contact: ContactRule,
    ) -> bool {
        let mut touches_own = false;
        for (row, line) in shape.iter().enumerate() {
            for (column, &is_filled) in line.iter().enumerate() {
                if !is_filled {
                    continue;
                }
                let cell = (corner.0 + row, corner.1 + column);
                if cell.0 >= self.side || cell.1 >= self.side {
                    return false;
                }
                if !matches!(
                    self.cells[cell.0][cell.1],
                    ReferenceCell::Empty | ReferenceCell::Bonus(_)
                ) {
                    return false;
                }
                for next in neighbours(cell) {
                    match self.owner(next) {
                        Some(owner) if owner == self.seat => touches_own = true,
                        Some(_) if contact != ContactRule::Anything => return false,
                        _ => {}
                    }
                }
            }
        }
        touches_own || contact != ContactRule::Needed
    }
}

/// What a placement must or must not touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContactRule {
    /// G9: must touch an own cell and no other player's.
    Needed,
    /// G5: must not touch other players' cells.
    NotWithOthers,
    /// G14: may touch anything.
    Anything,
}
