//! Where a tile may lie, tried cell by cell.

use super::{Drawing, Ground, PlainGrass, neighbours};
use crate::grass::{Cell, FinalTiles, Move, Orientation};

impl PlainGrass {
    fn drawing(&self, number: usize) -> Drawing {
        let lines = self.options.shapes.drawings()[number].split('/');
        lines.map(|line| line.chars().map(|cell| cell == '#').collect()).collect()
    }

    pub(super) fn turned(&self, number: usize, orientation: Orientation) -> Drawing {
        let mut drawing = self.drawing(number);
        if orientation.is_flipped() {
            for line in &mut drawing {
                line.reverse();
            }
        }
        for _ in 0..orientation.turns() {
            let (height, width) = (drawing.len(), drawing[0].len());
            let turned = |row: usize| (0..height).map(|at| drawing[height - 1 - at][row]).collect();
            drawing = (0..width).map(turned).collect();
        }
        drawing
    }

    /// The looks of a tile, each with the first orientation that gives it.
    fn looks(&self, number: usize) -> Vec<(Orientation, Drawing)> {
        let mut looks: Vec<(Orientation, Drawing)> = Vec::new();
        for orientation in Orientation::ALL {
            let drawing = self.turned(number, orientation);
            if looks.iter().all(|(_, other)| *other != drawing) {
                looks.push((orientation, drawing));
            }
        }
        looks
    }

    /// Every way in which the player to move may lay this tile under G9.
    pub fn placements(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for (orientation, drawing) in self.looks(number) {
            for row in 0..self.side {
                for column in 0..self.side {
                    if self.may_lie(&drawing, (row, column), Contact::Needed) {
                        moves.push(Move::Lay { corner: Cell::new(row, column), orientation });
                    }
                }
            }
        }
        moves
    }

    pub(super) fn fits_anywhere(&self, number: usize) -> bool {
        let side = self.side;
        self.looks(number).iter().any(|(_, drawing)| {
            (0..side).any(|row| {
                (0..side).any(|column| self.may_lie(drawing, (row, column), Contact::Needed))
            })
        })
    }

    pub(super) fn single_placements(&self) -> Vec<Move> {
        let contact = match (self.round, self.options.final_tiles) {
            (0, _) => Contact::NotWithOthers,
            (_, FinalTiles::Anywhere) => Contact::Whatever,
            (_, FinalTiles::Adjacent) => Contact::Needed,
        };
        let mut moves = Vec::new();
        for row in 0..self.side {
            for column in 0..self.side {
                if self.may_lie(&vec![vec![true]], (row, column), contact) {
                    let (corner, orientation) = (Cell::new(row, column), Orientation::AS_DRAWN);
                    moves.push(Move::Lay { corner, orientation });
                }
            }
        }
        moves
    }

    fn may_lie(&self, drawing: &Drawing, corner: (usize, usize), contact: Contact) -> bool {
        let mut touches_own = false;
        for (row, line) in drawing.iter().enumerate() {
            for (column, &is_filled) in line.iter().enumerate() {
                if !is_filled {
                    continue;
                }
                let cell = (corner.0 + row, corner.1 + column);
                if cell.0 >= self.side || cell.1 >= self.side {
                    return false;
                }
                if !matches!(self.cells[cell.0][cell.1], Ground::Empty | Ground::Bonus(_)) {
                    return false;
                }
                for next in neighbours(cell) {
                    match self.owner(next) {
                        Some(owner) if owner == self.seat => touches_own = true,
                        Some(_) if contact != Contact::Whatever => return false,
                        _ => {}
                    }
                }
            }
        }
        touches_own || contact != Contact::Needed
    }
}

/// What a placement must or must not touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contact {
    /// G9: one's own, and nobody else's.
    Needed,
    /// G5: nobody else's.
    NotWithOthers,
    /// G14: it does not matter.
    Whatever,
}
