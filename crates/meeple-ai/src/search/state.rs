//! What a search walks: a position, reduced to what thinking needs.
//!
//! Every [`Game`] is one. A game in which a position is large, or of which only a part is
//! searched (one round, say), brings a smaller twin of its position instead:
//!
//! ```text
//! Azul (the whole table) ──► a round: factories, lines, floors; over when the last tile is taken
//! ```
//!
//! Search asks [`State::turn`] who moves and never assumes that seats alternate.

use meeple_core::{Game, MAX_SEATS, Seat, Turn};
use rand::{Rng, seq::IndexedRandom};
use std::fmt::Debug;

/// A position that can be searched.
pub trait State: Clone {
    /// What a seat decides.
    type Move: Copy + Eq + Debug;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Who moves now.
    fn turn(&self) -> Turn;

    /// Appends the moves of the seat to move, always in the same order.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Changes the position by one of these moves.
    fn play(&mut self, mv: Self::Move);

    /// For transposition tables: equal positions have equal keys.
    fn key(&self) -> u64;

    /// Lets chance decide, where it is due.
    fn deal(&mut self, rng: &mut dyn Rng);

    /// One of the moves, each as likely as the others; `None` if there is none. Playouts spend
    /// their time here, so a position that can draw without a list should.
    fn draw_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.choose(rng).copied()
    }

    /// Every position that chance can lead to from here with its probability, if they can be
    /// listed; the probabilities add up to one.
    fn deals(&self) -> Option<Vec<(Self, f64)>> {
        None
    }
}

impl<G: Game> State for G {
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

    fn deal(&mut self, rng: &mut dyn Rng) {
        if let Some(deal) = self.sample_deal(rng) {
            self.apply_deal(&deal).expect("a sampled deal is possible");
        }
    }

    fn draw_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<G::Move> {
        self.random_move(rng)
    }

    fn deals(&self) -> Option<Vec<(Self, f64)>> {
        let after = |(deal, chance)| {
            let mut next = self.clone();
            next.apply_deal(&deal).expect("a listed deal is possible");
            (next, chance)
        };
        Some(self.list_deals()?.into_iter().map(after).collect())
    }
}

/// A value for each seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values {
    values: [f32; MAX_SEATS],
    seats: u8,
}

impl Values {
    /// A value for each of so many seats.
    pub fn of(seats: usize, mut value: impl FnMut(Seat) -> f32) -> Self {
        let mut values = [0.0; MAX_SEATS];
        for (seat, place) in values.iter_mut().enumerate().take(seats) {
            *place = value(Seat::new(seat));
        }
        Values { values, seats: seats as u8 }
    }

    /// What this seat may expect.
    pub fn seat(&self, seat: Seat) -> f32 {
        self.values[seat.index()]
    }

    /// All of them, in the order of the seats.
    pub fn as_slice(&self) -> &[f32] {
        &self.values[..usize::from(self.seats)]
    }
}
