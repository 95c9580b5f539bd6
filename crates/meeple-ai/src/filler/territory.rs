//! `territory`: one ply ahead, who reaches what first.
//!
//! Of the placements nearest to the enemy it takes the one after which most
//! cells are closer to us than to the enemy, in steps to eight neighbours over
//! empty cells; each unit of distance to the enemy costs a tenth of a cell.

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
        let scored = match view.board.owned(view.seat).words_per_row() {
            1 => scored::<1>(view, CANDIDATES, HeadStarts::NONE),
            2 => scored::<2>(view, CANDIDATES, HeadStarts::NONE),
            3 => scored::<3>(view, CANDIDATES, HeadStarts::NONE),
            _ => scored::<4>(view, CANDIDATES, HeadStarts::NONE),
        };
        // The first of the best: `max_by_key` would take the last.
        let best = scored.iter().map(|scored| scored.score).max()?;
        scored.iter().find(|scored| scored.score == best).map(|scored| scored.at)
    }
}

/// A placement and what it is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    /// Ten times the territory of every head start, less the distance to the enemy.
    pub(super) score: i32,
    pub(super) at: Placement,
}

/// The placements nearest to the enemy, nearest first, each with the territory it leaves us.
pub(super) fn scored<const N: usize>(
    view: View<'_>,
    candidates: usize,
    heads: HeadStarts,
) -> Vec<Scored> {
    let mut field = Field::<N>::new(view.board, view.seat);
    let mut flood = Flood::default();
    let own = view.board.owned(view.seat);
    let nearest = nearest(view, candidates);
    let score = |(distance, at): (u32, Placement)| {
        let covered = Board::covered(view.piece, at).map(|(x, y)| (x as usize, y as usize));
        let new = covered.filter(|&(x, y)| !own.has(x, y));
        new.clone().for_each(|(x, y)| field.take(x, y));
        let territory = flood.territory(&field, heads);
        new.for_each(|(x, y)| field.give_back(x, y));
        Scored { score: 10 * territory - heads.len() * distance as i32, at }
    };
    nearest.into_iter().map(score).collect()
}

/// So many placements, those nearest to the enemy first, each with its distance.
fn nearest(view: View<'_>, candidates: usize) -> Vec<(u32, Placement)> {
    let distance = enemy_distance(view);
    let mut all: Vec<(u32, Placement)> = view.placements().map(|at| (distance(at), at)).collect();
    all.sort_by_key(|&(distance, _)| distance);
    all.truncate(candidates);
    all
}
