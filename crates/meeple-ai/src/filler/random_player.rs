//! The `random` player: places its piece anywhere and stops only if no placement is legal.

use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, ChooseError, Game, Limits, Player, Turn, options::NoOptions};
use meeple_games::filler::{Filler, Move};
use rand::Rng;

/// Chooses among all legal placements with equal probability.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomFillerPlayer;

impl Player<Filler> for RandomFillerPlayer {
    fn choose(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        match position.turn() {
            _ if limits.is_stopped() => Err(ChooseError::Stopped),
            Turn::Seat(_) => {
                let at = position.random_placement(rng);
                Ok(Choice::from_move(at.map_or(Move::Stop, Move::Place)))
            }
            _ => Err(ChooseError::NotNow),
        }
    }
}

impl Seatable<Filler> for RandomFillerPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        RandomFillerPlayer
    }
}
