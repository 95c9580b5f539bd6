//! Drives an analysis, one step at a time.
//!
//! ```
//! use meeple_ai::{advice::adviser, analysis::{AnalysisEffort, NoStore, AnalysisRunner}, roster::Resources};
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
//! let mut runner = AnalysisRunner::new(game, adviser.unit(), AnalysisEffort::for_game(GameKind::Chomp), NoStore);
//! while let Some(job) = runner.job() {
//!     runner.put(job.run(&mut *adviser, &Limits::default())?)?;
//! }
//! assert_eq!(runner.to_json_lines().lines().count(), 3); // a move, the end, the summary
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Analysis, AnalysisEffort, AnalysisJob, AnalysisSummary, JobResult, StepJudgement, StepKey,
    Store,
};
use crate::advice::AnyAdviser;
use meeple_core::{ChooseError, GameHistory, Limits};
use std::sync::Arc;

/// Goes through a game step by step. It reads no clock and does no IO except through its store.
#[derive(Debug)]
pub struct AnalysisRunner<S> {
    analysis: Analysis,
    unit: &'static str,
    effort: AnalysisEffort,
    store: S,
}

/// The reason why a result wasn't added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PutError {
    /// Another step is due, because the game has changed or the step is already judged.
    #[error("this step is not due")]
    NotDue,
    /// The result can't belong to this step.
    #[error("what was found does not fit the step")]
    Misfit,
}

impl<S: Store> AnalysisRunner<S> {
    /// Starts at the first step of a game; `unit` is the adviser's unit of values.
    pub fn new(
        game: Arc<GameHistory>,
        unit: &'static str,
        effort: AnalysisEffort,
        store: S,
    ) -> Self {
        AnalysisRunner { analysis: Analysis::new(game), unit, effort, store }
    }

    /// Returns the analysis so far.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Returns the store.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Returns the unit of values.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// Returns the key of the step that is due; `None` if all steps are judged.
    pub fn due(&self) -> Option<StepKey> {
        let Analysis { game, judged } = &self.analysis;
        StepKey::of(game, judged.len(), self.effort)
    }

    /// Adds the step that is due from the store; returns whether the store had it.
    pub fn recall(&mut self) -> bool {
        let stored = self.due().and_then(|key| self.store.get(&key));
        stored.is_some_and(|judged| self.analysis.add(judged))
    }

    /// Returns a job for the step that is due; `None` if all steps are judged.
    pub fn job(&self) -> Option<AnalysisJob> {
        let Analysis { game, judged } = &self.analysis;
        AnalysisJob::new(game, judged.len(), self.effort)
    }

    /// Stores a result, and adds it if it belongs to the step that is due.
    pub fn put(&mut self, JobResult { key, judged }: JobResult) -> Result<(), PutError> {
        if self.due().as_ref() != Some(&key) {
            self.store.put(&key, &judged); // so that it needn't be computed again later
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

    /// Recalls or computes the step that is due, on this thread; `None` if all steps are judged.
    pub fn step(
        &mut self,
        adviser: &mut dyn AnyAdviser,
        limits: &Limits,
    ) -> Result<Option<&StepJudgement>, ChooseError> {
        if !self.recall() {
            let Some(job) = self.job() else { return Ok(None) };
            let found = job.run(adviser, limits)?;
            self.put(found).map_err(|error| ChooseError::broken(error.to_string()))?;
        }
        Ok(self.analysis.judged().last())
    }

    /// Switches to another version of the game, keeping the judgements of the plies that both start with.
    pub fn follow(&mut self, game: Arc<GameHistory>) {
        self.analysis.follow(game);
    }

    /// Summarises the steps judged so far.
    pub fn summary(&self) -> AnalysisSummary {
        self.analysis.summary(self.unit)
    }

    /// Returns all lines: the judged steps, then the summary, each with a line feed.
    pub fn to_json_lines(&self) -> String {
        let steps = (0..self.analysis.judged().len()).filter_map(|at| self.analysis.line(at));
        let lines = steps.chain([self.summary().line()]);
        lines.map(|line| line + "\n").collect()
    }
}
