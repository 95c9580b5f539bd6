//! What a check found.

use meeple_core::Verdict;

/// All that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The steps that were done; only the last can have failed.
    pub steps: Vec<Step>,
    /// What is no failure here, but may be one elsewhere.
    pub warnings: Vec<String>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// What is looked at.
    pub name: &'static str,
    /// How it went.
    pub outcome: Outcome,
}

/// How a step went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Well; what was seen.
    Passed(String),
    /// Not well.
    Failed(Box<Failure>),
}

/// How a bot failed, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In which situation.
    pub situation: String,
    /// How it failed.
    pub verdict: Verdict,
    /// The last message it was sent, byte for byte.
    pub sent: Vec<u8>,
    /// What it said to that, byte for byte.
    pub said: Vec<u8>,
    /// What it said only when its input was closed.
    pub said_late: Vec<u8>,
    /// The last lines of its stderr, fit for a screen.
    pub stderr: Vec<String>,
    /// How to mend it, in a few sentences.
    pub advice: String,
    /// A command that shows more.
    pub command: String,
}

impl Step {
    /// Whether the bot may go on.
    pub fn is_passed(&self) -> bool {
        matches!(self.outcome, Outcome::Passed(_))
    }
}

impl Report {
    /// Whether every step went well.
    pub fn is_passed(&self) -> bool {
        self.steps.iter().all(Step::is_passed)
    }
}
