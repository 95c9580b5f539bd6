//! Hints and analysis beside a board: asked for on a thread, shown when they come.
//!
//! A hint comes in two steps: first what matters, in words; asked again, the best moves with what
//! they are worth. Analysis is the second step for every position that is shown.

use crate::{
    asking::{Answer, ask},
    screen::{
        boards::Board,
        desk::{ADVICE_NODES, Desk, News, Ticket, stop},
    },
};
use meeple_ai::advice::{AnyAdviser, Question, adviser};
use meeple_core::{
    Limits, Match, NoChoice, Turn,
    rng::{Stream, seeded},
};
use std::time::{Duration, Instant};

/// How long a position is thought about.
const TIME: Duration = Duration::from_secs(1);

/// How much is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Nothing.
    #[default]
    None,
    /// What matters, in words.
    Nudge,
    /// The best moves.
    Moves,
}

/// Whoever is asked about positions.
#[derive(Default)]
pub(super) struct Adviser {
    asked: Option<Box<dyn AnyAdviser>>,
    unit: &'static str,
    is_analysing: bool,
    level: Level,
    job: Option<Job>,
    known: Option<(u64, Result<Answer, String>)>,
}

/// A position that is thought about.
struct Job {
    ticket: Ticket,
    /// Its hash.
    position: u64,
    limits: Limits,
    since: Instant,
}

impl Adviser {
    /// How much is shown now.
    pub(super) fn level(&self) -> Level {
        if self.is_analysing { Level::Moves } else { self.level }
    }

    /// Since when somebody thinks.
    pub(super) fn since(&self) -> Option<Instant> {
        self.job.as_ref().filter(|_| self.level() > Level::None).map(|job| job.since)
    }

    /// What values are counted in.
    pub(super) fn unit(&self) -> &'static str {
        self.unit
    }

    /// What is known of this position.
    pub(super) fn answer(&self, game: &Match, ply: usize) -> Option<&Result<Answer, String>> {
        let position = game.position_at(ply)?.hash64();
        self.known.as_ref().filter(|(of, _)| *of == position).map(|(_, answer)| answer)
    }

    /// A hint is wanted, or more of it.
    pub(super) fn hint(&mut self) {
        self.level = match self.level {
            Level::None => Level::Nudge,
            Level::Nudge => Level::Moves,
            Level::Moves => Level::None,
        };
    }

    /// Analysis is switched on or off.
    pub(super) fn toggle(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.level = Level::None;
    }

    /// Another move was made: hints are over.
    pub(super) fn forget(&mut self) {
        self.level = Level::None;
    }

    /// The board shows another moment: what is known of it is shown on it.
    pub(super) fn follow(&mut self, game: &Match, ply: usize, board: &mut dyn Board) {
        let moves = match self.answer(game, ply) {
            Some(Ok(answer)) if self.level() == Level::Moves => &answer.advice.moves[..],
            _ => &[],
        };
        board.advise(moves);
    }

    /// Asks about the position that is shown, if that is wanted and not known.
    pub(super) fn ask(&mut self, game: &Match, ply: usize, board: &dyn Board, desk: &mut Desk) {
        let Some(position) = game.position_at(ply) else { return };
        let hash = position.hash64();
        let is_wanted = self.level() > Level::None
            && matches!(position.turn(), Turn::Seat(_))
            && self.known.as_ref().is_none_or(|(of, _)| *of != hash);
        if let Some(job) = &self.job {
            if !is_wanted || job.position != hash {
                stop(&job.limits);
            }
            return;
        }
        if !is_wanted {
            return;
        }
        let kind = super::setting::kind_of(game);
        let mut adviser = self.asked.take().unwrap_or_else(|| adviser(kind, &desk.house.resources));
        self.unit = adviser.unit();
        let (limits, top) = (desk.limits(Some(TIME), ADVICE_NODES), board.advised());
        let (within, position, since) = (limits.clone(), position.boxed_clone(), desk.now);
        let ticket = desk.spawn(move || {
            let rng = seeded(hash, Stream::Other(0));
            let answer = ask(&mut *adviser, &*position, &Question::top(top), &within, rng);
            News::Advised { adviser, answer }
        });
        self.job = Some(Job { ticket, position: hash, limits, since });
    }

    /// Whether this was asked for.
    pub(super) fn awaits(&self, ticket: Ticket) -> bool {
        self.job.as_ref().is_some_and(|job| job.ticket == ticket)
    }

    /// The answer.
    pub(super) fn hear(&mut self, adviser: Box<dyn AnyAdviser>, answer: Result<Answer, NoChoice>) {
        let Some(job) = self.job.take() else { return };
        self.asked = Some(adviser);
        self.known = match answer {
            Err(NoChoice::Stopped) => None,
            answer => Some((job.position, answer.map_err(|error| error.to_string()))),
        };
    }

    /// Nobody wants to know any more.
    pub(super) fn leave(&mut self) {
        if let Some(job) = &self.job {
            stop(&job.limits);
        }
    }
}
