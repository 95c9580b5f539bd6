//! Which move is looked at first: the most promising one, and of equals the one whose place in the
//! list has refuted most.
//!
//! ```text
//! promise 2.5, refuted 70  ──►  one number, the greatest first: moves are compared more often
//! promise 2.5, refuted 12       than anything else is done with them
//! ```

use std::cmp::Reverse;

/// So many moves are not worth sorting.
const FEW: usize = 8;

/// A move that is to be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise<M> {
    pub(super) mv: M,
    /// Its place in the list of moves.
    pub(super) index: u16,
    /// The greatest comes first.
    pub(super) urgency: u64,
}

impl<M> Promise<M> {
    #[inline]
    pub(super) fn new(mv: M, index: u16, hope: f32, refuted: u32) -> Self {
        let bits = hope.to_bits();
        // As `f32::total_cmp` has it: what is below zero is turned round and comes before the rest.
        let order = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        Promise { mv, index, urgency: u64::from(order) << 32 | u64::from(refuted) }
    }
}

/// The most promising of the moves that are left comes first, of equals the first of the list; so
/// many were looked at before. One is often enough; when it was not, many are sorted at once.
#[inline]
pub(super) fn put_best_first<M>(moves: &mut [Promise<M>], before: usize) {
    if moves.len() <= FEW || before == 0 {
        bring_best_forward(moves);
    } else if before == 1 {
        sort(moves);
    }
}

#[inline]
fn bring_best_forward<M>(moves: &mut [Promise<M>]) {
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
fn sort<M>(moves: &mut [Promise<M>]) {
    moves.sort_unstable_by_key(|promise| (Reverse(promise.urgency), promise.index));
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOPES: [f32; 9] =
        [0.0, f32::INFINITY, -1.5, 2.5, -0.0, f32::NEG_INFINITY, 2.5, f32::NAN, 1e-40];

    fn promises(count: u16) -> Vec<Promise<()>> {
        let hope = |index: u16| HOPES[usize::from(index) % HOPES.len()];
        (0..count)
            .map(|index| Promise::new((), index, hope(index), u32::from(index / 20)))
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
