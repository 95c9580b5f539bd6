//! Counts move sequences: the strictest cheap test of a rules engine.
//!
//! `perft(position, n)` is the number of sequences of exactly `n` moves. Deals don't count as
//! moves: each one is the deal that a table with this seed would draw, counting deals from the
//! given position.

use crate::{Game, Turn, deals::seeded_deal};
use std::collections::BTreeMap;

/// Counts the sequences of `depth` moves from this position.
pub fn perft<G: Game>(position: &G, depth: u32, seed: u64) -> u64 {
    PerftCounter { seed }.sequences(position, depth, &DealCounts::default())
}

/// Splits the [`perft`] count by first move, to find where two engines disagree.
pub fn divide<G: Game>(position: &G, depth: u32, seed: u64) -> Vec<(G::Move, u64)> {
    let mut dealt = DealCounts::default();
    let position = PerftCounter { seed }.after_deals(position, &mut dealt);
    PerftCounter { seed }.each_move(&position, depth, &dealt).collect()
}

/// Returns the position after all deals that are due, drawn as a table with this seed would if it
/// started here.
pub fn after_deals<G: Game>(position: &G, seed: u64) -> G {
    PerftCounter { seed }.after_deals(position, &mut DealCounts::default())
}

/// How many deals of each sequence have been made.
type DealCounts = BTreeMap<u32, u32>;

#[derive(Clone, Copy)]
struct PerftCounter {
    seed: u64,
}

impl PerftCounter {
    fn sequences<G: Game>(self, position: &G, depth: u32, dealt: &DealCounts) -> u64 {
        match position.turn() {
            Turn::Over => u64::from(depth == 0),
            Turn::Chance => {
                let mut dealt = dealt.clone();
                let next = self.after_deals(position, &mut dealt);
                self.sequences(&next, depth, &dealt)
            }
            Turn::Seat(_) if depth == 0 => 1,
            Turn::Seat(_) => self.each_move(position, depth, dealt).map(|(_, count)| count).sum(),
        }
    }

    fn each_move<G: Game>(
        self,
        position: &G,
        depth: u32,
        dealt: &DealCounts,
    ) -> impl Iterator<Item = (G::Move, u64)> {
        position.legal_moves().map(move |mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, self.sequences(&next, depth.saturating_sub(1), dealt))
        })
    }

    fn after_deals<G: Game>(self, position: &G, dealt: &mut DealCounts) -> G {
        let mut next = position.clone();
        while next.turn() == Turn::Chance {
            let number = dealt.entry(next.deal_sequence()).or_default();
            let deal = seeded_deal(&next, self.seed, *number).expect("it is chance's turn");
            *number += 1;
            next.apply_deal(&deal).expect("a sampled deal is possible");
        }
        next
    }
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
