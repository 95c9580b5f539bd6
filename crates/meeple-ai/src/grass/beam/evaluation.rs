//! Evaluates a seat: the squares it may expect, its bonuses, coupons and grass.
//!
//! For each side only the cheapest window counts: its remaining cost, compared with what the turns, robberies
//! and coupons left can pay for, gives the chance to fill it. The chances are added up, with larger windows
//! weighing a little less.

use super::{
    beam_position::SeatHoldings,
    cell_prices::{
        CELL_PRICE, CellPrices, CheapestBySide, DEAD_CELL_PRICE, LARGEST_WINDOW, PriceList,
        SeatTerrain,
    },
    weights::BeamWeights,
};
use crate::maths::exp_f32;
use meeple_games::grass::{BonusKind, BonusSquare, Cell, CellSet, FinalTiles, ROUNDS, TieBreak};
use std::cell::OnceCell;

/// Range of the chance tables: prices up to this far below and above what can be paid, in eighths of a cell.
const SPAN: i32 = 640;

/// Upper limit of an estimated chance, which leaves room for the unforeseen.
const MAX_CHANCE: f32 = 0.99;

/// The evaluation, with everything that can be computed once.
#[derive(Debug, Clone)]
pub(super) struct BeamEvaluation {
    /// The weights of the evaluation.
    pub(super) weights: BeamWeights,
    final_tiles: FinalTiles,
    tie: TieBreak,
    /// Chance to fill a window, indexed by the turns left and the excess of its price over what can be paid;
    /// filled when first needed.
    chances: [OnceCell<Vec<f32>>; ROUNDS as usize + 1],
    /// Excess over what can be paid above which a window is ignored, indexed by the turns left.
    hopeless: Vec<i32>,
}

/// A seat's value split into its terms, so that reasons can be given.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ValueTerms {
    /// Value of the squares the seat may expect.
    pub(super) squares: f32,
    /// Value of its full squares of any size, which rewards compactness.
    pub(super) compact: f32,
    /// Value of bonuses likely to be captured and of those held.
    pub(super) bonuses: f32,
    /// Value of coupons while there are still tiles to exchange.
    pub(super) coupons: f32,
    /// Value of grass, which breaks ties.
    pub(super) grass: f32,
}

impl ValueTerms {
    /// Returns the sum of all terms.
    pub(super) fn sum(self) -> f32 {
        self.squares + self.compact + self.bonuses + self.coupons + self.grass
    }
}

/// The inputs of a seat's evaluation: its cells, what it holds and the board as it finds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct EvaluationInput<'a> {
    /// The seat's cells.
    pub(super) own: &'a CellSet,
    /// Number of full squares of 2x2 and larger.
    pub(super) squares: u32,
    /// What the seat holds.
    pub(super) hand: SeatHoldings,
    /// The board as the seat finds it.
    pub(super) lawn: &'a SeatTerrain,
    /// Bonus squares still available.
    pub(super) bonuses: &'a [BonusSquare],
}

impl BeamEvaluation {
    /// Creates the evaluation for these weights and game options.
    pub(super) fn new(weights: &BeamWeights, final_tiles: FinalTiles, tie: TieBreak) -> Self {
        let hopeless = (0..=ROUNDS)
            .map(|turns| (8.0 * f32::from(CELL_PRICE) * spread(weights, turns)) as i32)
            .collect();
        let chances = std::array::from_fn(|_| OnceCell::new());
        BeamEvaluation { weights: *weights, final_tiles, tie, chances, hopeless }
    }

    /// Returns the cell prices for a seat with these holdings.
    pub(super) fn price_list(&self, hand: SeatHoldings) -> PriceList {
        let is_last = hand.turns + hand.robberies == 0;
        let buys = hand.coupons > 0 && self.final_tiles == FinalTiles::Anywhere;
        let flat = [CELL_PRICE; 5]; // when only coupons fill cells, one each, nooks no longer matter
        match (is_last, buys) {
            (true, true) => PriceList { free: flat, capturable: CELL_PRICE, beside: CELL_PRICE },
            (true, false) => {
                PriceList { free: flat, capturable: CELL_PRICE, beside: DEAD_CELL_PRICE }
            }
            (false, true) => PriceList { beside: self.weights.beside, ..self.weights.tariff },
            (false, false) => PriceList { beside: DEAD_CELL_PRICE, ..self.weights.tariff },
        }
    }

    /// Returns the highest price at which a window is worth considering.
    pub(super) fn max_price(&self, hand: SeatHoldings) -> i16 {
        let most = self.affordable_price(hand) + self.hopeless[usize::from(hand.turns)];
        most.max(i32::from(CELL_PRICE) * i32::from(hand.coupons)) as i16
    }

    /// Evaluates a seat, given the prices of its cheapest windows.
    pub(super) fn terms(
        &self,
        stand: &EvaluationInput<'_>,
        cheapest: &CheapestBySide,
    ) -> ValueTerms {
        let hand = stand.hand;
        let weights = &self.weights;
        let grass = match self.tie {
            TieBreak::Grass => weights.grass * f32::from(hand.grass),
            TieBreak::InSquare => 0.0,
        };
        ValueTerms {
            squares: self.squares_value(cheapest, hand),
            compact: weights.square * stand.squares as f32,
            bonuses: self.bonuses_value(stand),
            coupons: weights.coupon * f32::from(hand.coupons) * f32::from(hand.turns)
                / f32::from(ROUNDS),
            grass,
        }
    }

    /// Evaluates a seat from scratch; also returns the prices of its cells and cheapest windows.
    pub(super) fn evaluate(
        &self,
        stand: &EvaluationInput<'_>,
    ) -> (ValueTerms, CellPrices, CheapestBySide) {
        let prices = CellPrices::compute(stand.own, stand.lawn, &self.price_list(stand.hand));
        let cheapest = prices.cheapest(self.max_price(stand.hand));
        (self.terms(stand, &cheapest), prices, cheapest)
    }

    /// Returns the chance to complete a square of each side from 2 on, given the cheapest windows.
    pub(super) fn chances(
        &self,
        cheapest: &CheapestBySide,
        hand: SeatHoldings,
    ) -> [f32; LARGEST_WINDOW + 1] {
        let mut chances = [0.0; LARGEST_WINDOW + 1];
        let reach = self.affordable_price(hand);
        let table = self.chance_table(hand.turns);
        for (chance, &price) in chances.iter_mut().zip(cheapest).skip(2) {
            let price = i32::from(price);
            *chance = if price == 0 {
                1.0
            } else if price <= i32::from(CELL_PRICE) * i32::from(hand.coupons) {
                0.999 - price as f32 / 1e5 // G14: can be bought at the end, but filled now is better
            } else if !self.weights.keeps_chance_without_turns && hand.turns + hand.robberies == 0 {
                0.0
            } else {
                let excess = (price - reach).clamp(-SPAN, SPAN);
                table[(excess + SPAN) as usize]
            };
        }
        for size in (2..LARGEST_WINDOW).rev() {
            chances[size] = chances[size].max(chances[size + 1]); // a 5x5 contains a 4x4
        }
        chances
    }

    /// Returns the chance table for this number of turns, computed on first use because a search meets only a
    /// few.
    fn chance_table(&self, turns: u8) -> &[f32] {
        self.chances[usize::from(turns)].get_or_init(|| {
            let spread = spread(&self.weights, turns);
            let chance = |excess: i32| {
                MAX_CHANCE / (1.0 + exp_f32(excess as f32 / f32::from(CELL_PRICE) / spread))
            };
            (-SPAN..=SPAN).map(chance).collect()
        })
    }

    /// Returns what turns, robberies and coupons are expected to fill, in eighths of a cell.
    fn affordable_price(&self, hand: SeatHoldings) -> i32 {
        let BeamWeights { turn, theft, purchase, .. } = self.weights;
        let cells = turn * f32::from(hand.turns)
            + theft * f32::from(hand.robberies)
            + purchase * f32::from(hand.coupons);
        (cells * f32::from(CELL_PRICE)).round() as i32
    }

    fn squares_value(&self, cheapest: &CheapestBySide, hand: SeatHoldings) -> f32 {
        let chances = self.chances(cheapest, hand);
        chances.iter().zip(&self.weights.sides).map(|(chance, worth)| chance * worth).sum()
    }

    fn bonuses_value(&self, stand: &EvaluationInput<'_>) -> f32 {
        let EvaluationInput { own, hand, lawn, bonuses, .. } = *stand;
        let weights = &self.weights;
        let worth = |kind: BonusKind| match kind {
            BonusKind::Exchange => weights.exchange,
            BonusKind::Stone => weights.stone,
            BonusKind::Robbery => weights.robbery,
        };
        let held = weights.stone * f32::from(hand.stones)
            + weights.robbery_held * f32::from(hand.robberies);
        let on_the_way = bonuses.iter().map(|bonus| {
            worth(bonus.kind)
                * self.capture_chance(missing_sides(own, bonus.cell), hand, lawn, *bonus)
        });
        held + on_the_way.sum::<f32>()
    }

    /// Estimates the chance to capture a bonus with this many missing sides.
    fn capture_chance(
        &self,
        missing: usize,
        hand: SeatHoldings,
        lawn: &SeatTerrain,
        bonus: BonusSquare,
    ) -> f32 {
        if hand.turns > 0 {
            let can = lawn.capturable.contains(bonus.cell);
            return if can { self.weights.capture[usize::from(hand.turns)][missing] } else { 0.0 };
        }
        // G14: coupons can still surround it, even next to opponents.
        let open = |next| !lawn.blocked.contains(next);
        let can = missing <= hand.coupons.into() && bonus.cell.neighbours(lawn.side).all(open);
        if can { self.weights.bought } else { 0.0 }
    }
}

/// Returns the uncertainty, in cells, of what this many turns will fill.
fn spread(weights: &BeamWeights, turns: u8) -> f32 {
    weights.doubt + weights.drift * f32::from(turns).sqrt()
}

/// Counts the sides of a bonus that aren't the seat's own cells.
fn missing_sides(own: &CellSet, bonus: Cell) -> usize {
    let (row, column) = (usize::from(bonus.row), bonus.column);
    // G2: no bonus lies on the edge.
    let [above, here, below] = [row - 1, row, row + 1].map(|row| own.row(row) >> (column - 1));
    let covered = (above >> 1 & 1) + (below >> 1 & 1) + (here & 1) + (here >> 2 & 1);
    4 - covered as usize
}
