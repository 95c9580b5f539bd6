//! Move grades: the same names and thresholds in every front end.
//!
//! A move is graded by how much win chance it loses compared with the best move:
//!
//! | grade | win chance lost |
//! | --- | --- |
//! | best | less than 1 % |
//! | good | less than 4 % |
//! | inaccuracy | less than 9 % |
//! | mistake | less than 18 % |
//! | blunder | 18 % or more |

use serde::Serialize;
use std::fmt::{self, Display};

/// How good a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// As good as any other move.
    Best,
    /// Nearly as good as the best move.
    Good,
    /// There was a better move.
    Inaccuracy,
    /// There was a much better move.
    Mistake,
    /// A move that may have decided the game.
    Blunder,
}

/// The upper bound of each grade: the win chance lost (0 to 1) must be below it. A blunder has none.
pub const THRESHOLDS: [(Grade, f64); 4] =
    [(Grade::Best, 0.01), (Grade::Good, 0.04), (Grade::Inaccuracy, 0.09), (Grade::Mistake, 0.18)];

impl Grade {
    /// All grades, best first.
    pub const ALL: [Grade; 5] =
        [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Grades a move by the best win chance possible and the win chance it leaves.
    pub fn of(possible: f64, left: f64) -> Self {
        let lost = possible - left;
        let grade = THRESHOLDS.iter().find(|(_, most)| lost < *most);
        grade.map_or(Grade::Blunder, |&(grade, _)| grade)
    }

    /// Returns the grade's name.
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
        check(0.5, 0.52, Grade::Best); // better than expected
        check(0.50, 0.48, Grade::Good);
        check(0.50, 0.45, Grade::Inaccuracy);
        check(0.50, 0.40, Grade::Mistake);
        check(1.0, 0.0, Grade::Blunder);
    }
}
