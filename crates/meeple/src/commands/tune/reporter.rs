//! Progress output while a tuning runs.

use crate::commands::progress_reporter::{OutputMode, ProgressReporter, merge_json};
use meeple_arena::{
    tournament::{GameOrigin, TournamentEvent},
    tuning::{SavedSteps, TuningEvent, TuningPlan, TuningStep},
};
use meeple_core::text::printable;
use meeple_terminal::command_error::CommandError;
use serde_json::json;
use std::sync::{Arc, atomic::AtomicBool};

/// Receives the events of a tuning and reports them.
pub(super) struct TuningReporter<'a> {
    plan: &'a TuningPlan,
    progress: ProgressReporter,
}

impl<'a> TuningReporter<'a> {
    pub(super) fn new(plan: &'a TuningPlan, mode: OutputMode, stop: Arc<AtomicBool>) -> Self {
        TuningReporter { plan, progress: ProgressReporter::new(mode, stop) }
    }

    /// Starts the search, or continues it after the steps found in the folder.
    pub(super) fn begin(&mut self, found: &SavedSteps) {
        if let Some(damage) = &found.damage {
            let damage = printable(damage);
            self.progress.warn(format_args!("{damage}; playing again from that step"));
        }
        for step in &found.steps {
            self.report_step(step, GameOrigin::Found);
        }
        let left = self.plan.steps() - found.steps.len();
        self.progress.bar.add_games("", left as u64 * self.plan.games_per_step());
    }

    /// Starts the final match.
    pub(super) fn begin_final(&mut self) {
        self.progress.bar.add_games("final match", self.plan.final_games());
    }

    pub(super) fn on_event(&mut self, event: TuningEvent<'_>) {
        match event {
            TuningEvent::TrialStarted(trial) => {
                self.progress
                    .bar
                    .add_games(&format!("step {} of {}", trial.step, self.plan.steps()), 0);
            }
            TuningEvent::Match(event) => self.on_match_event(&event),
            TuningEvent::StepDone(step) => {
                self.report_step(step, GameOrigin::Played);
                self.progress.bar.show(&self.progress_line(step));
            }
        }
    }

    pub(super) fn on_match_event(&mut self, event: &TournamentEvent<'_>) {
        match event {
            TournamentEvent::Game(line, origin) => {
                self.progress.bar.advance(*origin);
                self.progress.warn_if_void(line);
            }
            TournamentEvent::Damaged(damaged) => self.progress.warn_of_damage(damaged),
            TournamentEvent::Round(..)
            | TournamentEvent::Played(_)
            | TournamentEvent::Withdrawn(..)
            | TournamentEvent::Counted(_) => {}
        }
    }

    /// Removes the progress bar; returns the error if something couldn't be printed.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        self.progress.finish()
    }

    /// Returns a line such as `answers 12 -> 13.4, best 16 -> 15.2`.
    fn progress_line(&self, step: &TuningStep) -> String {
        let config = self.plan.config();
        let starts = config.parameters.iter().zip(&config.start);
        let changes = starts
            .zip(&step.after)
            .map(|((range, start), now)| format!("{} {start} -> {now:.1}", range.name));
        changes.collect::<Vec<_>>().join(", ")
    }

    fn report_step(&mut self, step: &TuningStep, origin: GameOrigin) {
        self.progress.print_json_line(|| {
            merge_json(json!({"event": "step", "new": origin == GameOrigin::Played}), step)
        });
    }
}
