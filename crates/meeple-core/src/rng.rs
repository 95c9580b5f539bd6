//! Random numbers that are the same on every machine.
//!
//! Randomness is always an argument. A seed given by a person becomes a
//! generator here and nowhere else, so that the same seed means the same game
//! whatever the machine, the thread count or the version of our dependencies.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What the numbers are for; each purpose has its own stream of the same seed,
/// so that a player who thinks longer does not change the deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// All that chance does, one number after the other: for tests and measurements.
    Deals,
    /// One deal at a table.
    Deal {
        /// Which sequence of deals it belongs to.
        sequence: u32,
        /// How many deals of that sequence came before it.
        number: u32,
    },
    /// What whoever sits on this chair decides at this ply.
    Choice {
        /// The chair.
        seat: crate::Seat,
        /// How many deals and moves led here.
        ply: u32,
    },
    /// Anything else, by number.
    Other(u32),
}

/// The generator of this seed for this purpose.
pub fn seeded(seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(match stream {
        Stream::Deals => 0,
        Stream::Deal { sequence, number } => tag(1, sequence, number),
        Stream::Choice { seat, ply } => tag(2, seat.index() as u32, ply),
        Stream::Other(number) => tag(3, 0, number),
    });
    rng
}

/// A purpose, 24 bits of which one, 32 bits of how many.
fn tag(purpose: u64, which: u32, number: u32) -> u64 {
    purpose << 56 | u64::from(which & 0x00ff_ffff) << 32 | u64::from(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use rand::Rng;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        assert_eq!(seeded(7, Stream::Deals).next_u64(), 0x2865_5334_23d7_43bb);
    }

    #[test]
    fn each_purpose_has_its_own_numbers() {
        let first = |stream| seeded(7, stream).next_u64();
        let deal = |sequence, number| Stream::Deal { sequence, number };
        let choice = |seat, ply| Stream::Choice { seat: Seat::new(seat), ply };
        let streams = [
            Stream::Deals,
            deal(0, 0),
            deal(0, 1),
            deal(1, 0),
            choice(0, 0),
            choice(0, 1),
            choice(1, 0),
            Stream::Other(0),
            Stream::Other(1),
        ];
        let numbers: std::collections::BTreeSet<u64> = streams.map(first).into();
        assert_eq!(numbers.len(), streams.len());
    }
}
