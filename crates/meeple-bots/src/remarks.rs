//! Remarks on a program's answers: the first one, and how many there were.
//!
//! ```text
//! 12 answers: the official engine ends the game here: said "7 2": ...
//! ```

use crate::TurnResult;
use serde::Serialize;

/// The remarks on the answers of one program in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Remarks {
    /// How many answers had a remark.
    pub answers: u64,
    /// The first remark, if any.
    pub first: Option<String>,
}

impl Remarks {
    /// Counts the remark on an answer, if any; remarks of built-in players on their moves are ignored.
    pub fn record_answer(&mut self, asked: &TurnResult) {
        let program = asked.choice.as_ref().filter(|choice| choice.answer.is_some());
        if let Some(remark) = program.and_then(|choice| choice.remark.as_ref()) {
            self.answers += 1;
            self.first.get_or_insert_with(|| remark.clone());
        }
    }

    /// Adds the remarks of a later game.
    pub fn add(&mut self, later: &Remarks) {
        self.answers += later.answers;
        if self.first.is_none() {
            self.first.clone_from(&later.first);
        }
    }
}
