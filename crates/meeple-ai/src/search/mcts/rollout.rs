//! A leaf's value by a random game: every move as likely as the others.

use crate::search::{
    evaluate::Evaluate,
    state::{State, Values},
};
use meeple_core::{
    Seat, Turn,
    rng::{Stream, seeded},
};
use rand_chacha::ChaCha8Rng;

/// Plays a position on at random and judges where that ends.
#[derive(Debug, Clone)]
pub struct Rollout<E> {
    judge: E,
    plies: u32,
    rng: ChaCha8Rng,
}

impl<E> Rollout<E> {
    /// Games to their end, which is judged by `judge`.
    pub fn new(judge: E) -> Self {
        Self::of(judge, u32::MAX)
    }

    /// So many plies, or to the end if that comes first.
    pub fn of(judge: E, plies: u32) -> Self {
        Rollout { judge, plies, rng: seeded(0, Stream::Other(0)) }
    }

    fn play_on<S: State>(&mut self, state: &S) -> S {
        let mut state = state.clone();
        for _ in 0..self.plies {
            if let Some(mv) = state.draw_move(&mut self.rng) {
                state.play(mv);
            } else if state.turn() == Turn::Chance {
                state.deal(&mut self.rng);
            } else {
                break;
            }
        }
        state
    }
}

impl<S: State, E: Evaluate<S>> Evaluate<S> for Rollout<E> {
    fn value(&mut self, state: &S, seat: Seat) -> f32 {
        let end = self.play_on(state);
        self.judge.value(&end, seat)
    }

    fn values(&mut self, state: &S) -> Values {
        let end = self.play_on(state);
        self.judge.values(&end)
    }

    fn promise(&mut self, state: &S, mv: S::Move) -> f32 {
        self.judge.promise(state, mv)
    }

    fn width(&self, ply: u32) -> usize {
        self.judge.width(ply)
    }

    fn extreme(&self) -> f32 {
        self.judge.extreme()
    }

    fn seed(&mut self, seed: u64) {
        self.judge.seed(seed);
        self.rng = seeded(seed, Stream::Other(1));
    }
}
