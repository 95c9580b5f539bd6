//! How good a seat stands: the squares it may expect, its bonuses, coupons and grass.
//!
//! For each side the cheapest window counts: what it still costs, compared
//! with what the turns, robberies and coupons left can pay, gives the chance to
//! fill it. The chances are added up, larger windows a little lighter.

use super::{
    meadow::Hand,
    prices::{CELL, Cheapest, DEAD, LARGEST, Lawn, Prices, Tariff},
    weights::Weights,
};
use crate::maths::exp_f32;
use meeple_games::grass::{Bonus, BonusKind, Cell, FinalTiles, ROUNDS, Rows, TieBreak};
use std::cell::OnceCell;

/// Chances are kept for prices this far, in eighths of a cell, below and above what can be paid.
const SPAN: i32 = 640;

/// What is left of a chance that nothing stands against but the unforeseen.
const SURE: f32 = 0.99;

/// Everything that judging needs, reckoned once.
#[derive(Debug, Clone)]
pub(super) struct Yardstick {
    /// What weighs how much.
    pub(super) weights: Weights,
    final_tiles: FinalTiles,
    tie: TieBreak,
    /// By the turns left, filled when first needed: the chance to fill what costs so much more
    /// than can be paid.
    chances: [OnceCell<Vec<f32>>; ROUNDS as usize + 1],
    /// By the turns left: how much more than can be paid is not worth a look.
    hopeless: Vec<i32>,
}

/// A seat's value in its parts, so that reasons can be given.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Terms {
    /// The squares it may expect.
    pub(super) squares: f32,
    /// Full squares of any size: compactness.
    pub(super) compact: f32,
    /// Bonuses on the way, and those to be used.
    pub(super) bonuses: f32,
    /// Coupons, as long as tiles come that may be exchanged.
    pub(super) coupons: f32,
    /// Grass, which breaks ties.
    pub(super) grass: f32,
}

impl Terms {
    /// All of it.
    pub(super) fn sum(self) -> f32 {
        self.squares + self.compact + self.bonuses + self.coupons + self.grass
    }
}

/// A seat as it is judged: its cells, what it holds, and what it finds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand<'a> {
    /// Its cells.
    pub(super) own: &'a Rows,
    /// How many full squares of 2x2 and more they have.
    pub(super) squares: u32,
    /// What it holds.
    pub(super) hand: Hand,
    /// What it finds.
    pub(super) lawn: &'a Lawn,
    /// The bonuses that are to be had.
    pub(super) bonuses: &'a [Bonus],
}

impl Yardstick {
    /// A yardstick with these weights, for a game with these options.
    pub(super) fn new(weights: &Weights, final_tiles: FinalTiles, tie: TieBreak) -> Self {
        let hopeless = (0..=ROUNDS)
            .map(|turns| (8.0 * f32::from(CELL) * spread(weights, turns)) as i32)
            .collect();
        let chances = std::array::from_fn(|_| OnceCell::new());
        Yardstick { weights: *weights, final_tiles, tie, chances, hopeless }
    }

    /// What cells cost a seat that holds this.
    pub(super) fn tariff(&self, hand: Hand) -> Tariff {
        let is_last = hand.turns + hand.robberies == 0;
        let buys = hand.coupons > 0 && self.final_tiles == FinalTiles::Anywhere;
        let flat = [CELL; 5]; // once only coupons fill, cell by cell, nooks no longer matter
        match (is_last, buys) {
            (true, true) => Tariff { free: flat, prize: CELL, beside: CELL },
            (true, false) => Tariff { free: flat, prize: CELL, beside: DEAD },
            (false, true) => Tariff { beside: self.weights.beside, ..self.weights.tariff },
            (false, false) => Tariff { beside: DEAD, ..self.weights.tariff },
        }
    }

    /// The most a window may cost to be worth a look.
    pub(super) fn most(&self, hand: Hand) -> i16 {
        let most = self.reach(hand) + self.hopeless[usize::from(hand.turns)];
        most.max(i32::from(CELL) * i32::from(hand.coupons)) as i16
    }

    /// What a seat is worth whose windows cost that much.
    pub(super) fn terms(&self, stand: &Stand<'_>, cheapest: &Cheapest) -> Terms {
        let hand = stand.hand;
        let weights = &self.weights;
        let grass = match self.tie {
            TieBreak::Grass => weights.grass * f32::from(hand.grass),
            TieBreak::InSquare => 0.0,
        };
        Terms {
            squares: self.squares(cheapest, hand),
            compact: weights.square * stand.squares as f32,
            bonuses: self.bonuses(stand),
            coupons: weights.coupon * f32::from(hand.coupons) * f32::from(hand.turns)
                / f32::from(ROUNDS),
            grass,
        }
    }

    /// A seat judged from nothing: its value, and what its cells and windows cost.
    pub(super) fn judge(&self, stand: &Stand<'_>) -> (Terms, Prices, Cheapest) {
        let prices = Prices::of(stand.own, stand.lawn, &self.tariff(stand.hand));
        let cheapest = prices.cheapest(self.most(stand.hand));
        (self.terms(stand, &cheapest), prices, cheapest)
    }

    /// The chance of each side, from 2 on, given what its cheapest window costs.
    pub(super) fn chances(&self, cheapest: &Cheapest, hand: Hand) -> [f32; LARGEST + 1] {
        let mut chances = [0.0; LARGEST + 1];
        let reach = self.reach(hand);
        let table = self.table(hand.turns);
        for (chance, &price) in chances.iter_mut().zip(cheapest).skip(2) {
            let price = i32::from(price);
            *chance = if price == 0 {
                1.0
            } else if price <= i32::from(CELL) * i32::from(hand.coupons) {
                0.999 - price as f32 / 1e5 // G14: bought at the end, but better had now
            } else if !self.weights.hopes && hand.turns + hand.robberies == 0 {
                0.0
            } else {
                let excess = (price - reach).clamp(-SPAN, SPAN);
                table[(excess + SPAN) as usize]
            };
        }
        for size in (2..LARGEST).rev() {
            chances[size] = chances[size].max(chances[size + 1]); // who has 5x5 has 4x4
        }
        chances
    }

    /// The chances with so many turns left: a thought meets few different numbers of turns.
    fn table(&self, turns: u8) -> &[f32] {
        self.chances[usize::from(turns)].get_or_init(|| {
            let spread = spread(&self.weights, turns);
            let chance =
                |excess: i32| SURE / (1.0 + exp_f32(excess as f32 / f32::from(CELL) / spread));
            (-SPAN..=SPAN).map(chance).collect()
        })
    }

    /// What turns, robberies and coupons are expected to fill, in whole eighths of a cell.
    fn reach(&self, hand: Hand) -> i32 {
        let Weights { turn, theft, purchase, .. } = self.weights;
        let cells = turn * f32::from(hand.turns)
            + theft * f32::from(hand.robberies)
            + purchase * f32::from(hand.coupons);
        (cells * f32::from(CELL)).round() as i32
    }

    fn squares(&self, cheapest: &Cheapest, hand: Hand) -> f32 {
        let chances = self.chances(cheapest, hand);
        chances.iter().zip(&self.weights.sides).map(|(chance, worth)| chance * worth).sum()
    }

    fn bonuses(&self, stand: &Stand<'_>) -> f32 {
        let Stand { own, hand, lawn, bonuses, .. } = *stand;
        let weights = &self.weights;
        let worth = |kind: BonusKind| match kind {
            BonusKind::Exchange => weights.exchange,
            BonusKind::Stone => weights.stone,
            BonusKind::Robbery => weights.robbery,
        };
        let held = weights.stone * f32::from(hand.stones)
            + weights.robbery_held * f32::from(hand.robberies);
        let on_the_way = bonuses.iter().map(|bonus| {
            worth(bonus.kind) * self.capture(missing_sides(own, bonus.cell), hand, lawn, *bonus)
        });
        held + on_the_way.sum::<f32>()
    }

    /// How likely a bonus that misses so many sides will be captured.
    fn capture(&self, missing: usize, hand: Hand, lawn: &Lawn, bonus: Bonus) -> f32 {
        if hand.turns > 0 {
            let can = lawn.prizes.has(bonus.cell);
            return if can { self.weights.capture[usize::from(hand.turns)][missing] } else { 0.0 };
        }
        // G14: coupons can still surround it, next to whomever it may be.
        let open = |next| !lawn.barred.has(next);
        let can = missing <= hand.coupons.into() && bonus.cell.neighbours(lawn.side).all(open);
        if can { self.weights.bought } else { 0.0 }
    }
}

/// How uncertain it is, in cells, what so many turns will fill.
fn spread(weights: &Weights, turns: u8) -> f32 {
    weights.doubt + weights.drift * f32::from(turns).sqrt()
}

/// How many sides of a bonus are not own cells.
fn missing_sides(own: &Rows, bonus: Cell) -> usize {
    let (row, column) = (usize::from(bonus.row), bonus.column);
    // G2: no bonus lies on the edge.
    let [above, here, below] = [row - 1, row, row + 1].map(|row| own.row(row) >> (column - 1));
    let covered = (above >> 1 & 1) + (below >> 1 & 1) + (here & 1) + (here >> 2 & 1);
    4 - covered as usize
}
