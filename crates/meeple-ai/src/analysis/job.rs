//! The computing part of an analysis: one step, to be judged wherever there is time for it.

use super::{Effort, Judged, JudgedDeal, JudgedMove, StepKey, step};
use crate::advice::AnyAdviser;
use meeple_core::{
    Event, Limits, Match, NoChoice,
    rng::{Stream, seeded},
};
use std::sync::Arc;

/// A step that is to be judged. It owns what it needs and can be sent to another thread.
#[derive(Debug, Clone)]
pub struct Job {
    game: Arc<Match>,
    at: usize,
    key: StepKey,
}

/// What came of a [`Job`], to be [put](super::Runner::put) back.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What the step depends on.
    pub key: StepKey,
    /// What is known of it.
    pub judged: Judged,
}

impl Job {
    /// The job for a step, counted from 0; `None` if there is no such step.
    pub(super) fn new(game: &Arc<Match>, at: usize, effort: Effort) -> Option<Self> {
        let key = StepKey::of(game, at, effort)?;
        Some(Job { game: Arc::clone(game), at, key })
    }

    /// What the step depends on.
    pub fn key(&self) -> &StepKey {
        &self.key
    }

    /// Judges the step with its effort; of the limits, threads, progress and the stop flag count.
    pub fn run(self, adviser: &mut dyn AnyAdviser, limits: &Limits) -> Result<Found, NoChoice> {
        let Job { game, at, key } = self;
        let (position, event) = step(&game, at).ok_or(NoChoice::NotNow)?;
        let (top, limits) = (key.effort.top, key.effort.within(limits));
        let rng = &mut seeded(key.hash, Stream::Other(0));
        let judged = match event {
            Some(Event::Move { seat, mv, .. }) => {
                let moved = (*seat, mv.as_str());
                Judged::Move(JudgedMove::find(adviser, position, moved, (top, &limits), rng)?)
            }
            Some(Event::Deal { deal }) => {
                let after = game.position_at(at + 1).unwrap_or(position);
                Judged::Deal(JudgedDeal::find(adviser, deal, [position, after], &limits, rng)?)
            }
            _ => Judged::End(adviser.appraise_any(position, &limits, rng)?),
        };
        Ok(Found { key, judged })
    }
}
