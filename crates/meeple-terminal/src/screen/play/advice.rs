//! Hints and analysis beside a board: computed on a thread, shown when they arrive.
//!
//! A hint comes in two steps: first the idea, in words; asked again, the best moves with their
//! values. Analysis shows the second step for every position.

use crate::{
    ask_adviser::AdviserAnswer,
    game_ui::kind_of,
    screen::{
        app_context::{AppContext, Job, JobId},
        boards::BoardWidget,
    },
};
use meeple_ai::advice::{AnyAdviser, HINT_TIME, Question};
use meeple_core::{ChooseError, GameHistory, Turn};
use std::time::Instant;

/// How much is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AdviceLevel {
    /// Nothing.
    #[default]
    None,
    /// The idea, in words.
    Nudge,
    /// The best moves.
    Moves,
}

/// Hints and analysis of the position shown.
#[derive(Default)]
pub(super) struct AdvicePanel {
    asked: Option<Box<dyn AnyAdviser>>,
    unit: &'static str,
    is_analysing: bool,
    level: AdviceLevel,
    /// The hash of the position being analysed, and the job.
    job: Option<(u64, Job)>,
    /// The hash of the position that was analysed last, and the advice.
    answer: Option<(u64, Result<AdviserAnswer, String>)>,
}

impl AdvicePanel {
    /// Returns how much is shown now.
    pub(super) fn level(&self) -> AdviceLevel {
        if self.is_analysing { AdviceLevel::Moves } else { self.level }
    }

    /// Returns when the running job started, if its result will be shown.
    pub(super) fn thinking_since(&self) -> Option<Instant> {
        self.job.as_ref().filter(|_| self.level() > AdviceLevel::None).map(|(_, job)| job.since)
    }

    /// Returns the unit of the values.
    pub(super) fn unit(&self) -> &'static str {
        self.unit
    }

    /// Returns the advice for this position, if known.
    pub(super) fn answer(
        &self,
        game: &GameHistory,
        ply: usize,
    ) -> Option<&Result<AdviserAnswer, String>> {
        let position = game.position_at(ply)?.hash64();
        self.answer.as_ref().filter(|(of, _)| *of == position).map(|(_, answer)| answer)
    }

    /// Shows a hint, then the best moves, then nothing again.
    pub(super) fn hint(&mut self) {
        self.level = match self.level {
            AdviceLevel::None => AdviceLevel::Nudge,
            AdviceLevel::Nudge => AdviceLevel::Moves,
            AdviceLevel::Moves => AdviceLevel::None,
        };
    }

    /// Switches analysis on or off.
    pub(super) fn toggle(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.level = AdviceLevel::None;
    }

    /// Ends hints, because a move was played.
    pub(super) fn end_hint(&mut self) {
        self.level = AdviceLevel::None;
    }

    /// Shows the known advice for the position on the board.
    pub(super) fn show_on_board(
        &mut self,
        game: &GameHistory,
        ply: usize,
        board: &mut dyn BoardWidget,
    ) {
        let moves = match self.answer(game, ply) {
            Some(Ok(answer)) if self.level() == AdviceLevel::Moves => &answer.advice.moves[..],
            _ => &[],
        };
        board.show_advice(moves);
    }

    /// Starts a job for the position shown if advice is wanted and not known; stops an outdated
    /// job.
    pub(super) fn ask(
        &mut self,
        game: &GameHistory,
        ply: usize,
        board: &dyn BoardWidget,
        ctx: &mut AppContext,
    ) {
        let Some(position) = game.position_at(ply) else { return };
        let hash = position.hash64();
        let is_wanted = self.level() > AdviceLevel::None
            && matches!(position.turn(), Turn::Seat(_))
            && self.answer.as_ref().is_none_or(|(of, _)| *of != hash);
        if let Some((of, job)) = &self.job {
            if !is_wanted || *of != hash {
                job.stop();
            }
        } else if is_wanted {
            let adviser = self.asked.take().unwrap_or_else(|| ctx.adviser(kind_of(game)));
            self.unit = adviser.unit();
            let question = Question::top(board.advice_count());
            self.job = Some((hash, ctx.ask_adviser(adviser, position, question, HINT_TIME)));
        }
    }

    /// Returns whether this job was started here.
    pub(super) fn is_waiting_for(&self, id: JobId) -> bool {
        self.job.as_ref().is_some_and(|(_, job)| job.id == id)
    }

    /// Stores the result of the job.
    pub(super) fn on_event(
        &mut self,
        adviser: Box<dyn AnyAdviser>,
        answer: Result<AdviserAnswer, ChooseError>,
    ) {
        let Some((position, _)) = self.job.take() else { return };
        self.asked = Some(adviser);
        self.answer = match answer {
            Err(ChooseError::Stopped) => None,
            answer => Some((position, answer.map_err(|error| error.to_string()))),
        };
    }

    /// Stops the running job, if any.
    pub(super) fn stop_job(&mut self) {
        if let Some((_, job)) = &self.job {
            job.stop();
        }
    }
}
