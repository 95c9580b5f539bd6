//! Tests that unlisted moves are refused, and that nothing is accepted after the end.

use crate::{Game, Turn, rng::SeededRng};
use rand::RngExt;
use std::collections::HashSet;

/// Maximum number of distinct moves remembered.
const KEPT: usize = 2000;
/// Maximum number of remembered moves tried in one position.
const TRIED: usize = 300;

/// Moves seen in the games of a suite, and those supplied by its user.
#[derive(Debug)]
pub(super) struct SeenMoves<G: Game> {
    given: Vec<G::Move>,
    met: Vec<G::Move>,
    known: HashSet<G::Move>,
}

impl<G: Game> SeenMoves<G> {
    /// Parses the supplied moves; panics if one is not well-formed.
    pub(super) fn new(texts: &[&str]) -> Self {
        let read = |text: &&str| {
            text.parse().unwrap_or_else(|error| panic!("{text:?} is no move: {error}"))
        };
        SeenMoves {
            given: texts.iter().map(read).collect(),
            met: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// Remembers these moves.
    pub(super) fn observe(&mut self, list: &[G::Move]) {
        for &mv in list {
            if self.met.len() < KEPT && self.known.insert(mv) {
                self.met.push(mv);
            }
        }
    }

    /// Returns the supplied moves and a sample of the remembered ones.
    fn sample(&self, rng: &mut SeededRng) -> Vec<G::Move> {
        let mut some = self.given.clone();
        if self.met.len() <= TRIED {
            some.extend(&self.met);
        } else {
            some.extend((0..TRIED).map(|_| self.met[rng.random_range(0..self.met.len())]));
        }
        some
    }

    /// Checks that moves outside the list are refused and leave the position unchanged.
    pub(super) fn check_refused(&self, game: &mut G, list: &[G::Move], rng: &mut SeededRng) {
        let legal: HashSet<G::Move> = list.iter().copied().collect();
        let before = game.clone();
        for mv in self.sample(rng).into_iter().filter(|mv| !legal.contains(mv)) {
            assert!(!game.is_legal(mv), "{mv} is accepted but not listed: {game}");
            let result = game.check_move(mv);
            assert_eq!(game.play(mv), result, "play and check_move disagree on {mv}: {before}");
            assert_eq!(*game, before, "the refused {mv} changed the position");
        }
    }
}

/// Checks that a finished game lists, draws and accepts nothing, and that refusals change nothing.
pub(super) fn check_nothing_after<G: Game>(
    game: &mut G,
    moves: &SeenMoves<G>,
    deals: &[G::Deal],
    rng: &mut SeededRng,
) {
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.legal_moves().count(), 0, "moves after the end: {game}");
    assert_eq!(game.random_move(rng), None, "a random move after the end: {game}");
    assert_eq!(game.sample_deal(rng), None, "a deal after the end: {game}");
    let before = game.clone();
    for mv in moves.sample(rng) {
        assert!(!game.is_legal(mv), "{mv} is legal after the end: {game}");
        assert!(game.check_move(mv).is_err(), "{mv} is accepted after the end: {game}");
        assert!(game.play(mv).is_err(), "{mv} was accepted after the end: {before}");
        assert_eq!(*game, before, "{mv} changed the position after the end");
    }
    for deal in deals {
        assert!(game.apply_deal(deal).is_err(), "{deal} was dealt after the end: {before}");
        assert_eq!(*game, before, "{deal} changed the position after the end");
    }
}
