//! A position hasher whose results are the same on every machine and in every run.

/// A fast 64-bit hasher for [`crate::Game::hash64`].
///
/// ```
/// use meeple_core::PositionHasher;
///
/// let mut hasher = PositionHasher::default();
/// [1, 2].into_iter().for_each(|word| hasher.mix(word));
/// assert_eq!(hasher.finish(), PositionHasher::hash([1, 2]));
/// assert_ne!(hasher.finish(), PositionHasher::hash([2, 1]));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PositionHasher(u64);

impl Default for PositionHasher {
    fn default() -> Self {
        PositionHasher(0x9e37_79b9_7f4a_7c15) // 2^64 / golden ratio, an irregular bit pattern
    }
}

impl PositionHasher {
    /// Hashes a sequence of words.
    pub fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
        let mut hasher = PositionHasher::default();
        words.into_iter().for_each(|word| hasher.mix(word));
        hasher.finish()
    }

    /// Adds a word; the order of words matters.
    #[inline]
    pub fn mix(&mut self, word: u64) {
        // The multiplier is from the finaliser of MurmurHash3.
        let mixed = (self.0 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Returns the hash of everything added so far.
    pub fn finish(self) -> u64 {
        self.0
    }
}
