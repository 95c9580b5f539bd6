//! A board in the beam: the seat's own cells after some placements, and how every seat stands then.
//!
//! Only the seat's own cells change in a beam, so a node shares most of its data with its parent: prices
//! change only around the tile, and a rival's value stays the same unless the tile comes near one of its
//! cheapest windows or the bonuses it is after. This is exact, because a placement elsewhere only makes other
//! windows more expensive.

use super::{
    beam_position::{BeamPosition, SeatHoldings, place_and_capture, terrain},
    cell_prices::{CellPrices, SeatTerrain},
    evaluation::{BeamEvaluation, EvaluationInput, ValueTerms},
    owned_squares::full_squares,
};
use meeple_games::grass::{BonusSquares, Cell, CellSet, PlaceableArea, Tile};

/// One seat and its rivals, with everything that stays the same while only this seat places tiles.
#[derive(Debug)]
pub(super) struct SeatSearch<'a> {
    /// The evaluation.
    pub(super) yardstick: &'a BeamEvaluation,
    /// The board as the seat finds it.
    pub(super) lawn: SeatTerrain,
    /// The rivals in seat order.
    pub(super) rivals: Vec<Rival>,
}

/// A rival of the searching seat, with what doesn't depend on that seat's cells.
#[derive(Debug)]
pub(super) struct Rival {
    /// The rival's cells.
    pub(super) own: CellSet,
    squares: u32,
    /// What the rival holds.
    pub(super) hand: SeatHoldings,
    barred: CellSet,
    near: CellSet,
}

/// A rival's value in a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct RivalStanding {
    /// The rival's value.
    pub(super) value: f32,
    /// Cells that affect the value; a tile that covers none of them doesn't change it.
    pub(super) relevant_cells: CellSet,
}

/// A board the search can continue from.
#[derive(Debug, Clone)]
pub(super) struct BeamNode {
    /// The seat's own cells.
    pub(super) own: CellSet,
    /// What the seat holds.
    pub(super) hand: SeatHoldings,
    /// Bonus squares still available.
    pub(super) bonuses: BonusSquares,
    /// Cost of each cell for the seat.
    pub(super) prices: CellPrices,
    /// The rivals' values in seat order.
    pub(super) rivals: Vec<RivalStanding>,
    /// Components of the seat's own value.
    pub(super) terms: ValueTerms,
    /// The seat's own value less the weighted values of the rivals.
    pub(super) value: f32,
}

/// A placement of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TilePlacement {
    /// The tile in its orientation.
    pub(super) tile: Tile,
    /// Top left corner of its bounding rectangle.
    pub(super) corner: Cell,
}

/// The seat's own cells and holdings after a placement.
pub(super) struct PlacementResult {
    /// The seat's own cells.
    pub(super) own: CellSet,
    /// What the seat holds.
    pub(super) hand: SeatHoldings,
    /// Bonus squares still available.
    pub(super) bonuses: BonusSquares,
}

impl<'a> SeatSearch<'a> {
    /// Prepares the search for this seat.
    pub(super) fn new(yardstick: &'a BeamEvaluation, meadow: &BeamPosition, seat: usize) -> Self {
        let rival = |other: usize| {
            let third = meadow.cells_of_others([seat, other]);
            Rival {
                own: meadow.cells[other],
                squares: full_squares(&meadow.cells[other], meadow.side),
                hand: meadow.holdings[other],
                barred: third.or(&meadow.stones),
                near: third.neighbours(),
            }
        };
        let rivals = meadow.other_seats(seat).map(rival).collect();
        SeatSearch { yardstick, lawn: meadow.terrain(seat), rivals }
    }

    /// Builds the node for the current board.
    pub(super) fn root(&self, meadow: &BeamPosition, seat: usize) -> BeamNode {
        let (own, hand) = (meadow.cells[seat], meadow.holdings[seat]);
        let bonuses = meadow.bonuses.clone();
        let squares = full_squares(&own, self.lawn.side);
        let stand =
            EvaluationInput { own: &own, squares, hand, lawn: &self.lawn, bonuses: &bonuses };
        let (terms, prices, _) = self.yardstick.evaluate(&stand);
        let laid = PlacementResult { own, hand, bonuses };
        let rivals: Vec<RivalStanding> =
            self.rivals.iter().map(|rival| self.rival_standing(rival, &laid)).collect();
        let value = terms.sum() - self.opponents_value(rivals.iter().map(|rival| rival.value));
        let PlacementResult { own, hand, bonuses } = laid;
        BeamNode { own, hand, bonuses, prices, rivals, terms, value }
    }

    /// Returns the cells a tile may cover, with those of which it must cover at least one (G9).
    pub(super) fn ground(&self, node: &BeamNode) -> PlaceableArea {
        let SeatTerrain { side, blocked: barred, beside, .. } = &self.lawn;
        let free = CellSet::square(*side).without(barred).without(beside).without(&node.own);
        PlaceableArea::new(*side, free, node.own.neighbours())
    }

    /// Evaluates the board after a placement: the reference implementation of
    /// [`PlacementEvaluator`](super::survey::Survey).
    #[cfg(test)]
    pub(super) fn value_after(&self, node: &BeamNode, lay: TilePlacement) -> f32 {
        let laid = apply_placement(node, lay);
        let (terms, _) = self.own_terms(node, &laid, lay);
        terms.sum() - self.opponents_value(self.rival_values(node, &laid, lay))
    }

    /// Builds the node after a placement.
    pub(super) fn after(&self, node: &BeamNode, lay: TilePlacement) -> BeamNode {
        let laid = apply_placement(node, lay);
        let (terms, prices) = self.own_terms(node, &laid, lay);
        let rivals: Vec<RivalStanding> = self
            .rivals
            .iter()
            .zip(&node.rivals)
            .map(|(rival, standing)| {
                if covers_any(lay, &standing.relevant_cells) {
                    self.rival_standing(rival, &laid)
                } else {
                    *standing
                }
            })
            .collect();
        let value = terms.sum() - self.opponents_value(rivals.iter().map(|rival| rival.value));
        let PlacementResult { own, hand, bonuses } = laid;
        BeamNode { own, hand, bonuses, prices, rivals, terms, value }
    }

    /// Builds the node after a turn in which the tile fitted nowhere.
    pub(super) fn after_discard(&self, node: &BeamNode) -> BeamNode {
        let mut next = node.clone();
        next.hand.turns = next.hand.turns.saturating_sub(1);
        let BeamNode { own, hand, bonuses, .. } = &next;
        let squares = full_squares(own, self.lawn.side);
        let stand = EvaluationInput { own, squares, hand: *hand, lawn: &self.lawn, bonuses };
        let (terms, prices, _) = self.yardstick.evaluate(&stand);
        (next.value, next.terms, next.prices) =
            (node.value + terms.sum() - node.terms.sum(), terms, prices);
        next
    }

    /// Evaluates the position for the seat as it stands, without a tile to place.
    pub(super) fn value_now(
        yardstick: &'a BeamEvaluation,
        meadow: &BeamPosition,
        seat: usize,
    ) -> f32 {
        let patch = SeatSearch { yardstick, lawn: meadow.terrain(seat), rivals: Vec::new() };
        let value = |seat: usize| appraise(yardstick, meadow, seat).sum();
        value(seat) - patch.opponents_value(meadow.other_seats(seat).map(value))
    }

    fn own_terms(
        &self,
        node: &BeamNode,
        laid: &PlacementResult,
        lay: TilePlacement,
    ) -> (ValueTerms, CellPrices) {
        let mut prices = node.prices.clone();
        let first = usize::from(lay.corner.row);
        let end = first + usize::from(lay.tile.height());
        // A captured bonus lies next to the tile and affects the cells next to itself.
        let rows = first.saturating_sub(2)..(end + 2).min(self.lawn.side);
        prices.update(rows, &laid.own, &self.lawn, &self.yardstick.price_list(laid.hand));
        let cheapest = prices.cheapest(self.yardstick.max_price(laid.hand));
        let PlacementResult { own, hand, bonuses } = laid;
        let squares = full_squares(own, self.lawn.side);
        let stand = EvaluationInput { own, squares, hand: *hand, lawn: &self.lawn, bonuses };
        (self.yardstick.terms(&stand, &cheapest), prices)
    }

    #[cfg(test)]
    fn rival_values(
        &self,
        node: &BeamNode,
        laid: &PlacementResult,
        lay: TilePlacement,
    ) -> impl Iterator<Item = f32> {
        self.rivals.iter().zip(&node.rivals).map(move |(rival, standing)| {
            if covers_any(lay, &standing.relevant_cells) {
                let lawn = rival.terrain(laid, self.lawn.side);
                self.yardstick.evaluate(&rival.evaluation_input(&lawn, laid)).0.sum()
            } else {
                standing.value
            }
        })
    }

    /// Combines the rivals' values into the amount that counts against the seat.
    pub(super) fn opponents_value(&self, values: impl Iterator<Item = f32>) -> f32 {
        let (mut best, mut sum) = (0.0_f32, 0.0);
        for value in values {
            best = best.max(value);
            sum += value;
        }
        self.yardstick.weights.best_other * best + self.yardstick.weights.all_others * sum
    }

    fn rival_standing(&self, rival: &Rival, laid: &PlacementResult) -> RivalStanding {
        let lawn = rival.terrain(laid, self.lawn.side);
        let stand = rival.evaluation_input(&lawn, laid);
        let (terms, prices, cheapest) = self.yardstick.evaluate(&stand);
        let windows = prices.windows(&cheapest, self.yardstick.max_price(rival.hand));
        let squares: CellSet = laid.bonuses.iter().map(|bonus| bonus.cell).collect();
        // A tile two cells away still turns the cell in between into a nook.
        let near = windows.or(&squares).or(&squares.neighbours());
        let near = near.or(&near.neighbours());
        RivalStanding { value: terms.sum(), relevant_cells: near.or(&near.neighbours()) }
    }
}

/// Evaluates the position of one seat.
pub(super) fn appraise(
    yardstick: &BeamEvaluation,
    meadow: &BeamPosition,
    seat: usize,
) -> ValueTerms {
    let (own, hand) = (&meadow.cells[seat], meadow.holdings[seat]);
    let (squares, lawn) = (full_squares(own, meadow.side), meadow.terrain(seat));
    yardstick
        .evaluate(&EvaluationInput { own, squares, hand, lawn: &lawn, bonuses: &meadow.bonuses })
        .0
}

impl Rival {
    /// Describes the board as the rival finds it after the searching seat's placement.
    pub(super) fn terrain(&self, laid: &PlacementResult, side: usize) -> SeatTerrain {
        let near = self.near.or(&laid.own.neighbours());
        terrain(side, &self.own, self.barred.or(&laid.own), &near, &laid.bonuses)
    }

    /// Collects the inputs for the rival's evaluation after that placement.
    pub(super) fn evaluation_input<'a>(
        &'a self,
        lawn: &'a SeatTerrain,
        laid: &'a PlacementResult,
    ) -> EvaluationInput<'a> {
        let Rival { own, squares, hand, .. } = self;
        EvaluationInput { own, squares: *squares, hand: *hand, lawn, bonuses: &laid.bonuses }
    }
}

/// Applies a placement to the seat's own cells and holdings.
pub(super) fn apply_placement(node: &BeamNode, lay: TilePlacement) -> PlacementResult {
    let (mut own, mut hand, mut bonuses) = (node.own, node.hand, node.bonuses.clone());
    hand.turns = hand.turns.saturating_sub(1);
    place_and_capture(lay.tile, lay.corner, &mut own, &mut hand, &mut bonuses);
    PlacementResult { own, hand, bonuses }
}

/// Returns whether the placed tile covers any of these cells.
pub(super) fn covers_any(lay: TilePlacement, cells: &CellSet) -> bool {
    lay.tile.cells_at(lay.corner).any(|cell| cells.contains(cell))
}
