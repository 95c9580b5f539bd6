//! The report of `meeple check-bot`: its steps, and the failure if there was one.

use meeple_core::Verdict;

/// The result of checking a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// The steps that were run; only the last can have failed.
    pub steps: Vec<CheckStep>,
    /// Problems that didn't fail the check but may fail with another engine.
    pub warnings: Vec<String>,
}

/// A step of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckStep {
    /// The step's number, from 1.
    pub number: usize,
    /// What the step checks.
    pub name: &'static str,
    /// The result of the step.
    pub outcome: StepOutcome,
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOutcome {
    /// It passed, with a summary of what was seen.
    Passed(String),
    /// It failed.
    Failed(Box<CheckFailure>),
}

/// How a bot failed, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFailure {
    /// The situation in which it failed.
    pub situation: String,
    /// How it failed.
    pub verdict: Verdict,
    /// The last message sent to it, byte for byte (in Filler's dialects, all lines of the turn); empty if
    /// it could not be started.
    pub sent: Vec<u8>,
    /// Its output after that message, or before it if that was the failure.
    pub said: Vec<u8>,
    /// Its output after its stdin was closed.
    pub said_late: Vec<u8>,
    /// The last lines of its stderr, made printable.
    pub stderr: Vec<String>,
    /// How to fix it, in a few sentences; may be empty.
    pub advice: String,
    /// A command that reproduces the failure; may be empty.
    pub command: String,
}

impl CheckStep {
    /// Returns whether the step passed.
    pub fn is_passed(&self) -> bool {
        matches!(self.outcome, StepOutcome::Passed(_))
    }
}

impl CheckReport {
    /// Returns whether every step passed.
    pub fn is_passed(&self) -> bool {
        self.steps.iter().all(CheckStep::is_passed)
    }
}
