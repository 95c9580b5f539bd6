//! Trying every move: what the board would be, and how good somebody finds it.
//!
//! A node is a board that is judged. A move for which the nodes or the time do
//! not suffice (an exchange, after which the new tile can be laid in many ways)
//! is not compared at all: half of its ways would say too little of it.

use crate::search::{Budget, chosen};
use meeple_core::{Choice, Game, Limits, NoChoice, Ranked, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, Grass, LayRule, Lays, Move, Phase, Placed, TileNumber,
};
use rand::{Rng, RngExt};
use std::cmp::Ordering;

/// A position after a move, as far as it matters to who made it.
pub(super) struct Outlook<'a> {
    /// The board.
    pub(super) board: &'a Board,
    /// Coupons left.
    pub(super) coupons: u8,
    /// Robberies that are still to be committed.
    pub(super) robberies: u8,
    /// Turns with a tile that are still to come.
    pub(super) turns: u8,
}

/// How somebody judges what a move leads to; more is better.
pub(super) trait Judge {
    /// For the seat that lays a tile, or lets one of the next be laid.
    fn laid(&self, outlook: &Outlook, seat: Seat) -> f64;
    /// For the seat that places a stone or robs: what it takes from the others counts.
    fn hurt(&self, outlook: &Outlook, seat: Seat) -> f64;
}

/// The move that the judge finds best; among equals any.
pub(super) fn choose(
    judge: &impl Judge,
    game: &Grass,
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Choice<Move>, NoChoice> {
    let Turn::Seat(seat) = game.turn() else { return Err(NoChoice::NotNow) };
    let mut trial = Trial { judge, game, seat, budget: Budget::start(limits) };
    let mut compared = Vec::new();
    let (mut best, mut equals) = (None, 0_u32);
    let mut best_value = f64::NEG_INFINITY;
    for mv in game.legal_moves() {
        let Some(value) = trial.value(mv) else { break };
        if value.is_finite() {
            compared.push(Ranked { mv, value });
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
    trial.budget.answer(mv.map(|mv| chosen(mv, compared, &trial.budget)))
}

/// Somebody who tries moves, as long as the budget lasts.
struct Trial<'a, J> {
    judge: &'a J,
    game: &'a Grass,
    seat: Seat,
    budget: Budget<'a>,
}

impl<J: Judge> Trial<'_, J> {
    /// What a move is worth; `None` if the budget does not suffice to find out.
    fn value(&mut self, mv: Move) -> Option<f64> {
        let (game, seat) = (self.game, self.seat);
        match mv {
            Move::Exchange(number) => {
                let tile = game.queue().next_tiles().nth(usize::from(number) - 1);
                self.best_lay(game.board(), tile)
            }
            Move::Remove(cell) => {
                let mut board = game.board().clone();
                board.remove_stone(cell);
                self.best_lay(&board, game.tile_in_hand())
            }
            _ => {
                let (before, mut next) = (game.phase(), game.clone());
                next.play_unchecked(mv);
                let player = next.holdings(seat);
                let outlook = Outlook {
                    board: next.board(),
                    coupons: player.coupons,
                    robberies: player.robberies,
                    turns: turns_left(game),
                };
                self.budget.spend(1).then(|| match before {
                    Phase::Stone | Phase::Robbery => self.judge.hurt(&outlook, seat),
                    _ => self.judge.laid(&outlook, seat),
                })
            }
        }
    }

    /// The best that can be made of this tile, once a coupon has brought it into hand.
    fn best_lay(&mut self, board: &Board, tile: Option<TileNumber>) -> Option<f64> {
        let mut best = f64::NEG_INFINITY;
        let Some(tile) = tile else { return Some(best) };
        let ground = board.ground(self.seat, LayRule::Beside);
        let coupons = self.game.holdings(self.seat).coupons - 1;
        for mv in Lays::new(ground, tile.orientations(self.game.shapes())) {
            let Move::Lay { corner, orientation } = mv else { continue };
            if !self.budget.spend(1) {
                return None;
            }
            let mut board = board.clone();
            board.place(tile, Placed { owner: self.seat, corner, orientation });
            let kinds = board.capture(self.seat);
            let count = |kind| kinds.iter().filter(|&&other| other == kind).count() as u8;
            let outlook = Outlook {
                board: &board,
                coupons: coupons + count(BonusKind::Exchange),
                robberies: count(BonusKind::Robbery),
                turns: turns_left(self.game),
            };
            best = best.max(self.judge.laid(&outlook, self.seat));
        }
        Some(best)
    }
}

/// The turns with a tile that follow the one of now.
fn turns_left(game: &Grass) -> u8 {
    meeple_games::grass::ROUNDS.saturating_sub(game.round())
}
