//! What is told while games are played: a bar for people, lines for programs.

use super::print;
use crate::{
    cli::TuneArgs,
    failure::{Failure, warn},
    progress::StandingBar,
};
use meeple_arena::{
    tournament::{GameState, News},
    tuning::{Found, Plan, Step, Told},
};
use meeple_core::text::printable;
use serde_json::Value;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// How much is said, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// The result only.
    Quiet,
    /// A bar, and what goes wrong.
    People,
    /// Lines of JSON.
    Programs,
}

impl Voice {
    pub(super) fn of(args: &TuneArgs) -> Self {
        match args {
            TuneArgs { json: true, .. } => Voice::Programs,
            TuneArgs { quiet: true, .. } => Voice::Quiet,
            _ => Voice::People,
        }
    }
}

/// Where a step comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The folder had it.
    Found,
    /// It was played just now.
    Played,
}

/// Who hears of the games, and tells of them.
pub(super) struct Crier<'a> {
    plan: &'a Plan,
    voice: Voice,
    bar: StandingBar,
    /// Raised when nobody wants to hear more.
    stop: Arc<AtomicBool>,
    failure: Option<Failure>,
}

impl<'a> Crier<'a> {
    pub(super) fn new(plan: &'a Plan, voice: Voice, stop: Arc<AtomicBool>) -> Self {
        let bar = if voice == Voice::People { StandingBar::start() } else { StandingBar::hidden() };
        Crier { plan, voice, bar, stop, failure: None }
    }

    /// The search begins, or goes on behind these steps.
    pub(super) fn begin(&mut self, found: &Found) {
        if let Some(damage) = &found.damage {
            self.warn(&format!("{}; the steps from there on are played again", printable(damage)));
        }
        for step in &found.steps {
            self.say_step(step, Origin::Found);
        }
        let left = self.plan.steps() - found.steps.len();
        self.bar.add_games("", left as u64 * self.plan.games_a_step());
    }

    /// The final match begins.
    pub(super) fn begin_final(&mut self) {
        self.bar.add_games("final match", self.plan.final_games());
    }

    pub(super) fn hear(&mut self, told: Told<'_>) {
        match told {
            Told::Begins(trial) => {
                self.bar.add_games(&format!("step {} of {}", trial.step, self.plan.steps()), 0);
            }
            Told::Match(news) => self.hear_match(&news),
            Told::Done(step) => {
                self.say_step(step, Origin::Played);
                self.bar.show(&self.course(step));
            }
        }
    }

    pub(super) fn hear_match(&mut self, news: &News<'_>) {
        match news {
            News::Game(line, _) => {
                self.bar.advance();
                if line.state == GameState::Void {
                    let why = line.faults.last().map_or("", |fault| fault.seen.as_str());
                    self.warn(&format!("a game is void, by a fault of ours: {}", printable(why)));
                }
            }
            News::Damaged(damaged) => {
                let damaged = damaged.to_string();
                self.warn(&format!("{}; its game is played again", printable(&damaged)));
            }
            News::Round(..) | News::Played(_) | News::Withdrawn(..) | News::Counted(_) => {}
        }
    }

    /// All was told that there is; why not, if it could not be said.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.bar.finish();
        self.failure.map_or(Ok(()), Err)
    }

    /// `answers 12 -> 13.4, best 16 -> 15.2`
    fn course(&self, step: &Step) -> String {
        let config = self.plan.config();
        let starts = config.parameters.iter().zip(&config.start);
        let course = starts
            .zip(&step.after)
            .map(|((range, start), now)| format!("{} {start} -> {now:.1}", range.name));
        course.collect::<Vec<_>>().join(", ")
    }

    fn warn(&self, what: &str) {
        if self.voice != Voice::Quiet {
            self.bar.aside(|| warn("meeple", what));
        }
    }

    /// A line of JSON for a step. If nobody listens, nobody wants more games.
    fn say_step(&mut self, step: &Step, origin: Origin) {
        if self.voice != Voice::Programs {
            return;
        }
        let mut line = serde_json::json!({"event": "step", "new": origin == Origin::Played});
        if let (Value::Object(line), Ok(Value::Object(step))) =
            (&mut line, serde_json::to_value(step))
        {
            line.extend(step);
        }
        if let Err(failure) = print(&line.to_string()) {
            self.failure.get_or_insert(failure);
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}
