//! Where tiles may lie: answered for all corners of the board at once.
//!
//! A corner is good if every cell of the tile falls on free ground (an AND of
//! the rows of free cells, shifted once for each cell of the tile) and some
//! cell falls beside the player's own (an OR of the cells beside it, shifted
//! likewise).

use super::{Rows, Tile};
use arrayvec::ArrayVec;

/// Which rule a placement follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// G5: away from the others.
    Start,
    /// G9: away from the others and beside one's own.
    Beside,
    /// G14: wherever one wishes.
    Anywhere,
}

/// Where one player may lay tiles now.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// Cells that a tile may cover.
    free: Rows,
    /// Cells of which a tile must cover at least one.
    touching: Rows,
    /// The first row that touches, and the one after the last.
    rows: (usize, usize),
    side: usize,
}

impl Ground {
    /// Tiles cover only `free` cells of a board of this side, and one that is `touching`.
    pub fn new(side: usize, free: Rows, touching: Rows) -> Self {
        let is_met = |row: &usize| touching.row(*row) & free.row(*row) != 0;
        let first = (0..side).find(is_met).unwrap_or(side);
        let end = (first..side).rfind(is_met).map_or(first, |last| last + 1);
        Ground { free, touching, rows: (first, end), side }
    }

    /// The corners at which the tile, turned as it is, may lie.
    pub fn corners(&self, tile: Tile) -> Rows {
        let mut corners = Rows::EMPTY;
        let height = usize::from(tile.height());
        let cells: ArrayVec<(u8, u8), 16> = tile.cells().take(16).collect();
        // A tile that starts above or below these rows does not reach what it must touch.
        let first = (self.rows.0 + 1).saturating_sub(height);
        let end = self.rows.1.min((self.side + 1).saturating_sub(height));
        for row in first..end {
            let (mut fits, mut touches) = (u32::MAX, 0);
            for &(down, right) in &cells {
                let at = row + usize::from(down);
                fits &= self.free.row(at) >> right;
                touches |= self.touching.row(at) >> right;
            }
            corners.set_row(row, fits & touches);
        }
        corners
    }
}
