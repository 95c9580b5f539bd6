//! Searches one position: finds out what has to be decided and evaluates every option.

use super::{
    beam_node::{SeatSearch, TilePlacement},
    beam_position::BeamPosition,
    beam_search::{RootPlacement, beam_search},
    evaluation::BeamEvaluation,
    options::BeamEffort,
    placement_evaluator::PlacementEvaluator,
};
use crate::search::Budget;
use meeple_core::{Game, RankedMove};
use meeple_games::grass::{Cell, Grass, Move, Orientation, OrientedTile, Phase, Tile, TileNumber};
use rand::Rng;

/// A move with its value for the mover and the planned continuation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MoveIdea {
    /// The move.
    pub(super) mv: Move,
    /// Value of the move for the mover.
    pub(super) value: f32,
    /// The mover's planned moves, starting with this one.
    pub(super) line: Vec<Move>,
}

/// A search of one position.
pub(super) struct PositionSearch<'a, 'b> {
    /// The position to search.
    pub(super) game: &'a Grass,
    /// Seat to move.
    pub(super) seat: usize,
    /// The evaluation.
    pub(super) yardstick: &'a BeamEvaluation,
    /// Depth and width of the search.
    pub(super) effort: BeamEffort,
    /// Remaining node and time budget.
    pub(super) budget: Budget<'b>,
    /// Source of randomness for unseen tiles.
    pub(super) rng: &'a mut dyn Rng,
    /// Moves that are always examined closely.
    pub(super) also: &'a [Move],
}

impl PositionSearch<'_, '_> {
    /// Returns the possible moves as far as the budget goes, best first.
    pub(super) fn ideas(&mut self) -> Vec<MoveIdea> {
        let mut ideas = match self.game.phase() {
            Phase::Tile => return self.turn_ideas(),
            Phase::Stolen => self.stolen_tile_ideas(),
            Phase::Robbery => self.robbery_ideas(),
            Phase::Stone => self.stone_ideas(),
            Phase::Start => self.start_ideas(),
            Phase::Final => self.purchase_ideas(),
            Phase::Deal | Phase::Over => Vec::new(),
        };
        ideas.sort_by(|a, b| b.value.total_cmp(&a.value));
        ideas
    }

    /// Returns the ideas for the next turn with a tile, even if a deal is due first.
    pub(super) fn turn_ideas(&mut self) -> Vec<MoveIdea> {
        let mut ideas = self.search_turn();
        ideas.sort_by(|a, b| b.value.total_cmp(&a.value));
        ideas
    }

    /// Returns the placements of the first of these tiles, assuming the others follow.
    pub(super) fn placements(
        &mut self,
        meadow: &BeamPosition,
        tiles: &[TileNumber],
        width: usize,
    ) -> Vec<RootPlacement> {
        let patch = SeatSearch::new(self.yardstick, meadow, self.seat);
        let turned: Vec<&[OrientedTile]> =
            tiles.iter().map(|tile| tile.orientations(meadow.shapes)).collect();
        beam_search(&patch, patch.root(meadow, self.seat), &turned, width, &mut self.budget)
    }

    /// Places the stolen tile, followed by the seat's own tiles.
    fn stolen_tile_ideas(&mut self) -> Vec<MoveIdea> {
        let mut meadow = BeamPosition::from_game(self.game);
        meadow.holdings[self.seat].turns += 1; // placing it uses up no turn
        let mut tiles: Vec<TileNumber> = self.game.tile_in_hand().into_iter().collect();
        let next = self.game.seats() - 1; // the front tile already belongs to the next player
        tiles.extend(self.own_tiles(self.game.queue().tiles(), next));
        tiles.truncate(self.effort.depth);
        self.placements(&meadow, &tiles, self.effort.width)
            .into_iter()
            .map(MoveIdea::from)
            .collect()
    }

    /// Returns the seat's own tiles: every `seats`-th of the queue from `place` on, up to the first unknown
    /// one.
    pub(super) fn own_tiles(
        &self,
        queue: impl Iterator<Item = Option<TileNumber>>,
        place: usize,
    ) -> impl Iterator<Item = TileNumber> {
        queue.skip(place).step_by(self.game.seats()).map_while(|tile| tile)
    }

    /// Evaluates the starting cells (G5). The extra rating only orders the starts and isn't measured in
    /// squares, so that of the best start is subtracted from all: the best is worth what its board is worth,
    /// the others less.
    fn start_ideas(&mut self) -> Vec<MoveIdea> {
        let meadow = BeamPosition::from_game(self.game);
        let (yardstick, seat) = (self.yardstick, self.seat);
        let extra = |mv| Some(yardstick.start_bonus(&meadow, seat, corner(mv)?));
        let lays = self.game.legal_moves().filter_map(|mv| Some((mv, extra(mv)?))).collect();
        let mut ideas = self.single_cell_ideas(&meadow, lays);
        let best = ideas.iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let counted = best.and_then(|best| extra(best.mv)).unwrap_or(0.0);
        for idea in &mut ideas {
            idea.value -= counted;
        }
        ideas
    }

    fn purchase_ideas(&mut self) -> Vec<MoveIdea> {
        let mut meadow = BeamPosition::from_game(self.game);
        let mut stopped = meadow.clone();
        stopped.holdings[self.seat].coupons = 0;
        meadow.holdings[self.seat].coupons -= 1;
        let lays = self.game.legal_moves().filter(|mv| corner(*mv).is_some());
        let mut ideas = self.single_cell_ideas(&meadow, lays.map(|mv| (mv, 0.0)).collect());
        if self.budget.spend(1) {
            let value = SeatSearch::value_now(self.yardstick, &stopped, self.seat);
            ideas.push(MoveIdea { mv: Move::Stop, value, line: vec![Move::Stop] });
        }
        ideas
    }

    /// Evaluates placements of a single cell, each with an amount added to its value.
    fn single_cell_ideas(
        &mut self,
        meadow: &BeamPosition,
        lays: Vec<(Move, f32)>,
    ) -> Vec<MoveIdea> {
        let patch = SeatSearch::new(self.yardstick, meadow, self.seat);
        let node = patch.root(meadow, self.seat);
        let survey = PlacementEvaluator::new(&patch, &node);
        let mut ideas = Vec::new();
        for (mv, extra) in lays {
            let Some(corner) = corner(mv) else { continue };
            if !self.budget.spend(1) {
                break;
            }
            let value = survey.value_after(TilePlacement { tile: Tile::SINGLE, corner }) + extra;
            ideas.push(MoveIdea { mv, value, line: vec![mv] });
        }
        ideas
    }

    /// Evaluates stones (G11): a stone hurts where it hits cells the opponents count on.
    fn stone_ideas(&mut self) -> Vec<MoveIdea> {
        let mut meadow = BeamPosition::from_game(self.game);
        meadow.holdings[self.seat].stones -= 1;
        let mut ideas = Vec::new();
        for mv in self.game.legal_moves() {
            let Move::Stone(cell) = mv else { continue };
            if !self.budget.spend(1) {
                break;
            }
            let mut after = meadow.clone();
            after.stones.insert(cell);
            let value = SeatSearch::value_now(self.yardstick, &after, self.seat);
            ideas.push(MoveIdea { mv, value, line: vec![mv] });
        }
        ideas
    }
}

/// Returns the corner of a placement, or `None` for other moves.
fn corner(mv: Move) -> Option<Cell> {
    match mv {
        Move::Place { corner, .. } => Some(corner),
        _ => None,
    }
}

/// Converts a placement into a move.
pub(super) fn placement_move((corner, orientation): (Cell, Orientation)) -> Move {
    Move::Place { corner, orientation }
}

impl MoveIdea {
    /// Returns the move with its value.
    pub(super) fn to_ranked(&self) -> RankedMove<Move> {
        RankedMove { mv: self.mv, value: self.value.into() }
    }
}

impl From<RootPlacement> for MoveIdea {
    fn from(root: RootPlacement) -> Self {
        let line: Vec<Move> = root.line.into_iter().map(placement_move).collect();
        MoveIdea { mv: line[0], value: root.value, line }
    }
}
