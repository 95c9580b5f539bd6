//! Evaluates robberies (G12): every tile of the opponents with the best way to place it again.

use super::{
    beam_node::SeatSearch,
    beam_position::{BeamPosition, BeamTile},
    beam_search::beam_search,
    beam_thinker::{MoveIdea, PositionSearch, placement_move},
};
use meeple_core::Game;
use meeple_games::grass::{Move, TileNumber};

/// Number of thefts examined more closely, together with the seat's own next tiles.
const CLOSELY_EXAMINED: usize = 4;

impl PositionSearch<'_, '_> {
    /// Evaluates all thefts by the best placement of the stolen tile; for the best few, also with the seat's
    /// own next tiles.
    pub(super) fn robbery_ideas(&mut self) -> Vec<MoveIdea> {
        let meadow = BeamPosition::from_game(self.game);
        let mut thefts = Vec::new();
        // Start with the tiles whose loss hurts most, in case the budget doesn't cover all.
        for at in self.tiles_by_loss(&meadow, self.seat).unwrap_or_default() {
            let Some(idea) = self.theft_idea(&meadow, at, &[]) else { break };
            thefts.push((idea, at));
        }
        thefts.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
        let next = self.game.seats() - 1; // the front tile already belongs to the next player
        let own = self.own_tiles(self.game.queue().tiles(), next);
        let own: Vec<TileNumber> = own.take(self.effort.depth - 1).collect();
        let mut ideas: Vec<MoveIdea> = thefts.iter().map(|(idea, _)| idea.clone()).collect();
        if !own.is_empty() {
            let first = thefts.iter().take(CLOSELY_EXAMINED);
            let closer: Vec<Option<MoveIdea>> =
                first.map(|&(_, at)| self.theft_idea(&meadow, at, &own)).collect();
            apply_closer_values(&mut ideas, closer);
        }
        ideas
    }

    /// Carries out the robberies the thief holds; `None` if the budget runs out first.
    pub(super) fn carry_out_robberies(
        &mut self,
        meadow: &mut BeamPosition,
        thief: usize,
    ) -> Option<()> {
        while meadow.holdings[thief].robberies > 0 {
            let mut best: Option<(f32, BeamPosition)> = None;
            for at in self.tiles_by_loss(meadow, thief)?.into_iter().take(CLOSELY_EXAMINED) {
                let after = self.after_theft(meadow, thief, at)?;
                let value = SeatSearch::value_now(self.yardstick, &after, thief);
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, after));
                }
            }
            match best {
                Some((_, after)) => *meadow = after,
                None => meadow.holdings[thief].robberies = 0, // G12: nothing to steal
            }
        }
        Some(())
    }

    /// Returns the indices of the opponents' tiles, starting with those whose loss alone is worth most to the
    /// thief; `None` if the budget runs out.
    fn tiles_by_loss(&mut self, meadow: &BeamPosition, thief: usize) -> Option<Vec<usize>> {
        let mut worth = Vec::new();
        for at in stealable(meadow, thief) {
            if !self.budget.spend(1) {
                return None;
            }
            let mut without = meadow.clone();
            without.steal(thief, at);
            worth.push((SeatSearch::value_now(self.yardstick, &without, thief), at));
        }
        worth.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Some(worth.into_iter().map(|(_, at)| at).collect())
    }

    /// Returns the position after this theft, with the tile placed again where it is best; `None` if the
    /// budget runs out.
    fn after_theft(
        &mut self,
        meadow: &BeamPosition,
        thief: usize,
        at: usize,
    ) -> Option<BeamPosition> {
        let mut after = meadow.clone();
        let number = after.steal(thief, at);
        let patch = SeatSearch::new(self.yardstick, &after, thief);
        let turned = [number.orientations(after.shapes)];
        let roots = beam_search(&patch, patch.root(&after, thief), &turned, 1, &mut self.budget);
        if self.budget.is_spent() {
            return None;
        }
        after.holdings[thief].turns -= 1;
        if let Some(best) = roots.first() {
            let (tile, corner) = (best.lay.tile, best.lay.corner);
            after.place(BeamTile { owner: thief, number, tile, corner });
        }
        Some(after)
    }

    /// Evaluates stealing this tile and placing it, together with the seat's own next tiles; `None` if the
    /// budget is used up.
    fn theft_idea(
        &mut self,
        meadow: &BeamPosition,
        at: usize,
        own: &[TileNumber],
    ) -> Option<MoveIdea> {
        if !self.budget.spend(1) {
            return None;
        }
        let laid = meadow.tiles[at];
        let mv = Move::Steal(laid.tile.cells_at(laid.corner).next()?);
        let mut after = meadow.clone();
        let mut tiles = vec![after.steal(self.seat, at)];
        tiles.extend(own);
        let roots = self.placements(&after, &tiles, self.effort.ahead);
        Some(if let Some(root) = roots.into_iter().next() {
            let line = [mv].into_iter().chain(root.line.into_iter().map(placement_move)).collect();
            MoveIdea { mv, value: root.value, line }
        } else {
            after.holdings[self.seat].turns -= 1;
            let value = SeatSearch::value_now(self.yardstick, &after, self.seat);
            MoveIdea { mv, value, line: vec![mv] }
        })
    }
}

/// Returns the indices of the opponents' tiles.
fn stealable(meadow: &BeamPosition, thief: usize) -> impl Iterator<Item = usize> {
    let tiles = meadow.tiles.iter().enumerate();
    tiles.filter(move |(_, laid)| laid.owner != thief).map(|(at, _)| at)
}

/// Replaces the first ideas by their closer evaluations if all of those exist; the other ideas keep their
/// distance to the best.
fn apply_closer_values(ideas: &mut [MoveIdea], closer: Vec<Option<MoveIdea>>) {
    let Some(closer) = closer.into_iter().collect::<Option<Vec<MoveIdea>>>() else { return };
    let best = |ideas: &[MoveIdea]| ideas.iter().map(|idea| idea.value).fold(f32::MIN, f32::max);
    let shift = best(&closer) - best(ideas);
    let looked = closer.len();
    for idea in &mut ideas[looked..] {
        idea.value += shift;
    }
    for (idea, closer) in ideas.iter_mut().zip(closer) {
        *idea = closer;
    }
}
