//! Finds where tiles may be placed, for all corners of the board at once.
//!
//! A corner is legal if every cell of the tile covers a free cell (an AND of the rows of free
//! cells, shifted once for each cell of the tile) and some cell is next to the player's own
//! territory (an OR of the cells next to it, shifted the same way).

use super::{CellSet, Tile};

/// The rule for placing a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementRule {
    /// G5: not next to other players.
    Start,
    /// G9: not next to other players, and next to the player's own cells.
    Beside,
    /// G14: anywhere.
    Anywhere,
}

/// The area in which one player may place tiles now.
#[derive(Debug, Clone, Copy)]
pub struct PlaceableArea {
    /// The cells that a tile may cover.
    free: CellSet,
    /// The cells of which a tile must cover at least one.
    touching: CellSet,
    /// The first row with a cell to touch, and the row after the last one.
    rows: (usize, usize),
    side: usize,
}

impl PlaceableArea {
    /// Creates the area on a board of this side: tiles cover only `free` cells and at least one
    /// `touching` cell.
    pub fn new(side: usize, free: CellSet, touching: CellSet) -> Self {
        let is_met = |row: &usize| touching.row(*row) & free.row(*row) != 0;
        let first = (0..side).find(is_met).unwrap_or(side);
        let end = (first..side).rfind(is_met).map_or(first, |last| last + 1);
        PlaceableArea { free, touching, rows: (first, end), side }
    }

    /// Returns the corners at which the tile may be placed in its current orientation.
    pub fn corners(&self, tile: Tile) -> CellSet {
        let height = usize::from(tile.height());
        // A tile that starts above or below these rows doesn't reach any cell it must touch.
        let first = (self.rows.0 + 1).saturating_sub(height);
        let end = self.rows.1.min((self.side + 1).saturating_sub(height)).max(first);
        let (mut corners, mut touches) = (CellSet::EMPTY, CellSet::EMPTY);
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
