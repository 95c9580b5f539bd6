//! The `territory` player: looks one ply ahead at who reaches which cells first.
//!
//! Of the placements nearest to the enemy it takes the one that leaves the largest lead in cells: those
//! closer to us than to the enemy minus those closer to the enemy, in steps to eight neighbours over empty
//! cells. Each unit of distance to the enemy costs a tenth of a cell. A node is one flooded field; finding
//! the nearest placements isn't counted.

use super::{
    PieceTurn, Placer,
    flood::{Flood, FloodField, FloodSteps, HeadStarts},
    official_robots::enemy_distance,
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, RankedMove, options::NoOptions};
use meeple_games::filler::Placement;
use rand::Rng;

/// Number of placements considered.
const CANDIDATES: usize = 120;

/// The territory player.
#[derive(Debug, Clone, Copy, Default)]
pub struct TerritoryPlacer;

impl Placer for TerritoryPlacer {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        TerritoryPlacer
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
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

fn choose<const N: usize>(
    hand: PieceTurn<'_>,
    budget: &mut Budget<'_>,
) -> Option<Choice<Placement>> {
    let near = nearest(hand, CANDIDATES, budget);
    let mut field = FloodField::<N>::new(hand.board, hand.seat);
    let mut flood = Flood::with_steps(FloodSteps::Squares);
    let scale = PlacementScorer {
        hand,
        pull: 1,
        value: |field: &FloodField<N>| flood.lead(field, HeadStarts::NONE),
    };
    let weighed = scale.score(&near, &mut field, budget);
    choice(&weighed, CELL_VALUE, budget).or_else(|| nearest_choice(&near))
}

/// A placement with its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredPlacement {
    pub(super) worth: i32,
    pub(super) at: Placement,
}

impl ScoredPlacement {
    /// Converts the value into these units.
    pub(super) fn in_units_of(self, unit: i32) -> RankedMove<Placement> {
        RankedMove { mv: self.at, value: f64::from(self.worth) / f64::from(unit) }
    }
}

/// A placement with its distance to the enemy.
#[derive(Debug, Clone, Copy)]
pub(super) struct NearPlacement {
    distance: u32,
    pub(super) at: Placement,
}

/// Value of a cell of territory: ten times a unit of distance.
pub(super) const CELL_VALUE: i32 = 10;

/// Chooses the first of the best placements; all are ranked by their value in cells.
fn choice(
    weighed: &[ScoredPlacement],
    cell: i32,
    budget: &Budget<'_>,
) -> Option<Choice<Placement>> {
    best_of(weighed.iter().map(|weighed| weighed.in_units_of(cell)).collect(), budget)
}

/// Returns the nearest placement, for when there was no time to evaluate any.
pub(super) fn nearest_choice(near: &[NearPlacement]) -> Option<Choice<Placement>> {
    near.first().map(|near| Choice::from_move(near.at))
}

/// How placements are evaluated: the value of the field each leaves times [`CELL_VALUE`], minus `pull`
/// for each unit of distance.
pub(super) struct PlacementScorer<'a, V> {
    pub(super) hand: PieceTurn<'a>,
    pub(super) pull: i32,
    pub(super) value: V,
}

impl<V> PlacementScorer<'_, V> {
    /// Evaluates placements, as many as the budget allows.
    pub(super) fn score<const N: usize>(
        mut self,
        near: &[NearPlacement],
        field: &mut FloodField<N>,
        budget: &mut Budget<'_>,
    ) -> Vec<ScoredPlacement>
    where
        V: FnMut(&FloodField<N>) -> i32,
    {
        let weigh = |&NearPlacement { distance, at }: &NearPlacement| {
            let new = self.hand.new_cells(at);
            new.clone().for_each(|cell| field.take(cell));
            let worth = CELL_VALUE * (self.value)(field) - self.pull * distance as i32;
            new.for_each(|cell| field.give_back(cell));
            ScoredPlacement { worth, at }
        };
        near.iter().take_while(|_| budget.spend(1)).map(weigh).collect()
    }
}

/// Wraps these placements with a distance of zero.
pub(super) fn with_zero_distance(
    placements: impl Iterator<Item = Placement>,
) -> Vec<NearPlacement> {
    placements.map(|at| NearPlacement { distance: 0, at }).collect()
}

/// Returns up to `candidates` placements, nearest to the enemy first. If the budget runs out, it considers
/// only those seen so far, but always at least one if there is any.
pub(super) fn nearest(
    hand: PieceTurn<'_>,
    candidates: usize,
    budget: &mut Budget<'_>,
) -> Vec<NearPlacement> {
    let mut placements = hand.placements();
    if budget.is_spent() {
        return placements.next().map(|at| NearPlacement { distance: 0, at }).into_iter().collect();
    }
    let distance = enemy_distance(hand);
    let near = |at| NearPlacement { distance: distance(at), at };
    let mut all: Vec<NearPlacement> = placements.next().map(near).into_iter().collect();
    all.extend(placements.take_while(|_| !budget.is_spent()).map(near));
    all.sort_by_key(|near| near.distance);
    all.truncate(candidates);
    all
}
