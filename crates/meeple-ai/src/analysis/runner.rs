//! Driving an analysis from outside, one step at a time.
//!
//! ```
//! use meeple_ai::{advice::adviser, analysis::{Effort, NoStore, Runner}, roster::Resources};
//! use meeple_core::{Limits, Replay};
//! use meeple_games::{GameKind, open_record};
//! use std::sync::Arc;
//!
//! let record = concat!(
//!     r#"{"event":"start","format":2,"game":"chomp","rules":1,"options":{"width":3,"height":2},"#,
//!     r#""seats":[{"name":"Ann","who":"person"},{"name":"Bo","who":"person"}],"time":""}"#, "\n",
//!     r#"{"event":"move","seat":0,"move":"0,2"}"#, "\n",
//! );
//! let game = Arc::new(Replay::read(record.as_bytes(), open_record)?.game);
//! let mut adviser = adviser(GameKind::Chomp, &Resources::default());
//! let mut runner = Runner::new(game, adviser.unit(), Effort::of(GameKind::Chomp), NoStore);
//! while let Some(job) = runner.job() {
//!     runner.put(job.run(&mut *adviser, &Limits::default())?)?;
//! }
//! assert_eq!(runner.to_json_lines().lines().count(), 3); // a move, the end, the summary
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Analysis, Effort, Found, Job, Judged, StepKey, Store, Summary};
use crate::advice::AnyAdviser;
use meeple_core::{Limits, Match, NoChoice};
use std::sync::Arc;

/// Goes through a game step by step. It computes nothing, reads no clock and does no IO but what
/// its store does.
#[derive(Debug)]
pub struct Runner<S> {
    analysis: Analysis,
    unit: &'static str,
    effort: Effort,
    store: S,
}

/// Why what was found is not added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PutError {
    /// Another step is due, because the game has changed or the step is known already.
    #[error("this step is not due")]
    NotDue,
    /// It cannot be about this step.
    #[error("what was found does not fit the step")]
    Misfit,
}

impl<S: Store> Runner<S> {
    /// Begins with the first step of a game; `unit` is what the adviser counts values in.
    pub fn new(game: Arc<Match>, unit: &'static str, effort: Effort, store: S) -> Self {
        Runner { analysis: Analysis::new(game), unit, effort, store }
    }

    /// What is known so far.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The store.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// What values are counted in.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// The key of the step that is due; `None` if everything is known.
    pub fn due(&self) -> Option<StepKey> {
        let Analysis { game, judged } = &self.analysis;
        StepKey::of(game, judged.len(), self.effort)
    }

    /// Adds the step that is due if the store has it; whether it has.
    pub fn recall(&mut self) -> bool {
        let stored = self.due().and_then(|key| self.store.get(&key));
        stored.is_some_and(|judged| self.analysis.add(judged))
    }

    /// The step that is due, to be computed; `None` if everything is known.
    pub fn job(&self) -> Option<Job> {
        let Analysis { game, judged } = &self.analysis;
        Job::new(game, judged.len(), self.effort)
    }

    /// Stores what was found, and adds it if it is about the step that is due.
    pub fn put(&mut self, Found { key, judged }: Found) -> Result<(), PutError> {
        if self.due().as_ref() != Some(&key) {
            self.store.put(&key, &judged); // whoever asks for it later need not compute it
            return Err(PutError::NotDue);
        }
        if !self.analysis.add(judged) {
            return Err(PutError::Misfit);
        }
        if let Some(judged) = self.analysis.judged().last() {
            self.store.put(&key, judged);
        }
        Ok(())
    }

    /// Recalls or computes the step that is due, here and now; `None` if everything is known.
    pub fn step(
        &mut self,
        adviser: &mut dyn AnyAdviser,
        limits: &Limits,
    ) -> Result<Option<&Judged>, NoChoice> {
        if !self.recall() {
            let Some(job) = self.job() else { return Ok(None) };
            let found = job.run(adviser, limits)?;
            self.put(found).map_err(|error| NoChoice::broken(error.to_string()))?;
        }
        Ok(self.analysis.judged().last())
    }

    /// The game went on or was changed: what is known of the plies that both begin with stays.
    pub fn follow(&mut self, game: Arc<Match>) {
        self.analysis.follow(game);
    }

    /// What is known, added up.
    pub fn summary(&self) -> Summary {
        self.analysis.summary(self.unit)
    }

    /// All lines: the known steps, then the summary, each with a line feed.
    pub fn to_json_lines(&self) -> String {
        let steps = (0..self.analysis.judged().len()).filter_map(|at| self.analysis.line(at));
        let lines = steps.chain([self.summary().line()]);
        lines.map(|line| line + "\n").collect()
    }
}
