//! The computing part of an analysis: a job that judges one step, on any thread.

use super::{AnalysisEffort, JudgedDeal, JudgedMove, StepJudgement, StepKey, step};
use crate::advice::AnyAdviser;
use meeple_core::{
    ChooseError, Event, GameHistory, Limits,
    rng::{RngStream, seeded},
};
use std::sync::Arc;

/// A step to judge. It owns what it needs and can be sent to another thread.
#[derive(Debug, Clone)]
pub struct AnalysisJob {
    game: Arc<GameHistory>,
    at: usize,
    key: StepKey,
}

/// The result of an [`AnalysisJob`], to be [put](super::AnalysisRunner::put) back.
#[derive(Debug, Clone, PartialEq)]
pub struct JobResult {
    /// The key of the step.
    pub key: StepKey,
    /// The judgement of the step.
    pub judged: StepJudgement,
}

impl AnalysisJob {
    /// Creates the job for a step, counted from 0; `None` if there is no such step.
    pub(super) fn new(game: &Arc<GameHistory>, at: usize, effort: AnalysisEffort) -> Option<Self> {
        let key = StepKey::of(game, at, effort)?;
        Some(AnalysisJob { game: Arc::clone(game), at, key })
    }

    /// The key of the step.
    pub fn key(&self) -> &StepKey {
        &self.key
    }

    /// Judges the step with its effort; only the threads, the progress and the stop flag of `limits` are
    /// used.
    pub fn run(
        self,
        adviser: &mut dyn AnyAdviser,
        limits: &Limits,
    ) -> Result<JobResult, ChooseError> {
        let AnalysisJob { game, at, key } = self;
        let (position, event) = step(&game, at).ok_or(ChooseError::NotNow)?;
        let (top, limits) = (key.effort.top, key.effort.within(limits));
        let rng = &mut seeded(key.hash, RngStream::Other(0));
        let judged = match event {
            Some(Event::Move { seat, mv, .. }) => {
                let moved = (*seat, mv.as_str());
                StepJudgement::Move(JudgedMove::find(
                    adviser,
                    position,
                    moved,
                    (top, &limits),
                    rng,
                )?)
            }
            Some(Event::Deal { deal }) => {
                let after = game.position_at(at + 1).unwrap_or(position);
                StepJudgement::Deal(JudgedDeal::find(
                    adviser,
                    deal,
                    [position, after],
                    &limits,
                    rng,
                )?)
            }
            _ => StepJudgement::End(adviser.appraise_any(position, &limits, rng)?),
        };
        Ok(JobResult { key, judged })
    }
}
