//! The trait for searchable positions: the part of a position that a search needs.
//!
//! Every [`Game`] implements it. If a game's position is large, or only part of the game is searched (one
//! round, say), the game provides a smaller copy of its position instead:
//!
//! ```text
//! Azul (the whole game) ──► one round: factories, lines, floors; over when the last tile is taken
//! ```
//!
//! Searches call [`SearchState::turn`] to learn which seat moves; they never assume that seats alternate.

use meeple_core::{Game, MAX_SEATS, Seat, Turn};
use rand::{Rng, seq::IndexedRandom};
use std::fmt::Debug;

/// A position that can be searched.
pub trait SearchState: Clone {
    /// A move a seat can choose.
    type Move: Copy + Eq + Debug;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns which seat moves now, or that chance is due or the game is over.
    fn turn(&self) -> Turn;

    /// Appends the legal moves of the seat to move, always in the same order.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Plays one of the moves listed by [`moves`](Self::moves).
    fn play(&mut self, mv: Self::Move);

    /// Returns the transposition table key; equal positions have equal keys.
    fn key(&self) -> u64;

    /// Samples and applies a deal if chance is due.
    fn apply_random_deal(&mut self, rng: &mut dyn Rng);

    /// Picks one of the moves uniformly at random; `None` if there is none. Playouts spend most of their time
    /// here, so override this if a position can draw a move without listing all of them.
    fn sample_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.choose(rng).copied()
    }

    /// Lists every position that chance can lead to from here, with its probability; `None` if they cannot be
    /// listed. The probabilities add up to one.
    fn possible_deals(&self) -> Option<Vec<(Self, f64)>> {
        None
    }
}

impl<G: Game> SearchState for G {
    type Move = G::Move;

    fn seats(&self) -> usize {
        Game::seats(self)
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn moves(&self, into: &mut Vec<G::Move>) {
        into.extend(self.legal_moves());
    }

    fn play(&mut self, mv: G::Move) {
        self.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.hash64()
    }

    fn apply_random_deal(&mut self, rng: &mut dyn Rng) {
        if let Some(deal) = self.sample_deal(rng) {
            self.apply_deal(&deal).expect("a sampled deal is possible");
        }
    }

    fn sample_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<G::Move> {
        self.random_move(rng)
    }

    fn possible_deals(&self) -> Option<Vec<(Self, f64)>> {
        let after = |(deal, chance)| {
            let mut next = self.clone();
            next.apply_deal(&deal).expect("a listed deal is possible");
            (next, chance)
        };
        Some(self.list_deals()?.into_iter().map(after).collect())
    }
}

/// One value per seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatValues {
    values: [f32; MAX_SEATS],
    seats: u8,
}

impl SeatValues {
    /// Computes the value of each of `seats` seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> f32) -> Self {
        let mut values = [0.0; MAX_SEATS];
        for (seat, place) in values.iter_mut().enumerate().take(seats) {
            *place = value(Seat::new(seat));
        }
        SeatValues { values, seats: seats as u8 }
    }

    /// Returns the value for one seat.
    pub fn seat(&self, seat: Seat) -> f32 {
        self.values[seat.index()]
    }

    /// Returns all values in seat order.
    pub fn as_slice(&self) -> &[f32] {
        &self.values[..usize::from(self.seats)]
    }
}
