//! Operations on runs of bits in a byte slice, lowest bit of each byte first.

use std::ops::Range;

/// The number of bytes that must follow the last bit touched by [`lay`].
pub(crate) const PADDING: usize = 8;

/// Returns the 64 bits that start at this byte.
#[inline]
pub(crate) fn word(bits: &[u8], byte: usize) -> u64 {
    u64::from_le_bytes(bits[byte..byte + 8].try_into().expect("8 bytes"))
}

/// Sets a run of bits, whole bytes at a time.
pub(crate) fn fill(bits: &mut [u8], run: Range<u64>) {
    if run.is_empty() {
        return;
    }
    let (first, last) = ((run.start / 8) as usize, ((run.end - 1) / 8) as usize);
    let head = u8::MAX << (run.start % 8);
    let tail = u8::MAX >> (7 - (run.end - 1) % 8);
    if first == last {
        bits[first] |= head & tail;
    } else {
        bits[first] |= head;
        bits[first + 1..last].fill(u8::MAX);
        bits[last] |= tail;
    }
}

/// Selects which source bits are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BitSource {
    /// The set bits.
    Set,
    /// The unset bits.
    Unset,
}

/// Sets each bit from `to` on whose counterpart in the range `stencil` is selected by `source`.
pub(crate) fn lay(bits: &mut [u8], source: BitSource, stencil: Range<u64>, to: u64) {
    let turn = if source == BitSource::Set { 0 } else { u64::MAX };
    let (mut from, mut to) = (stencil.start, to);
    // First up to a word boundary of the target, then all whole words, then the rest.
    let head = (to.next_multiple_of(64) - to).min(stencil.end - from);
    lay_slowly(bits, turn, from..from + head, to);
    (from, to) = (from + head, to + head);
    let words = lay_words(bits, turn, from..stencil.end, to);
    (from, to) = (from + 64 * words, to + 64 * words);
    lay_slowly(bits, turn, from..stencil.end, to);
}

/// Does the same as [`lay`] without requiring any alignment.
fn lay_slowly(bits: &mut [u8], turn: u64, stencil: Range<u64>, to: u64) {
    let (mut from, mut to) = (stencil.start, to);
    while from < stencil.end {
        // As many bits as one word holds at both ends, each of which starts inside a byte.
        let count = (64 - (from % 8).max(to % 8)).min(stencil.end - from);
        let some = (word(bits, (from / 8) as usize) ^ turn) >> (from % 8);
        let target = (to / 8) as usize;
        let laid = word(bits, target) | (some & u64::MAX >> (64 - count)) << (to % 8);
        bits[target..target + 8].copy_from_slice(&laid.to_le_bytes());
        (from, to) = (from + count, to + count);
    }
}

/// Processes whole words of the target, which must start at a word boundary; returns their number.
/// It stops early if source and target are too close to each other.
fn lay_words(bits: &mut [u8], turn: u64, stencil: Range<u64>, to: u64) -> u64 {
    let (from, to, shift) = ((stencil.start / 8) as usize, (to / 8) as usize, stencil.start % 8);
    let wanted = ((stencil.end - stencil.start) / 64) as usize;
    // A source word is combined from two words that start one byte apart: nine bytes.
    let (source, target, words) = if from < to {
        let words = wanted.min((to - from).saturating_sub(1) / 8);
        let (before, target) = bits.split_at_mut(to);
        (&before[from..], target, words)
    } else {
        let words = wanted.min((from - to) / 8);
        let (target, source) = bits.split_at_mut(from);
        (&*source, &mut target[to..], words)
    };
    if words == 0 {
        return 0;
    }
    let first = source[..8 * words].chunks_exact(8);
    let second = source[1..=8 * words].chunks_exact(8);
    let target = target[..8 * words].chunks_exact_mut(8);
    for ((target, first), second) in target.zip(first).zip(second) {
        let some = word(first, 0) >> shift | word(second, 0) >> shift << 8;
        let laid = word(target, 0) | some ^ turn;
        target.copy_from_slice(&laid.to_le_bytes());
    }
    words as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bit(bits: &[u8], at: u64) -> bool {
        bits[(at / 8) as usize] >> (at % 8) & 1 == 1
    }

    proptest! {
        #[test]
        fn filling_a_run_changes_nothing_else(
            before in prop::collection::vec(any::<u8>(), 30),
            start in 0_u64..240,
            length in 0_u64..240,
        ) {
            let run = start..(start + length).min(240);
            let mut after = before.clone();
            fill(&mut after, run.clone());
            for at in 0..240 {
                prop_assert_eq!(bit(&after, at), bit(&before, at) || run.contains(&at));
            }
        }

        #[test]
        fn applying_a_stencil_changes_nothing_else(
            before in prop::collection::vec(any::<u8>(), 60 + PADDING),
            (first, second, length) in (0_u64..40, 240_u64..280, 0_u64..200),
            is_upward in any::<bool>(),
            source in prop::sample::select(vec![BitSource::Set, BitSource::Unset]),
        ) {
            // The source may end where the target begins, or the other way round.
            let second = if length > 100 { first + length } else { second };
            let (start, to) = if is_upward { (first, second) } else { (second, first) };
            let mut after = before.clone();
            lay(&mut after, source, start..start + length, to);
            for at in 0..480 {
                let counts = |at| bit(&before, at) == (source == BitSource::Set);
                let laid = (to..to + length).contains(&at) && counts(at - to + start);
                prop_assert_eq!(bit(&after, at), bit(&before, at) || laid);
            }
        }
    }
}
