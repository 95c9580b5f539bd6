//! The trait for programs that place pieces, and an adapter that makes them players.

use super::PieceTurn;
use crate::{
    roster::{Resources, Seatable},
    search::Budget,
};
use meeple_core::{Choice, ChooseError, GameOptions, Limits, Player};
use meeple_games::filler::{Filler, Move, Placement};
use rand::Rng;

/// A program that decides where to place the piece in hand.
pub trait Placer: Send + 'static {
    /// Parameters of the program.
    type Options: GameOptions;

    /// Creates the program with these parameters.
    fn with_options(options: Self::Options) -> Self;

    /// Returns the best legal placement the budget allows it to find; even without budget it returns one it
    /// finds at once. `None` means it found none and is stuck.
    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>>;
}

/// Plays a game with a placer; if the placer finds no placement, it stops (F5).
#[derive(Debug, Clone, Default)]
pub struct FillerPlayer<P>(P);

impl<P: Placer> Player<Filler> for FillerPlayer<P> {
    fn choose(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        let hand = PieceTurn::from_position(position).ok_or(ChooseError::NotNow)?;
        let mut budget = Budget::start(limits);
        let placed = self.0.place(hand, &mut budget, rng).map(|choice| choice.map(Move::Place));
        let stuck = || Choice::with_remark(Move::Stop, "it found no placement");
        budget.to_result(Some(placed.unwrap_or_else(stuck)))
    }
}

impl<P: Placer> Seatable<Filler> for FillerPlayer<P> {
    type Options = P::Options;
    fn seat(options: P::Options, _: &Resources) -> Self {
        FillerPlayer(P::with_options(options))
    }
}
