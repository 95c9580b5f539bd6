//! A board in the beam: one's own cells after some lays, and how everybody stands then.
//!
//! Only the own cells change in a beam, so that most of a node is its parent's:
//! prices change around the tile alone, and a rival stands as before unless the
//! tile comes near one of its cheapest windows or the bonuses it is after. That is
//! exact: whatever is laid elsewhere only makes other windows dearer.

use super::{
    compact::full_squares,
    meadow::{Hand, Meadow, cover, lawn},
    prices::{Lawn, Prices},
    value::{Stand, Terms, Yardstick},
};
use meeple_games::grass::{Bonuses, Cell, Ground, Rows, Tile};

/// One seat among its rivals, with what does not change while only it lays tiles.
#[derive(Debug)]
pub(super) struct Patch<'a> {
    /// How values are reckoned.
    pub(super) yardstick: &'a Yardstick,
    /// What the seat finds.
    pub(super) lawn: Lawn,
    /// The others, in the order of seats.
    pub(super) rivals: Vec<Rival>,
}

/// Somebody else, without the cells of the seat that thinks.
#[derive(Debug)]
pub(super) struct Rival {
    /// Its cells.
    pub(super) own: Rows,
    squares: u32,
    /// What it holds.
    pub(super) hand: Hand,
    barred: Rows,
    near: Rows,
}

/// How a rival stands in a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    /// What it is worth.
    pub(super) value: f32,
    /// A tile that comes upon none of these cells changes nothing for it.
    pub(super) watched: Rows,
}

/// A board that may be gone on from.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// The own cells.
    pub(super) own: Rows,
    /// What the seat holds.
    pub(super) hand: Hand,
    /// The bonuses that are to be had.
    pub(super) bonuses: Bonuses,
    /// What cells cost the seat.
    pub(super) prices: Prices,
    /// How the rivals stand, in the order of seats.
    pub(super) rivals: Vec<Standing>,
    /// What the seat itself may expect.
    pub(super) terms: Terms,
    /// That, less what the rivals may.
    pub(super) value: f32,
}

/// Where a tile lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lay {
    /// The tile, turned as it lies.
    pub(super) tile: Tile,
    /// The corner of its rectangle.
    pub(super) corner: Cell,
}

/// The own side of a board after a lay.
pub(super) struct Laid {
    /// The own cells.
    pub(super) own: Rows,
    /// What the seat holds.
    pub(super) hand: Hand,
    /// The bonuses that are left.
    pub(super) bonuses: Bonuses,
}

impl<'a> Patch<'a> {
    /// The seat among its rivals.
    pub(super) fn new(yardstick: &'a Yardstick, meadow: &Meadow, seat: usize) -> Self {
        let rival = |other: usize| {
            let third = meadow.cells_of_others([seat, other]);
            Rival {
                own: meadow.own[other],
                squares: full_squares(&meadow.own[other], meadow.side),
                hand: meadow.hands[other],
                barred: third.or(&meadow.stones),
                near: third.neighbours(),
            }
        };
        let rivals = meadow.others(seat).map(rival).collect();
        Patch { yardstick, lawn: meadow.lawn(seat), rivals }
    }

    /// The board as it stands.
    pub(super) fn root(&self, meadow: &Meadow, seat: usize) -> Node {
        let (own, hand) = (meadow.own[seat], meadow.hands[seat]);
        let bonuses = meadow.bonuses.clone();
        let squares = full_squares(&own, self.lawn.side);
        let stand = Stand { own: &own, squares, hand, lawn: &self.lawn, bonuses: &bonuses };
        let (terms, prices, _) = self.yardstick.judge(&stand);
        let laid = Laid { own, hand, bonuses };
        let rivals: Vec<Standing> =
            self.rivals.iter().map(|rival| self.standing(rival, &laid)).collect();
        let value = terms.sum() - self.against(rivals.iter().map(|rival| rival.value));
        let Laid { own, hand, bonuses } = laid;
        Node { own, hand, bonuses, prices, rivals, terms, value }
    }

    /// The cells that a tile may cover, and those of which it must cover one (G9).
    pub(super) fn ground(&self, node: &Node) -> Ground {
        let Lawn { side, barred, beside, .. } = &self.lawn;
        let free = Rows::square(*side).without(barred).without(beside).without(&node.own);
        Ground::new(*side, free, node.own.neighbours())
    }

    /// What the board is worth after a lay: the slow twin of a [`Survey`](super::survey::Survey).
    #[cfg(test)]
    pub(super) fn value_after(&self, node: &Node, lay: Lay) -> f32 {
        let laid = laid(node, lay);
        let (terms, _) = self.own_terms(node, &laid, lay);
        terms.sum() - self.against(self.rival_values(node, &laid, lay))
    }

    /// The board after a lay.
    pub(super) fn after(&self, node: &Node, lay: Lay) -> Node {
        let laid = laid(node, lay);
        let (terms, prices) = self.own_terms(node, &laid, lay);
        let rivals: Vec<Standing> = self
            .rivals
            .iter()
            .zip(&node.rivals)
            .map(|(rival, standing)| {
                if comes_upon(lay, &standing.watched) {
                    self.standing(rival, &laid)
                } else {
                    *standing
                }
            })
            .collect();
        let value = terms.sum() - self.against(rivals.iter().map(|rival| rival.value));
        let Laid { own, hand, bonuses } = laid;
        Node { own, hand, bonuses, prices, rivals, terms, value }
    }

    /// The board after a turn in which nothing could be laid.
    pub(super) fn after_nothing(&self, node: &Node) -> Node {
        let mut next = node.clone();
        next.hand.turns = next.hand.turns.saturating_sub(1);
        let Node { own, hand, bonuses, .. } = &next;
        let squares = full_squares(own, self.lawn.side);
        let stand = Stand { own, squares, hand: *hand, lawn: &self.lawn, bonuses };
        let (terms, prices, _) = self.yardstick.judge(&stand);
        (next.value, next.terms, next.prices) =
            (node.value + terms.sum() - node.terms.sum(), terms, prices);
        next
    }

    /// What everybody's standing is worth to the seat, without a tile to be laid.
    pub(super) fn worth(yardstick: &'a Yardstick, meadow: &Meadow, seat: usize) -> f32 {
        let patch = Patch { yardstick, lawn: meadow.lawn(seat), rivals: Vec::new() };
        let value = |seat: usize| appraise(yardstick, meadow, seat).sum();
        value(seat) - patch.against(meadow.others(seat).map(value))
    }

    fn own_terms(&self, node: &Node, laid: &Laid, lay: Lay) -> (Terms, Prices) {
        let mut prices = node.prices.clone();
        let first = usize::from(lay.corner.row);
        let end = first + usize::from(lay.tile.height());
        // A captured bonus lies next to the tile, and changes what is next to it.
        let rows = first.saturating_sub(2)..(end + 2).min(self.lawn.side);
        prices.update(rows, &laid.own, &self.lawn, &self.yardstick.tariff(laid.hand));
        let cheapest = prices.cheapest(self.yardstick.most(laid.hand));
        let Laid { own, hand, bonuses } = laid;
        let squares = full_squares(own, self.lawn.side);
        let stand = Stand { own, squares, hand: *hand, lawn: &self.lawn, bonuses };
        (self.yardstick.terms(&stand, &cheapest), prices)
    }

    #[cfg(test)]
    fn rival_values(&self, node: &Node, laid: &Laid, lay: Lay) -> impl Iterator<Item = f32> {
        self.rivals.iter().zip(&node.rivals).map(move |(rival, standing)| {
            if comes_upon(lay, &standing.watched) {
                let lawn = rival.lawn(laid, self.lawn.side);
                self.yardstick.judge(&rival.stand(&lawn, laid)).0.sum()
            } else {
                standing.value
            }
        })
    }

    /// What the rivals' values count against the seat.
    pub(super) fn against(&self, values: impl Iterator<Item = f32>) -> f32 {
        let (mut best, mut sum) = (0.0_f32, 0.0);
        for value in values {
            best = best.max(value);
            sum += value;
        }
        self.yardstick.weights.best_other * best + self.yardstick.weights.all_others * sum
    }

    fn standing(&self, rival: &Rival, laid: &Laid) -> Standing {
        let lawn = rival.lawn(laid, self.lawn.side);
        let stand = rival.stand(&lawn, laid);
        let (terms, prices, cheapest) = self.yardstick.judge(&stand);
        let windows = prices.windows(&cheapest, self.yardstick.most(rival.hand));
        let squares: Rows = laid.bonuses.iter().map(|bonus| bonus.cell).collect();
        // A tile two cells away still makes a nook of what lies between.
        let near = windows.or(&squares).or(&squares.neighbours());
        let near = near.or(&near.neighbours());
        Standing { value: terms.sum(), watched: near.or(&near.neighbours()) }
    }
}

/// How a seat stands.
pub(super) fn appraise(yardstick: &Yardstick, meadow: &Meadow, seat: usize) -> Terms {
    let (own, hand) = (&meadow.own[seat], meadow.hands[seat]);
    let (squares, lawn) = (full_squares(own, meadow.side), meadow.lawn(seat));
    yardstick.judge(&Stand { own, squares, hand, lawn: &lawn, bonuses: &meadow.bonuses }).0
}

impl Rival {
    /// What it finds when the seat that thinks has laid that.
    pub(super) fn lawn(&self, laid: &Laid, side: usize) -> Lawn {
        let near = self.near.or(&laid.own.neighbours());
        lawn(side, &self.own, self.barred.or(&laid.own), &near, &laid.bonuses)
    }

    /// How it is judged then.
    pub(super) fn stand<'a>(&'a self, lawn: &'a Lawn, laid: &'a Laid) -> Stand<'a> {
        let Rival { own, squares, hand, .. } = self;
        Stand { own, squares: *squares, hand: *hand, lawn, bonuses: &laid.bonuses }
    }
}

/// The own side after a lay.
pub(super) fn laid(node: &Node, lay: Lay) -> Laid {
    let (mut own, mut hand, mut bonuses) = (node.own, node.hand, node.bonuses.clone());
    hand.turns = hand.turns.saturating_sub(1);
    cover(lay.tile, lay.corner, &mut own, &mut hand, &mut bonuses);
    Laid { own, hand, bonuses }
}

/// Whether a tile comes upon one of these cells.
pub(super) fn comes_upon(lay: Lay, cells: &Rows) -> bool {
    lay.tile.cells_at(lay.corner).any(|cell| cells.has(cell))
}
