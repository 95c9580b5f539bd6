//! What must be refused: moves that are not listed, and everything after the end.

use crate::{Game, Turn};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// So many moves are kept.
const KEPT: usize = 2000;
/// So many of them are tried in a position.
const TRIED: usize = 300;

/// Moves met somewhere in the games of a suite, and those that its user gave.
#[derive(Debug)]
pub(super) struct Moves<G: Game> {
    given: Vec<G::Move>,
    met: Vec<G::Move>,
    known: HashSet<G::Move>,
}

impl<G: Game> Moves<G> {
    /// The moves of these texts, which are well-formed.
    pub(super) fn new(texts: &[&str]) -> Self {
        let read = |text: &&str| {
            text.parse().unwrap_or_else(|error| panic!("{text:?} is no move: {error}"))
        };
        Moves { given: texts.iter().map(read).collect(), met: Vec::new(), known: HashSet::new() }
    }

    /// These moves were met.
    pub(super) fn meet(&mut self, list: &[G::Move]) {
        for &mv in list {
            if self.met.len() < KEPT && self.known.insert(mv) {
                self.met.push(mv);
            }
        }
    }

    /// What was given, and some of what was met.
    fn some(&self, rng: &mut ChaCha8Rng) -> Vec<G::Move> {
        let mut some = self.given.clone();
        if self.met.len() <= TRIED {
            some.extend(&self.met);
        } else {
            some.extend((0..TRIED).map(|_| self.met[rng.random_range(0..self.met.len())]));
        }
        some
    }

    /// Moves that are not in the list are refused, and nothing changes.
    pub(super) fn check_refused(&self, game: &mut G, list: &[G::Move], rng: &mut ChaCha8Rng) {
        let legal: HashSet<G::Move> = list.iter().copied().collect();
        let before = game.clone();
        for mv in self.some(rng).into_iter().filter(|mv| !legal.contains(mv)) {
            assert!(!game.is_legal(mv), "{mv} is legal, not listed: {game}");
            let explained = game.explain(mv);
            assert_eq!(game.play(mv), explained, "play and explain disagree on {mv}: {before}");
            assert_eq!(*game, before, "the refused {mv} changed the position");
        }
    }
}

/// At the end nothing is listed, drawn or accepted, and nothing changes.
pub(super) fn check_nothing_after<G: Game>(
    game: &mut G,
    moves: &Moves<G>,
    deals: &[G::Deal],
    rng: &mut ChaCha8Rng,
) {
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.legal_moves().count(), 0, "moves after the end: {game}");
    assert_eq!(game.random_move(rng), None, "a random move after the end: {game}");
    assert_eq!(game.sample_deal(rng), None, "a deal after the end: {game}");
    let before = game.clone();
    for mv in moves.some(rng) {
        assert!(!game.is_legal(mv), "{mv} is legal after the end: {game}");
        assert!(game.explain(mv).is_err(), "{mv} is not explained after the end: {game}");
        assert!(game.play(mv).is_err(), "{mv} was accepted after the end: {before}");
        assert_eq!(*game, before, "{mv} changed the position after the end");
    }
    for deal in deals {
        assert!(game.apply_deal(deal).is_err(), "{deal} was dealt after the end: {before}");
        assert_eq!(*game, before, "{deal} changed the position after the end");
    }
}
