//! The beam: lays its next tiles in thought and judges what everybody may expect then.
//!
//! ```text
//! prices ─► value ─► node ─► growth ─► thinker, turn, robbery ─► foresight
//! a cell    a seat   a board  a beam   what is to be decided      the others' replies
//! ```

mod foresight;
mod growth;
mod meadow;
mod node;
mod options;
mod prices;
mod robbery;
mod start;
mod thinker;
mod turn;
mod value;
mod weights;

pub use options::BeamOptions;

use crate::{
    roster::{Resources, Seatable},
    search::{Budget, best_of},
};
use meadow::Meadow;
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Ranked, Turn};
use meeple_games::grass::{Grass, Move};
use options::Effort;
use rand::Rng;
use thinker::{Idea, Thinker};
use value::Yardstick;
use weights::Weights;

/// Plays by a beam over its own next tiles, with the others' replies.
#[derive(Debug, Clone, Default)]
pub struct BeamPlayer {
    options: BeamOptions,
}

impl Seatable<Grass> for BeamPlayer {
    type Options = BeamOptions;
    fn seat(options: BeamOptions, _: &Resources) -> Self {
        BeamPlayer { options }
    }
}

impl Player<Grass> for BeamPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        let Turn::Seat(seat) = position.turn() else { return Err(NoChoice::NotNow) };
        let budget = Budget::start(limits);
        let yardstick = self.yardstick(position);
        let (seat, effort) = (seat.index(), Effort::of(&self.options));
        let mut thinker =
            Thinker { game: position, seat, yardstick: &yardstick, effort, budget, rng };
        let ideas = thinker.ideas();
        let budget = thinker.budget;
        let fallback = || position.legal_moves().next().map(|mv| silent(mv, &budget));
        let choice = chosen(ideas, &budget).or_else(fallback);
        let values = || values(&yardstick, position);
        budget.answer(choice.map(|choice| Choice { values: values(), ..choice }))
    }
}

impl BeamPlayer {
    fn yardstick(&self, game: &Grass) -> Yardstick {
        let weights = Weights::of(&self.options, game.seats());
        Yardstick::new(weights, game.final_tiles(), game.tie())
    }
}

fn chosen(ideas: Vec<Idea>, budget: &Budget<'_>) -> Option<Choice<Move>> {
    let line = ideas.first()?.line.clone();
    let ranked = |idea: &Idea| Ranked { mv: idea.mv, value: idea.value.into() };
    let choice = best_of(ideas.iter().map(ranked).collect(), budget)?;
    Some(Choice { line, ..choice })
}

fn silent(mv: Move, budget: &Budget<'_>) -> Choice<Move> {
    Choice { nodes: Some(budget.nodes()), ..Choice::silent(mv) }
}

/// What each seat may expect as it stands.
fn values(yardstick: &Yardstick, game: &Grass) -> Vec<f64> {
    let meadow = Meadow::of(game);
    (0..meadow.seats).map(|seat| node::appraise(yardstick, &meadow, seat).sum().into()).collect()
}
