//! The ways to lay one tile: orientation by orientation, each row by row.

use super::{Cell, Cells, Ground, Move, Orientation, Rows, Tile, Turned};

/// An iterator over the legal `lay` moves of the tile in hand.
#[derive(Debug, Clone)]
pub struct Lays {
    /// Where tiles may lie, and the orientations to come.
    left: Option<(Ground, &'static [Turned])>,
    orientation: Orientation,
    corners: Cells,
}

impl Lays {
    /// The 1x1 tile looks the same however it is turned.
    pub(super) const SINGLE: &'static [Turned] =
        &[Turned { orientation: Orientation::AS_DRAWN, tile: Tile::SINGLE }];

    /// Nothing is in hand.
    pub(super) fn none() -> Self {
        let corners = Rows::EMPTY.cells();
        Lays { left: None, orientation: Orientation::AS_DRAWN, corners }
    }

    /// The ways to lay the tile with these orientations on this ground.
    pub fn new(ground: Ground, turned: &'static [Turned]) -> Self {
        Lays { left: Some((ground, turned)), ..Lays::none() }
    }

    /// All of them at once, to count and to pick from.
    pub(super) fn counted(&self) -> Counted {
        let mut counted = Counted { turned: &[], corners: [Rows::EMPTY; 8], counts: [0; 8] };
        if let Some((ground, turned)) = &self.left {
            counted.turned = turned;
            for (index, turned) in turned.iter().enumerate() {
                counted.corners[index] = ground.corners(turned.tile);
                counted.counts[index] = counted.corners[index].len();
            }
        }
        counted
    }
}

impl Iterator for Lays {
    type Item = Move;
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(corner) = self.corners.next() {
                return Some(lay(corner, self.orientation));
            }
            let (ground, turned) = self.left.as_mut()?;
            let (first, rest) = turned.split_first()?;
            *turned = rest;
            self.orientation = first.orientation;
            self.corners = ground.corners(first.tile).cells();
        }
    }
}

fn lay(corner: Cell, orientation: Orientation) -> Move {
    Move::Lay { corner, orientation }
}

/// The legal corners of every orientation.
pub(super) struct Counted {
    turned: &'static [Turned],
    corners: [Rows; 8],
    counts: [u32; 8],
}

impl Counted {
    /// How many ways there are.
    pub(super) fn len(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The `index`-th of them in the order of [`Lays`].
    pub(super) fn nth(&self, mut index: u32) -> Option<Move> {
        for (at, turned) in self.turned.iter().enumerate() {
            match index.checked_sub(self.counts[at]) {
                Some(rest) => index = rest,
                None => return Some(lay(self.corners[at].nth(index)?, turned.orientation)),
            }
        }
        None
    }
}
