//! Tests that different positions have different hashes, and that every bit of the hash varies.

use crate::Game;
use std::collections::{HashMap, hash_map::Entry};

/// The number of positions from which every hash bit must have been both 0 and 1; a good hash fails
/// with probability 64 / 2^63.
const ENOUGH: usize = 64;

/// The hashes of all positions seen in a suite.
#[derive(Debug, Default)]
pub(super) struct SeenHashes {
    /// The text of the position with each hash.
    texts: HashMap<u64, String>,
}

impl SeenHashes {
    /// Records a position; panics if another position has the same hash.
    pub(super) fn observe<G: Game>(&mut self, game: &G) {
        let text = game.to_string();
        match self.texts.entry(game.hash64()) {
            Entry::Vacant(entry) => {
                entry.insert(text);
            }
            Entry::Occupied(entry) => {
                assert_eq!(*entry.get(), text, "different positions share a hash");
            }
        }
    }

    /// Checks the bits of all hashes, if there are enough positions.
    pub(super) fn finish(self) {
        if self.texts.len() < ENOUGH {
            return;
        }
        let ones = self.texts.keys().fold(0, |all, hash| all | hash);
        let zeros = self.texts.keys().fold(0, |all, hash| all | !hash);
        assert_eq!(!(ones & zeros), 0, "these bits of the hash never change");
    }
}
