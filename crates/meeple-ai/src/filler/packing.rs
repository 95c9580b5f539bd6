//! Packing: where nobody else comes, only room counts.
//!
//! ```text
//! ##..     a placement that touches few free cells leaves those that are free
//! ##..     in one piece, so that more of what is still dealt can be laid
//! ```
//!
//! Tidy is not enough: along a straight wall, a piece of two by two covers two
//! cells of ours or none. So pieces are drawn, and of the tidiest placements the
//! one after which most of them fit is taken.

use super::{
    Hand,
    flood::Field,
    plan::{DRAWN_TO_FIT, TIDIEST},
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Ranked};
use meeple_games::filler::{Piece, Placement, draw_piece, has_valid_placement};
use rand::Rng;

/// The placement that keeps most room, as well as the budget allows to find it; the ranking says
/// how many of a hundred pieces fit behind each.
pub(super) fn packed<const N: usize>(
    hand: Hand<'_>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Choice<Placement>> {
    let mut tidy = by_tidiness::<N>(hand, budget);
    tidy.truncate(TIDIEST);
    let drawn = if tidy.len() > 1 { Drawn::new(hand, rng) } else { Drawn::default() };
    // Without time for all, nobody is compared.
    let shares = drawn.shares_that_fit(hand, &tidy, budget);
    let percent = |(&mv, share): (&Placement, f64)| Ranked { mv, value: 100.0 * share };
    let ranking = shares.map(|shares| tidy.iter().zip(shares).map(percent).collect());
    let ranked = ranking.and_then(|ranking| best_of(ranking, budget));
    ranked.or_else(|| tidy.first().copied().map(Choice::silent))
}

/// All placements that the budget suffices for, at least one if there is one; the tidiest first.
pub(super) fn by_tidiness<const N: usize>(
    hand: Hand<'_>,
    budget: &mut Budget<'_>,
) -> Vec<Placement> {
    let mut field = Field::<N>::new(hand.board, hand.seat);
    let mut tidy: Vec<(i32, Placement)> = Vec::new();
    for at in hand.placements() {
        tidy.push((touched(hand, at, &mut field), at));
        if !budget.spend(1) {
            break;
        }
    }
    tidy.sort_by_key(|&(touched, _)| touched); // stable
    tidy.into_iter().map(|(_, at)| at).collect()
}

/// Pieces that may be dealt next.
#[derive(Debug, Default)]
pub(super) struct Drawn(Vec<Piece>);

impl Drawn {
    pub(super) fn new(hand: Hand<'_>, rng: &mut dyn Rng) -> Self {
        Drawn((0..DRAWN_TO_FIT).map(|_| draw_piece(hand.board, rng)).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// How many cells one of them adds on average: all of its own but the one that it shares.
    pub(super) fn new_cells(&self) -> f64 {
        let cells: usize = self.0.iter().map(|piece| piece.cells().len() - 1).sum();
        cells as f64 / self.count().max(1) as f64
    }

    /// Which part of them fits after each of these placements, if the budget suffices for all.
    pub(super) fn shares_that_fit(
        &self,
        hand: Hand<'_>,
        placements: &[Placement],
        budget: &mut Budget<'_>,
    ) -> Option<Vec<f64>> {
        let share = |&at: &Placement| {
            let fitting = self.fitting(hand, at);
            budget.spend(1).then_some(fitting as f64 / self.count().max(1) as f64)
        };
        placements.iter().map(share).collect()
    }

    /// How many of them could be laid after a placement.
    pub(super) fn fitting(&self, hand: Hand<'_>, at: Placement) -> usize {
        let mut board = hand.board.clone();
        board.place(hand.piece, at, hand.seat);
        let fits = |piece: &&Piece| has_valid_placement(&board, piece, hand.seat, hand.margins);
        self.0.iter().filter(fits).count()
    }
}

/// How many free cells a placement touches; edges count double.
pub(super) fn touched<const N: usize>(hand: Hand<'_>, at: Placement, field: &mut Field<N>) -> i32 {
    let new = hand.new_cells(at);
    new.clone().for_each(|cell| field.take(cell));
    let touched = new.clone().map(|cell| free_around(field, cell)).sum();
    new.for_each(|cell| field.give_back(cell));
    touched
}

fn free_around<const N: usize>(field: &Field<N>, (column, row): (usize, usize)) -> i32 {
    let around = (-1..=1).flat_map(|down: i32| (-1..=1).map(move |right: i32| (right, down)));
    let free =
        around.filter(|&(right, down)| field.is_free(column as i32 + right, row as i32 + down));
    free.map(|(right, down)| if right == 0 || down == 0 { 2 } else { 1 }).sum()
}
