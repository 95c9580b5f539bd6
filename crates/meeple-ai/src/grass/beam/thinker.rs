//! Somebody who thinks about one position: what there is to decide, and every answer to it.

use super::{
    growth::{Root, grow},
    meadow::Meadow,
    node::{Lay, Patch},
    options::Effort,
    survey::Survey,
    value::Yardstick,
};
use crate::search::Budget;
use meeple_core::{Game, Ranked};
use meeple_games::grass::{Cell, Grass, Move, Orientation, Phase, Tile, TileNumber, Turned};
use rand::Rng;

/// A move, what it is worth to the mover, and what is to follow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Idea {
    /// The move.
    pub(super) mv: Move,
    /// Its value.
    pub(super) value: f32,
    /// The own moves that are planned, this one first.
    pub(super) line: Vec<Move>,
}

/// One who thinks.
pub(super) struct Thinker<'a, 'b> {
    /// The position.
    pub(super) game: &'a Grass,
    /// Who is to move.
    pub(super) seat: usize,
    /// How boards are judged.
    pub(super) yardstick: &'a Yardstick,
    /// How far it looks.
    pub(super) effort: Effort,
    /// What is left to think with.
    pub(super) budget: Budget<'b>,
    /// For tiles that nobody knows yet.
    pub(super) rng: &'a mut dyn Rng,
    /// Moves that are looked at closely in any case.
    pub(super) also: &'a [Move],
}

impl Thinker<'_, '_> {
    /// What can be done, the best first; as far as the budget goes.
    pub(super) fn ideas(&mut self) -> Vec<Idea> {
        let mut ideas = match self.game.phase() {
            Phase::Tile => return self.turn_ideas(),
            Phase::Stolen => self.stolen(),
            Phase::Robbery => self.robberies(),
            Phase::Stone => self.stones(),
            Phase::Start => self.starts(),
            Phase::Final => self.purchases(),
            Phase::Deal | Phase::Over => Vec::new(),
        };
        ideas.sort_by(|a, b| b.value.total_cmp(&a.value));
        ideas
    }

    /// The same for the turn that is next, though a deal may be due before.
    pub(super) fn turn_ideas(&mut self) -> Vec<Idea> {
        let mut ideas = self.turn();
        ideas.sort_by(|a, b| b.value.total_cmp(&a.value));
        ideas
    }

    /// The ways to lay the first of these tiles, the others to follow.
    pub(super) fn lays(
        &mut self,
        meadow: &Meadow,
        tiles: &[TileNumber],
        width: usize,
    ) -> Vec<Root> {
        let patch = Patch::new(self.yardstick, meadow, self.seat);
        let turned: Vec<&[Turned]> =
            tiles.iter().map(|tile| tile.orientations(meadow.shapes)).collect();
        grow(&patch, patch.root(meadow, self.seat), &turned, width, &mut self.budget)
    }

    /// The stolen tile is laid besides the own ones.
    fn stolen(&mut self) -> Vec<Idea> {
        let mut meadow = Meadow::of(self.game);
        meadow.hands[self.seat].turns += 1; // laying it takes none of them
        let mut tiles: Vec<TileNumber> = self.game.tile_in_hand().into_iter().collect();
        let next = self.game.seats() - 1; // the front tile is the next player's already
        tiles.extend(self.own_tiles(self.game.queue().tiles(), next));
        tiles.truncate(self.effort.depth);
        self.lays(&meadow, &tiles, self.effort.width).into_iter().map(Idea::from).collect()
    }

    /// The tiles that are to be one's own: every `seats`-th from that place, as far as known.
    pub(super) fn own_tiles(
        &self,
        queue: impl Iterator<Item = Option<TileNumber>>,
        place: usize,
    ) -> impl Iterator<Item = TileNumber> {
        queue.skip(place).step_by(self.game.seats()).map_while(|tile| tile)
    }

    /// G5: one cell, wherever it may be. What speaks for a start tells starts apart, but is no
    /// square: the best is worth what its board is, the others less by as much as they are behind.
    fn starts(&mut self) -> Vec<Idea> {
        let meadow = Meadow::of(self.game);
        let (yardstick, seat) = (self.yardstick, self.seat);
        let extra = |mv| Some(yardstick.start(&meadow, seat, corner(mv)?));
        let lays = self.game.legal_moves().filter_map(|mv| Some((mv, extra(mv)?))).collect();
        let mut ideas = self.singles(&meadow, lays);
        let best = ideas.iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let counted = best.and_then(|best| extra(best.mv)).unwrap_or(0.0);
        for idea in &mut ideas {
            idea.value -= counted;
        }
        ideas
    }

    fn purchases(&mut self) -> Vec<Idea> {
        let mut meadow = Meadow::of(self.game);
        let mut stopped = meadow.clone();
        stopped.hands[self.seat].coupons = 0;
        meadow.hands[self.seat].coupons -= 1;
        let lays = self.game.legal_moves().filter(|mv| corner(*mv).is_some());
        let mut ideas = self.singles(&meadow, lays.map(|mv| (mv, 0.0)).collect());
        if self.budget.spend(1) {
            let value = Patch::worth(self.yardstick, &stopped, self.seat);
            ideas.push(Idea { mv: Move::Stop, value, line: vec![Move::Stop] });
        }
        ideas
    }

    /// Lays of one cell, with something added to the value of each.
    fn singles(&mut self, meadow: &Meadow, lays: Vec<(Move, f32)>) -> Vec<Idea> {
        let patch = Patch::new(self.yardstick, meadow, self.seat);
        let node = patch.root(meadow, self.seat);
        let survey = Survey::new(&patch, &node);
        let mut ideas = Vec::new();
        for (mv, extra) in lays {
            let Some(corner) = corner(mv) else { continue };
            if !self.budget.spend(1) {
                break;
            }
            let value = survey.value_after(Lay { tile: Tile::SINGLE, corner }) + extra;
            ideas.push(Idea { mv, value, line: vec![mv] });
        }
        ideas
    }

    /// G11: a stone hurts where it comes upon what the others count on.
    fn stones(&mut self) -> Vec<Idea> {
        let mut meadow = Meadow::of(self.game);
        meadow.hands[self.seat].stones -= 1;
        let mut ideas = Vec::new();
        for mv in self.game.legal_moves() {
            let Move::Stone(cell) = mv else { continue };
            if !self.budget.spend(1) {
                break;
            }
            let mut after = meadow.clone();
            after.stones.insert(cell);
            let value = Patch::worth(self.yardstick, &after, self.seat);
            ideas.push(Idea { mv, value, line: vec![mv] });
        }
        ideas
    }
}

/// The corner of a lay.
fn corner(mv: Move) -> Option<Cell> {
    match mv {
        Move::Lay { corner, .. } => Some(corner),
        _ => None,
    }
}

/// A lay as a move.
pub(super) fn lay((corner, orientation): (Cell, Orientation)) -> Move {
    Move::Lay { corner, orientation }
}

impl Idea {
    /// The move with its value.
    pub(super) fn ranked(&self) -> Ranked<Move> {
        Ranked { mv: self.mv, value: self.value.into() }
    }
}

impl From<Root> for Idea {
    fn from(root: Root) -> Self {
        let line: Vec<Move> = root.line.into_iter().map(lay).collect();
        Idea { mv: line[0], value: root.value, line }
    }
}
