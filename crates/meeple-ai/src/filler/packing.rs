//! Packing: where nobody else comes, only room counts.
//!
//! ```text
//! ##..     a placement that touches few free cells leaves those that are free
//! ##..     in one piece, so that more of what is still dealt can be laid
//! ```

use super::{Hand, flood::Field, territory::Weighed};
use crate::search::Budget;
use meeple_games::filler::Placement;

/// Every placement, worth more the fewer free cells it touches; edges weigh double. As many as
/// the budget allows.
pub(super) fn packed<const N: usize>(
    hand: Hand<'_>,
    field: &mut Field<N>,
    budget: &mut Budget<'_>,
) -> Vec<Weighed> {
    let weigh = |at: Placement| Weighed { worth: -touched(hand, at, field), at };
    hand.placements().take_while(|_| budget.spend(1)).map(weigh).collect()
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
