//! The two faces of `meeple filler`: what each school's engine prints, byte for byte.
//!
//! ```text
//! opening   $$$ exec p1 : [./mine]     before the first turn
//! turn      -> Answer (@): 8 2         for each answer, after it came
//! ending    seed: 42                   when the game is over
//! errors    Error: Timeout for ...     on standard error, when a bot failed
//! ```

mod edu;
mod forty_two;

use crate::{Asked, school::Dialect};
use edu::EduFace;
use forty_two::FortyTwoFace;
use meeple_core::{End, Seat, SeatInfo, Verdict};
use meeple_games::filler::{Board, Filler, Move, Placement};

/// How a school's engine prints a game.
pub trait Face {
    /// What comes before the first turn.
    fn opening(&self, players: &[SeatInfo], board: &Board) -> String;
    /// What is printed of a turn, once the answer has come.
    fn turn(&self, turn: &PlayedTurn<'_>) -> Vec<u8>;
    /// What comes when the game is over.
    fn ending(&self, players: &[SeatInfo], end: &End, seed: u64) -> String;
    /// What its engine says on standard error of a player who failed so.
    fn errors(&self, seat: Seat, verdict: &Verdict) -> String;
    /// The exit code, where that tells how the game ended.
    fn exit_code(&self, end: &End) -> Option<u8>;
}

/// A turn that is over.
pub struct PlayedTurn<'a> {
    /// The position before it.
    pub before: &'a Filler,
    /// The position after it.
    pub after: &'a Filler,
    /// What was asked and answered.
    pub asked: &'a Asked,
}

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// Every turn.
    Turns,
    /// Only how it ended.
    Quiet,
}

/// The face of the school that speaks this dialect.
pub fn face_of(dialect: Dialect, telling: Telling) -> Box<dyn Face> {
    match dialect {
        Dialect::Edu => Box::new(EduFace { telling }),
        Dialect::FortyTwo => Box::new(FortyTwoFace { telling }),
    }
}

/// What the player said, as it was read: also what is no answer, or half of one.
fn said(asked: &Asked, dialect: Dialect) -> Vec<u8> {
    match (&asked.choice, &asked.verdict) {
        (Some(choice), _) => match &choice.answer {
            Some(answer) => answer.clone().into_bytes(),
            None => spelled(&choice.mv, dialect).into_bytes(),
        },
        (None, Some(Verdict::BadAnswer { answer, .. })) => answer.clone(),
        (None, Some(Verdict::TimeOut { heard, .. })) => heard.clone(),
        (None, Some(Verdict::LineTooLong { start, .. })) => start.clone(),
        (None, _) => Vec::new(),
    }
}

/// A move of one of ours as a bot would have spelled it; who is stuck says what bots say then.
fn spelled(mv: &str, dialect: Dialect) -> String {
    let at = match mv.parse() {
        Ok(Move::Place(at)) => at,
        Ok(Move::Stop) | Err(_) => Placement { column: 0, row: 0 },
    };
    dialect.answer(at)
}
