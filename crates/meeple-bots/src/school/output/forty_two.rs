//! The output format of 42's `filler_vm`.
//!
//! ```text
//! # ...                          five lines of banner
//! launched ./mine
//! $$$ exec p1 : [./mine]         and the same for player 2
//! Plateau 15 17: ...             the board once
//! Piece 2 3: ...                 each turn: the piece, the answer, and the board after it,
//! <got (O): [7, 0]               where only the piece just placed is in lower case
//! Plateau 15 17: ...
//! ...
//! == O fin: 53
//! == X fin: 123
//! ```
//!
//! A turn that places no piece prints no board. The exit code is 1 if O has placed more pieces, 2 if
//! X has, 0 if both have placed the same number.

use super::{PlayedTurn, PrintLevel, SchoolOutput, answer_bytes};
use crate::school::{Dialect, LatestPieceMarks};
use meeple_core::{EndEvent, Seat, SeatInfo, Verdict};
use meeple_games::filler::Board;
use std::fmt::Write;

const BANNER: &str = "\
# ------------------ meeple ------------------ #
#                                              #
#         Filler, in the dialect of 42         #
#                                              #
# -------------------------------------------- #
";

pub(super) struct FortyTwoOutput {
    pub(super) level: PrintLevel,
}

impl SchoolOutput for FortyTwoOutput {
    fn opening(&self, players: &[SeatInfo], board: &Board) -> String {
        let mut lines = BANNER.to_owned();
        for (index, info) in players.iter().enumerate() {
            let _ = writeln!(lines, "launched {}", info.name);
            if self.level == PrintLevel::Turns {
                lines.push_str(&Dialect::exec_line(Seat::new(index), &info.name));
            }
        }
        if self.level == PrintLevel::Turns {
            lines.push_str(&Dialect::FortyTwo.board_lines(board, LatestPieceMarks::Hidden));
        }
        lines
    }

    fn turn(&self, turn: &PlayedTurn<'_>) -> Vec<u8> {
        let Some(piece) = turn.before.piece().filter(|_| self.level == PrintLevel::Turns) else {
            return Vec::new();
        };
        let seat = turn.asked.seat;
        let mark = Dialect::FortyTwo.player_mark(seat);
        let mut lines = Dialect::FortyTwo.piece_lines(piece);
        let _ = match &turn.asked.verdict {
            None | Some(Verdict::Illegal { .. }) => {
                let answer = answer_bytes(turn.asked, Dialect::FortyTwo);
                writeln!(lines, "<got ({mark}): [{}]", numbers(&answer))
            }
            Some(
                Verdict::TimeOut { .. }
                | Verdict::NeverRead { .. }
                | Verdict::Late { .. }
                | Verdict::Flag { .. },
            ) => writeln!(lines, "Player with {mark}: timedout"),
            Some(_) => writeln!(lines, "Player with {mark}: error on input"),
        };
        if turn.after.placed(seat) > turn.before.placed(seat) {
            let marks = LatestPieceMarks::ShownFor(seat);
            lines.push_str(&Dialect::FortyTwo.board_lines(turn.after.board(), marks));
        }
        lines.into_bytes()
    }

    fn ending(&self, _: &[SeatInfo], end: &EndEvent, _: u64) -> String {
        let line = |(index, score): (usize, i32)| {
            let mark = Dialect::FortyTwo.player_mark(Seat::new(index));
            format!("== {mark} fin: {score}\n")
        };
        let scores = end.results.iter().map(|result| result.score);
        scores.enumerate().map(line).collect()
    }

    fn errors(&self, _: Seat, _: &Verdict) -> String {
        String::new() // its engine reports failures among the turns
    }

    fn exit_code(&self, end: &EndEvent) -> Option<u8> {
        let scores: Vec<i32> = end.results.iter().map(|result| result.score).collect();
        let [first, second] = scores[..] else { return None };
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 0,
        })
    }
}

/// Formats the two numbers of an answer, `7 0` as `7, 0`: the parsed numbers, not the text typed.
fn numbers(answer: &[u8]) -> String {
    let answer = String::from_utf8_lossy(answer);
    let first_line = answer.lines().next().unwrap_or_default();
    let number = |word: &str| word.parse().map_or(word.to_owned(), |n: i64| n.to_string());
    first_line.split_ascii_whitespace().map(number).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_banner_is_five_lines_of_comment() {
        assert_eq!(BANNER.lines().count(), 5);
        assert!(BANNER.lines().all(|line| line.starts_with('#') && line.len() == 48));
    }

    #[test]
    fn answers_are_shown_as_numbers() {
        assert_eq!(numbers(b"8 2\n"), "8, 2");
        assert_eq!(numbers(b" 08\t-1 \r\n5 5\n"), "8, -1");
    }
}
