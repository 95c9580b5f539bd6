//! Advice: the best moves in a position, their values, and the reasons.
//!
//! A player only chooses a move; an adviser also rates the other moves, in one unit and with
//! reasons in words. Hints, analysis and practice are built on it.

mod graded;
mod playouts;

pub use graded::{GradedAdvice, GradedMove};
pub use playouts::Playouts;

use crate::{entry::AiEntry, roster::Resources};
use meeple_core::{AnyGame, ChooseError, Game, Limits, Outcome};
use meeple_games::GameKind;
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{marker::PhantomData, time::Duration};

/// The default time limit for advice on one position, in every front end: hints, moves judged in practice,
/// and the analysis of a single position. (How many moves are shown depends on the room there is for them.)
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// Which moves an adviser should rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<M> {
    /// The number of best moves to return.
    pub top: usize,
    /// Moves to return in any case.
    pub also: Vec<M>,
}

impl<M> Question<M> {
    /// Requests this many of the best moves.
    pub fn top(top: usize) -> Self {
        Question { top, also: Vec::new() }
    }
}

/// What a position is worth to each seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// The expected result of each seat, in the adviser's unit.
    pub values: Vec<f64>,
    /// The win chance of each seat, from 0 to 1; a shared win is split.
    pub chances: Vec<f64>,
}

/// Returns each seat's share of the win in a finished game; the winners share 1.
pub fn chances_at_end(outcome: &Outcome) -> Vec<f64> {
    let winners = outcome.winners().count().max(1);
    let chance = |rank| if rank == 1 { 1.0 / winners as f64 } else { 0.0 };
    outcome.results.iter().map(|result| chance(result.rank)).collect()
}

/// The rated moves of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice<M> {
    /// What each seat can expect if the best move is played.
    pub appraisal: Appraisal,
    /// The best moves and the requested ones, best first.
    pub moves: Vec<Advised<M>>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The search depth in plies, if known.
    pub depth: Option<u32>,
    /// How the value was proven, if it was.
    pub proof: Option<String>,
}

/// The rating of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advised<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// The expected result for the player to move, in the adviser's unit.
    pub value: f64,
    /// The win chance of the player to move, from 0 to 1.
    pub chance: f64,
    /// How often the move was tried, if that is counted.
    pub visits: Option<u64>,
    /// The expected continuation, starting with the move itself.
    pub line: Vec<M>,
    /// Reasons for and against the move, most important first; lower case, without a full stop.
    pub reasons: Vec<String>,
}

/// Rates moves and positions of a game and gives reasons.
pub trait Adviser<G: Game>: Send {
    /// Returns the unit of the values: `points`, `cells`.
    fn unit(&self) -> &'static str;

    /// Rates the best moves of the seat to move.
    fn advise(
        &mut self,
        position: &G,
        question: &Question<G::Move>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<G::Move>, ChooseError>;

    /// Values any position for each seat, also if a deal is due or the game is over.
    fn appraise(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError>;
}

/// Returns the strongest adviser for this game.
pub fn adviser(kind: GameKind, resources: &Resources) -> Box<dyn AnyAdviser> {
    (AiEntry::of(kind).adviser)(resources)
}

/// A type-erased adviser for any game: moves are text.
pub trait AnyAdviser: Send {
    /// [`Adviser::unit`].
    fn unit(&self) -> &'static str;

    /// [`Adviser::advise`]; the requested moves must be legal.
    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, ChooseError>;

    /// [`Adviser::appraise`].
    fn appraise_any(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError>;
}

/// Converts a typed adviser into one for any game.
pub fn erase<G: Game>(adviser: impl Adviser<G> + 'static) -> Box<dyn AnyAdviser> {
    Box::new(ErasedAdviser { adviser, game: PhantomData })
}

struct ErasedAdviser<G, A> {
    adviser: A,
    game: PhantomData<fn(G)>,
}

fn typed<G: Game>(position: &dyn AnyGame) -> Result<&G, ChooseError> {
    position.as_any().downcast_ref::<G>().ok_or(ChooseError::OtherGame(position.name()))
}

impl<G: Game, A: Adviser<G>> AnyAdviser for ErasedAdviser<G, A> {
    fn unit(&self) -> &'static str {
        self.adviser.unit()
    }

    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, ChooseError> {
        let position = typed::<G>(position)?;
        let read = |text: &String| text.parse::<G::Move>().ok().filter(|&mv| position.is_legal(mv));
        let also: Option<Vec<G::Move>> = question.also.iter().map(read).collect();
        let also =
            also.ok_or_else(|| ChooseError::broken("asked about a move that is not legal"))?;
        let question = Question { top: question.top, also };
        let Advice { appraisal, moves, nodes, depth, proof } =
            self.adviser.advise(position, &question, limits, rng)?;
        let moves =
            moves.into_iter().map(|Advised { mv, value, chance, visits, line, reasons }| {
                let line = line.into_iter().map(|mv| mv.to_string()).collect();
                Advised { mv: mv.to_string(), value, chance, visits, line, reasons }
            });
        Ok(Advice { appraisal, moves: moves.collect(), nodes, depth, proof })
    }

    fn appraise_any(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        self.adviser.appraise(typed::<G>(position)?, limits, rng)
    }
}
