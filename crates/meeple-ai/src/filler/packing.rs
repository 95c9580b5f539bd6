//! Packing: where the opponent can't come, only the room left matters.
//!
//! ```text
//! ##..     a placement that touches few free cells keeps the free ones connected,
//! ##..     so that more of the pieces still to be dealt can be placed
//! ```
//!
//! Tidiness isn't enough: along a straight wall, a piece of two by two covers two own cells or none. So
//! pieces are drawn at random, and among the tidiest placements the one after which most of them fit is
//! chosen.

use super::{
    PieceTurn,
    champion_plan::{DRAWN_TO_FIT, TIDIEST},
    flood::FloodField,
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, RankedMove};
use meeple_games::filler::{Piece, Placement, draw_piece, has_valid_placement};
use rand::Rng;

/// Returns the placement that keeps the most room, as far as the budget allows; the ranking gives the
/// percentage of drawn pieces that fit after each.
pub(super) fn choose_packing<const N: usize>(
    hand: PieceTurn<'_>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Choice<Placement>> {
    let mut tidy = by_tidiness::<N>(hand, budget);
    tidy.truncate(TIDIEST);
    let drawn = if tidy.len() > 1 { DrawnPieces::new(hand, rng) } else { DrawnPieces::default() };
    // If the budget doesn't cover all of them, none are compared.
    let shares = drawn.shares_that_fit(hand, &tidy, budget);
    let percent = |(&mv, share): (&Placement, f64)| RankedMove { mv, value: 100.0 * share };
    let ranking = shares.map(|shares| tidy.iter().zip(shares).map(percent).collect());
    let ranked = ranking.and_then(|ranking| best_of(ranking, budget));
    ranked.or_else(|| tidy.first().copied().map(Choice::from_move))
}

/// Returns the placements the budget covers, tidiest first; at least one if there is one.
pub(super) fn by_tidiness<const N: usize>(
    hand: PieceTurn<'_>,
    budget: &mut Budget<'_>,
) -> Vec<Placement> {
    let mut field = FloodField::<N>::new(hand.board, hand.seat);
    let mut tidy: Vec<(i32, Placement)> = Vec::new();
    for at in hand.placements() {
        tidy.push((touched_cells(hand, at, &mut field), at));
        if !budget.spend(1) {
            break;
        }
    }
    tidy.sort_by_key(|&(touched, _)| touched); // stable
    tidy.into_iter().map(|(_, at)| at).collect()
}

/// A random sample of pieces that may be dealt next.
#[derive(Debug, Default)]
pub(super) struct DrawnPieces(Vec<Piece>);

impl DrawnPieces {
    pub(super) fn new(hand: PieceTurn<'_>, rng: &mut dyn Rng) -> Self {
        DrawnPieces((0..DRAWN_TO_FIT).map(|_| draw_piece(hand.board, rng)).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns how many cells one of them adds on average: all of its own but the one it shares.
    pub(super) fn new_cells(&self) -> f64 {
        let cells: usize = self.0.iter().map(|piece| piece.cells().len() - 1).sum();
        cells as f64 / self.count().max(1) as f64
    }

    /// Returns the share of the pieces that fits after each of these placements, or `None` if the budget runs
    /// out.
    pub(super) fn shares_that_fit(
        &self,
        hand: PieceTurn<'_>,
        placements: &[Placement],
        budget: &mut Budget<'_>,
    ) -> Option<Vec<f64>> {
        let share = |&at: &Placement| {
            let fitting = self.count_fitting(hand, at);
            budget.spend(1).then_some(fitting as f64 / self.count().max(1) as f64)
        };
        placements.iter().map(share).collect()
    }

    /// Counts the pieces that could be placed after this placement.
    pub(super) fn count_fitting(&self, hand: PieceTurn<'_>, at: Placement) -> usize {
        let mut board = hand.board.clone();
        board.place(hand.piece, at, hand.seat);
        let fits = |piece: &&Piece| has_valid_placement(&board, piece, hand.seat, hand.margins);
        self.0.iter().filter(fits).count()
    }
}

/// Counts the free cells a placement touches; those sharing an edge count double.
pub(super) fn touched_cells<const N: usize>(
    hand: PieceTurn<'_>,
    at: Placement,
    field: &mut FloodField<N>,
) -> i32 {
    let new = hand.new_cells(at);
    new.clone().for_each(|cell| field.take(cell));
    let touched = new.clone().map(|cell| free_around(field, cell)).sum();
    new.for_each(|cell| field.give_back(cell));
    touched
}

fn free_around<const N: usize>(field: &FloodField<N>, (column, row): (usize, usize)) -> i32 {
    let around = (-1..=1).flat_map(|down: i32| (-1..=1).map(move |right: i32| (right, down)));
    let free =
        around.filter(|&(right, down)| field.is_free(column as i32 + right, row as i32 + down));
    free.map(|(right, down)| if right == 0 || down == 0 { 2 } else { 1 }).sum()
}
