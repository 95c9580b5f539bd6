//! Where the pieces of a game come from.

use meeple_core::{
    Seat,
    rng::{Stream, seeded},
};
use meeple_games::filler::{Filler, Piece, draw_piece};
use rand::Rng;

/// Where pieces come from.
pub trait Pieces: Send {
    /// The next piece for this seat.
    fn draw(&mut self, seat: Seat, position: &Filler) -> Piece;
}

/// Pieces from a seed, a stream for each seat: the k-th piece of a seat is the
/// same whoever sits there and whatever the other does.
pub struct SeededPieces([Box<dyn Rng + Send>; 2]);

impl SeededPieces {
    /// The pieces of this seed.
    pub fn new(seed: u64) -> Self {
        SeededPieces([0, 1].map(|seat| Box::new(seeded(seed, Stream::Other(seat))) as _))
    }
}

impl Pieces for SeededPieces {
    fn draw(&mut self, seat: Seat, position: &Filler) -> Piece {
        draw_piece(position.board(), &mut *self.0[seat.index()])
    }
}
