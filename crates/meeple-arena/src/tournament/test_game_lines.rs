//! Sample game lines for tests.

use super::{FaultLine, GameLine, GameState};
use meeple_core::{EndedBy, Seat};

/// Returns a game that the first seat won, between these entrants, with a crash in each of the `failed`
/// seats.
pub(super) fn line(block: usize, seats: [usize; 2], failed: &[usize]) -> GameLine {
    let fault = |&seat: &usize| FaultLine {
        seat: Seat::new(seat),
        verdict: "crash".into(),
        seen: "exited with status 1".into(),
        stderr: Vec::new(),
    };
    GameLine {
        record: String::new(),
        block,
        seed: 7,
        seats: seats.into(),
        state: GameState::Counted,
        by: Some(EndedBy::Rules),
        reason: String::new(),
        scores: vec![1, 0],
        ranks: vec![1, 2],
        plies: 2,
        asked: vec![1, 1],
        total_ms: vec![1.0, 1.0],
        slowest_ms: vec![1.0, 1.0],
        faults: failed.iter().map(fault).collect(),
    }
}
