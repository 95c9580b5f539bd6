//! Random playouts as a leaf evaluation: every move is equally likely.

use crate::search::{
    evaluate::Evaluator,
    state::{SearchState, SeatValues},
};
use meeple_core::{
    Seat, Turn,
    rng::{RngStream, SeededRng, seeded},
};

/// An evaluation that plays on at random and evaluates the final position.
#[derive(Debug, Clone)]
pub struct Rollout<E> {
    judge: E,
    plies: u32,
    rng: SeededRng,
}

impl<E> Rollout<E> {
    /// Plays games to their end, then evaluates with `judge`.
    pub fn new(judge: E) -> Self {
        Self::with_plies(judge, u32::MAX)
    }

    /// Plays `plies` plies, or to the end of the game if that comes first.
    pub fn with_plies(judge: E, plies: u32) -> Self {
        Rollout { judge, plies, rng: seeded(0, RngStream::Other(0)) }
    }

    fn play_out<S: SearchState>(&mut self, state: &S) -> S {
        let mut state = state.clone();
        for _ in 0..self.plies {
            if let Some(mv) = state.sample_move(&mut self.rng) {
                state.play(mv);
            } else if state.turn() == Turn::Chance {
                state.apply_random_deal(&mut self.rng);
            } else {
                break;
            }
        }
        state
    }
}

impl<S: SearchState, E: Evaluator<S>> Evaluator<S> for Rollout<E> {
    fn value(&mut self, state: &S, seat: Seat) -> f32 {
        let end = self.play_out(state);
        self.judge.value(&end, seat)
    }

    fn values(&mut self, state: &S) -> SeatValues {
        let end = self.play_out(state);
        self.judge.values(&end)
    }

    fn move_priority(&mut self, state: &S, mv: S::Move) -> f32 {
        self.judge.move_priority(state, mv)
    }

    fn width(&self, ply: u32) -> usize {
        self.judge.width(ply)
    }

    fn max_value(&self) -> f32 {
        self.judge.max_value()
    }

    fn seed(&mut self, seed: u64) {
        self.judge.seed(seed);
        self.rng = seeded(seed, RngStream::Other(1));
    }
}
