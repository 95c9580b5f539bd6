//! A transposition table: what was found out about a position, however it was reached.
//!
//! ```text
//! key ──► pair [ the deepest of this search | the last ]
//! ```
//!
//! A fixed number of places, two for each key: one keeps what was searched most deeply in this
//! search, the other whatever came last. Threads share a table without locks: a place is two
//! words, and the first is mixed with the second, so that halves of two writes do not fit
//! together and are not believed.
//!
//! What is remembered follows from the evaluation, the plan's chance and who thinks. The last of
//! these is part of the key; whoever changes one of the others clears the table.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A subtree in which no position was judged before its end has this depth: it is right for
/// every depth.
pub(super) const WHOLE: u8 = u8::MAX;
/// Searches are told apart by so many bits.
const AGE_BITS: u8 = 0x3f;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    /// Its value for the side to move, or a bound.
    pub(super) value: f32,
    /// What the value is.
    pub(super) bound: Bound,
    /// Plies that were searched below it.
    pub(super) depth: u8,
    /// The index of the best move among the moves of the position.
    pub(super) best: u16,
}

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Just this.
    Exact,
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
}

/// Places for positions.
#[derive(Debug)]
pub struct Table {
    pairs: Vec<Pair>,
    /// The number of the search that writes.
    age: AtomicU8,
}

/// Two places that are fetched at once.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Pair([Place; 2]);

#[derive(Debug, Default)]
struct Place {
    check: AtomicU64,
    entry: AtomicU64,
}

impl Table {
    /// A table with two to the power of `bits` places, of 16 bytes each; at least two.
    pub fn new(bits: u32) -> Self {
        let mut pairs = Vec::new();
        pairs.resize_with(1 << bits.saturating_sub(1), Pair::default);
        Table { pairs, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill_with(Pair::default);
        *self.age.get_mut() = 0;
    }

    /// A search begins: what others found stays, but makes way.
    pub(super) fn begin(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let packed = self.pair(key).0.iter().find_map(|place| place.get(key))?;
        Some(Entry::unpack(packed))
    }

    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_BITS;
        let [deepest, last] = &self.pair(key).0;
        let there = deepest.entry.load(Ordering::Relaxed);
        let makes_way =
            there as u8 >> 2 != age || (there >> 8) as u8 <= entry.depth || deepest.is_of(key);
        let place = if makes_way { deepest } else { last };
        place.put(key, entry.pack(age));
    }

    #[inline]
    fn pair(&self, key: u64) -> &Pair {
        &self.pairs[key as usize & (self.pairs.len() - 1)]
    }
}

impl Place {
    #[inline]
    fn get(&self, key: u64) -> Option<u64> {
        let entry = self.entry.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (entry != 0 && check ^ entry == key).then_some(entry)
    }

    fn is_of(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    fn put(&self, key: u64, entry: u64) {
        self.entry.store(entry, Ordering::Relaxed);
        self.check.store(key ^ entry, Ordering::Relaxed);
    }
}

impl Entry {
    /// Never 0: the bound has a bit in every case.
    #[inline]
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.value.to_bits()) << 32
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 8
            | u64::from(age) << 2
            | bound
    }

    #[inline]
    fn unpack(packed: u64) -> Self {
        let bound = match packed & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Entry {
            value: f32::from_bits((packed >> 32) as u32),
            bound,
            depth: (packed >> 8) as u8,
            best: (packed >> 16) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f32, depth: u8) -> Entry {
        Entry { value, bound: Bound::AtMost, depth, best: 300 }
    }

    #[test]
    fn what_is_put_is_found_again_and_nothing_else() {
        let mut table = Table::new(4);
        table.put(5, entry(-0.25, 7));
        assert_eq!(table.get(5), Some(entry(-0.25, 7)));
        assert_eq!(table.get(13), None, "another position in the same pair");
        for bound in [Bound::Exact, Bound::AtLeast] {
            table.put(0, Entry { value: 0.0, bound, depth: 0, best: 0 });
            assert_eq!(table.get(0).map(|entry| entry.bound), Some(bound));
        }
        table.clear();
        assert_eq!((table.get(5), table.get(0)), (None, None));
    }

    #[test]
    fn of_a_pair_the_deepest_and_the_last_stay_until_another_search() {
        let table = Table::new(1);
        let there = |keys: [u64; 3]| keys.map(|key| table.get(key).is_some());
        table.put(1, entry(1.0, 9));
        table.put(2, entry(2.0, 3));
        table.put(3, entry(3.0, 1));
        assert_eq!(there([1, 2, 3]), [true, false, true]);
        table.put(1, entry(1.5, 2));
        assert_eq!(table.get(1), Some(entry(1.5, 2)), "what came last about a position counts");
        table.put(1, entry(1.0, 9));
        table.begin();
        table.put(4, entry(4.0, 0));
        assert_eq!(there([1, 3, 4]), [false, true, true]);
    }
}
