//! What a move leads to, with everybody's replies and with tiles that nobody knows yet.
//!
//! ```text
//! my move ─► each other lays its tile as suits it best ─► ... ─► a beam of my next tiles
//! ```
//!
//! The best moves are compared in the same drawn futures (see `race`).

use super::{
    growth::grow,
    meadow::{Laid, Meadow},
    node::{Lay, Patch},
    race::Race,
    thinker::Thinker,
    turn::{Candidate, Opening},
};
use meeple_core::Game;
use meeple_games::grass::{TileNumber, Turned};
use rand::seq::SliceRandom;

impl Thinker<'_, '_> {
    /// Looks at the best moves again; those it had no budget for keep their distance to the best.
    pub(super) fn foresee(&mut self, openings: &[Opening], candidates: &mut [Candidate]) {
        let mut race = Race::new(self.worth_a_look(openings, candidates), candidates.len());
        let samples = if self.is_all_known(openings) { 1 } else { self.effort.samples.max(1) };
        for _ in 0..samples {
            if race.is_decided() {
                break;
            }
            let drawn = self.draw();
            let future = |&at: &usize| {
                let candidate = &candidates[at];
                self.future(&openings[candidate.opening], candidate, &drawn)
            };
            let Some(values) = race.kept().iter().map(future).collect::<Option<Vec<f32>>>() else {
                break;
            };
            race.note(&values);
        }
        settle(candidates, &race.averages());
    }

    /// Whether no tile that is foreseen is still to be drawn, whatever is done.
    fn is_all_known(&self, openings: &[Opening]) -> bool {
        let places = (self.effort.rounds + self.effort.depth) * self.game.seats();
        let known = |opening: &Opening| opening.queue.tiles().take(places).all(|t| t.is_some());
        openings.iter().all(known)
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
        let number = tiles.first().copied().flatten()?;
        let Lay { tile, corner } = candidate.root.lay;
        meadow.lay(Laid { owner: seat, number, tile, corner });
        self.plunder(&mut meadow, seat)?;
        let turns = self.effort.rounds * seats - 1;
        for at in 1..=turns {
            self.reply(&mut meadow, (seat + at) % seats, tiles.get(at..).unwrap_or_default())?;
        }
        let at = turns + 1;
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

    /// Lays the first of these tiles for somebody as suits them best, with a view to those that
    /// are to be theirs later; nothing if it is not known or fits nowhere.
    fn reply(
        &mut self,
        meadow: &mut Meadow,
        mover: usize,
        tiles: &[Option<TileNumber>],
    ) -> Option<()> {
        if meadow.hands[mover].turns == 0 {
            return Some(());
        }
        let depth = if self.effort.reply > 1 { self.effort.depth } else { 1 };
        let depth = depth.min(meadow.hands[mover].turns.into());
        let own: Vec<TileNumber> = self.own_tiles(tiles.iter().copied(), 0).take(depth).collect();
        let turned: Vec<&[Turned]> =
            own.iter().map(|tile| tile.orientations(meadow.shapes)).collect();
        let patch = Patch::new(self.yardstick, meadow, mover);
        let root = patch.root(meadow, mover);
        let roots = grow(&patch, root, &turned, self.effort.reply, &mut self.budget);
        if self.budget.is_spent() {
            return None;
        }
        take_turn(meadow, mover);
        if let Some(best) = roots.first() {
            let Lay { tile, corner } = best.lay;
            meadow.lay(Laid { owner: mover, number: own[0], tile, corner });
            self.plunder(meadow, mover)?;
        }
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
    if seen.is_empty() {
        return;
    }
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
