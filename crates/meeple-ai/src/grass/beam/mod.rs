//! The beam: lays its next tiles in thought and judges what everybody may expect then.
//!
//! ```text
//! prices ─► value ─► node ─► survey ──► growth ─► thinker, turn, robbery ─► foresight
//! a cell    a seat   a board  its lays  a beam    what is to be decided     the others' replies
//! ```
//!
//! The unit of its values: a square of side k that is sure to come is worth
//! 1 / sqrt(k), and so is each smaller one in it.

mod adviser;
mod compact;
mod foresight;
mod growth;
mod levels;
mod meadow;
mod node;
mod options;
mod prices;
mod race;
mod reasons;
mod robbery;
mod start;
mod survey;
#[cfg(test)]
mod tests;
mod thinker;
mod turn;
mod value;
mod weights;
mod windows;

pub use adviser::BeamAdviser;
pub(super) use levels::{Easy, Hard, Max, Normal};
pub use options::{Aim, BeamOptions};

use crate::{
    roster::{Resources, Seatable},
    search::{Budget, best_of},
};
use meadow::Meadow;
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Ranked, Turn};
use meeple_games::grass::{Grass, Move};
use options::{Effort, oversight};
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
        let yardstick = yardstick(&self.options, position);
        let mut thinker = Thinker {
            game: position,
            seat: seat.index(),
            yardstick: &yardstick,
            effort: Effort::of(&self.options),
            budget,
            rng,
            also: &[],
        };
        let mut ideas = thinker.ideas();
        if let Some(oversight) = oversight(&self.options) {
            let ranked: Vec<Ranked<Move>> = ideas.iter().map(Idea::ranked).collect();
            let picked = oversight.pick(&ranked, thinker.rng);
            // What was overlooked was not seen: the ranking begins with what was taken.
            ideas.drain(..ideas.iter().position(|idea| Some(idea.mv) == picked).unwrap_or(0));
        }
        let budget = thinker.budget;
        let fallback = || position.legal_moves().next().map(|mv| silent(mv, &budget));
        let choice = chosen(&ideas, &budget).or_else(fallback);
        let depth = Some(ideas.first().map_or(1, |idea| idea.line.len() as u32));
        let values = || values(&yardstick, position, ideas.first());
        budget.answer(choice.map(|choice| Choice { values: values(), depth, ..choice }))
    }
}

fn yardstick(options: &BeamOptions, game: &Grass) -> Yardstick {
    let weights = Weights::of(options, game.seats());
    Yardstick::new(&weights, game.final_tiles(), game.tie())
}

fn chosen(ideas: &[Idea], budget: &Budget<'_>) -> Option<Choice<Move>> {
    let line = ideas.first()?.line.clone();
    let choice = best_of(ideas.iter().map(Idea::ranked).collect(), budget)?;
    Some(Choice { line, ..choice })
}

fn silent(mv: Move, budget: &Budget<'_>) -> Choice<Move> {
    Choice { nodes: Some(budget.nodes()), ..Choice::silent(mv) }
}

/// What each seat may expect as it stands; the mover what its idea leads to.
fn values(yardstick: &Yardstick, game: &Grass, idea: Option<&Idea>) -> Vec<f64> {
    let (meadow, mover) = (Meadow::of(game), meadow::mover(game));
    let value = |seat: usize| f64::from(node::appraise(yardstick, &meadow, seat).sum());
    let mut values: Vec<f64> = (0..meadow.seats).map(value).collect();
    if let Some(idea) = idea {
        values[mover] += f64::from(idea.value - node::Patch::worth(yardstick, &meadow, mover));
    }
    values
}
