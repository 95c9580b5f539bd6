//! Advice: the best moves of a position, what they are worth, and why.
//!
//! A player says what it would do; an adviser also says it of moves that it would not make, in
//! one unit, with reasons in words. Hints, analysis, practice and screens are made of that.

mod playouts;
mod told;

pub use playouts::Playouts;
pub use told::{ToldAdvice, ToldAdvised};

use crate::{entry::AiEntry, roster::Resources};
use meeple_core::{AnyGame, Game, Limits, NoChoice, Outcome};
use meeple_games::GameKind;
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// What is asked of an adviser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<M> {
    /// How many of the best moves.
    pub top: usize,
    /// These in any case.
    pub also: Vec<M>,
}

impl<M> Question<M> {
    /// So many of the best moves.
    pub fn top(top: usize) -> Self {
        Question { top, also: Vec::new() }
    }
}

/// What a position holds for each seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// What each seat may expect, in the adviser's unit.
    pub values: Vec<f64>,
    /// The chance of each seat to win, from 0 to 1; a shared win is shared.
    pub chances: Vec<f64>,
}

/// Who has won a game that is over: winners share 1.
pub fn chances_at_end(outcome: &Outcome) -> Vec<f64> {
    let winners = outcome.winners().count().max(1);
    let chance = |rank| if rank == 1 { 1.0 / winners as f64 } else { 0.0 };
    outcome.results.iter().map(|result| chance(result.rank)).collect()
}

/// What is to be said of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice<M> {
    /// What each seat may expect if the best move is made.
    pub appraisal: Appraisal,
    /// The best moves and those that were asked for, the best first.
    pub moves: Vec<Advised<M>>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many plies ahead.
    pub depth: Option<u32>,
    /// How it is proven, where it is.
    pub proof: Option<String>,
}

/// What is to be said of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advised<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// What the mover may expect of it, in the adviser's unit.
    pub value: f64,
    /// The mover's chance to win with it, from 0 to 1.
    pub chance: f64,
    /// How often it was tried, where that is counted.
    pub visits: Option<u64>,
    /// What is expected to happen, the move itself first.
    pub line: Vec<M>,
    /// What speaks for it and against it, the weightiest first; lower case, without a full stop.
    pub reasons: Vec<String>,
}

/// Somebody who knows a game and says why.
pub trait Adviser<G: Game>: Send {
    /// What values are counted in: `points`, `cells`.
    fn unit(&self) -> &'static str;

    /// The best moves of the seat to move.
    fn advise(
        &mut self,
        position: &G,
        question: &Question<G::Move>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<G::Move>, NoChoice>;

    /// What any position holds for each seat, also where a deal is due or the game is over.
    fn appraise(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, NoChoice>;
}

/// Who knows this game best.
pub fn adviser(kind: GameKind, resources: &Resources) -> Box<dyn AnyAdviser> {
    (AiEntry::of(kind).adviser)(resources)
}

/// An adviser at any table: positions are erased, moves are text.
pub trait AnyAdviser: Send {
    /// [`Adviser::unit`].
    fn unit(&self) -> &'static str;

    /// [`Adviser::advise`]; what is asked for must be legal.
    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, NoChoice>;

    /// [`Adviser::appraise`].
    fn appraise_any(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, NoChoice>;
}

/// Makes a typed adviser one for any table.
pub fn erase<G: Game>(adviser: impl Adviser<G> + 'static) -> Box<dyn AnyAdviser> {
    Box::new(Erased { adviser, game: PhantomData })
}

struct Erased<G, A> {
    adviser: A,
    game: PhantomData<fn(G)>,
}

fn typed<G: Game>(position: &dyn AnyGame) -> Result<&G, NoChoice> {
    position.as_any().downcast_ref::<G>().ok_or(NoChoice::OtherGame(position.name()))
}

impl<G: Game, A: Adviser<G>> AnyAdviser for Erased<G, A> {
    fn unit(&self) -> &'static str {
        self.adviser.unit()
    }

    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, NoChoice> {
        let position = typed::<G>(position)?;
        let read = |text: &String| text.parse::<G::Move>().ok().filter(|&mv| position.is_legal(mv));
        let also: Option<Vec<G::Move>> = question.also.iter().map(read).collect();
        let also = also.ok_or_else(|| NoChoice::broken("asked about a move that is not legal"))?;
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
    ) -> Result<Appraisal, NoChoice> {
        self.adviser.appraise(typed::<G>(position)?, limits, rng)
    }
}
