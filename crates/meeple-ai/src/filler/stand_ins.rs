//! Stand-ins for the four official robots.
//!
//! `wall_e` lays its piece anywhere. The others behave as if they added up, for
//! the cells that a placement newly covers, the Manhattan distance to the
//! nearest enemy cell: `h2_d2` takes the largest sum, `bender` the middle one
//! of the sums that occur, `terminator` the smallest. Ties are broken at
//! random. None ever answers a negative column or row (F3); a robot that has
//! only such placements finds none, and is stuck. A node is a placement whose
//! distances are added up.

use super::{Hand, Placer, distances::manhattan_to_enemy};
use crate::search::{Budget, chosen};
use meeple_core::{Choice, Ranked, options::NoOptions};
use meeple_games::filler::Placement;
use rand::{Rng, seq::IteratorRandom};

/// Lays its piece anywhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct WallE;

/// Keeps as far from the enemy as it can.
#[derive(Debug, Clone, Copy, Default)]
pub struct H2D2;

/// Keeps a middle distance.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bender;

/// Goes for the enemy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminator;

impl Placer for WallE {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        WallE
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        _: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        not_negative(hand).choose(rng).map(Choice::silent)
    }
}

impl Placer for H2D2 {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        H2D2
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |_| f64::from)
    }
}

impl Placer for Bender {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        Bender
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |sums| {
            let mut sums = sums.to_vec();
            sums.sort_unstable();
            sums.dedup();
            move |sum| {
                let from_middle = sums.partition_point(|&other| other < sum) as i32;
                f64::from(-(from_middle - (sums.len() / 2) as i32).abs())
            }
        })
    }
}

impl Placer for Terminator {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        Terminator
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |_| |sum| -f64::from(sum))
    }
}

fn not_negative(hand: Hand<'_>) -> impl Iterator<Item = Placement> {
    hand.placements().filter(|at| at.column >= 0 && at.row >= 0)
}

/// Any of the best placements; what a sum of distances is worth may depend on all that occur.
fn any_of_the_best<V: Fn(u32) -> f64>(
    hand: Hand<'_>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
    value: impl FnOnce(&[u32]) -> V,
) -> Option<Choice<Placement>> {
    if budget.is_spent() {
        return not_negative(hand).next().map(Choice::silent);
    }
    let sum = enemy_distance(hand);
    let (places, sums): (Vec<Placement>, Vec<u32>) =
        not_negative(hand).take_while(|_| budget.spend(1)).map(|at| (at, sum(at))).unzip();
    let value = value(&sums);
    let rank = |(mv, sum): (Placement, u32)| Ranked { mv, value: value(sum) };
    let compared: Vec<Ranked<Placement>> = places.into_iter().zip(sums).map(rank).collect();
    let most = compared.iter().map(|ranked| ranked.value).max_by(f64::total_cmp);
    let best = compared.iter().filter(|ranked| Some(ranked.value) == most).choose(rng);
    match best.map(|ranked| ranked.mv) {
        Some(mv) => Some(chosen(mv, compared, budget)),
        None => not_negative(hand).next().map(Choice::silent), // the time was over just now
    }
}

/// The sum, for a legal placement, of the Manhattan distances from the cells it newly
/// covers to the nearest enemy cell.
pub fn enemy_distance(hand: Hand<'_>) -> impl Fn(Placement) -> u32 {
    let distances = manhattan_to_enemy(hand.board, hand.seat);
    move |at| hand.new_cells(at).map(|(x, y)| u32::from(distances.at(x, y))).sum()
}
