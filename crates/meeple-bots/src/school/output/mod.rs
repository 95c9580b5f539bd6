//! The output of `meeple filler` in the format of each school's engine, byte for byte.
//!
//! ```text
//! opening   $$$ exec p1 : [./mine]     before the first turn
//! turn      -> Answer (@): 8 2         for each answer, after it came
//! ending    seed: 42                   when the game is over
//! errors    Error: Timeout for ...     on standard error, when a bot failed
//! ```

mod edu;
mod forty_two;

use crate::{TurnResult, school::Dialect};
use edu::EduOutput;
use forty_two::FortyTwoOutput;
use meeple_core::{EndEvent, Seat, SeatInfo, Verdict};
use meeple_games::filler::{Board, Filler, Move, Placement};

/// Prints a game as a school's engine does.
pub trait SchoolOutput {
    /// Returns the output before the first turn.
    fn opening(&self, players: &[SeatInfo], board: &Board) -> String;
    /// Returns the output for a turn, after its answer.
    fn turn(&self, turn: &PlayedTurn<'_>) -> Vec<u8>;
    /// Returns the output at the end of the game.
    fn ending(&self, players: &[SeatInfo], end: &EndEvent, seed: u64) -> String;
    /// Returns what the engine writes to standard error about a player that failed this way.
    fn errors(&self, seat: Seat, verdict: &Verdict) -> String;
    /// Returns the exit code, if it depends on how the game ended.
    fn exit_code(&self, end: &EndEvent) -> Option<u8>;
}

/// A completed turn.
pub struct PlayedTurn<'a> {
    /// The position before the turn.
    pub before: &'a Filler,
    /// The position after the turn.
    pub after: &'a Filler,
    /// The answer and the verdict.
    pub asked: &'a TurnResult,
}

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintLevel {
    /// Print every turn.
    Turns,
    /// Print only how the game ended.
    Quiet,
}

/// Returns the output format of this dialect's school.
pub fn output_for(dialect: Dialect, level: PrintLevel) -> Box<dyn SchoolOutput> {
    match dialect {
        Dialect::Edu => Box::new(EduOutput { level }),
        Dialect::FortyTwo => Box::new(FortyTwoOutput { level }),
    }
}

/// Returns the player's output as it was read, even if it is not an answer or only half of one.
fn answer_bytes(asked: &TurnResult, dialect: Dialect) -> Vec<u8> {
    match (&asked.choice, &asked.verdict) {
        (Some(choice), _) => match &choice.answer {
            Some(answer) => answer.clone().into_bytes(),
            None => format_answer(&choice.mv, dialect).into_bytes(),
        },
        (None, Some(Verdict::BadAnswer { answer, .. })) => answer.clone(),
        (None, Some(Verdict::TimeOut { heard, .. })) => heard.clone(),
        (None, Some(Verdict::LineTooLong { start, .. })) => start.clone(),
        (None, _) => Vec::new(),
    }
}

/// Writes a built-in player's move as a bot would; a stuck player's answer is `0 0`, as from a bot.
fn format_answer(mv: &str, dialect: Dialect) -> String {
    let at = match mv.parse() {
        Ok(Move::Place(at)) => at,
        Ok(Move::Stop) | Err(_) => Placement { column: 0, row: 0 },
    };
    dialect.answer(at)
}
