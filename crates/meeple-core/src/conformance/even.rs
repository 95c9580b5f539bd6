//! Whether random moves are even: each legal move as likely as the others.
//!
//! If the choice is even, a move's count is binomial, and by Chernoff's bound it
//! is off to either side as far as a share *q* with a probability of at most
//! exp(-draws * D), where D = q ln(q/p) + (1-q) ln((1-q)/(1-p)) and p is one in
//! so many moves. An even choice is blamed when some count is less likely than
//! that by [`FALSE_ALARMS`], shared out over all counts and both sides. The
//! seeds are fixed, so whoever passes once always passes. A move that is never
//! chosen, or twice or half as often as the others, is off by far more.

use crate::{
    Game,
    rng::{Stream, seeded},
};
use std::collections::{HashMap, HashSet};

/// How many positions with an even choice would be blamed.
const FALSE_ALARMS: f64 = 1e-9;
/// Positions with at most so many moves are looked at, one of each number.
const FEW: usize = 16;
/// Draws for each move, and at least.
const DRAWS: (usize, usize) = (300, 4000);

/// Looks at the positions of a suite that have few moves; if none has, at the one with the fewest.
#[derive(Debug)]
pub(super) struct EvenMoves<G> {
    looked_at: HashSet<usize>,
    fewest: Option<(usize, G)>,
}

impl<G: Game> EvenMoves<G> {
    /// Nothing has been met.
    pub(super) fn new() -> Self {
        EvenMoves { looked_at: HashSet::new(), fewest: None }
    }

    /// This position has these legal moves.
    pub(super) fn meet(&mut self, game: &G, list: &[G::Move]) {
        let moves = list.len();
        if (2..=FEW).contains(&moves) && self.looked_at.insert(moves) {
            check_even(game, list);
        }
        if moves > FEW && self.fewest.as_ref().is_none_or(|(fewest, _)| moves < *fewest) {
            self.fewest = Some((moves, game.clone()));
        }
    }

    /// Nothing more will be met.
    pub(super) fn finish(self) {
        if let Some((_, game)) = self.fewest.filter(|_| self.looked_at.is_empty()) {
            check_even(&game, &game.legal_moves().collect::<Vec<_>>());
        }
    }
}

fn check_even<G: Game>(game: &G, list: &[G::Move]) {
    let moves = list.len();
    let draws = (DRAWS.0 * moves).max(DRAWS.1);
    let mut rng = seeded(moves as u64, Stream::Other(0));
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
            "random_move is not even: of {draws} it gave {mv} {count} times, one of {moves}: {game}"
        );
    }
}

/// The logarithm of how unlikely so large, or so small, a count is.
fn surprise(count: usize, draws: usize, p: f64) -> f64 {
    let term = |q: f64, p: f64| if q == 0.0 { 0.0 } else { q * libm::log(q / p) };
    let q = count as f64 / draws as f64;
    draws as f64 * (term(q, p) + term(1.0 - q, 1.0 - p))
}
