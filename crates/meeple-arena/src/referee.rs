//! The referee: what follows from a verdict, decided here and nowhere else.

use crate::filler::Dialect;
use meeple_core::{AnyGame, Game, Penalty, Verdict};
use meeple_games::filler::{Filler, Move};

/// Who decides what follows when a player fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Referee {
    /// The schools differ (F7); other games do not look at this.
    pub dialect: Dialect,
}

impl Referee {
    /// What follows when the seat to move in `position` fails so.
    ///
    /// ```text
    /// filler, edu    an illegal move: stuck (F5)      anything else: the game ends (F7)
    /// filler, 42     anything: stuck, the other goes on (F7); unless it never started
    /// other games    two seats: the game ends         more: the others go on without it
    /// ```
    pub fn penalty(self, position: &dyn AnyGame, verdict: &Verdict) -> Penalty {
        let is_filler = position.name() == Filler::NAME;
        match verdict {
            Verdict::CannotStart { .. } | Verdict::NoRoom { .. } if position.seats() == 2 => {
                Penalty::Ends
            }
            Verdict::Illegal { .. } if is_filler => Penalty::Plays(Move::Stop.to_string()),
            _ if is_filler && self.dialect == Dialect::FortyTwo => {
                Penalty::Plays(Move::Stop.to_string())
            }
            _ if position.seats() == 2 => Penalty::Ends,
            _ => Penalty::Out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::{
        azul::{Azul, AzulOptions},
        chomp::{Chomp, ChompOptions},
        filler::FillerOptions,
    };
    use std::time::Duration;

    #[test]
    fn what_follows_depends_on_game_seats_and_dialect() {
        let filler = Filler::new(&FillerOptions::default()).expect("good options");
        let chomp = Chomp::new(&ChompOptions::default()).expect("good options");
        let four = AzulOptions { players: Some(4), ..AzulOptions::default() };
        let azul = Azul::new(&four).expect("good options");
        let illegal = Verdict::Illegal { mv: "x".into(), reason: "no".into() };
        let late = Verdict::TimeOut { limit: Duration::ZERO, heard: Vec::new() };
        let never = Verdict::CannotStart { program: "x".into(), reason: "no".into() };
        let no_room = Verdict::NoRoom { program: "x".into(), reason: "no".into() };
        let stop = || Penalty::Plays("stop".into());
        let [edu, forty_two] = Dialect::ALL.map(|dialect| Referee { dialect });
        for (referee, position, verdict, penalty) in [
            (edu, &filler as &dyn AnyGame, &illegal, stop()),
            (edu, &filler, &late, Penalty::Ends),
            (edu, &filler, &never, Penalty::Ends),
            (forty_two, &filler, &illegal, stop()),
            (forty_two, &filler, &late, stop()),
            (forty_two, &filler, &never, Penalty::Ends),
            (forty_two, &filler, &no_room, Penalty::Ends),
            (edu, &chomp, &illegal, Penalty::Ends),
            (edu, &azul, &late, Penalty::Out),
            (edu, &azul, &never, Penalty::Out),
        ] {
            let found = referee.penalty(position, verdict);
            assert_eq!(found, penalty, "{} {referee:?} {verdict}", position.name());
        }
    }
}
