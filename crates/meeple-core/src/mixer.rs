//! Hashes of positions that are the same on every machine and in every run.

/// Mixes words into 64 bits, quickly; for [`crate::Game::hash64`].
///
/// ```
/// use meeple_core::Mixer;
///
/// let mut mixer = Mixer::default();
/// [1, 2].into_iter().for_each(|word| mixer.mix(word));
/// assert_eq!(mixer.finish(), Mixer::hash([1, 2]));
/// assert_ne!(mixer.finish(), Mixer::hash([2, 1]));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Mixer(0x9e37_79b9_7f4a_7c15) // the golden ratio: no pattern of its own
    }
}

impl Mixer {
    /// The hash of these words in this order.
    pub fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
        let mut mixer = Mixer::default();
        words.into_iter().for_each(|word| mixer.mix(word));
        mixer.finish()
    }

    /// Adds a word; the order counts.
    #[inline]
    pub fn mix(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// The hash of everything that was added.
    pub fn finish(self) -> u64 {
        self.0
    }
}
