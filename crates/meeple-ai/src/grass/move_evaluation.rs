//! Evaluates every move by the board it leads to; for an exchange or the removal of a stone, by the best
//! placement that follows. Shared by the greedy and the window player.
//!
//! One node is one evaluated board. When the node or time limit is reached, the current move and all later
//! ones are left out: an exchange counts only if all its placements were evaluated.

use crate::search::{Budget, choice_with_ranking};
use meeple_core::{Choice, ChooseError, Game, Limits, RankedMove, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, Grass, LegalPlacements, Move, Phase, PlacedTile, PlacementRule, TileNumber,
};
use rand::{Rng, RngExt};
use std::cmp::Ordering;

/// The part of the position after a move that matters to the player who made it.
pub(super) struct AfterMove<'a> {
    /// The board after the move.
    pub(super) board: &'a Board,
    /// Coupons the player has left.
    pub(super) coupons: u8,
    /// Robberies the player has yet to carry out.
    pub(super) robberies: u8,
    /// The number of turns left in which the player draws a tile.
    pub(super) turns_left: u8,
}

/// An evaluation of what a move leads to; higher is better.
pub(super) trait MoveEvaluation {
    /// Evaluates the result of placing a tile or spending a coupon, from this seat's point of view.
    fn evaluate_placement(&self, after: &AfterMove, seat: Seat) -> f64;
    /// Evaluates the result of placing a stone or of a robbery, where the opponents' losses count too.
    fn evaluate_attack(&self, after: &AfterMove, seat: Seat) -> f64;
}

/// Returns the best move among those evaluated within the limits, breaking ties at random.
pub(super) fn choose_best(
    evaluation: &impl MoveEvaluation,
    game: &Grass,
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Choice<Move>, ChooseError> {
    let Turn::Seat(seat) = game.turn() else { return Err(ChooseError::NotNow) };
    let mut search = MoveSearch { evaluation, game, seat, budget: Budget::start(limits) };
    let mut compared = Vec::new();
    let (mut best, mut ties) = (None, 0_u32);
    let mut best_value = f64::NEG_INFINITY;
    for mv in game.legal_moves() {
        let Some(value) = search.evaluate(mv) else { break };
        if value.is_finite() {
            compared.push(RankedMove { mv, value });
        }
        let is_better = match value.total_cmp(&best_value) {
            Ordering::Less => false,
            Ordering::Equal => {
                ties += 1;
                rng.random_range(0..ties) == 0
            }
            Ordering::Greater => {
                ties = 1;
                true
            }
        };
        if is_better {
            (best, best_value) = (Some(mv), value);
        }
    }
    let mv = best.or_else(|| game.legal_moves().next());
    search.budget.to_result(mv.map(|mv| choice_with_ranking(mv, compared, &search.budget)))
}

/// Evaluates moves as long as the budget lasts.
struct MoveSearch<'a, J> {
    evaluation: &'a J,
    game: &'a Grass,
    seat: Seat,
    budget: Budget<'a>,
}

impl<J: MoveEvaluation> MoveSearch<'_, J> {
    /// Evaluates a move; `None` if the budget runs out first.
    fn evaluate(&mut self, mv: Move) -> Option<f64> {
        let (game, seat) = (self.game, self.seat);
        match mv {
            Move::Exchange(number) => {
                let tile = game.queue().next_tiles().nth(usize::from(number) - 1);
                self.best_placement(game.board(), tile)
            }
            Move::Remove(cell) => {
                let mut board = game.board().clone();
                board.remove_stone(cell);
                self.best_placement(&board, game.tile_in_hand())
            }
            _ => {
                let (phase, mut next) = (game.phase(), game.clone());
                next.play_unchecked(mv);
                let holdings = next.holdings(seat);
                let after = AfterMove {
                    board: next.board(),
                    coupons: holdings.coupons,
                    robberies: holdings.robberies,
                    turns_left: turns_left(game),
                };
                self.budget.spend(1).then(|| match phase {
                    Phase::Stone | Phase::Robbery => self.evaluation.evaluate_attack(&after, seat),
                    _ => self.evaluation.evaluate_placement(&after, seat),
                })
            }
        }
    }

    /// Evaluates the best placement of this tile after a coupon has been spent; `None` if the budget runs
    /// out.
    fn best_placement(&mut self, board: &Board, tile: Option<TileNumber>) -> Option<f64> {
        let mut best = f64::NEG_INFINITY;
        let Some(tile) = tile else { return Some(best) };
        let area = board.placeable_area(self.seat, PlacementRule::Beside);
        let coupons = self.game.holdings(self.seat).coupons - 1;
        for mv in LegalPlacements::new(area, tile.orientations(self.game.shapes())) {
            let Move::Place { corner, orientation } = mv else { continue };
            if !self.budget.spend(1) {
                return None;
            }
            let mut board = board.clone();
            board.place(tile, PlacedTile { owner: self.seat, corner, orientation });
            let kinds = board.capture(self.seat);
            let count = |kind| kinds.iter().filter(|&&other| other == kind).count() as u8;
            let after = AfterMove {
                board: &board,
                coupons: coupons + count(BonusKind::Exchange),
                robberies: count(BonusKind::Robbery),
                turns_left: turns_left(self.game),
            };
            best = best.max(self.evaluation.evaluate_placement(&after, self.seat));
        }
        Some(best)
    }
}

/// Returns the number of turns with a tile after the current one.
fn turns_left(game: &Grass) -> u8 {
    meeple_games::grass::ROUNDS.saturating_sub(game.round())
}
