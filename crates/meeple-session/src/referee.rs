//! The referee: what follows when a player fails, decided here and nowhere else.
//!
//! A game says in its own folder what a failure leads to (a [`FaultRule`]); the
//! referee applies that rule and names what went wrong.

use meeple_core::{AnyGame, FaultRule, Penalty, PlayError, Verdict};
use meeple_games::GameKind;

/// Decides what follows when a player fails.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    rule: FaultRule,
}

impl Default for Referee {
    /// The referee of a game without a rule of its own.
    fn default() -> Self {
        Referee::by(Penalty::usual)
    }
}

impl Referee {
    /// A referee who goes by this rule.
    pub fn by(rule: FaultRule) -> Self {
        Referee { rule }
    }

    /// The referee of this game.
    pub fn of(kind: GameKind) -> Self {
        Referee::by(kind.fault_rule())
    }

    /// What follows when the seat to move in `position` fails so.
    pub fn penalty(self, position: &dyn AnyGame, verdict: &Verdict) -> Penalty {
        (self.rule)(position, verdict)
    }
}

/// The verdict on a move that the rules refuse, with a legal move as an example; `spell` writes
/// moves as the player does.
pub fn illegal(
    position: &dyn AnyGame,
    mv: &str,
    error: &PlayError,
    spell: &dyn Fn(&str) -> String,
) -> Verdict {
    let reason = match position.legal_texts().first() {
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
        azul::{Azul, AzulOptions},
        chomp::{Chomp, ChompOptions},
        filler::{Filler, FillerOptions, forty_two_faults},
    };
    use std::time::Duration;

    #[test]
    fn what_follows_depends_on_game_and_seats() {
        let filler = Filler::new(&FillerOptions::default()).expect("good options");
        let chomp = Chomp::new(&ChompOptions::default()).expect("good options");
        let four = AzulOptions { players: Some(4), ..AzulOptions::default() };
        let azul = Azul::new(&four).expect("good options");
        let illegal = Verdict::Illegal { mv: "x".into(), reason: "no".into() };
        let late = Verdict::TimeOut { limit: Duration::ZERO, heard: Vec::new() };
        let stop = Penalty::Plays("stop".into());
        let by_42 = Referee::by(forty_two_faults);
        for (referee, position, verdict, penalty) in [
            (Referee::of(GameKind::Filler), &filler as &dyn AnyGame, &illegal, stop.clone()),
            (Referee::of(GameKind::Filler), &filler, &late, Penalty::Ends),
            (by_42, &filler, &late, stop),
            (Referee::of(GameKind::Chomp), &chomp, &illegal, Penalty::Ends),
            (Referee::of(GameKind::Azul), &azul, &late, Penalty::Out),
        ] {
            assert_eq!(referee.penalty(position, verdict), penalty, "{}", position.name());
        }
    }

    #[test]
    fn an_illegal_move_is_named_with_a_legal_one_in_the_players_spelling() {
        let chomp = Chomp::new(&ChompOptions::default()).expect("good options");
        let error = chomp.explain_text("9,9").expect_err("outside the bar");
        let verdict = super::illegal(&chomp, "9,9", &error, &|mv| mv.replace(',', " "));
        let Verdict::Illegal { mv, reason } = verdict else { panic!("{verdict}") };
        assert_eq!(mv, "9 9");
        assert!(reason.ends_with("; 0 0 would have been legal"), "{reason}");
    }
}
