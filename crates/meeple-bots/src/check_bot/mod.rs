//! Checking a bot: it is walked through everything that it will meet, step by step.
//!
//! ```text
//! 1 starts   2 answers   3 every kind of move   4 time   5 odd positions
//! 6 stuck    7 end       8 a second game        9 end of input
//! ```
//!
//! The first step that fails is the last: it comes with the bytes that went over the pipes, the
//! verdict, and how to mend it. What is no failure but may become one is a warning. In Filler's
//! dialect of 01-edu a bot is judged as the school judges it.

mod advice;
mod bot;
mod judge;
mod report;
mod see_more;
pub mod situations;
mod steps;
mod visit;
mod whole_game;

pub use report::{Failure, Outcome, Report, Step};

use crate::{Kennel, Program, Protocol, Stopped};
use meeple_core::Limits;
use meeple_games::GameKind;
use visit::{Broken, Visit};

/// Which bot is checked, and how.
#[derive(Debug, Clone)]
pub struct Checkup {
    /// The game.
    pub kind: GameKind,
    /// The bot.
    pub program: Program,
    /// What is spoken with it.
    pub protocol: Protocol,
    /// How long it may think, and the flag that ends everything.
    pub limits: Limits,
    /// Where it runs.
    pub kennel: Kennel,
    /// The seed of the whole games.
    pub seed: u64,
}

/// What is done in a step: gives what was seen.
type Doing<'a> = fn(&mut Visit<'a>) -> Result<String, Broken>;

/// The steps in their order.
fn steps<'a>() -> [(&'static str, Doing<'a>); 9] {
    [
        ("starts", Visit::starts),
        ("answers", Visit::answers),
        ("every kind of move", Visit::every_kind_of_move),
        ("time", Visit::time),
        ("odd positions", Visit::odd_positions),
        ("stuck", Visit::stuck),
        ("end", Visit::end),
        ("a second game", Visit::second_game),
        ("end of input", Visit::end_of_input),
    ]
}

impl Checkup {
    /// Walks the bot through the steps; `each` hears of every one as it is done.
    pub fn run(&self, mut each: impl FnMut(&Step)) -> Result<Report, Stopped> {
        let mut visit = Visit::new(self);
        let mut done = Vec::new();
        for (index, (name, doing)) in steps().into_iter().enumerate() {
            let outcome = match doing(&mut visit) {
                Ok(seen) => Outcome::Passed(seen),
                Err(Broken::Failed(failure)) => Outcome::Failed(failure),
                Err(Broken::Stopped) => return Err(Stopped),
            };
            let step = Step { number: index + 1, name, outcome };
            each(&step);
            let is_last = !step.is_passed();
            done.push(step);
            if is_last {
                break;
            }
        }
        Ok(Report { warnings: visit.warnings(done.last()), steps: done })
    }
}
