//! Evaluates moves by playing out the opponents' replies, with random draws for unseen tiles.
//!
//! ```text
//! my move ─► each opponent places its tile as suits it best ─► ... ─► a beam of my next tiles
//! ```
//!
//! All candidate moves are compared in the same drawn futures (see `move_race`).

use super::{
    beam_node::{SeatSearch, TilePlacement},
    beam_position::{BeamPosition, BeamTile},
    beam_search::beam_search,
    beam_thinker::PositionSearch,
    move_race::MoveRace,
    turn::{OpeningMove, TurnOpening},
};
use meeple_core::Game;
use meeple_games::grass::{OrientedTile, TileNumber};
use rand::seq::SliceRandom;

impl PositionSearch<'_, '_> {
    /// Evaluates the best moves again; those the budget doesn't cover keep their distance to the best.
    pub(super) fn evaluate_with_replies(
        &mut self,
        openings: &[TurnOpening],
        candidates: &mut [OpeningMove],
    ) {
        let mut race = MoveRace::new(self.moves_to_examine(openings, candidates), candidates.len());
        let samples = if self.is_all_known(openings) { 1 } else { self.effort.samples.max(1) };
        for _ in 0..samples {
            if race.is_decided() {
                break;
            }
            let drawn = self.shuffled_unseen();
            let future = |&at: &usize| {
                let candidate = &candidates[at];
                self.value_in_future(&openings[candidate.opening], candidate, &drawn)
            };
            let Some(values) = race.remaining().iter().map(future).collect::<Option<Vec<f32>>>()
            else {
                break;
            };
            race.add_future(&values);
        }
        apply_new_values(candidates, &race.averages());
    }

    /// Returns whether every tile in the playouts is already known, for every opening.
    fn is_all_known(&self, openings: &[TurnOpening]) -> bool {
        let places = (self.effort.rounds + self.effort.depth) * self.game.seats();
        let known = |opening: &TurnOpening| opening.queue.tiles().take(places).all(|t| t.is_some());
        openings.iter().all(known)
    }

    /// Returns the indices of the best candidates and of the best placement for every move asked about.
    fn moves_to_examine(&self, openings: &[TurnOpening], candidates: &[OpeningMove]) -> Vec<usize> {
        let count = self.effort.candidates.min(candidates.len());
        let mut kept: Vec<usize> = (0..count).collect();
        for &mv in self.also {
            let found = candidates.iter().position(|candidate| candidate.mv(openings) == mv);
            kept.extend(found.filter(|&at| at >= count));
        }
        kept
    }

    /// Returns the unseen tiles in random order, or none if unseen tiles are ignored.
    fn shuffled_unseen(&mut self) -> Vec<TileNumber> {
        if self.effort.samples == 0 {
            return Vec::new();
        }
        let mut unseen: Vec<TileNumber> = self.game.queue().unused().collect();
        unseen.shuffle(self.rng);
        unseen
    }

    /// Evaluates a move in this future; `None` if the budget runs out first.
    fn value_in_future(
        &mut self,
        opening: &TurnOpening,
        candidate: &OpeningMove,
        drawn: &[TileNumber],
    ) -> Option<f32> {
        let (seat, seats) = (self.seat, opening.meadow.seats);
        let mut drawn = drawn.iter().copied();
        let tiles: Vec<Option<TileNumber>> =
            opening.queue.tiles().map(|tile| tile.or_else(|| drawn.next())).collect();
        let mut meadow = opening.meadow.clone();
        take_turn(&mut meadow, seat);
        let number = tiles.first().copied().flatten()?;
        let TilePlacement { tile, corner } = candidate.root.lay;
        meadow.place(BeamTile { owner: seat, number, tile, corner });
        self.carry_out_robberies(&mut meadow, seat)?;
        let turns = self.effort.rounds * seats - 1;
        for at in 1..=turns {
            self.play_reply(&mut meadow, (seat + at) % seats, tiles.get(at..).unwrap_or_default())?;
        }
        let at = turns + 1;
        let left = self.effort.depth - 1;
        let own = tiles.get(at..).unwrap_or_default().iter().copied();
        let turns = usize::from(meadow.holdings[seat].turns);
        let own: Vec<TileNumber> = self.own_tiles(own, 0).take(left.min(turns)).collect();
        let roots = self.placements(&meadow, &own, self.effort.ahead);
        if self.budget.is_spent() {
            return None;
        }
        Some(match roots.first() {
            Some(best) => best.value,
            None => SeatSearch::value_now(self.yardstick, &meadow, seat),
        })
    }

    /// Places the first of these tiles as suits the mover best, considering its later tiles too; does nothing
    /// if the tile is unknown or fits nowhere. Returns `None` if the budget runs out.
    fn play_reply(
        &mut self,
        meadow: &mut BeamPosition,
        mover: usize,
        tiles: &[Option<TileNumber>],
    ) -> Option<()> {
        if meadow.holdings[mover].turns == 0 {
            return Some(());
        }
        let depth = if self.effort.reply > 1 { self.effort.depth } else { 1 };
        let depth = depth.min(meadow.holdings[mover].turns.into());
        let own: Vec<TileNumber> = self.own_tiles(tiles.iter().copied(), 0).take(depth).collect();
        let turned: Vec<&[OrientedTile]> =
            own.iter().map(|tile| tile.orientations(meadow.shapes)).collect();
        let patch = SeatSearch::new(self.yardstick, meadow, mover);
        let root = patch.root(meadow, mover);
        let roots = beam_search(&patch, root, &turned, self.effort.reply, &mut self.budget);
        if self.budget.is_spent() {
            return None;
        }
        take_turn(meadow, mover);
        if let Some(best) = roots.first() {
            let TilePlacement { tile, corner } = best.lay;
            meadow.place(BeamTile { owner: mover, number: own[0], tile, corner });
            self.carry_out_robberies(meadow, mover)?;
        }
        Some(())
    }
}

fn take_turn(meadow: &mut BeamPosition, seat: usize) {
    let turns = &mut meadow.holdings[seat].turns;
    *turns = turns.saturating_sub(1);
}

/// Sets the new values of the moves that were evaluated again; the others are shifted along with the best and
/// never rank above them.
fn apply_new_values(candidates: &mut [OpeningMove], seen: &[(usize, f32)]) {
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
