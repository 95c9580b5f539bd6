//! `territory`: one ply ahead, who reaches what first.
//!
//! Of the placements nearest to the enemy it takes the one after which we lead
//! by most cells: those closer to us than to the enemy, less those closer to
//! the enemy, in steps to eight neighbours over empty cells. Each unit of
//! distance to the enemy costs a tenth of a cell.

use super::{
    Bot, View,
    flood::{Field, Flood, HeadStarts},
    stand_ins::enemy_distance,
};
use meeple_games::filler::{Board, Placement};
use rand::Rng;

/// How many placements are looked at.
const CANDIDATES: usize = 120;

/// The bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct Territory;

impl Bot for Territory {
    fn place(&mut self, view: View<'_>, _: &mut dyn Rng) -> Option<Placement> {
        match view.board.owned(view.seat).words_per_row() {
            1 => choose::<1>(view),
            2 => choose::<2>(view),
            3 => choose::<3>(view),
            _ => choose::<4>(view),
        }
    }
}

fn choose<const N: usize>(view: View<'_>) -> Option<Placement> {
    let mut field = Field::<N>::new(view.board, view.seat);
    let mut flood = Flood::default();
    let lead = |field: &Field<N>| flood.lead(field, HeadStarts::NONE);
    best(&weighed(view, CANDIDATES, &mut field, lead, 1))
}

/// A placement and what it is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighed {
    pub(super) worth: i32,
    pub(super) at: Placement,
}

/// The first of the best placements.
pub(super) fn best(weighed: &[Weighed]) -> Option<Placement> {
    let most = weighed.iter().map(|weighed| weighed.worth).max()?;
    weighed.iter().find(|weighed| weighed.worth == most).map(|weighed| weighed.at)
}

/// The placements nearest to the enemy, nearest first, each worth ten times the value
/// of the field it leaves, less `pull` for each unit of distance.
pub(super) fn weighed<const N: usize>(
    view: View<'_>,
    candidates: usize,
    field: &mut Field<N>,
    mut value: impl FnMut(&Field<N>) -> i32,
    pull: i32,
) -> Vec<Weighed> {
    let weigh = |(distance, at): (u32, Placement)| {
        let new = new_cells(view, at);
        new.clone().for_each(|cell| field.take(cell));
        let worth = 10 * value(field) - pull * distance as i32;
        new.for_each(|cell| field.give_back(cell));
        Weighed { worth, at }
    };
    nearest(view, candidates).into_iter().map(weigh).collect()
}

/// The empty cells that a legal placement covers.
pub(super) fn new_cells(
    view: View<'_>,
    at: Placement,
) -> impl Iterator<Item = (usize, usize)> + Clone {
    let own = view.board.owned(view.seat);
    let covered = Board::covered(view.piece, at).map(|(x, y)| (x as usize, y as usize));
    covered.filter(|&(column, row)| !own.has(column, row))
}

/// So many placements, those nearest to the enemy first, each with its distance.
fn nearest(view: View<'_>, candidates: usize) -> Vec<(u32, Placement)> {
    let distance = enemy_distance(view);
    let mut all: Vec<(u32, Placement)> = view.placements().map(|at| (distance(at), at)).collect();
    all.sort_by_key(|&(distance, _)| distance);
    all.truncate(candidates);
    all
}
