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
    /// Deals of the game.
    Deals,
    /// The choices of whoever sits on this chair.
    Seat(crate::Seat),
    /// Anything else, by number.
    Other(u32),
}

/// The generator of this seed for this purpose.
pub fn seeded(seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(match stream {
        Stream::Deals => 0,
        Stream::Seat(seat) => 1 + seat.index() as u64,
        Stream::Other(number) => 1000 + u64::from(number),
    });
    rng
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
        assert_ne!(first(Stream::Deals), first(Stream::Seat(Seat::new(0))));
        assert_ne!(first(Stream::Seat(Seat::new(0))), first(Stream::Seat(Seat::new(1))));
    }
}
