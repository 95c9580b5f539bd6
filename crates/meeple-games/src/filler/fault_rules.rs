//! Penalties for faults in Filler (F5, F7); the schools' rules differ.
//!
//! ```text
//! edu    illegal move: stuck (F5)        any other fault: the game ends (F7)
//! 42     any fault: stuck, the opponent plays on (F7), unless the program never started
//! ```

use super::Move;
use meeple_core::{AnyGame, Penalty, Verdict};

/// The fault rule of 01-edu, the default for every game that is not played by 42's rules.
pub fn edu_fault_rule(_: &dyn AnyGame, verdict: &Verdict) -> Penalty {
    match verdict {
        Verdict::Illegal { .. } => stop_penalty(),
        _ => Penalty::Ends,
    }
}

/// The fault rule of 42.
pub fn forty_two_fault_rule(_: &dyn AnyGame, verdict: &Verdict) -> Penalty {
    match verdict {
        Verdict::CannotStart { .. } | Verdict::OutOfResources { .. } => Penalty::Ends,
        _ => stop_penalty(),
    }
}

fn stop_penalty() -> Penalty {
    Penalty::Plays(Move::Stop.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filler::{Filler, Options};
    use meeple_core::Game;
    use std::time::Duration;

    #[test]
    fn the_schools_differ_in_all_but_illegal_moves() {
        let filler = Filler::new(&Options::default()).expect("good options");
        let illegal = Verdict::Illegal { mv: "x".into(), reason: "no".into() };
        let late = Verdict::TimeOut { limit: Duration::ZERO, heard: Vec::new() };
        let never = Verdict::CannotStart { program: "x".into(), reason: "no".into() };
        let no_room = Verdict::OutOfResources { program: "x".into(), reason: "no".into() };
        for (verdict, edu, forty_two) in [
            (&illegal, stop_penalty(), stop_penalty()),
            (&late, Penalty::Ends, stop_penalty()),
            (&never, Penalty::Ends, Penalty::Ends),
            (&no_room, Penalty::Ends, Penalty::Ends),
        ] {
            assert_eq!(edu_fault_rule(&filler, verdict), edu, "{verdict}");
            assert_eq!(forty_two_fault_rule(&filler, verdict), forty_two, "{verdict}");
        }
    }
}
