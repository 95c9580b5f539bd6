//! What is told of a tuning while it is played.

use crate::commands::announcer::{Announcer, Voice, merged};
use meeple_arena::{
    tournament::{News, Origin},
    tuning::{Found, Plan, Step, Told},
};
use meeple_core::text::printable;
use meeple_terminal::failure::Failure;
use serde_json::json;
use std::sync::{Arc, atomic::AtomicBool};

/// Who hears of the games, and tells of them.
pub(super) struct Crier<'a> {
    plan: &'a Plan,
    announcer: Announcer,
}

impl<'a> Crier<'a> {
    pub(super) fn new(plan: &'a Plan, voice: Voice, stop: Arc<AtomicBool>) -> Self {
        Crier { plan, announcer: Announcer::new(voice, stop) }
    }

    /// The search begins, or goes on behind these steps.
    pub(super) fn begin(&mut self, found: &Found) {
        if let Some(damage) = &found.damage {
            let damage = printable(damage);
            self.announcer.warn(format_args!("{damage}; the steps from there on are played again"));
        }
        for step in &found.steps {
            self.say_step(step, Origin::Found);
        }
        let left = self.plan.steps() - found.steps.len();
        self.announcer.bar.add_games("", left as u64 * self.plan.games_a_step());
    }

    /// The final match begins.
    pub(super) fn begin_final(&mut self) {
        self.announcer.bar.add_games("final match", self.plan.final_games());
    }

    pub(super) fn hear(&mut self, told: Told<'_>) {
        match told {
            Told::Begins(trial) => {
                self.announcer
                    .bar
                    .add_games(&format!("step {} of {}", trial.step, self.plan.steps()), 0);
            }
            Told::Match(news) => self.hear_match(&news),
            Told::Done(step) => {
                self.say_step(step, Origin::Played);
                self.announcer.bar.show(&self.course(step));
            }
        }
    }

    pub(super) fn hear_match(&mut self, news: &News<'_>) {
        match news {
            News::Game(line, origin) => {
                self.announcer.bar.advance(*origin);
                self.announcer.warn_if_void(line);
            }
            News::Damaged(damaged) => self.announcer.warn_of_damage(damaged),
            News::Round(..) | News::Played(_) | News::Withdrawn(..) | News::Counted(_) => {}
        }
    }

    /// All was told that there is; why not, if it could not be said.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.announcer.finish()
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

    fn say_step(&mut self, step: &Step, origin: Origin) {
        self.announcer
            .say(|| merged(json!({"event": "step", "new": origin == Origin::Played}), step));
    }
}
