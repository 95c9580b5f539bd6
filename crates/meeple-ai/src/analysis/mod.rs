//! Analysis of recorded games: a judgement of every deal and move.
//!
//! ```text
//!          ┌────────── AnalysisRunner ──────────┐
//! record ──► due step ── in the store? ─┬─ yes ──────────────────────────► Analysis ──► lines
//!                                       └─ no ─► AnalysisJob ─► run anywhere ─► put ──┘
//! ```
//!
//! An [`AnalysisRunner`] goes through a game step by step, but computes nothing itself. The caller takes an
//! [`AnalysisJob`], runs it (in place, on a thread or in a pool), and puts the result back. Stored results come
//! from a [`Store`], under a [`StepKey`] that contains everything they depend on. An [`Analysis`] holds the
//! results so far. Its JSON lines are the same in every front end, because the
//! [default effort](AnalysisEffort::for_game) limits positions and not time.

mod effort;
mod job;
mod judged;
mod key;
mod line;
mod runner;
mod store;
mod summary;

pub use effort::AnalysisEffort;
pub use job::{AnalysisJob, JobResult};
pub use judged::{JudgedDeal, JudgedMove, StepJudgement};
pub use key::StepKey;
pub use runner::{AnalysisRunner, PutError};
pub use store::{MemoryStore, NoStore, Store};
pub use summary::{AnalysisSummary, MOST_TURNS, SeatSummary, TURN, TurningPoint, accuracy};

use crate::advice::Appraisal;
use meeple_core::{AnyGame, Event, GameHistory};
use std::sync::Arc;

/// The judged steps of a game so far, from the first on.
#[derive(Debug, Clone)]
pub struct Analysis {
    game: Arc<GameHistory>,
    judged: Vec<StepJudgement>,
}

impl Analysis {
    /// Creates an analysis without any judged steps.
    pub fn new(game: Arc<GameHistory>) -> Self {
        Analysis { game, judged: Vec::new() }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<GameHistory> {
        &self.game
    }

    /// Returns the judged steps in the order of play; after the last deal or move comes an appraisal of the
    /// final position.
    pub fn judged(&self) -> &[StepJudgement] {
        &self.judged
    }

    /// Returns the number of steps to judge: each deal and move, and the final position.
    pub fn steps(&self) -> usize {
        self.game.plies().len() + 1
    }

    /// Returns whether all steps are judged.
    pub fn is_complete(&self) -> bool {
        self.judged.len() == self.steps()
    }

    /// Iterates over the appraisals of the judged positions in order: before each deal and move, and at the
    /// end.
    pub fn history(&self) -> impl Iterator<Item = &Appraisal> {
        self.judged.iter().map(StepJudgement::before)
    }

    /// Adds the judgement of the next step; returns `false` and adds nothing if it doesn't fit this step.
    fn add(&mut self, judged: StepJudgement) -> bool {
        let due = step(&self.game, self.judged.len());
        let fits = due.is_some_and(|(position, event)| judged.fits(position, event));
        if fits {
            self.judged.push(judged);
        }
        fits
    }

    /// Switches to another version of the game, keeping the judgements of the plies that both start with.
    fn follow(&mut self, game: Arc<GameHistory>) {
        let (old, new) = (self.game.plies(), game.plies());
        let is_same_start = is_same_start(&self.game, &game);
        let pairs = old.iter().zip(new).take_while(|_| is_same_start);
        let common = pairs.take_while(|(old, new)| old.event == new.event).count();
        let is_same = is_same_start && old.len() == common && new.len() == common;
        if !is_same {
            self.judged.truncate(common); // also drops the appraisal of the old final position
        }
        self.game = game;
    }
}

/// Returns whether two games start with the same position under the same rules.
fn is_same_start(one: &GameHistory, other: &GameHistory) -> bool {
    let header = |game: &GameHistory| (game.header().game.clone(), game.header().rules);
    let start = |game: &GameHistory| game.position_at(0).map(ToString::to_string);
    header(one) == header(other) && start(one) == start(other)
}

/// Returns a step of a game: the position and the event that follows it, if any.
fn step(game: &GameHistory, at: usize) -> Option<(&dyn AnyGame, Option<&Event>)> {
    let event = game.plies().get(at).map(|ply| &*ply.event);
    Some((game.position_at(at)?, event))
}

#[cfg(test)]
mod runner_tests;
#[cfg(test)]
mod tests;
