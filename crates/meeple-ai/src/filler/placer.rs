//! Who says where a piece goes, and how such a one sits down at a table.

use super::Hand;
use crate::{
    roster::{Resources, Seatable},
    search::Budget,
};
use meeple_core::{Choice, Limits, NoChoice, Options, Player};
use meeple_games::filler::{Filler, Move, Placement};
use rand::Rng;

/// Somebody who sees a board and a piece in hand, and says where it goes.
pub trait Placer: Send + 'static {
    /// Its parameters.
    type Options: Options;

    /// The one with these parameters.
    fn with(options: Self::Options) -> Self;

    /// A legal placement, the best that the budget allows to find, and at least one that is
    /// found at once; `None` if it finds none, and is therefore stuck.
    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>>;
}

/// A placer on a chair: where it finds no placement, it stops (F5).
#[derive(Debug, Clone, Default)]
pub struct FillerPlayer<P>(P);

impl<P: Placer> Player<Filler> for FillerPlayer<P> {
    fn choose(
        &mut self,
        position: &Filler,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        let hand = Hand::of(position).ok_or(NoChoice::NotNow)?;
        let mut budget = Budget::start(limits);
        let placed = self.0.place(hand, &mut budget, rng).map(|choice| choice.map(Move::Place));
        let stuck = || Choice::with_remark(Move::Stop, "it found no placement");
        budget.answer(Some(placed.unwrap_or_else(stuck)))
    }
}

impl<P: Placer> Seatable<Filler> for FillerPlayer<P> {
    type Options = P::Options;
    fn seat(options: P::Options, _: &Resources) -> Self {
        FillerPlayer(P::with(options))
    }
}
