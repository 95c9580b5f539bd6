//! Tries every move and judges the resulting board; shared by the greedy and the window player.
//!
//! One node is one judged board. A move that the node or time limit doesn't fully cover (an exchange, after
//! which the new tile has many placements) is left out of the comparison: judging only half of its placements
//! would say too little about it.

use crate::search::{Budget, choice_with_ranking};
use meeple_core::{Choice, ChooseError, Game, Limits, RankedMove, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, Grass, LegalPlacements, Move, Phase, PlacedTile, PlacementRule, TileNumber,
};
use rand::{Rng, RngExt};
use std::cmp::Ordering;

/// The part of the position after a move that matters to the player who made it.
pub(super) struct MoveOutlook<'a> {
    /// The board after the move.
    pub(super) board: &'a Board,
    /// Coupons the player has left.
    pub(super) coupons: u8,
    /// Robberies the player has yet to carry out.
    pub(super) robberies: u8,
    /// Turns with a tile that are still to come.
    pub(super) turns: u8,
}

/// An evaluation of what a move leads to; higher is better.
pub(super) trait MoveJudge {
    /// Evaluates for a seat that places a tile or uses a coupon.
    fn judge_placement(&self, outlook: &MoveOutlook, seat: Seat) -> f64;
    /// Evaluates for a seat that places a stone or robs, where what the opponents lose counts.
    fn judge_attack(&self, outlook: &MoveOutlook, seat: Seat) -> f64;
}

/// Returns the move the judge rates best, breaking ties at random.
pub(super) fn choose_best(
    judge: &impl MoveJudge,
    game: &Grass,
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Choice<Move>, ChooseError> {
    let Turn::Seat(seat) = game.turn() else { return Err(ChooseError::NotNow) };
    let mut trial = MoveTrial { judge, game, seat, budget: Budget::start(limits) };
    let mut compared = Vec::new();
    let (mut best, mut equals) = (None, 0_u32);
    let mut best_value = f64::NEG_INFINITY;
    for mv in game.legal_moves() {
        let Some(value) = trial.evaluate(mv) else { break };
        if value.is_finite() {
            compared.push(RankedMove { mv, value });
        }
        let is_better = match value.total_cmp(&best_value) {
            Ordering::Less => false,
            Ordering::Equal => {
                equals += 1;
                rng.random_range(0..equals) == 0
            }
            Ordering::Greater => {
                equals = 1;
                true
            }
        };
        if is_better {
            (best, best_value) = (Some(mv), value);
        }
    }
    let mv = best.or_else(|| game.legal_moves().next());
    trial.budget.to_result(mv.map(|mv| choice_with_ranking(mv, compared, &trial.budget)))
}

/// Evaluates moves as long as the budget lasts.
struct MoveTrial<'a, J> {
    judge: &'a J,
    game: &'a Grass,
    seat: Seat,
    budget: Budget<'a>,
}

impl<J: MoveJudge> MoveTrial<'_, J> {
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
                let (before, mut next) = (game.phase(), game.clone());
                next.play_unchecked(mv);
                let player = next.holdings(seat);
                let outlook = MoveOutlook {
                    board: next.board(),
                    coupons: player.coupons,
                    robberies: player.robberies,
                    turns: turns_left(game),
                };
                self.budget.spend(1).then(|| match before {
                    Phase::Stone | Phase::Robbery => self.judge.judge_attack(&outlook, seat),
                    _ => self.judge.judge_placement(&outlook, seat),
                })
            }
        }
    }

    /// Evaluates the best placement of this tile after a coupon has been spent; `None` if the budget runs
    /// out.
    fn best_placement(&mut self, board: &Board, tile: Option<TileNumber>) -> Option<f64> {
        let mut best = f64::NEG_INFINITY;
        let Some(tile) = tile else { return Some(best) };
        let ground = board.placeable_area(self.seat, PlacementRule::Beside);
        let coupons = self.game.holdings(self.seat).coupons - 1;
        for mv in LegalPlacements::new(ground, tile.orientations(self.game.shapes())) {
            let Move::Place { corner, orientation } = mv else { continue };
            if !self.budget.spend(1) {
                return None;
            }
            let mut board = board.clone();
            board.place(tile, PlacedTile { owner: self.seat, corner, orientation });
            let kinds = board.capture(self.seat);
            let count = |kind| kinds.iter().filter(|&&other| other == kind).count() as u8;
            let outlook = MoveOutlook {
                board: &board,
                coupons: coupons + count(BonusKind::Exchange),
                robberies: count(BonusKind::Robbery),
                turns: turns_left(self.game),
            };
            best = best.max(self.judge.judge_placement(&outlook, self.seat));
        }
        Some(best)
    }
}

/// Returns the number of turns with a tile after the current one.
fn turns_left(game: &Grass) -> u8 {
    meeple_games::grass::ROUNDS.saturating_sub(game.round())
}
