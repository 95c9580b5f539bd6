//! The output format of 01-edu's engine.
//!
//! ```text
//! $$$ exec p1 : [./mine]
//! $$$ exec p2 : [terminator]
//! Anfield 20 15: ...             each turn: the board before it, the piece, the answer as it was
//! Piece 2 1: ...                 read, and empty lines, fewer for a higher piece
//! -> Answer (@): 8 2
//! ...
//! seed: 42
//! Player1 (                                  ./mine): 100
//! Player2 (                              terminator): 90
//! Player1 won!
//! ```
//!
//! A turn without any output in time is not printed. After a failure that ends the game (F7) only
//! `seed:` follows.

use super::{PlayedTurn, PrintLevel, SchoolOutput, answer_bytes};
use crate::{
    PipeEnd,
    school::{Dialect, LatestPieceMarks},
};
use meeple_core::{EndEvent, EndedBy, Seat, SeatInfo, Verdict};
use meeple_games::filler::Board;
use std::fmt::Write;

pub(super) struct EduOutput {
    pub(super) level: PrintLevel,
}

impl SchoolOutput for EduOutput {
    fn opening(&self, players: &[SeatInfo], _: &Board) -> String {
        let players = players.iter().enumerate();
        players.map(|(index, info)| Dialect::exec_line(Seat::new(index), &info.name)).collect()
    }

    fn turn(&self, turn: &PlayedTurn<'_>) -> Vec<u8> {
        let is_late = turn.asked.verdict.as_ref().is_some_and(is_unheard);
        let Some(piece) = turn.before.piece().filter(|_| !is_late) else { return Vec::new() };
        if self.level == PrintLevel::Quiet {
            return Vec::new();
        }
        let board = turn.before.board();
        let mut lines = Dialect::Edu.board_lines(board, LatestPieceMarks::Shown);
        lines.push_str(&Dialect::Edu.piece_lines(piece));
        let _ = write!(lines, "-> Answer ({}): ", Dialect::Edu.player_mark(turn.asked.seat));
        let mut bytes = lines.into_bytes();
        bytes.extend(answer_bytes(turn.asked, Dialect::Edu));
        let empty = (board.height() / 5 + 1).saturating_sub(piece.height());
        bytes.extend(vec![b'\n'; 1 + empty]);
        bytes
    }

    fn ending(&self, players: &[SeatInfo], end: &EndEvent, seed: u64) -> String {
        let mut lines = format!("seed: {}\n", seed as i64);
        if end.by == EndedBy::Forfeit {
            return lines;
        }
        for ((number, info), result) in (1..).zip(players).zip(&end.results) {
            let _ = writeln!(lines, "Player{number} ({:>40}): {}", info.name, result.score);
        }
        let ranks: Vec<u8> = end.results.iter().map(|result| result.rank).collect();
        lines.push_str(match ranks[..] {
            [1, 1] => "Player1 and Player2 have the same score, it's a draw!\n",
            [1, _] => "Player1 won!\n",
            _ => "Player2 won!\n",
        });
        lines
    }

    fn errors(&self, seat: Seat, verdict: &Verdict) -> String {
        let player = format!("player{}", seat.index() + 1);
        match verdict {
            verdict if is_unheard(verdict) => format!("Error: Timeout for {player}\n"),
            verdict if is_silence(verdict) => {
                format!("Error reading the answer: EOF\nError: Unexpected error for {player}\n")
            }
            Verdict::BadAnswer { .. }
            | Verdict::LineTooLong { .. }
            | Verdict::Crash { .. }
            | Verdict::ClosedPipe { .. }
            | Verdict::TimeOut { .. } => format!("Error: Unexpected error for {player}\n"),
            // An illegal move, or something that the school's engine does not know.
            _ => String::new(),
        }
    }

    fn exit_code(&self, _: &EndEvent) -> Option<u8> {
        None
    }
}

/// Returns whether the bot can write nothing more.
fn is_silence(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Crash { .. }) || *verdict == PipeEnd::Stdout.verdict()
}

/// Returns whether nothing came in time. The official engine would have read half an answer.
fn is_unheard(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::TimeOut { heard, .. } => heard.is_empty(),
        Verdict::NeverRead { .. } | Verdict::Late { .. } | Verdict::Flag { .. } => true,
        _ => false,
    }
}
