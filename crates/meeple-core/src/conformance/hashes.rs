//! Tests that different positions have different hashes, and that every bit of the hash varies.

use crate::Game;
use std::collections::{HashMap, hash_map::Entry};

/// With at least this many positions, every hash bit must take both values; a good hash fails this
/// with probability 64 / 2^63.
const MIN_POSITIONS: usize = 64;

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

    /// Panics if a hash bit is the same in all positions, unless there are too few of them.
    pub(super) fn finish(self) {
        if self.texts.len() < MIN_POSITIONS {
            return;
        }
        let ones = self.texts.keys().fold(0, |bits, hash| bits | hash);
        let zeros = self.texts.keys().fold(0, |bits, hash| bits | !hash);
        let constant = !(ones & zeros);
        assert!(constant == 0, "constant hash bits: {constant:#018x}");
    }
}
