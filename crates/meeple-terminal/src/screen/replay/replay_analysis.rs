//! Analyses a recorded game step by step on a thread, reusing stored results.

use crate::{
    analysis_file::AnalysisFile,
    game_ui::kind_of,
    screen::app_context::{AppContext, Job, JobId, JobOutcome, stoppable},
};
use meeple_ai::{
    advice::AnyAdviser,
    analysis::{Analysis, AnalysisRunner, StepJudgement},
    grade::Grade,
};
use meeple_core::{ChooseError, GameHistory};
use std::{collections::BTreeSet, path::Path, sync::Arc};

/// The analysis of a game so far, and the job that continues it.
pub(super) struct ReplayAnalysis {
    runner: AnalysisRunner<AnalysisFile>,
    adviser: Option<Box<dyn AnyAdviser>>,
    job: Option<Job>,
    is_on: bool,
    has_failed: bool,
}

impl ReplayAnalysis {
    /// Creates an analysis with the stored results only.
    pub(super) fn new(game: &Arc<GameHistory>, record: Option<&Path>, ctx: &AppContext) -> Self {
        let kind = kind_of(game);
        let (adviser, file) = (ctx.adviser(kind), AnalysisFile::beside_record(record));
        let runner =
            AnalysisRunner::new(Arc::clone(game), adviser.unit(), (ctx.effort)(kind), file);
        let (adviser, job) = (Some(adviser), None);
        let mut judging = ReplayAnalysis { runner, adviser, job, is_on: false, has_failed: false };
        while judging.runner.recall() {}
        judging
    }

    /// Follows a change of the game; results for the common beginning are kept.
    pub(super) fn follow(&mut self, game: &Arc<GameHistory>) {
        self.stop_job();
        self.job = None;
        self.has_failed = false;
        self.runner.follow(Arc::clone(game));
        while self.runner.recall() {}
    }

    /// Returns whether the analysis is shown.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Shows or hides the analysis.
    pub(super) fn toggle(&mut self) {
        self.is_on = !self.is_on;
        self.has_failed = false;
        if !self.is_on {
            self.stop_job();
        }
    }

    /// Returns the results.
    pub(super) fn analysis(&self) -> &Analysis {
        self.runner.analysis()
    }

    /// Returns the results, step by step.
    pub(super) fn judged(&self) -> &[StepJudgement] {
        self.analysis().judged()
    }

    /// Returns the results as JSON lines, the same format in every front end.
    pub(super) fn lines(&self) -> String {
        self.runner.to_json_lines()
    }

    /// Returns the plies after turning points or mistakes.
    pub(super) fn turns(&self) -> BTreeSet<usize> {
        let turns = self.analysis().turning_points();
        let mistakes = self.judged().iter().enumerate().filter_map(|(step, judged)| match judged {
            StepJudgement::Move(mv) if mv.grade() >= Grade::Mistake => Some(step + 1),
            _ => None,
        });
        turns.iter().map(|turn| turn.step + 1).chain(mistakes).collect()
    }

    /// Starts the analysis of the next step, if wanted.
    pub(super) fn start_next_step(&mut self, ctx: &mut AppContext) {
        if !self.is_on || self.job.is_some() || self.has_failed {
            return;
        }
        let Some(job) = self.runner.job() else { return };
        let kind = kind_of(self.analysis().game());
        let mut adviser = self.adviser.take().unwrap_or_else(|| ctx.adviser(kind));
        self.job = Some(ctx.spawn(stoppable(), move |limits| {
            let found = job.run(&mut *adviser, limits);
            JobOutcome::Analysed { adviser, found }
        }));
    }

    /// Returns whether this job was started here.
    pub(super) fn is_waiting_for(&self, id: JobId) -> bool {
        self.job.as_ref().is_some_and(|job| job.id == id)
    }

    /// Stores the result of a step; returns an error message if something went wrong.
    pub(super) fn on_event(&mut self, news: JobOutcome) -> Option<String> {
        self.job = None;
        let JobOutcome::Analysed { adviser, found } = news else {
            self.has_failed = true;
            return Some("The analysis failed: the rest of the game is not analysed.".into());
        };
        self.adviser = Some(adviser);
        let put = match found {
            Ok(found) => self.runner.put(found).map_err(|error| error.to_string()),
            Err(ChooseError::Stopped) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = put {
            self.has_failed = true;
            return Some(format!("The rest of the game is not analysed: {error}."));
        }
        self.runner.store_mut().take_warnings().pop()
    }

    /// Stops the running job, if any.
    pub(super) fn stop_job(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }
}
