//! How a game ended: a score and a rank for every seat, and the reason.

use crate::Seat;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The maximum number of seats in any game.
pub const MAX_SEATS: usize = 9;

/// The result of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatResult {
    /// Points as the game counts them; higher is better.
    pub score: i32,
    /// The rank, 1 being the best; tied seats share a rank, and the ranks after them are skipped
    /// (1, 2, 2, 4).
    pub rank: u8,
}

/// The result of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// One result per seat, in the order of the seats.
    pub results: ArrayVec<SeatResult, MAX_SEATS>,
    /// A short reason why the game ended; each game's rules list its reasons.
    pub reason: Cow<'static, str>,
}

impl Outcome {
    /// Ranks seats by score, highest first; equal scores share a rank.
    pub fn by_score(scores: &[i32], reason: &'static str) -> Self {
        Self::by_standing(scores.iter().map(|&score| (score, score)), reason)
    }

    /// Ranks seats given as `(standing, score)`: a higher standing gives a better rank. The
    /// standing includes any tie-break.
    pub fn by_standing<S: Ord>(
        seats: impl IntoIterator<Item = (S, i32)>,
        reason: &'static str,
    ) -> Self {
        let seats: ArrayVec<(S, i32), MAX_SEATS> = seats.into_iter().collect();
        let better = |standing: &S| seats.iter().filter(|(other, _)| other > standing).count();
        let results = seats
            .iter()
            .map(|(standing, score)| SeatResult { score: *score, rank: 1 + better(standing) as u8 })
            .collect();
        Outcome { results, reason: Cow::Borrowed(reason) }
    }

    /// Returns this seat's result; `None` if there is no such seat.
    pub fn result(&self, seat: Seat) -> Option<SeatResult> {
        self.results.get(seat.index()).copied()
    }

    /// Returns the seats with rank 1: the winner, or everyone who shares the win.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let first = self.results.iter().enumerate().filter(|(_, result)| result.rank == 1);
        first.map(|(index, _)| Seat::new(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn ranks(scores: &[i32], expected: &[u8]) {
        let outcome = Outcome::by_score(scores, "over");
        let ranks: Vec<u8> = outcome.results.iter().map(|result| result.rank).collect();
        assert_eq!(ranks, expected);
    }

    #[test]
    fn equal_scores_share_a_rank_and_the_next_is_skipped() {
        ranks(&[3, 9, 3, 1], &[2, 1, 2, 4]);
        ranks(&[5, 5], &[1, 1]);
    }

    #[test]
    fn a_tie_break_is_part_of_the_standing() {
        let outcome = Outcome::by_standing([((7, 1), 7), ((7, 2), 7)], "over");
        assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat::new(1)]);
    }
}
