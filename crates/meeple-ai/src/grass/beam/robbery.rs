//! Robberies (G12): every tile of the others, with the best way to lay it anew.

use super::{
    meadow::Meadow,
    node::Patch,
    thinker::{Idea, Thinker, lay},
};
use meeple_core::Game;
use meeple_games::grass::{Grass, Move, Placed, TileNumber};

/// How many thefts are looked at more closely: with the own next tiles.
const CLOSER: usize = 4;

impl Thinker<'_, '_> {
    /// What can be stolen. Each theft is judged by the best lay of its tile, the best of them
    /// with the own next tiles as well.
    pub(super) fn robberies(&mut self) -> Vec<Idea> {
        let tiles: Vec<(TileNumber, Placed)> = self.game.board().tiles().collect();
        let mut thefts = Vec::new();
        for (tile, placed) in tiles {
            if placed.owner.index() == self.seat {
                continue;
            }
            let Some(idea) = self.theft(tile, placed, &[tile]) else { break };
            thefts.push((idea, tile, placed));
        }
        thefts.sort_by(|(a, ..), (b, ..)| b.value.total_cmp(&a.value));
        let next = self.game.seats() - 1; // the front tile is the next player's already
        let own: Vec<TileNumber> = self.own_tiles(self.game.queue().tiles(), next).collect();
        let gained: Vec<Option<Idea>> = thefts
            .iter()
            .take(CLOSER)
            .map(|&(_, tile, placed)| {
                let mut tiles = vec![tile];
                tiles.extend(&own);
                tiles.truncate(self.effort.depth);
                if tiles.len() > 1 { self.theft(tile, placed, &tiles) } else { None }
            })
            .collect();
        let mut ideas: Vec<Idea> = thefts.into_iter().map(|(idea, ..)| idea).collect();
        settle(&mut ideas, gained);
        ideas
    }

    /// Stealing this tile and laying it, with these tiles in thought; `None` without a budget.
    fn theft(&mut self, tile: TileNumber, placed: Placed, tiles: &[TileNumber]) -> Option<Idea> {
        if !self.budget.spend(1) {
            return None;
        }
        let board = self.game.board();
        let cell = board.cells_of(tile, placed).next()?;
        let meadow = without(self.game, self.seat, tile, placed);
        let roots = self.lays(&meadow, tiles, self.effort.ahead);
        let mv = Move::Steal(cell);
        Some(match roots.into_iter().next() {
            Some(root) => {
                let line = [mv].into_iter().chain(root.line.into_iter().map(lay)).collect();
                Idea { mv, value: root.value, line }
            }
            None => {
                let mut meadow = meadow;
                meadow.hands[self.seat].turns -= 1;
                let value = Patch::worth(self.yardstick, &meadow, self.seat);
                Idea { mv, value, line: vec![mv] }
            }
        })
    }
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

/// The position without a tile that the seat has stolen and not laid yet.
fn without(game: &Grass, seat: usize, tile: TileNumber, placed: Placed) -> Meadow {
    let mut meadow = Meadow::of(game);
    let victim = placed.owner.index();
    for cell in game.board().cells_of(tile, placed) {
        meadow.own[victim].remove(cell);
        meadow.hands[victim].grass -= 1;
    }
    meadow.hands[seat].robberies -= 1;
    meadow.hands[seat].turns += 1; // laying it takes none of them
    meadow
}
