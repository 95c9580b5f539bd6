//! A transposition table: search results by position, however the position was reached.
//!
//! ```text
//! key ──► pair [ the deepest of this search | the latest ]
//! ```
//!
//! The table has a fixed number of slots, two for each key: one keeps the deepest result of the current
//! search, the other the latest. Threads share a table without locks: a slot is two words, and the first is
//! combined by XOR with the second, so the halves of two different writes don't match and are ignored.
//!
//! Results depend on the evaluation, the plan's chance settings and the searching seat. The seat is part of
//! the key; clear the table after changing one of the others.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Depth of a subtree searched to the end of the game everywhere: valid for every depth.
pub(super) const COMPLETE_DEPTH: u8 = u8::MAX;
/// Mask for the search number stored in an entry.
const AGE_BITS: u8 = 0x3f;

/// A search result for one position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TableEntry {
    /// Value for the side to move, or a bound.
    pub(super) value: f32,
    /// Whether the value is exact or a bound.
    pub(super) bound: Bound,
    /// Plies searched below the position.
    pub(super) depth: u8,
    /// Index of the best move in the position's move list.
    pub(super) best: u16,
}

/// How a value relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value.
    Exact,
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
}

/// A transposition table, shareable between threads.
#[derive(Debug)]
pub struct TranspositionTable {
    pairs: Vec<SlotPair>,
    /// Number of the current search.
    age: AtomicU8,
}

/// Two slots in one cache line.
#[derive(Debug, Default)]
#[repr(align(32))]
struct SlotPair([TableSlot; 2]);

#[derive(Debug, Default)]
struct TableSlot {
    check: AtomicU64,
    entry: AtomicU64,
}

impl TranspositionTable {
    /// Creates a table with `2^bits` slots of 16 bytes each, at least two.
    pub fn new(bits: u32) -> Self {
        let mut pairs = Vec::new();
        pairs.resize_with(1 << bits.saturating_sub(1), SlotPair::default);
        TranspositionTable { pairs, age: AtomicU8::new(0) }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.pairs.fill_with(SlotPair::default);
        *self.age.get_mut() = 0;
    }

    /// Starts a new search: older entries stay, but are replaced first.
    pub(super) fn start_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let packed = self.pair(key).0.iter().find_map(|place| place.get(key))?;
        Some(TableEntry::unpack(packed))
    }

    #[inline]
    pub(super) fn put(&self, key: u64, entry: TableEntry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_BITS;
        let [deepest, last] = &self.pair(key).0;
        let there = deepest.entry.load(Ordering::Relaxed);
        let makes_way =
            there as u8 >> 2 != age || (there >> 8) as u8 <= entry.depth || deepest.is_of(key);
        let place = if makes_way { deepest } else { last };
        place.put(key, entry.pack(age));
    }

    #[inline]
    fn pair(&self, key: u64) -> &SlotPair {
        &self.pairs[key as usize & (self.pairs.len() - 1)]
    }
}

impl TableSlot {
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

impl TableEntry {
    /// Packs the entry into one word, never 0 because the bound always sets a bit.
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
        TableEntry {
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

    fn entry(value: f32, depth: u8) -> TableEntry {
        TableEntry { value, bound: Bound::AtMost, depth, best: 300 }
    }

    #[test]
    fn stored_entries_are_found_and_nothing_else() {
        let mut table = TranspositionTable::new(4);
        table.put(5, entry(-0.25, 7));
        assert_eq!(table.get(5), Some(entry(-0.25, 7)));
        assert_eq!(table.get(13), None, "another position in the same pair");
        for bound in [Bound::Exact, Bound::AtLeast] {
            table.put(0, TableEntry { value: 0.0, bound, depth: 0, best: 0 });
            assert_eq!(table.get(0).map(|entry| entry.bound), Some(bound));
        }
        table.clear();
        assert_eq!((table.get(5), table.get(0)), (None, None));
    }

    #[test]
    fn of_a_pair_the_deepest_and_the_last_stay_until_another_search() {
        let table = TranspositionTable::new(1);
        let there = |keys: [u64; 3]| keys.map(|key| table.get(key).is_some());
        table.put(1, entry(1.0, 9));
        table.put(2, entry(2.0, 3));
        table.put(3, entry(3.0, 1));
        assert_eq!(there([1, 2, 3]), [true, false, true]);
        table.put(1, entry(1.5, 2));
        assert_eq!(table.get(1), Some(entry(1.5, 2)), "what came last about a position counts");
        table.put(1, entry(1.0, 9));
        table.start_search();
        table.put(4, entry(4.0, 0));
        assert_eq!(there([1, 3, 4]), [false, true, true]);
    }
}
