//! `territory`: one ply ahead, who reaches what first.
//!
//! Of the placements nearest to the enemy it takes the one after which we lead
//! by most cells: those closer to us than to the enemy, less those closer to
//! the enemy, in steps to eight neighbours over empty cells. Each unit of
//! distance to the enemy costs a tenth of a cell. A node is a field that is
//! flooded; what the nearest placements are is not counted.

use super::{
    Hand, Placer,
    flood::{Field, Flood, HeadStarts, Steps},
    stand_ins::enemy_distance,
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Ranked, options::NoOptions};
use meeple_games::filler::Placement;
use rand::Rng;

/// How many placements are looked at.
const CANDIDATES: usize = 120;

/// The bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct Territory;

impl Placer for Territory {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        Territory
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        _: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        match hand.board.owned(hand.seat).words_per_row() {
            1 => choose::<1>(hand, budget),
            2 => choose::<2>(hand, budget),
            3 => choose::<3>(hand, budget),
            _ => choose::<4>(hand, budget),
        }
    }
}

fn choose<const N: usize>(hand: Hand<'_>, budget: &mut Budget<'_>) -> Option<Choice<Placement>> {
    let near = nearest(hand, CANDIDATES, budget);
    let mut field = Field::<N>::new(hand.board, hand.seat);
    let mut flood = Flood::by(Steps::Squares);
    let scale =
        Scale { hand, pull: 1, value: |field: &Field<N>| flood.lead(field, HeadStarts::NONE) };
    let weighed = scale.weigh(&near, &mut field, budget);
    choice(&weighed, WORTH_OF_A_CELL, budget).or_else(|| first(&near))
}

/// A placement and what it is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighed {
    pub(super) worth: i32,
    pub(super) at: Placement,
}

impl Weighed {
    /// The placement with what it is worth, where a unit of that is worth so much.
    pub(super) fn in_units_of(self, unit: i32) -> Ranked<Placement> {
        Ranked { mv: self.at, value: f64::from(self.worth) / f64::from(unit) }
    }
}

/// A placement and how far it is from the enemy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    distance: u32,
    pub(super) at: Placement,
}

/// What a cell of territory is worth: ten times a unit of distance.
pub(super) const WORTH_OF_A_CELL: i32 = 10;

/// The first of the best placements; all are ranked by their worth in cells.
fn choice(weighed: &[Weighed], cell: i32, budget: &Budget<'_>) -> Option<Choice<Placement>> {
    best_of(weighed.iter().map(|weighed| weighed.in_units_of(cell)).collect(), budget)
}

/// The nearest placement, where no time was left to weigh any.
pub(super) fn first(near: &[Near]) -> Option<Choice<Placement>> {
    near.first().map(|near| Choice::silent(near.at))
}

/// How placements are weighed: each is worth what a cell is worth times the value of the field
/// it leaves, less `pull` for each unit of distance.
pub(super) struct Scale<'a, V> {
    pub(super) hand: Hand<'a>,
    pub(super) pull: i32,
    pub(super) value: V,
}

impl<V> Scale<'_, V> {
    /// Weighs placements, as many as the budget allows.
    pub(super) fn weigh<const N: usize>(
        mut self,
        near: &[Near],
        field: &mut Field<N>,
        budget: &mut Budget<'_>,
    ) -> Vec<Weighed>
    where
        V: FnMut(&Field<N>) -> i32,
    {
        let weigh = |&Near { distance, at }: &Near| {
            let new = self.hand.new_cells(at);
            new.clone().for_each(|cell| field.take(cell));
            let worth = WORTH_OF_A_CELL * (self.value)(field) - self.pull * distance as i32;
            new.for_each(|cell| field.give_back(cell));
            Weighed { worth, at }
        };
        near.iter().take_while(|_| budget.spend(1)).map(weigh).collect()
    }
}

/// These placements, as if they were equally near.
pub(super) fn as_near(placements: impl Iterator<Item = Placement>) -> Vec<Near> {
    placements.map(|at| Near { distance: 0, at }).collect()
}

/// So many placements, those nearest to the enemy first. If the budget is spent meanwhile, of
/// those that were seen, and always one if there is any.
pub(super) fn nearest(hand: Hand<'_>, candidates: usize, budget: &mut Budget<'_>) -> Vec<Near> {
    let mut placements = hand.placements();
    if budget.is_spent() {
        return placements.next().map(|at| Near { distance: 0, at }).into_iter().collect();
    }
    let distance = enemy_distance(hand);
    let near = |at| Near { distance: distance(at), at };
    let mut all: Vec<Near> = placements.next().map(near).into_iter().collect();
    all.extend(placements.take_while(|_| !budget.is_spent()).map(near));
    all.sort_by_key(|near| near.distance);
    all.truncate(candidates);
    all
}
