//! Tests a bot step by step in every situation that it will meet in a game.
//!
//! ```text
//! 1 starts   2 answers   3 every kind of move   4 time   5 unusual positions
//! 6 stuck    7 end       8 a second game        9 end of input
//! ```
//!
//! The check ends at the first step that fails, and reports the bytes that went over the pipes, the
//! verdict, and how to fix it. Anything that is not a failure but may become one is a warning. In
//! Filler's 01-edu dialect a bot is judged as the school judges it.

mod advice;
mod bot;
mod check_run;
mod judge;
mod report;
mod repro_command;
pub mod situations;
mod steps;
mod whole_game;

pub use report::{CheckFailure, CheckReport, CheckStep, StepOutcome};

use crate::{GameStopped, ProcessSupervisor, Program, Protocol};
use check_run::{CheckRun, StepError};
use meeple_core::Limits;
use meeple_games::GameKind;

/// The bot to check, and the conditions of the check.
#[derive(Debug, Clone)]
pub struct BotCheck {
    /// The game.
    pub kind: GameKind,
    /// The bot.
    pub program: Program,
    /// The protocol to use with it.
    pub protocol: Protocol,
    /// The time limit for an answer, and the flag that stops the check.
    pub limits: Limits,
    /// Starts and ends its processes.
    pub supervisor: ProcessSupervisor,
    /// The seed of the whole games.
    pub seed: u64,
}

/// A step: returns a summary of what was seen.
type StepFn<'a> = fn(&mut CheckRun<'a>) -> Result<String, StepError>;

/// Returns the steps in order.
fn steps<'a>() -> [(&'static str, StepFn<'a>); 9] {
    [
        ("starts", CheckRun::starts),
        ("answers", CheckRun::answers),
        ("every kind of move", CheckRun::every_kind_of_move),
        ("time", CheckRun::time),
        ("unusual positions", CheckRun::unusual_positions),
        ("stuck", CheckRun::stuck),
        ("end", CheckRun::end),
        ("a second game", CheckRun::second_game),
        ("end of input", CheckRun::end_of_input),
    ]
}

impl BotCheck {
    /// Runs the steps; `each` is called after every one.
    pub fn run(&self, mut each: impl FnMut(&CheckStep)) -> Result<CheckReport, GameStopped> {
        let mut run = CheckRun::new(self);
        let mut done = Vec::new();
        for (index, (name, step)) in steps().into_iter().enumerate() {
            let outcome = match step(&mut run) {
                Ok(seen) => StepOutcome::Passed(seen),
                Err(StepError::Failed(failure)) => StepOutcome::Failed(failure),
                Err(StepError::Stopped) => return Err(GameStopped),
            };
            let step = CheckStep { number: index + 1, name, outcome };
            each(&step);
            let is_last = !step.is_passed();
            done.push(step);
            if is_last {
                break;
            }
        }
        Ok(CheckReport { warnings: run.warnings(done.last()), steps: done })
    }
}
