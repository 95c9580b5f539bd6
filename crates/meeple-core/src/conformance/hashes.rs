//! Whether different positions have different hashes, and every bit of them counts.

use crate::Game;
use std::collections::{HashMap, hash_map::Entry};

/// So many positions show every bit both as 0 and as 1: by chance one fails with 64 / 2^63.
const ENOUGH: usize = 64;

/// The hashes of the positions met in a suite.
#[derive(Debug, Default)]
pub(super) struct Hashes {
    /// The position of each hash.
    texts: HashMap<u64, String>,
}

impl Hashes {
    /// This position was met.
    pub(super) fn meet<G: Game>(&mut self, game: &G) {
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

    /// Nothing more will be met.
    pub(super) fn finish(self) {
        if self.texts.len() < ENOUGH {
            return;
        }
        let ones = self.texts.keys().fold(0, |all, hash| all | hash);
        let zeros = self.texts.keys().fold(0, |all, hash| all | !hash);
        assert_eq!(!(ones & zeros), 0, "these bits of the hash never change");
    }
}
