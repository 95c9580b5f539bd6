//! Move ordering: the most promising move first; ties go to the list index that has caused the most cutoffs.
//!
//! ```text
//! promise 2.5, refuted 70  ──►  packed into one integer, the largest first: comparing moves
//! promise 2.5, refuted 12       is the most frequent operation on them
//! ```

use std::cmp::Reverse;

/// Lists of up to this length are not worth sorting.
const SELECTION_LIMIT: usize = 8;

/// A move waiting to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderedMove<M> {
    pub(super) mv: M,
    /// Index in the move list.
    pub(super) index: u16,
    /// Sort key; the largest comes first.
    pub(super) urgency: u64,
}

impl<M> OrderedMove<M> {
    #[inline]
    pub(super) fn new(mv: M, index: u16, hope: f32, refuted: u32) -> Self {
        let bits = hope.to_bits();
        // Same order as `f32::total_cmp`: negative numbers are bit-flipped and sort before the rest.
        let order = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        OrderedMove { mv, index, urgency: u64::from(order) << 32 | u64::from(refuted) }
    }
}

/// Moves the most promising of the remaining moves to the front; ties go to the first in the list. `before`
/// moves have been searched already. Often a single move suffices; if it didn't, a long list is sorted at
/// once.
#[inline]
pub(super) fn put_best_first<M>(moves: &mut [OrderedMove<M>], before: usize) {
    if moves.len() <= SELECTION_LIMIT || before == 0 {
        bring_best_forward(moves);
    } else if before == 1 {
        sort(moves);
    }
}

#[inline]
fn bring_best_forward<M>(moves: &mut [OrderedMove<M>]) {
    let (mut best, mut most) = (0, 0);
    for (at, promise) in moves.iter().enumerate() {
        if promise.urgency > most {
            (best, most) = (at, promise.urgency);
        }
    }
    for at in (0..best).rev() {
        moves.swap(at, at + 1);
    }
}

#[inline(never)]
fn sort<M>(moves: &mut [OrderedMove<M>]) {
    moves.sort_unstable_by_key(|promise| (Reverse(promise.urgency), promise.index));
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOPES: [f32; 9] =
        [0.0, f32::INFINITY, -1.5, 2.5, -0.0, f32::NEG_INFINITY, 2.5, f32::NAN, 1e-40];

    fn promises(count: u16) -> Vec<OrderedMove<()>> {
        let hope = |index: u16| HOPES[usize::from(index) % HOPES.len()];
        (0..count)
            .map(|index| OrderedMove::new((), index, hope(index), u32::from(index / 20)))
            .collect()
    }

    #[test]
    fn moves_come_by_their_promise_then_by_what_they_refuted_then_as_listed() {
        for count in [0, 1, 2, 8, 9, 10, 60] {
            let mut moves = promises(count);
            for before in 0..moves.len() {
                put_best_first(&mut moves[before..], before);
            }
            let met: Vec<u16> = moves.iter().map(|promise| promise.index).collect();
            let mut expected: Vec<u16> = (0..count).collect();
            let hope = |index: u16| HOPES[usize::from(index) % HOPES.len()];
            expected.sort_by(|&a, &b| hope(b).total_cmp(&hope(a)).then((b / 20).cmp(&(a / 20))));
            assert_eq!(met, expected, "{count} moves");
        }
    }
}
