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
    let mut field = Field::<N>::new(hand.board, hand.seat);
    let mut tidy: Vec<(i32, Placement)> = Vec::new();
    for at in hand.placements() {
        tidy.push((touched(hand, at, &mut field), at));
        if !budget.spend(1) {
            break;
        }
    }
    tidy.sort_by_key(|&(touched, _)| touched); // stable
    tidy.truncate(TIDIEST);
    let pieces: Vec<Piece> = match tidy.len() {
        0 | 1 => Vec::new(),
        _ => (0..DRAWN_TO_FIT).map(|_| draw_piece(hand.board, rng)).collect(),
    };
    let fitting = |&(_, at): &(i32, Placement)| {
        let fit = fitting(hand, at, &pieces);
        budget
            .spend(1)
            .then_some(Ranked { mv: at, value: 100.0 * fit as f64 / DRAWN_TO_FIT as f64 })
    };
    let ranking: Option<Vec<Ranked<Placement>>> = tidy.iter().map(fitting).collect();
    // Without time for all, nobody is compared.
    let ranked = ranking.and_then(|ranking| best_of(ranking, budget));
    ranked.or_else(|| tidy.first().map(|&(_, at)| Choice::silent(at)))
}

/// How many of these pieces could be laid next.
fn fitting(hand: Hand<'_>, at: Placement, pieces: &[Piece]) -> usize {
    let mut board = hand.board.clone();
    board.place(hand.piece, at, hand.seat);
    let fits = |piece: &&Piece| has_valid_placement(&board, piece, hand.seat, hand.margins);
    pieces.iter().filter(fits).count()
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
