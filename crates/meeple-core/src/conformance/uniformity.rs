//! Tests that random moves are uniform: each legal move as likely as the others.
//!
//! If the choice is uniform, the count of a move is binomial. By Chernoff's bound, the probability
//! that its share of the draws deviates to *q* or further is at most exp(-draws * D) on either
//! side, where D = q ln(q/p) + (1-q) ln((1-q)/(1-p)) and p = 1 / number of moves. The test fails if
//! that bound is below [`FALSE_ALARMS`] divided by all counts and both sides. The seeds are fixed,
//! so a game that passes once always passes. A move that is never chosen, or that is twice or half
//! as likely as the others, deviates far more than that.

use crate::{
    Game,
    rng::{RngStream, seeded},
};
use std::collections::{HashMap, HashSet};

/// The probability that a position with a uniform choice fails the test.
const FALSE_ALARMS: f64 = 1e-9;
/// Positions with at most this many moves are tested, one for each number of moves.
const FEW: usize = 16;
/// Number of draws: per move, and the minimum.
const DRAWS: (usize, usize) = (300, 4000);

/// Tests positions with few moves, or the one with the fewest moves if all have many.
#[derive(Debug)]
pub(super) struct UniformityCheck<G> {
    looked_at: HashSet<usize>,
    fewest: Option<(usize, G)>,
}

impl<G: Game> UniformityCheck<G> {
    /// Creates a test that has seen no position yet.
    pub(super) fn new() -> Self {
        UniformityCheck { looked_at: HashSet::new(), fewest: None }
    }

    /// Records a position with these legal moves, and tests it if it is the first with so few.
    pub(super) fn observe(&mut self, game: &G, list: &[G::Move]) {
        let moves = list.len();
        if (2..=FEW).contains(&moves) && self.looked_at.insert(moves) {
            check_even(game, list);
        }
        if moves > FEW && self.fewest.as_ref().is_none_or(|(fewest, _)| moves < *fewest) {
            self.fewest = Some((moves, game.clone()));
        }
    }

    /// Tests the position with the fewest moves if none has been tested.
    pub(super) fn finish(self) {
        if let Some((_, game)) = self.fewest.filter(|_| self.looked_at.is_empty()) {
            check_even(&game, &game.legal_moves().collect::<Vec<_>>());
        }
    }
}

fn check_even<G: Game>(game: &G, list: &[G::Move]) {
    let moves = list.len();
    let draws = (DRAWS.0 * moves).max(DRAWS.1);
    let mut rng = seeded(moves as u64, RngStream::Other(0));
    let mut counts: HashMap<G::Move, usize> = HashMap::new();
    for _ in 0..draws {
        let mv = game.random_move(&mut rng).expect("there are legal moves");
        *counts.entry(mv).or_default() += 1;
    }
    let limit = libm::log(2.0 * moves as f64 / FALSE_ALARMS);
    for mv in list {
        let count = counts.get(mv).copied().unwrap_or(0);
        assert!(
            surprise(count, draws, 1.0 / moves as f64) < limit,
            "random_move is not uniform: of {draws} it gave {mv} {count} times, one of {moves}: {game}"
        );
    }
}

/// Returns the negative logarithm of the bound on the probability of a count this far from the
/// mean.
fn surprise(count: usize, draws: usize, p: f64) -> f64 {
    let term = |q: f64, p: f64| if q == 0.0 { 0.0 } else { q * libm::log(q / p) };
    let q = count as f64 / draws as f64;
    draws as f64 * (term(q, p) + term(1.0 - q, 1.0 - p))
}
