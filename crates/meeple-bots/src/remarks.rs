//! What was remarked of a program's answers: the first remark, and how many there were.
//!
//! ```text
//! 12 answers: the official engine ends the game here: said "7 2": ...
//! ```

use crate::Asked;
use serde::Serialize;

/// The remarks on the answers of one program in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Remarks {
    /// On how many answers there was one.
    pub answers: u64,
    /// The first, if there was any.
    pub first: Option<String>,
}

impl Remarks {
    /// Listens to an answer. What our own players remark on their moves is not for here.
    pub fn hear(&mut self, asked: &Asked) {
        let program = asked.choice.as_ref().filter(|choice| choice.answer.is_some());
        if let Some(remark) = program.and_then(|choice| choice.remark.as_ref()) {
            self.answers += 1;
            self.first.get_or_insert_with(|| remark.clone());
        }
    }

    /// Adds those of a later game.
    pub fn add(&mut self, later: &Remarks) {
        self.answers += later.answers;
        if self.first.is_none() {
            self.first.clone_from(&later.first);
        }
    }
}
