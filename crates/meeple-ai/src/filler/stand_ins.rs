//! Stand-ins for the four official robots.
//!
//! `wall_e` lays its piece anywhere. The others behave as if they added up, for
//! the cells that a placement newly covers, the Manhattan distance to the
//! nearest enemy cell: `h2_d2` takes the largest sum, `bender` the middle one
//! of the sums that occur, `terminator` the smallest. Ties are broken at
//! random. None ever answers a negative column or row (F3); a robot that has
//! only such placements finds none, and is stuck.

use super::{Bot, View, distances::manhattan_to_enemy};
use meeple_games::filler::{Board, Placement};
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

impl Bot for WallE {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        not_negative(view).choose(rng)
    }
}

impl Bot for H2D2 {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        let ranked = ranked(view);
        let largest = ranked.iter().map(|&(sum, _)| sum).max()?;
        any_with(&ranked, largest, rng)
    }
}

impl Bot for Bender {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        let ranked = ranked(view);
        let mut sums: Vec<u32> = ranked.iter().map(|&(sum, _)| sum).collect();
        sums.sort_unstable();
        sums.dedup();
        let middle = *sums.get(sums.len() / 2)?;
        any_with(&ranked, middle, rng)
    }
}

impl Bot for Terminator {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        let ranked = ranked(view);
        let smallest = ranked.iter().map(|&(sum, _)| sum).min()?;
        any_with(&ranked, smallest, rng)
    }
}

fn not_negative(view: View<'_>) -> impl Iterator<Item = Placement> {
    view.placements().filter(|at| at.column >= 0 && at.row >= 0)
}

/// Each placement with its sum of distances.
fn ranked(view: View<'_>) -> Vec<(u32, Placement)> {
    let sum = enemy_distance(view);
    not_negative(view).map(|at| (sum(at), at)).collect()
}

fn any_with(ranked: &[(u32, Placement)], sum: u32, rng: &mut dyn Rng) -> Option<Placement> {
    ranked.iter().filter(|&&(other, _)| other == sum).choose(rng).map(|&(_, at)| at)
}

/// The sum, for a legal placement, of the Manhattan distances from the cells it newly
/// covers to the nearest enemy cell.
pub fn enemy_distance(view: View<'_>) -> impl Fn(Placement) -> u32 {
    let distances = manhattan_to_enemy(view.board, view.seat);
    let own = view.board.owned(view.seat);
    move |at| {
        let cells = Board::covered(view.piece, at).map(|(x, y)| (x as usize, y as usize));
        cells.filter(|&(x, y)| !own.has(x, y)).map(|(x, y)| u32::from(distances.at(x, y))).sum()
    }
}
