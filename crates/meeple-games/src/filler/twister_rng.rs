//! The random numbers from which 42's engine draws its pieces (F11).
//!
//! ```text
//! seed 42    rand(100) = 51, 92, 14, 71, 60, 20, ...
//! ```

use rand_mt::Mt;
use std::fmt;

/// The numbers in the order in which 42's engine draws them: MT19937, seeded with one word.
#[derive(Clone)]
pub(super) struct TwisterRng(Mt);

impl TwisterRng {
    /// Creates the numbers of this seed, of which the generator uses the lowest 32 bits.
    pub(super) fn new(seed: u64) -> Self {
        TwisterRng(Mt::new(seed as u32))
    }

    /// Returns a number below `bound`: each output is masked to the bits that the bound needs, and
    /// outputs that are still too large are skipped. A bound of 0 returns 0 and consumes two
    /// outputs; 1 consumes none.
    pub(super) fn rand(&mut self, bound: u32) -> u32 {
        match bound {
            0 => {
                self.0.next_u32();
                self.0.next_u32();
                0
            }
            1 => 0,
            _ => loop {
                let output = self.0.next_u32() & (bound.next_power_of_two() - 1);
                if output < bound {
                    return output;
                }
            },
        }
    }
}

impl fmt::Debug for TwisterRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TwisterNumbers").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_seed_42_are_those_of_f11() {
        let mut numbers = TwisterRng::new(42);
        let drawn: Vec<u32> = (0..6).map(|_| numbers.rand(100)).collect();
        assert_eq!(drawn, [51, 92, 14, 71, 60, 20]);
    }

    #[test]
    fn zero_consumes_two_outputs_and_one_consumes_none() {
        let after = |bounds: &[u32]| {
            let mut numbers = TwisterRng::new(42);
            for &bound in bounds {
                assert_eq!(numbers.rand(bound), 0);
            }
            numbers.rand(1 << 31)
        };
        let mut plain = Mt::new(42);
        let outputs: Vec<u32> = (0..3).map(|_| plain.next_u32() & (u32::MAX >> 1)).collect();
        assert_eq!((after(&[1]), after(&[0])), (outputs[0], outputs[2]));
    }
}
