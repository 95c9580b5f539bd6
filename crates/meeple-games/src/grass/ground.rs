//! Where tiles may lie: answered for all corners of the board at once.
//!
//! A corner is good if every cell of the tile falls on free ground (an AND of
//! the rows of free cells, shifted once for each cell of the tile) and some
//! cell falls beside the player's own (an OR of the cells beside it, shifted
//! likewise).

use super::{Rows, Tile};

/// The rule by which a tile is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayRule {
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
        let height = usize::from(tile.height());
        // A tile that starts above or below these rows does not reach what it must touch.
        let first = (self.rows.0 + 1).saturating_sub(height);
        let end = self.rows.1.min((self.side + 1).saturating_sub(height)).max(first);
        let (mut corners, mut touches) = (Rows::EMPTY, Rows::EMPTY);
        let fits = &mut corners.words_mut()[first..end];
        let touches = &mut touches.words_mut()[first..end];
        fits.fill(u32::MAX);
        for (down, right) in tile.cells() {
            let under = first + usize::from(down)..end + usize::from(down);
            let free = &self.free.words()[under.clone()];
            fits.iter_mut().zip(free).for_each(|(fits, free)| *fits &= free >> right);
            let touching = &self.touching.words()[under];
            touches.iter_mut().zip(touching).for_each(|(to, touching)| *to |= touching >> right);
        }
        fits.iter_mut().zip(touches).for_each(|(fits, touches)| *fits &= *touches);
        corners
    }
}
