//! Counting move sequences: the strictest cheap test of a rules engine.
//!
//! `perft(position, n)` is the number of sequences of exactly `n` moves. A deal
//! is not a move: it is drawn from the seed and the position, so that the
//! numbers can be written in a table.

use crate::{
    Game, Turn,
    rng::{Stream, seeded},
};

/// How many sequences of `depth` moves start here.
pub fn perft<G: Game>(position: &G, depth: u32, seed: u64) -> u64 {
    match position.turn() {
        Turn::Over => u64::from(depth == 0),
        Turn::Chance => perft(&dealt(position, seed), depth, seed),
        Turn::Seat(_) if depth == 0 => 1,
        Turn::Seat(_) => divide(position, depth, seed).map(|(_, count)| count).sum(),
    }
}

/// [`perft`], move by move: what to compare when two engines disagree.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    seed: u64,
) -> impl Iterator<Item = (G::Move, u64)> {
    position.legal_moves().map(move |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        (mv, perft(&next, depth.saturating_sub(1), seed))
    })
}

/// The position after all deals that are due, drawn from the seed and the position.
pub fn dealt<G: Game>(position: &G, seed: u64) -> G {
    let mut next = position.clone();
    while next.turn() == Turn::Chance {
        let mut rng = seeded(seed ^ next.hash64(), Stream::Deals);
        let deal = next.sample_deal(&mut rng).expect("it is chance's turn");
        next.apply_deal(&deal).expect("a sampled deal is possible");
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree_game::TreeGame;

    #[test]
    fn every_sequence_is_counted_once() {
        let game: TreeGame =
            "tree=0(a:1(c:1,0|d:0,1|e:0,0)|b:?(x*1:0(f:1,0|g:0,1)))".parse().expect("a tree");
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, depth, 1)), [1, 2, 5, 0]);
    }
}
