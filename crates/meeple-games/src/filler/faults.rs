//! What follows when a player of Filler fails (F5, F7); the schools differ.
//!
//! ```text
//! edu    an illegal move: stuck (F5)      anything else: the game ends (F7)
//! 42     anything: stuck, the other goes on (F7); unless it never started
//! ```

use super::Move;
use meeple_core::{AnyGame, Penalty, Verdict};

/// The rule of 01-edu, and of every game that is not played as 42 does.
pub fn edu_faults(_: &dyn AnyGame, verdict: &Verdict) -> Penalty {
    match verdict {
        Verdict::Illegal { .. } => stuck(),
        _ => Penalty::Ends,
    }
}

/// The rule of 42.
pub fn forty_two_faults(_: &dyn AnyGame, verdict: &Verdict) -> Penalty {
    match verdict {
        Verdict::CannotStart { .. } | Verdict::NoRoom { .. } => Penalty::Ends,
        _ => stuck(),
    }
}

fn stuck() -> Penalty {
    Penalty::Plays(Move::Stop.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filler::{Filler, FillerOptions};
    use meeple_core::Game;
    use std::time::Duration;

    #[test]
    fn the_schools_differ_in_all_but_illegal_moves() {
        let filler = Filler::new(&FillerOptions::default()).expect("good options");
        let illegal = Verdict::Illegal { mv: "x".into(), reason: "no".into() };
        let late = Verdict::TimeOut { limit: Duration::ZERO, heard: Vec::new() };
        let never = Verdict::CannotStart { program: "x".into(), reason: "no".into() };
        let no_room = Verdict::NoRoom { program: "x".into(), reason: "no".into() };
        for (verdict, edu, forty_two) in [
            (&illegal, stuck(), stuck()),
            (&late, Penalty::Ends, stuck()),
            (&never, Penalty::Ends, Penalty::Ends),
            (&no_room, Penalty::Ends, Penalty::Ends),
        ] {
            assert_eq!(edu_faults(&filler, verdict), edu, "{verdict}");
            assert_eq!(forty_two_faults(&filler, verdict), forty_two, "{verdict}");
        }
    }
}
