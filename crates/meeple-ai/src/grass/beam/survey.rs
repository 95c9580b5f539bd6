//! A board from which every lay of a tile is tried: what all of these lays have in common.
//!
//! Prices change around the tile alone, so that of all windows only those are
//! reckoned anew that come near it; the same for each rival that the tile
//! concerns at all. The values are those of the slow way to the last bit.

use super::{
    compact::Squares,
    meadow::Hand,
    node::{Laid, Lay, Node, Patch, Rival, comes_upon, laid},
    prices::{Area, Prices},
    value::{Stand, Terms},
    windows::{Trend, Windows},
};
use std::cell::OnceCell;

/// A board that is looked at closely.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    patch: &'a Patch<'a>,
    node: &'a Node,
    own: View,
    squares: Squares,
    /// Reckoned when a lay concerns them.
    rivals: Vec<OnceCell<View>>,
}

/// What one seat pays: for each cell, and for each window.
#[derive(Debug)]
struct View {
    prices: Prices,
    windows: Windows,
}

impl<'a> Survey<'a> {
    /// A board on which a tile is to be laid.
    pub(super) fn new(patch: &'a Patch<'a>, node: &'a Node) -> Self {
        let turns = node.hand.turns.saturating_sub(1);
        let tariff = patch.yardstick.tariff(Hand { turns, ..node.hand });
        let prices = if tariff == *node.prices.tariff() {
            node.prices.clone()
        } else {
            Prices::of(&node.own, &patch.lawn, &tariff)
        };
        let rivals = patch.rivals.iter().map(|_| OnceCell::new()).collect();
        Survey { patch, node, own: View::of(prices), squares: Squares::of(&node.own), rivals }
    }

    /// What the board is worth after a lay.
    pub(super) fn value_after(&self, lay: Lay) -> f32 {
        let laid = laid(self.node, lay);
        let own = self.own_terms(&laid, lay).sum();
        let rivals = self.patch.rivals.iter().zip(&self.node.rivals).zip(&self.rivals);
        let values = rivals.map(|((rival, standing), view)| {
            if comes_upon(lay, &standing.watched) {
                self.rival_terms(rival, view, &laid, lay).sum()
            } else {
                standing.value
            }
        });
        own - self.patch.against(values)
    }

    fn own_terms(&self, laid: &Laid, lay: Lay) -> Terms {
        let Patch { yardstick, lawn, .. } = self.patch;
        let Laid { own, hand, bonuses } = laid;
        // The sides of what is laid are closed now.
        let area = self.around(lay, 1 + self.lost(laid));
        let squares = self.squares.after(own, area.rows);
        let stand = Stand { own, squares, hand: *hand, lawn, bonuses };
        if yardstick.tariff(*hand) != *self.own.prices.tariff() {
            return yardstick.judge(&stand).0; // a captured coupon: other cells can be bought
        }
        let changes = self.own.prices.changes(area, own, lawn);
        let most = yardstick.most(*hand);
        yardstick.terms(&stand, &self.own.windows.cheapest_after(&changes, Trend::Both, most))
    }

    fn rival_terms(&self, rival: &Rival, view: &OnceCell<View>, laid: &Laid, lay: Lay) -> Terms {
        let (yardstick, side) = (self.patch.yardstick, self.patch.lawn.side);
        let view = view.get_or_init(|| {
            let Node { own, hand, bonuses, .. } = self.node;
            let before = Laid { own: *own, hand: *hand, bonuses: bonuses.clone() };
            let lawn = rival.lawn(&before, side);
            View::of(Prices::of(&rival.own, &lawn, &yardstick.tariff(rival.hand)))
        });
        let lawn = rival.lawn(laid, side);
        let stand = rival.stand(&lawn, laid);
        // What is next to the tile can no longer be had, and closes a side of its neighbours.
        let area = self.around(lay, 2 + self.lost(laid));
        let changes = view.prices.changes(area, &rival.own, &lawn);
        let most = yardstick.most(rival.hand);
        yardstick.terms(&stand, &view.windows.cheapest_after(&changes, Trend::Up, most))
    }

    /// One cell more, if a bonus that lies next to the tile was captured.
    fn lost(&self, laid: &Laid) -> usize {
        usize::from(laid.bonuses.len() < self.node.bonuses.len())
    }

    /// The tile's rectangle and so many cells on each side of it.
    fn around(&self, lay: Lay, margin: usize) -> Area {
        let span = |first: u8, length: u8| {
            let (first, length) = (usize::from(first), usize::from(length));
            (first.saturating_sub(margin), (first + length + margin).min(self.patch.lawn.side))
        };
        let Lay { tile, corner } = lay;
        Area { rows: span(corner.row, tile.height()), columns: span(corner.column, tile.width()) }
    }
}

impl View {
    fn of(prices: Prices) -> Self {
        View { windows: Windows::of(&prices), prices }
    }
}
