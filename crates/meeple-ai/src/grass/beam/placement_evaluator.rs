//! Evaluates every placement of a tile on one board, sharing what all placements have in common.
//!
//! Prices change only around the tile, so only the windows near it are computed again; the same holds for
//! each rival whose value the tile can change. The values equal those of the reference implementation to the
//! last bit.

use super::{
    beam_node::{
        BeamNode, PlacementResult, Rival, SeatSearch, TilePlacement, apply_placement, covers_any,
    },
    beam_position::SeatHoldings,
    cell_prices::{CellArea, CellPrices},
    evaluation::{EvaluationInput, ValueTerms},
    owned_squares::OwnedSquares,
    window_prices::{PriceTrend, WindowPrices},
};
use std::cell::OnceCell;

/// Shared data for evaluating all placements on one board.
#[derive(Debug)]
pub(super) struct PlacementEvaluator<'a> {
    patch: &'a SeatSearch<'a>,
    node: &'a BeamNode,
    own: SeatPrices,
    squares: OwnedSquares,
    /// Computed when a placement first affects the rival.
    rivals: Vec<OnceCell<SeatPrices>>,
}

/// Costs of each cell and each window for one seat.
#[derive(Debug)]
struct SeatPrices {
    prices: CellPrices,
    windows: WindowPrices,
}

impl<'a> PlacementEvaluator<'a> {
    /// Prepares the board for the evaluation of placements.
    pub(super) fn new(patch: &'a SeatSearch<'a>, node: &'a BeamNode) -> Self {
        let turns = node.hand.turns.saturating_sub(1);
        let tariff = patch.yardstick.price_list(SeatHoldings { turns, ..node.hand });
        let prices = if tariff == *node.prices.price_list() {
            node.prices.clone()
        } else {
            CellPrices::compute(&node.own, &patch.lawn, &tariff)
        };
        let rivals = patch.rivals.iter().map(|_| OnceCell::new()).collect();
        PlacementEvaluator {
            patch,
            node,
            own: SeatPrices::of(prices),
            squares: OwnedSquares::from_cells(&node.own),
            rivals,
        }
    }

    /// Evaluates the board after a placement.
    pub(super) fn value_after(&self, lay: TilePlacement) -> f32 {
        let laid = apply_placement(self.node, lay);
        let own = self.own_terms(&laid, lay).sum();
        let rivals = self.patch.rivals.iter().zip(&self.node.rivals).zip(&self.rivals);
        let values = rivals.map(|((rival, standing), view)| {
            if covers_any(lay, &standing.relevant_cells) {
                self.rival_terms(rival, view, &laid, lay).sum()
            } else {
                standing.value
            }
        });
        own - self.patch.opponents_value(values)
    }

    fn own_terms(&self, laid: &PlacementResult, lay: TilePlacement) -> ValueTerms {
        let SeatSearch { yardstick, lawn, .. } = self.patch;
        let PlacementResult { own, hand, bonuses } = laid;
        // The placed tile closes the sides of the cells next to it.
        let area = self.area_around(lay, 1 + self.extra_margin(laid));
        let squares = self.squares.count_after(own, area.rows);
        let stand = EvaluationInput { own, squares, hand: *hand, lawn, bonuses };
        if yardstick.price_list(*hand) != *self.own.prices.price_list() {
            return yardstick.evaluate(&stand).0; // a captured coupon: other cells can be bought
        }
        let changes = self.own.prices.changes(area, own, lawn);
        let most = yardstick.max_price(*hand);
        yardstick.terms(&stand, &self.own.windows.cheapest_after(&changes, PriceTrend::Both, most))
    }

    fn rival_terms(
        &self,
        rival: &Rival,
        view: &OnceCell<SeatPrices>,
        laid: &PlacementResult,
        lay: TilePlacement,
    ) -> ValueTerms {
        let (yardstick, side) = (self.patch.yardstick, self.patch.lawn.side);
        let view = view.get_or_init(|| {
            let BeamNode { own, hand, bonuses, .. } = self.node;
            let before = PlacementResult { own: *own, hand: *hand, bonuses: bonuses.clone() };
            let lawn = rival.terrain(&before, side);
            SeatPrices::of(CellPrices::compute(
                &rival.own,
                &lawn,
                &yardstick.price_list(rival.hand),
            ))
        });
        let lawn = rival.terrain(laid, side);
        let stand = rival.evaluation_input(&lawn, laid);
        // The rival can no longer use the cells next to the tile, and each of them closes a side of its
        // neighbours.
        let area = self.area_around(lay, 2 + self.extra_margin(laid));
        let changes = view.prices.changes(area, &rival.own, &lawn);
        let most = yardstick.max_price(rival.hand);
        yardstick.terms(&stand, &view.windows.cheapest_after(&changes, PriceTrend::Up, most))
    }

    /// Returns the extra margin: one cell if a bonus next to the tile was captured, otherwise zero.
    fn extra_margin(&self, laid: &PlacementResult) -> usize {
        usize::from(laid.bonuses.len() < self.node.bonuses.len())
    }

    /// Returns the tile's bounding rectangle, extended by `margin` cells on each side.
    fn area_around(&self, lay: TilePlacement, margin: usize) -> CellArea {
        let span = |first: u8, length: u8| {
            let (first, length) = (usize::from(first), usize::from(length));
            (first.saturating_sub(margin), (first + length + margin).min(self.patch.lawn.side))
        };
        let TilePlacement { tile, corner } = lay;
        CellArea {
            rows: span(corner.row, tile.height()),
            columns: span(corner.column, tile.width()),
        }
    }
}

impl SeatPrices {
    fn of(prices: CellPrices) -> Self {
        SeatPrices { windows: WindowPrices::compute(&prices), prices }
    }
}
