//! Robberies (G12): every tile of the others, with the best way to lay it anew.

use super::{
    growth::grow,
    meadow::{Laid, Meadow},
    node::Patch,
    thinker::{Idea, Thinker, lay},
};
use meeple_core::Game;
use meeple_games::grass::{Move, TileNumber};

/// How many thefts are looked at more closely: with the own next tiles.
const CLOSER: usize = 4;

impl Thinker<'_, '_> {
    /// What can be stolen. Each theft is judged by the best lay of its tile, the best of them
    /// with the own next tiles as well.
    pub(super) fn robberies(&mut self) -> Vec<Idea> {
        let meadow = Meadow::of(self.game);
        let mut thefts = Vec::new();
        // Those whose loss hurts most come first, should the budget not suffice for all.
        for at in self.worth_stealing(&meadow, self.seat).unwrap_or_default() {
            let Some(idea) = self.theft(&meadow, at, &[]) else { break };
            thefts.push((idea, at));
        }
        thefts.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
        let next = self.game.seats() - 1; // the front tile is the next player's already
        let own = self.own_tiles(self.game.queue().tiles(), next);
        let own: Vec<TileNumber> = own.take(self.effort.depth - 1).collect();
        let mut ideas: Vec<Idea> = thefts.iter().map(|(idea, _)| idea.clone()).collect();
        if !own.is_empty() {
            let first = thefts.iter().take(CLOSER);
            let closer: Vec<Option<Idea>> =
                first.map(|&(_, at)| self.theft(&meadow, at, &own)).collect();
            settle(&mut ideas, closer);
        }
        ideas
    }

    /// Commits in thought the robberies that somebody holds; `None` if the budget ends before.
    pub(super) fn plunder(&mut self, meadow: &mut Meadow, thief: usize) -> Option<()> {
        while meadow.hands[thief].robberies > 0 {
            let mut best: Option<(f32, Meadow)> = None;
            for at in self.worth_stealing(meadow, thief)?.into_iter().take(CLOSER) {
                let after = self.robbed(meadow, thief, at)?;
                let value = Patch::worth(self.yardstick, &after, thief);
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, after));
                }
            }
            match best {
                Some((_, after)) => *meadow = after,
                None => meadow.hands[thief].robberies = 0, // G12: nothing to steal
            }
        }
        Some(())
    }

    /// The tiles of others, those first whose loss alone is worth most to the thief.
    fn worth_stealing(&mut self, meadow: &Meadow, thief: usize) -> Option<Vec<usize>> {
        let mut worth = Vec::new();
        for at in stealable(meadow, thief) {
            if !self.budget.spend(1) {
                return None;
            }
            let mut without = meadow.clone();
            without.steal(thief, at);
            worth.push((Patch::worth(self.yardstick, &without, thief), at));
        }
        worth.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Some(worth.into_iter().map(|(_, at)| at).collect())
    }

    /// The position after this theft, the tile laid anew where that is best.
    fn robbed(&mut self, meadow: &Meadow, thief: usize, at: usize) -> Option<Meadow> {
        let mut after = meadow.clone();
        let number = after.steal(thief, at);
        let patch = Patch::new(self.yardstick, &after, thief);
        let turned = [number.orientations(after.shapes)];
        let roots = grow(&patch, patch.root(&after, thief), &turned, 1, &mut self.budget);
        if self.budget.is_spent() {
            return None;
        }
        after.hands[thief].turns -= 1;
        if let Some(best) = roots.first() {
            let (tile, corner) = (best.lay.tile, best.lay.corner);
            after.lay(Laid { owner: thief, number, tile, corner });
        }
        Some(after)
    }

    /// Stealing this tile and laying it, with the own next tiles; `None` without a budget.
    fn theft(&mut self, meadow: &Meadow, at: usize, own: &[TileNumber]) -> Option<Idea> {
        if !self.budget.spend(1) {
            return None;
        }
        let laid = meadow.tiles[at];
        let mv = Move::Steal(laid.tile.cells_at(laid.corner).next()?);
        let mut after = meadow.clone();
        let mut tiles = vec![after.steal(self.seat, at)];
        tiles.extend(own);
        let roots = self.lays(&after, &tiles, self.effort.ahead);
        Some(if let Some(root) = roots.into_iter().next() {
            let line = [mv].into_iter().chain(root.line.into_iter().map(lay)).collect();
            Idea { mv, value: root.value, line }
        } else {
            after.hands[self.seat].turns -= 1;
            let value = Patch::worth(self.yardstick, &after, self.seat);
            Idea { mv, value, line: vec![mv] }
        })
    }
}

/// The places of the tiles of others.
fn stealable(meadow: &Meadow, thief: usize) -> impl Iterator<Item = usize> {
    let tiles = meadow.tiles.iter().enumerate();
    tiles.filter(move |(_, laid)| laid.owner != thief).map(|(at, _)| at)
}

/// The first ideas with their closer values, if all of these are there; the others keep their
/// distance to the best.
fn settle(ideas: &mut [Idea], closer: Vec<Option<Idea>>) {
    let Some(closer) = closer.into_iter().collect::<Option<Vec<Idea>>>() else { return };
    let best = |ideas: &[Idea]| ideas.iter().map(|idea| idea.value).fold(f32::MIN, f32::max);
    let shift = best(&closer) - best(ideas);
    let looked = closer.len();
    for idea in &mut ideas[looked..] {
        idea.value += shift;
    }
    for (idea, closer) in ideas.iter_mut().zip(closer) {
        *idea = closer;
    }
}
