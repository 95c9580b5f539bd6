//! The largest square now; among equals, the more squares of that side.

use super::hands::{Judge, Outlook, choose};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Limits, NoChoice, Player, Seat, options::NoOptions};
use meeple_games::grass::{Board, Grass, Move};
use rand::Rng;

/// Takes the largest square it can have now.
#[derive(Debug, Clone, Copy, Default)]
pub struct GreedyPlayer;

impl Player<Grass> for GreedyPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        choose(self, position, limits, rng)
    }
}

impl Seatable<Grass> for GreedyPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        GreedyPlayer
    }
}

impl Judge for GreedyPlayer {
    /// A coupon is worth less than a larger square and more than anything else.
    fn laid(&self, outlook: &Outlook, seat: Seat) -> f64 {
        let grass = outlook.board.territory(seat).len();
        let (side, squares) = squares(outlook.board, seat);
        let small = f64::from(squares) / 10.0 + f64::from(grass) / 1000.0;
        1000.0 * f64::from(side) + 100.0 * f64::from(outlook.coupons) + small
    }

    fn hurt(&self, outlook: &Outlook, seat: Seat) -> f64 {
        let seats = (0..outlook.board.seats()).map(Seat::new).filter(|&other| other != seat);
        let worth = |other: Seat| {
            let (side, squares) = squares(outlook.board, other);
            100.0 * f64::from(side) + f64::from(squares)
        };
        -seats.map(worth).fold(0.0, f64::max)
    }
}

/// The side of the largest square, and how many of that side there are.
fn squares(board: &Board, seat: Seat) -> (u8, u32) {
    let (side, corners) = board.largest_squares(seat);
    (side, corners.len())
}
