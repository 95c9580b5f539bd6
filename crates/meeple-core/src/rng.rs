//! Random numbers that are the same on every machine.
//!
//! Randomness is always a parameter. Seeds are turned into generators only in this file, so that
//! the same seed gives the same game whatever the machine, the number of threads or the version of
//! our dependencies.
//!
//! Generators implement [`Rng`], the trait of the `rand` crate, and functions that need randomness
//! take any `Rng`. The trait and its extension are re-exported here, so that a game or a player needs
//! no dependency on `rand` of its own, and has the right version of it.

use rand::{SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use std::convert::Infallible;

pub use rand::{Rng, RngExt, seq};

/// A generator made by [`seeded`]. Which numbers follow from a seed never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeededRng(ChaCha8Rng);

impl TryRng for SeededRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// The purpose of a generator. Each purpose has its own stream of the same seed, so that a player
/// who draws more numbers does not change the deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RngStream {
    /// All deals from one stream, number after number; for tests and measurements.
    Deals,
    /// A single deal in a running game.
    Deal {
        /// The sequence that the deal belongs to.
        sequence: u32,
        /// How many deals of that sequence came before it.
        number: u32,
    },
    /// The decision of the player in this seat at this ply.
    Choice {
        /// The seat to move.
        seat: crate::Seat,
        /// How many deals and moves came before.
        ply: u32,
    },
    /// Anything else, identified by a number.
    Other(u32),
}

/// Creates the generator for this seed and purpose.
pub fn seeded(seed: u64, stream: RngStream) -> SeededRng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(match stream {
        RngStream::Deals => 0,
        RngStream::Deal { sequence, number } => tag(1, sequence, number),
        RngStream::Choice { seat, ply } => tag(2, seat.index() as u32, ply),
        RngStream::Other(number) => tag(3, 0, number),
    });
    SeededRng(rng)
}

/// Packs a stream number: 8 bits of purpose, 24 bits of `which`, 32 bits of `number`.
fn tag(purpose: u64, which: u32, number: u32) -> u64 {
    purpose << 56 | u64::from(which & 0x00ff_ffff) << 32 | u64::from(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use rand::Rng;

    #[test]
    fn a_seeds_random_numbers_never_change() {
        assert_eq!(seeded(7, RngStream::Deals).next_u64(), 0x2865_5334_23d7_43bb);
    }

    #[test]
    fn each_stream_has_its_own_random_numbers() {
        let first = |stream| seeded(7, stream).next_u64();
        let deal = |sequence, number| RngStream::Deal { sequence, number };
        let choice = |seat, ply| RngStream::Choice { seat: Seat::new(seat), ply };
        let streams = [
            RngStream::Deals,
            deal(0, 0),
            deal(0, 1),
            deal(1, 0),
            choice(0, 0),
            choice(0, 1),
            choice(1, 0),
            RngStream::Other(0),
            RngStream::Other(1),
        ];
        let numbers: std::collections::BTreeSet<u64> = streams.map(first).into();
        assert_eq!(numbers.len(), streams.len());
    }
}
