//! Where tiles may lie: answered for all corners of the board at once.
//!
//! A corner is good if every cell of the tile falls on free ground (an AND of
//! the free cells, shifted once for each cell of the tile) and some cell falls
//! beside the player's own (an OR of the cells beside it, shifted likewise).

use super::{Rows, Tile};

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
    pub(super) free: Rows,
    /// Cells of which a tile must cover at least one.
    pub(super) touching: Rows,
}

impl Ground {
    /// The corners at which the tile, turned as it is, may lie.
    pub fn corners(&self, tile: Tile) -> Rows {
        let (mut fits, mut touches) = (self.free, Rows::EMPTY);
        let mut cells = tile.cells();
        if let Some(first) = cells.next() {
            fits = self.free.shifted(first);
            touches = self.touching.shifted(first);
        }
        for by in cells {
            fits = fits.and(&self.free.shifted(by));
            touches = touches.or(&self.touching.shifted(by));
        }
        fits.and(&touches)
    }
}
