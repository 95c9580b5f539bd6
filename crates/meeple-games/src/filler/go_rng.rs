//! The random number generator of 01-edu's engine, which draws its pieces with it (F10).
//!
//! For every draw, the engine reseeds Go's generator with a counter and takes the first output,
//! which F10 calls `out(counter)`. The counter starts at the seed:
//!
//! ```text
//! seed 1    out(1) = 1298498081, out(2) = 359266786, out(3) = 1546151008, ...
//! ```
//!
//! Seeding fills 607 state words by stepping a small generator more than 1,800 times, but the first
//! output is the sum of only two of them. Their step numbers are known, so each is computed directly
//! with a power of the multiplier.

/// The small generator multiplies by 48271 modulo 2^31 - 1.
const MULTIPLIER: u64 = 48_271;
const MODULUS: u64 = (1 << 31) - 1;
/// Go uses this number for a seed that is 0 modulo `MODULUS`.
const ZERO_SEED_REPLACEMENT: u64 = 89_482_311;
/// The number of possible 31-bit outputs.
const OUTPUT_COUNT: u32 = 1 << 31;

/// The pairs of state words whose sums are the first and the second output.
const OUTPUT_WORDS: [[StateWord; 2]; 2] = [
    [StateWord::new(333, 0xbfb2_f4d9_68b7_59c3), StateWord::new(606, 0x39a0_0a3a_31c0_25c6)],
    [StateWord::new(332, 0x3b7f_c3ad_0d1c_d36b), StateWord::new(605, 0x7e57_a19b_735e_f03b)],
];

/// A word of the state of Go's generator after seeding.
struct StateWord {
    /// `MULTIPLIER` to the power of the number of steps that lead to the word, modulo `MODULUS`.
    multiplier_power: u64,
    /// The constant that Go combines with the word by XOR (`rngCooked`).
    cooked: u64,
}

impl StateWord {
    const fn new(index: u32, cooked: u64) -> Self {
        // Seeding takes 20 warm-up steps, then three per word; this is the word's first step.
        let (mut multiplier_power, mut steps) = (1, 20 + 3 * index + 1);
        while steps > 0 {
            multiplier_power = multiplier_power * MULTIPLIER % MODULUS;
            steps -= 1;
        }
        StateWord { multiplier_power, cooked }
    }

    fn value(&self, seed: u64) -> u64 {
        let first = seed * self.multiplier_power % MODULUS;
        let second = first * MULTIPLIER % MODULUS;
        let third = second * MULTIPLIER % MODULUS;
        (first << 40) ^ (second << 20) ^ third ^ self.cooked
    }
}

/// Draws the same numbers as 01-edu's engine, in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GoRng {
    /// The seed of the next draw.
    counter: i64,
}

impl GoRng {
    /// Creates the generator for this seed, reinterpreted as signed because Go's seeds are.
    pub(super) fn new(seed: u64) -> Self {
        GoRng { counter: seed as i64 }
    }

    /// Draws a number in `low..high`. If the ends are equal, returns `low` and consumes no number.
    pub(super) fn draw(&mut self, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        let drawn = low + uniform_below(high - low, outputs(self.counter));
        self.counter = self.counter.wrapping_add(1);
        drawn
    }
}

/// Returns the first two outputs of Go's generator with this seed.
fn outputs(seed: i64) -> impl Iterator<Item = u32> {
    let seed = match seed.rem_euclid(MODULUS as i64) as u64 {
        0 => ZERO_SEED_REPLACEMENT,
        seed => seed,
    };
    OUTPUT_WORDS.iter().map(move |[feed, tap]| {
        let sum = feed.value(seed).wrapping_add(tap.value(seed));
        (sum << 1 >> 33) as u32 // the 31 bits below the highest
    })
}

/// Returns a number below `bound` as Go does: outputs from the largest multiple of `bound` up to 2^31
/// onwards are rejected. The bounds of F10 are at most 51, so that happens less than once in 10^7 draws.
/// Two rejections in a row would deviate from Go; this is never expected.
fn uniform_below(bound: u32, outputs: impl Iterator<Item = u32>) -> u32 {
    let max_accepted = OUTPUT_COUNT - 1 - OUTPUT_COUNT % bound;
    let mut chosen = 0;
    for output in outputs {
        chosen = output;
        if output <= max_accepted {
            break;
        }
    }
    chosen % bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference implementation: seeds step by step as Go does and returns the first two outputs.
    fn stepped_outputs(seed: i64) -> [u32; 2] {
        let modulus = MODULUS as i64;
        let mut state = seed % modulus;
        if state < 0 {
            state += modulus;
        }
        if state == 0 {
            state = ZERO_SEED_REPLACEMENT as i64;
        }
        let mut step = || {
            // 48271 * state modulo 2^31 - 1 (Schrage's method).
            state = MULTIPLIER as i64 * (state % 44_488) - 3_399 * (state / 44_488);
            if state < 0 {
                state += modulus;
            }
            state as u64
        };
        for _ in 0..20 {
            step();
        }
        let mut words = [0_u64; 607];
        for word in &mut words {
            *word = step() << 40;
            *word ^= step() << 20;
            *word ^= step();
        }
        let cooked = |index: usize| match index {
            333 => words[index] ^ 0xbfb2_f4d9_68b7_59c3,
            606 => words[index] ^ 0x39a0_0a3a_31c0_25c6,
            332 => words[index] ^ 0x3b7f_c3ad_0d1c_d36b,
            605 => words[index] ^ 0x7e57_a19b_735e_f03b,
            _ => unreachable!("two outputs need four words"),
        };
        let output = |feed, tap| {
            let sum = cooked(feed).wrapping_add(cooked(tap)) & (u64::MAX >> 1);
            (sum >> 32) as u32
        };
        [output(333, 606), output(332, 605)]
    }

    #[track_caller]
    fn check_first_output(seed: i64, expected: u32) {
        assert_eq!(outputs(seed).next(), Some(expected), "seed {seed}");
    }

    #[test]
    fn the_first_outputs_are_those_of_f10() {
        check_first_output(1, 1_298_498_081);
        check_first_output(2, 359_266_786);
        check_first_output(3, 1_546_151_008);
        check_first_output(42, 801_072_305);
        check_first_output(-7, 173_949_409);
        check_first_output(0, 2_029_793_274);
    }

    proptest! {
        #[test]
        fn computed_and_stepped_outputs_agree(seed: i64) {
            prop_assert_eq!(outputs(seed).collect::<Vec<_>>(), stepped_outputs(seed));
        }
    }

    #[test]
    fn computed_and_stepped_outputs_agree_on_edge_cases() {
        let modulus = MODULUS as i64;
        for seed in [0, 1, -1, modulus, -modulus, modulus + 1, i64::MIN, i64::MAX] {
            assert_eq!(outputs(seed).collect::<Vec<_>>(), stepped_outputs(seed), "seed {seed}");
        }
    }

    /// Computes a number below a bound as Go's source does.
    fn go_below(bound: u32, outputs: [u32; 2]) -> u32 {
        if bound.is_power_of_two() {
            return outputs[0] & (bound - 1);
        }
        let max_accepted = (1_u32 << 31) - 1 - (1_u32 << 31) % bound;
        let chosen = if outputs[0] > max_accepted { outputs[1] } else { outputs[0] };
        chosen % bound
    }

    #[test]
    fn outputs_from_the_last_multiple_of_the_bound_are_rejected() {
        let last = OUTPUT_COUNT - 1;
        assert_eq!(uniform_below(3, [last - 1, 5].into_iter()), 2); // 2^31 is 2 modulo 3
        assert_eq!(uniform_below(3, [last - 2, 5].into_iter()), 2);
        assert_eq!(uniform_below(3, [last, 6].into_iter()), 0);
        assert_eq!(uniform_below(8, [last, 6].into_iter()), 7);
        for bound in 1..=256 {
            for beyond in 0..bound {
                let outputs = [last - beyond, 1_000_003 * bound + beyond];
                assert_eq!(uniform_below(bound, outputs.into_iter()), go_below(bound, outputs));
            }
        }
    }

    #[test]
    fn equal_ends_consume_nothing_and_the_counter_wraps() {
        let mut rng = GoRng::new(1);
        assert_eq!(rng.draw(4, 4), 4);
        assert_eq!(rng, GoRng::new(1));
        assert_eq!(rng.draw(0, 1), 0);
        assert_eq!(rng, GoRng::new(2));
        let mut last = GoRng::new(i64::MAX as u64);
        last.draw(0, 2);
        assert_eq!(last, GoRng::new(i64::MIN as u64));
    }
}
