//! Judging a recorded game step by step, on a thread, with what was kept of earlier times.

use crate::{
    analysis_file::AnalysisFile,
    screen::desk::{ADVICE_NODES, Desk, News, Ticket, stop},
};
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    analysis::{Analysis, Effort, Judged, SeatSummary},
    grade::Grade,
};
use meeple_core::{Limits, Match, NoChoice};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// How long each step is thought about, and how many of the best moves are kept.
const TIME: Duration = Duration::from_millis(200);
const TOP: usize = 3;

/// What is known of a game, and whoever finds out more.
pub(super) struct Judging {
    record: Option<PathBuf>,
    file: AnalysisFile,
    judged: Vec<Judged>,
    adviser: Option<Box<dyn AnyAdviser>>,
    job: Option<(Ticket, Limits)>,
    is_on: bool,
    has_failed: bool,
}

impl Judging {
    /// Nothing is known yet, but what was kept.
    pub(super) fn new(game: &Match, record: Option<&Path>) -> Self {
        let file = AnalysisFile::beside(record, game, &effort(&Limits::default()));
        let mut judging = Judging {
            record: record.map(Into::into),
            file,
            judged: Vec::new(),
            adviser: None,
            job: None,
            is_on: false,
            has_failed: false,
        };
        judging.recall(game);
        judging
    }

    /// The game has changed: what is known of its beginning stays.
    pub(super) fn restart(&mut self, game: &Match) {
        let (is_on, adviser) = (self.is_on, self.adviser.take());
        if let Some((_, limits)) = &self.job {
            stop(limits);
        }
        *self = Judging { adviser, is_on, ..Judging::new(game, self.record.as_deref()) };
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

    /// What is known, step by step.
    pub(super) fn judged(&self) -> &[Judged] {
        &self.judged
    }

    fn analysis<'a>(&self, game: &'a Match) -> Analysis<'a> {
        let mut analysis = Analysis::of(game);
        for judged in &self.judged {
            analysis.add(judged.clone());
        }
        analysis
    }

    /// The plies after which the game had turned, or a mistake was made.
    pub(super) fn turns(&self, game: &Match) -> Vec<usize> {
        let mut turns: Vec<usize> =
            self.analysis(game).turning_points().iter().map(|turn| turn.step + 1).collect();
        let mistakes = self.judged.iter().enumerate().filter_map(|(step, judged)| match judged {
            Judged::Move(mv) if mv.grade() >= Grade::Mistake => Some(step + 1),
            _ => None,
        });
        turns.extend(mistakes);
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// Luck beside skill, seat by seat.
    pub(super) fn summary(&self, game: &Match) -> Vec<SeatSummary> {
        self.analysis(game).seats()
    }

    /// Takes what was kept, as far as it goes.
    fn recall(&mut self, game: &Match) {
        let mut analysis = self.analysis(game);
        while let Some(judged) = analysis.key().and_then(|key| self.file.find(key)) {
            if !analysis.add(judged) {
                break;
            }
        }
        self.judged = analysis.judged().to_vec();
    }

    /// Judges the next step elsewhere, if that is wanted.
    pub(super) fn go_on(&mut self, game: &Arc<Match>, desk: &mut Desk) {
        let is_done = self.judged.len() > game.line().len();
        if !self.is_on || self.job.is_some() || is_done || self.has_failed {
            return;
        }
        let kind = super::kind_of(game);
        let mut adviser =
            self.adviser.take().unwrap_or_else(|| adviser(kind, &desk.house.resources));
        let limits = desk.limits(Some(TIME), ADVICE_NODES);
        let (effort, judged, game) = (effort(&limits), self.judged.clone(), Arc::clone(game));
        let ticket = desk.spawn(move || {
            let mut analysis = Analysis::of(&game);
            for judged in judged {
                analysis.add(judged);
            }
            let judged = analysis.judge(&mut *adviser, &effort);
            News::Judged { adviser, judged }
        });
        self.job = Some((ticket, limits));
    }

    /// Whether this was asked for.
    pub(super) fn awaits(&self, ticket: Ticket) -> bool {
        self.job.as_ref().is_some_and(|(of, _)| *of == ticket)
    }

    /// A step is judged; what went wrong is to be said.
    pub(super) fn hear(&mut self, news: News, game: &Match) -> Option<String> {
        self.job = None;
        let News::Judged { adviser, judged } = news else {
            self.has_failed = true;
            return Some("The adviser broke down: the rest is not judged.".into());
        };
        self.adviser = Some(adviser);
        match judged {
            Ok(Some(judged)) => {
                let mut analysis = self.analysis(game);
                if let Some(key) = analysis.key()
                    && analysis.add(judged.clone())
                {
                    self.file.keep(key, &judged);
                    self.judged.push(judged);
                }
            }
            Ok(None) | Err(NoChoice::Stopped) => {}
            Err(error) => {
                self.has_failed = true;
                return Some(format!("The rest is not judged: {error}."));
            }
        }
        self.file.warnings().pop()
    }

    /// Nobody wants to know any more.
    pub(super) fn leave(&mut self) {
        if let Some((_, limits)) = &self.job {
            stop(limits);
        }
    }
}

fn effort(limits: &Limits) -> Effort {
    Effort { top: TOP, limits: Limits { time: limits.time.or(Some(TIME)), ..limits.clone() } }
}
