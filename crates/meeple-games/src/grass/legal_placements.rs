//! The legal placements of a tile: orientation by orientation, row by row.

use super::{Cell, CellIter, CellSet, Move, Orientation, OrientedTile, PlaceableArea, Tile};

/// An iterator over the legal `lay` moves of the tile in hand.
#[derive(Debug, Clone)]
pub struct LegalPlacements {
    /// The placeable area and the remaining orientations.
    left: Option<(PlaceableArea, &'static [OrientedTile])>,
    orientation: Orientation,
    corners: CellIter,
}

impl LegalPlacements {
    /// The only distinct orientation of the 1x1 tile.
    pub(super) const SINGLE: &'static [OrientedTile] =
        &[OrientedTile { orientation: Orientation::AS_DRAWN, tile: Tile::SINGLE }];

    /// Creates an empty iterator, for when no tile is in hand.
    pub(super) fn empty() -> Self {
        let corners = CellSet::EMPTY.cells();
        LegalPlacements { left: None, orientation: Orientation::AS_DRAWN, corners }
    }

    /// Creates the placements of the tile with these orientations in this area.
    pub fn new(ground: PlaceableArea, turned: &'static [OrientedTile]) -> Self {
        LegalPlacements { left: Some((ground, turned)), ..LegalPlacements::empty() }
    }

    /// Computes all placements at once, for counting them and for random access.
    pub(super) fn to_counts(&self) -> PlacementCounts {
        let mut counted =
            PlacementCounts { orientations: &[], corners: [CellSet::EMPTY; 8], counts: [0; 8] };
        if let Some((ground, turned)) = &self.left {
            counted.orientations = turned;
            for (index, turned) in turned.iter().enumerate() {
                counted.corners[index] = ground.corners(turned.tile);
                counted.counts[index] = counted.corners[index].len();
            }
        }
        counted
    }
}

impl Iterator for LegalPlacements {
    type Item = Move;
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(corner) = self.corners.next() {
                return Some(placement_move(corner, self.orientation));
            }
            let (ground, turned) = self.left.as_mut()?;
            let (first, rest) = turned.split_first()?;
            *turned = rest;
            self.orientation = first.orientation;
            self.corners = ground.corners(first.tile).cells();
        }
    }
}

fn placement_move(corner: Cell, orientation: Orientation) -> Move {
    Move::Place { corner, orientation }
}

/// The legal corners of every orientation.
pub(super) struct PlacementCounts {
    orientations: &'static [OrientedTile],
    corners: [CellSet; 8],
    counts: [u32; 8],
}

impl PlacementCounts {
    /// Returns the number of placements.
    pub(super) fn len(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the `index`-th placement in the order of [`LegalPlacements`].
    pub(super) fn nth(&self, mut index: u32) -> Option<Move> {
        for (at, turned) in self.orientations.iter().enumerate() {
            match index.checked_sub(self.counts[at]) {
                Some(rest) => index = rest,
                None => {
                    return Some(placement_move(self.corners[at].nth(index)?, turned.orientation));
                }
            }
        }
        None
    }
}
