//! Analysis: every deal and move of a recorded game, judged.
//!
//! ```text
//!          ┌────────── Runner ──────────┐
//! record ──► due step ── in the store? ─┬─ yes ──────────────────────────► Analysis ──► lines
//!                                       └─ no ─► Job ─► run anywhere ─► put ──┘
//! ```
//!
//! A [`Runner`] goes through a game step by step and does nothing by itself: whoever drives it
//! takes a [`Job`], runs it here, on a thread or in a pool, and puts back what was found. What was
//! found before comes from a [`Store`], under a [`StepKey`] that names all it depends on. An
//! [`Analysis`] is what is known so far. Its JSON lines are the same in every front end, because
//! the [default effort](Effort::of) is limited by positions and not by time.

mod effort;
mod job;
mod judged;
mod key;
mod line;
mod runner;
mod store;
mod summary;

pub use effort::Effort;
pub use job::{Found, Job};
pub use judged::{Judged, JudgedDeal, JudgedMove};
pub use key::StepKey;
pub use runner::{PutError, Runner};
pub use store::{MemoryStore, NoStore, Store};
pub use summary::{MOST_TURNS, SeatSummary, Summary, TURN, TurningPoint, accuracy};

use crate::advice::Appraisal;
use meeple_core::{AnyGame, Event, Match};
use std::sync::Arc;

/// What is known of a game: its deals and moves from the first on, as far as they are judged.
#[derive(Debug, Clone)]
pub struct Analysis {
    game: Arc<Match>,
    judged: Vec<Judged>,
}

impl Analysis {
    /// Nothing is known yet.
    pub fn new(game: Arc<Match>) -> Self {
        Analysis { game, judged: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Match> {
        &self.game
    }

    /// What is known, in the order of play; behind the last deal or move comes how it stands then.
    pub fn judged(&self) -> &[Judged] {
        &self.judged
    }

    /// How many things are to be judged: each deal and move, and how it stands at the end.
    pub fn steps(&self) -> usize {
        self.game.line().len() + 1
    }

    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.judged.len() == self.steps()
    }

    /// How each position stood that is judged, the first one first: before each deal and move,
    /// and at the end.
    pub fn course(&self) -> impl Iterator<Item = &Appraisal> {
        self.judged.iter().map(Judged::before)
    }

    /// Adds what is known of the next step; `false`, and nothing is added, if it cannot be about
    /// this step.
    fn add(&mut self, judged: Judged) -> bool {
        let due = step(&self.game, self.judged.len());
        let fits = due.is_some_and(|(position, event)| judged.fits(position, event));
        if fits {
            self.judged.push(judged);
        }
        fits
    }

    /// Turns to another game; what is known of the plies that both begin with stays.
    fn follow(&mut self, game: Arc<Match>) {
        let (old, new) = (self.game.line(), game.line());
        let is_same_start = is_same_start(&self.game, &game);
        let pairs = old.iter().zip(new).take_while(|_| is_same_start);
        let common = pairs.take_while(|(old, new)| old.event == new.event).count();
        let is_same = is_same_start && old.len() == common && new.len() == common;
        if !is_same {
            self.judged.truncate(common); // how it stood at the old end is behind these
        }
        self.game = game;
    }
}

/// Whether two games begin with the same position under the same rules.
fn is_same_start(one: &Match, other: &Match) -> bool {
    let header = |game: &Match| (game.header().game.clone(), game.header().rules);
    let start = |game: &Match| game.position_at(0).map(ToString::to_string);
    header(one) == header(other) && start(one) == start(other)
}

/// A step of a game: a position, and what happened in it.
fn step(game: &Match, at: usize) -> Option<(&dyn AnyGame, Option<&Event>)> {
    let event = game.line().get(at).map(|ply| &*ply.event);
    Some((game.position_at(at)?, event))
}

#[cfg(test)]
mod runner_tests;
#[cfg(test)]
mod tests;
