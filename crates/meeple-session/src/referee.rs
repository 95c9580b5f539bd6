//! The referee: the only place that decides what happens when a player fails.
//!
//! Each game defines the consequences in a [`FaultRule`]; the referee applies that rule and
//! describes what went wrong.

use meeple_core::{AnyGame, FaultRule, Penalty, PlayError, Verdict};
use meeple_games::GameKind;

/// Decides what happens when a player fails.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    rule: FaultRule,
}

impl Default for Referee {
    /// Creates the referee for a game without a rule of its own.
    fn default() -> Self {
        Referee::new(Penalty::default_for)
    }
}

impl Referee {
    /// Creates a referee that applies this rule.
    pub fn new(rule: FaultRule) -> Self {
        Referee { rule }
    }

    /// Creates the referee for this game.
    pub fn for_game(kind: GameKind) -> Self {
        Referee::new(kind.fault_rule())
    }

    /// Creates the referee for the game with this name; a game outside Meeple's list gets the default.
    pub fn for_name(game: &str) -> Self {
        game.parse().map_or_else(|_| Referee::default(), Referee::for_game)
    }

    /// Returns the penalty when the seat to move in `position` fails with this verdict.
    pub fn penalty(self, position: &dyn AnyGame, verdict: &Verdict) -> Penalty {
        (self.rule)(position, verdict)
    }
}

/// Creates the verdict for an illegal move, with a legal move as an example; `spell` formats moves
/// in the player's notation.
pub fn illegal_move_verdict(
    position: &dyn AnyGame,
    mv: &str,
    error: &PlayError,
    spell: &dyn Fn(&str) -> String,
) -> Verdict {
    let reason = match position.legal_move_texts().first() {
        Some(legal) => format!("{error}; {} would have been legal", spell(legal)),
        None => error.to_string(),
    };
    Verdict::Illegal { mv: spell(mv), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Game;
    use meeple_games::{
        azul::{self, Azul},
        chomp::{self, Chomp},
        filler::{self, Filler, forty_two_fault_rule},
    };
    use std::time::Duration;

    #[test]
    fn what_follows_depends_on_game_and_seats() {
        let filler = Filler::new(&filler::Options::default()).expect("good options");
        let chomp = Chomp::new(&chomp::Options::default()).expect("good options");
        let four = azul::Options { players: Some(4), ..Default::default() };
        let azul = Azul::new(&four).expect("good options");
        let illegal = Verdict::Illegal { mv: "x".into(), reason: "no".into() };
        let late = Verdict::TimeOut { limit: Duration::ZERO, heard: Vec::new() };
        let stop = Penalty::Plays("stop".into());
        let by_42 = Referee::new(forty_two_fault_rule);
        for (referee, position, verdict, penalty) in [
            (Referee::for_game(GameKind::Filler), &filler as &dyn AnyGame, &illegal, stop.clone()),
            (Referee::for_game(GameKind::Filler), &filler, &late, Penalty::Ends),
            (by_42, &filler, &late, stop),
            (Referee::for_game(GameKind::Chomp), &chomp, &illegal, Penalty::Ends),
            (Referee::for_game(GameKind::Azul), &azul, &late, Penalty::Out),
        ] {
            assert_eq!(referee.penalty(position, verdict), penalty, "{}", position.name());
        }
    }

    #[test]
    fn an_illegal_move_is_named_with_a_legal_one_in_the_players_spelling() {
        let chomp = Chomp::new(&chomp::Options::default()).expect("good options");
        let error = chomp.check_move_text("9,9").expect_err("outside the bar");
        let verdict =
            super::illegal_move_verdict(&chomp, "9,9", &error, &|mv| mv.replace(',', " "));
        let Verdict::Illegal { mv, reason } = verdict else { panic!("{verdict}") };
        assert_eq!(mv, "9 9");
        assert!(reason.ends_with("; 0 0 would have been legal"), "{reason}");
    }
}
