//! How good a move was: the same words and thresholds in every front.
//!
//! A move is graded by what it costs of the chance to win, compared with the best move:
//!
//! | grade | costs |
//! | --- | --- |
//! | best | less than 1 % |
//! | good | less than 4 % |
//! | inaccuracy | less than 9 % |
//! | mistake | less than 18 % |
//! | blunder | 18 % or more |

use serde::Serialize;
use std::fmt::{self, Display};

/// How good a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// As good as any.
    Best,
    /// Nearly so.
    Good,
    /// Something better was there.
    Inaccuracy,
    /// Something much better was there.
    Mistake,
    /// This may have decided the game.
    Blunder,
}

/// What a grade costs at most, of the chance to win; a blunder has no bound.
pub const THRESHOLDS: [(Grade, f64); 4] =
    [(Grade::Best, 0.01), (Grade::Good, 0.04), (Grade::Inaccuracy, 0.09), (Grade::Mistake, 0.18)];

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Grade; 5] =
        [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a move that leaves this chance to win where that one was possible.
    pub fn of(possible: f64, left: f64) -> Self {
        let lost = possible - left;
        let grade = THRESHOLDS.iter().find(|(_, most)| lost < *most);
        grade.map_or(Grade::Blunder, |&(grade, _)| grade)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

impl Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_what_was_lost_of_the_chance_to_win() {
        let check = |possible, left, grade| assert_eq!(Grade::of(possible, left), grade);
        check(0.5, 0.5, Grade::Best);
        check(0.5, 0.52, Grade::Best); // better than thought
        check(0.50, 0.48, Grade::Good);
        check(0.50, 0.45, Grade::Inaccuracy);
        check(0.50, 0.40, Grade::Mistake);
        check(1.0, 0.0, Grade::Blunder);
    }
}
