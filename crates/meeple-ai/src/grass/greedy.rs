//! A computer player that only maximises its largest square right now, as a beginner would.

use super::move_evaluation::{AfterMove, MoveEvaluation, choose_best};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, ChooseError, Limits, Player, Seat, options::NoOptions};
use meeple_games::grass::{Board, Grass, Move};
use rand::Rng;

/// Plays the move that gives it the largest square right now.
#[derive(Debug, Clone, Copy, Default)]
pub struct GreedyPlayer;

impl Player<Grass> for GreedyPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        choose_best(self, position, limits, rng)
    }
}

impl Seatable<Grass> for GreedyPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        GreedyPlayer
    }
}

impl MoveEvaluation for GreedyPlayer {
    /// A coupon is worth less than a larger square and more than anything else.
    fn evaluate_placement(&self, after: &AfterMove, seat: Seat) -> f64 {
        let (side, _) = squares(after.board, seat);
        100.0 * f64::from(side) + f64::from(after.coupons)
    }

    fn evaluate_attack(&self, after: &AfterMove, seat: Seat) -> f64 {
        let seats = (0..after.board.seats()).map(Seat::new).filter(|&other| other != seat);
        let worth = |other: Seat| {
            let (side, squares) = squares(after.board, other);
            100.0 * f64::from(side) + f64::from(squares)
        };
        -seats.map(worth).fold(0.0, f64::max)
    }
}

/// Returns the side of the seat's largest square and how many squares of that side it has.
fn squares(board: &Board, seat: Seat) -> (u8, u32) {
    let (side, corners) = board.largest_squares(seat);
    (side, corners.len())
}
