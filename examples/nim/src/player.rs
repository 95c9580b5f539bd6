//! A computer player of Nim, and the list of all of them.

use crate::{Move, Nim};
use meeple_ai::{
    PlayoutPlayer,
    roster::{PlayerKind, Roster},
};
use meeple_core::{
    Choice, ChooseError, Game, Limits, Player, Turn, player::RandomPlayer, rng::Rng,
};

/// The computer players, strongest first. `mcts` and `random` play every game.
pub const ROSTER: Roster = Roster {
    game: Nim::NAME,
    players: &[
        PlayerKind::simple::<Nim, NimSumPlayer>("perfect", "plays perfectly"),
        PlayoutPlayer::<Nim>::kind(),
        PlayerKind::simple::<Nim, RandomPlayer>("random", "takes any number from any heap"),
    ],
};

/// Plays perfectly: leaves heaps whose binary sum without carries is 0, if it can.
#[derive(Debug, Default)]
pub struct NimSumPlayer;

impl Player<Nim> for NimSumPlayer {
    fn choose(
        &mut self,
        nim: &Nim,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        if nim.turn() == Turn::Over {
            return Err(ChooseError::NotNow);
        }
        let sum = nim.heaps().iter().fold(0, |sum, size| sum ^ size);
        let winning = (0_u8..).zip(nim.heaps()).find_map(|(heap, &size)| {
            let count = size.checked_sub(size ^ sum).filter(|&count| count > 0)?;
            Some(Move { heap, count })
        });
        let mv = winning.or_else(|| nim.random_move(rng));
        mv.map(Choice::from_move).ok_or(ChooseError::NotNow)
    }
}
