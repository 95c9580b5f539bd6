//! A computer player that plans its next tiles with a beam search and evaluates the prospects of every seat.
//!
//! ```text
//! cell_prices, window_prices      what each cell and each possible square would cost a seat
//! evaluation, weights             the value of a seat
//! beam_node, placement_evaluator  a board of the beam, and the placements on it
//! beam_search                     the beam over one seat's own tiles
//! beam_thinker, turn, robbery     the decision to make
//! replies, move_race              the opponents' replies, and unseen tiles
//! ```
//!
//! Unit of the values: a square of side k that is certain to be completed is worth 1 / sqrt(k), plus the same
//! for each smaller side.

mod adviser;
mod beam_node;
mod beam_position;
mod beam_search;
mod beam_thinker;
mod cell_prices;
mod evaluation;
pub mod levels;
mod move_race;
mod options;
mod owned_squares;
mod placement_evaluator;
mod reasons;
mod replies;
mod robbery;
mod start;
#[cfg(test)]
mod tests;
mod turn;
mod weights;
mod window_prices;

pub use adviser::BeamAdviser;
pub use options::{BeamGoal, BeamOptions};

use crate::{
    roster::{Resources, Seatable},
    search::{Budget, best_of},
};
use beam_position::BeamPosition;
use beam_thinker::{MoveIdea, PositionSearch};
use evaluation::BeamEvaluation;
use meeple_core::{Choice, ChooseError, Game, Limits, Player, RankedMove, Turn};
use meeple_games::grass::{Grass, Move};
use options::{BeamEffort, oversight};
use rand::Rng;
use weights::BeamWeights;

/// Plays by a beam search over its own next tiles, taking the opponents' replies into account.
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
    ) -> Result<Choice<Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let budget = Budget::start(limits);
        let yardstick = yardstick(&self.options, position);
        let mut thinker = PositionSearch {
            game: position,
            seat: seat.index(),
            yardstick: &yardstick,
            effort: BeamEffort::from_options(&self.options),
            budget,
            rng,
            also: &[],
        };
        let mut ideas = thinker.ideas();
        if let Some(oversight) = oversight(&self.options) {
            let ranked: Vec<RankedMove<Move>> = ideas.iter().map(MoveIdea::to_ranked).collect();
            let picked = oversight.pick(&ranked, thinker.rng);
            // An overlooked move counts as unseen, so the ranking starts with the move that was picked.
            ideas.drain(..ideas.iter().position(|idea| Some(idea.mv) == picked).unwrap_or(0));
        }
        let budget = thinker.budget;
        let fallback =
            || position.legal_moves().next().map(|mv| choice_without_values(mv, &budget));
        let choice = choice_from_ideas(&ideas, &budget).or_else(fallback);
        let depth = Some(ideas.first().map_or(1, |idea| idea.line.len() as u32));
        let values = || values(&yardstick, position, ideas.first());
        budget.to_result(choice.map(|choice| Choice { values: values(), depth, ..choice }))
    }
}

fn yardstick(options: &BeamOptions, game: &Grass) -> BeamEvaluation {
    let weights = BeamWeights::from_options(options, game.seats());
    BeamEvaluation::new(&weights, game.final_tiles(), game.tie_break_rule())
}

fn choice_from_ideas(ideas: &[MoveIdea], budget: &Budget<'_>) -> Option<Choice<Move>> {
    let line = ideas.first()?.line.clone();
    let choice = best_of(ideas.iter().map(MoveIdea::to_ranked).collect(), budget)?;
    Some(Choice { line, ..choice })
}

fn choice_without_values(mv: Move, budget: &Budget<'_>) -> Choice<Move> {
    Choice { nodes: Some(budget.nodes()), ..Choice::from_move(mv) }
}

/// Returns each seat's value in the current position; the mover's includes what its best idea gains.
fn values(yardstick: &BeamEvaluation, game: &Grass, idea: Option<&MoveIdea>) -> Vec<f64> {
    let (meadow, mover) = (BeamPosition::from_game(game), beam_position::mover(game));
    let value = |seat: usize| f64::from(beam_node::appraise(yardstick, &meadow, seat).sum());
    let mut values: Vec<f64> = (0..meadow.seats).map(value).collect();
    if let Some(idea) = idea {
        values[mover] +=
            f64::from(idea.value - beam_node::SeatSearch::value_now(yardstick, &meadow, mover));
    }
    values
}
