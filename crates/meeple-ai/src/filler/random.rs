//! `random`: lays its piece anywhere, and stops only where it must.

use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Turn, options::NoOptions};
use meeple_games::filler::{Filler, Move};
use rand::Rng;

/// Lays its piece anywhere, every placement as likely as the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomPlacements;

impl Player<Filler> for RandomPlacements {
    fn choose(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        match position.turn() {
            _ if limits.is_stopped() => Err(NoChoice::Stopped),
            Turn::Seat(_) => {
                let at = position.random_placement(rng);
                Ok(Choice::silent(at.map_or(Move::Stop, Move::Place)))
            }
            _ => Err(NoChoice::NotNow),
        }
    }
}

impl Seatable<Filler> for RandomPlacements {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        RandomPlacements
    }
}
