//! Judging a recorded game step by step, on a thread, with what was kept of earlier times.

use crate::{
    analysis_file::AnalysisFile,
    screen::desk::{Desk, News, Ticket, stop, stoppable},
};
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    analysis::{Analysis, Judged, Runner},
    grade::Grade,
};
use meeple_core::{Limits, Match, NoChoice};
use std::{path::Path, sync::Arc};

/// What is known of a game, and whoever finds out more.
pub(super) struct Judging {
    runner: Runner<AnalysisFile>,
    adviser: Option<Box<dyn AnyAdviser>>,
    job: Option<(Ticket, Limits)>,
    is_on: bool,
    has_failed: bool,
}

impl Judging {
    /// Nothing is known yet but what was stored.
    pub(super) fn new(game: &Arc<Match>, record: Option<&Path>, desk: &Desk) -> Self {
        let kind = super::kind_of(game);
        let (adviser, file) = (adviser(kind, &desk.house.resources), AnalysisFile::beside(record));
        let runner = Runner::new(Arc::clone(game), adviser.unit(), (desk.effort)(kind), file);
        let (adviser, job) = (Some(adviser), None);
        let mut judging = Judging { runner, adviser, job, is_on: false, has_failed: false };
        while judging.runner.recall() {}
        judging
    }

    /// The game has changed: what is known of its beginning stays.
    pub(super) fn follow(&mut self, game: &Arc<Match>) {
        if let Some((_, limits)) = self.job.take() {
            stop(&limits);
        }
        self.has_failed = false;
        self.runner.follow(Arc::clone(game));
        while self.runner.recall() {}
    }

    /// Whether it is shown.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Shows it, or not.
    pub(super) fn toggle(&mut self) {
        self.is_on = !self.is_on;
        self.has_failed = false;
        if !self.is_on {
            self.leave();
        }
    }

    /// What is known.
    pub(super) fn analysis(&self) -> &Analysis {
        self.runner.analysis()
    }

    /// What is known, step by step.
    pub(super) fn judged(&self) -> &[Judged] {
        self.analysis().judged()
    }

    /// What is known, as every front end writes it.
    pub(super) fn lines(&self) -> String {
        self.runner.to_json_lines()
    }

    /// The plies after which the game had turned, or a mistake was made.
    pub(super) fn turns(&self) -> Vec<usize> {
        let mut turns: Vec<usize> =
            self.analysis().turning_points().iter().map(|turn| turn.step + 1).collect();
        let mistakes = self.judged().iter().enumerate().filter_map(|(step, judged)| match judged {
            Judged::Move(mv) if mv.grade() >= Grade::Mistake => Some(step + 1),
            _ => None,
        });
        turns.extend(mistakes);
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// Judges the next step elsewhere, if that is wanted.
    pub(super) fn go_on(&mut self, desk: &mut Desk) {
        if !self.is_on || self.job.is_some() || self.has_failed {
            return;
        }
        let Some(job) = self.runner.job() else { return };
        let kind = super::kind_of(self.analysis().game());
        let mut adviser =
            self.adviser.take().unwrap_or_else(|| adviser(kind, &desk.house.resources));
        let limits = stoppable();
        let within = limits.clone();
        let ticket = desk.spawn(move || {
            let found = job.run(&mut *adviser, &within);
            News::Judged { adviser, found }
        });
        self.job = Some((ticket, limits));
    }

    /// Whether this was asked for.
    pub(super) fn awaits(&self, ticket: Ticket) -> bool {
        self.job.as_ref().is_some_and(|(of, _)| *of == ticket)
    }

    /// A step is judged; what went wrong is to be said.
    pub(super) fn hear(&mut self, news: News) -> Option<String> {
        self.job = None;
        let News::Judged { adviser, found } = news else {
            self.has_failed = true;
            return Some("The adviser broke down: the rest is not judged.".into());
        };
        self.adviser = Some(adviser);
        let put = match found {
            Ok(found) => self.runner.put(found).map_err(|error| error.to_string()),
            Err(NoChoice::Stopped) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = put {
            self.has_failed = true;
            return Some(format!("The rest is not judged: {error}."));
        }
        self.runner.store_mut().warnings().pop()
    }

    /// Nobody wants to know any more.
    pub(super) fn leave(&mut self) {
        if let Some((_, limits)) = &self.job {
            stop(limits);
        }
    }
}
