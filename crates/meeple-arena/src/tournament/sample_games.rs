//! Sample games for tests.

use super::{GameFault, GameLine, GameStatus};
use meeple_core::{EndedBy, Seat};

/// Returns a game between two entrants that the first of them won, with one crash for each entry of
/// `crashed_seats`; it ended by the rules all the same.
pub(super) fn sample_game(block: usize, entrants: [usize; 2], crashed_seats: &[usize]) -> GameLine {
    let fault = |&seat: &usize| GameFault {
        seat: Seat::new(seat),
        verdict: "crash".into(),
        seen: "exited with status 1".into(),
        stderr: Vec::new(),
    };
    GameLine {
        record: String::new(),
        block,
        seed: 7,
        seats: entrants.into(),
        state: GameStatus::Counted,
        by: Some(EndedBy::Rules),
        reason: String::new(),
        scores: vec![1, 0],
        ranks: vec![1, 2],
        plies: 2,
        asked: vec![1, 1],
        total_ms: vec![1.0, 1.0],
        slowest_ms: vec![1.0, 1.0],
        faults: crashed_seats.iter().map(fault).collect(),
    }
}
