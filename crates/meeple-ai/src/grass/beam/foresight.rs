//! What a move leads to, with everybody's replies and with tiles that nobody knows yet.
//!
//! ```text
//! my move ─► each other lays its tile as suits it best ─► ... ─► a beam of my next tiles
//! ```
//!
//! The best moves are compared in the same drawn futures, so that the luck of
//! the draw is the same for all of them; after each, the worst drop out.

use super::{
    growth::grow,
    meadow::Meadow,
    node::Patch,
    thinker::Thinker,
    turn::{Candidate, Opening},
};
use meeple_games::grass::{TileNumber, Turned};
use rand::seq::SliceRandom;

/// Candidates that are never dropped before the last future.
const FINALISTS: usize = 3;

impl Thinker<'_, '_> {
    /// Looks at the best moves again; those it had no budget for keep their distance to the best.
    pub(super) fn foresee(&mut self, openings: &[Opening], candidates: &mut [Candidate]) {
        let mut kept = self.worth_a_look(openings, candidates);
        if kept.len() < 2 {
            return;
        }
        let mut sums = vec![0.0; candidates.len()];
        let mut futures = 0;
        for _ in 0..self.effort.samples.max(1) {
            let drawn = self.draw();
            let mut values = Vec::new();
            for &at in &kept {
                let candidate = &candidates[at];
                let opening = &openings[candidate.opening];
                match self.future(opening, candidate, &drawn) {
                    Some(value) => values.push(value),
                    None => break,
                }
            }
            if values.len() < kept.len() {
                break;
            }
            kept.iter().zip(values).for_each(|(&at, value)| sums[at] += value);
            futures += 1;
            kept.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]));
            if futures % 2 == 0 && kept.len() > FINALISTS {
                kept.pop();
            }
        }
        if futures > 0 {
            let mean = |at: usize| sums[at] / futures as f32;
            let seen: Vec<(usize, f32)> = kept.iter().map(|&at| (at, mean(at))).collect();
            settle(candidates, &seen);
        }
    }

    /// The best candidates, and the best lay of every move that was asked for.
    fn worth_a_look(&self, openings: &[Opening], candidates: &[Candidate]) -> Vec<usize> {
        let count = self.effort.candidates.min(candidates.len());
        let mut kept: Vec<usize> = (0..count).collect();
        for &mv in self.also {
            let found = candidates.iter().position(|candidate| candidate.mv(openings) == mv);
            kept.extend(found.filter(|&at| at >= count));
        }
        kept
    }

    /// Unseen tiles in some order; none if what is unseen is to be left out.
    fn draw(&mut self) -> Vec<TileNumber> {
        if self.effort.samples == 0 {
            return Vec::new();
        }
        let mut unseen: Vec<TileNumber> = self.game.queue().unused().collect();
        unseen.shuffle(self.rng);
        unseen
    }

    /// What a move is worth in this future; `None` if the budget ends before.
    fn future(
        &mut self,
        opening: &Opening,
        candidate: &Candidate,
        drawn: &[TileNumber],
    ) -> Option<f32> {
        let (seat, seats) = (self.seat, opening.meadow.seats);
        let mut drawn = drawn.iter().copied();
        let tiles: Vec<Option<TileNumber>> =
            opening.queue.tiles().map(|tile| tile.or_else(|| drawn.next())).collect();
        let mut meadow = opening.meadow.clone();
        take_turn(&mut meadow, seat);
        meadow.lay(seat, candidate.root.lay.tile, candidate.root.lay.corner);
        let mut at = 1;
        for round in 0..self.effort.rounds {
            for mover in (1..seats).map(|next| (seat + next) % seats) {
                self.reply(&mut meadow, mover, tiles.get(at).copied().flatten())?;
                at += 1;
            }
            if round + 1 < self.effort.rounds {
                self.reply(&mut meadow, seat, tiles.get(at).copied().flatten())?;
                at += 1;
            }
        }
        let left = self.effort.depth - 1;
        let own = tiles.get(at..).unwrap_or_default().iter().copied();
        let turns = usize::from(meadow.hands[seat].turns);
        let own: Vec<TileNumber> = self.own_tiles(own, 0).take(left.min(turns)).collect();
        let roots = self.lays(&meadow, &own, self.effort.ahead);
        if self.budget.is_spent() {
            return None;
        }
        Some(match roots.first() {
            Some(best) => best.value,
            None => Patch::worth(self.yardstick, &meadow, seat),
        })
    }

    /// Lays a tile for somebody as suits them best; nothing if it is not known or fits nowhere.
    fn reply(&mut self, meadow: &mut Meadow, mover: usize, tile: Option<TileNumber>) -> Option<()> {
        if meadow.hands[mover].turns == 0 {
            return Some(());
        }
        if let Some(tile) = tile {
            let patch = Patch::new(self.yardstick, meadow, mover);
            let turned: [&'static [Turned]; 1] = [tile.orientations(meadow.shapes)];
            let root = patch.root(meadow, mover);
            let roots = grow(&patch, root, &turned, 1, &mut self.budget);
            if self.budget.is_spent() {
                return None;
            }
            if let Some(best) = roots.first() {
                meadow.lay(mover, best.lay.tile, best.lay.corner);
            }
        }
        take_turn(meadow, mover);
        Some(())
    }
}

fn take_turn(meadow: &mut Meadow, seat: usize) {
    let turns = &mut meadow.hands[seat].turns;
    *turns = turns.saturating_sub(1);
}

/// Gives those that were looked at again their new values; all others stay behind them by as
/// much as they were behind the best.
fn settle(candidates: &mut [Candidate], seen: &[(usize, f32)]) {
    let best = |values: &mut dyn Iterator<Item = f32>| values.fold(f32::MIN, f32::max);
    let before = best(&mut candidates.iter().map(|candidate| candidate.root.value));
    let now = best(&mut seen.iter().map(|&(_, value)| value));
    for candidate in candidates.iter_mut() {
        candidate.root.value += now - before;
    }
    let worst = seen.iter().map(|&(_, value)| value).fold(f32::MAX, f32::min);
    for (at, candidate) in candidates.iter_mut().enumerate() {
        match seen.iter().find(|(seen, _)| *seen == at) {
            Some(&(_, value)) => candidate.root.value = value,
            None => candidate.root.value = candidate.root.value.min(worst),
        }
    }
}
