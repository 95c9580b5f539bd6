//! A transposition table: what was found out about a position, however it was reached.
//!
//! A fixed number of places, one for each key modulo their number; who comes later takes the
//! place of who was there unless that one was searched more deeply in the same search. Threads
//! share a table without locks: a place is two words, and the first is mixed with the second,
//! so that halves of two writes do not fit together and are not believed.

use std::sync::atomic::{AtomicU64, Ordering};

/// A subtree in which no position was judged before its end has this depth: it is right for
/// every depth.
pub(super) const WHOLE: u8 = u8::MAX;

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
    places: Vec<Place>,
}

#[derive(Debug, Default)]
struct Place {
    check: AtomicU64,
    entry: AtomicU64,
}

impl Table {
    /// A table with two to the power of `bits` places, of 16 bytes each.
    pub fn new(bits: u32) -> Self {
        let mut places = Vec::new();
        places.resize_with(1 << bits, Place::default);
        Table { places }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill_with(Place::default);
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        let entry = place.entry.load(Ordering::Relaxed);
        let check = place.check.load(Ordering::Relaxed);
        (entry != 0 && check ^ entry == key).then(|| Entry::unpack(entry))
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let place = self.place(key);
        let entry = entry.pack();
        place.entry.store(entry, Ordering::Relaxed);
        place.check.store(key ^ entry, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &Place {
        &self.places[key as usize & (self.places.len() - 1)]
    }
}

impl Entry {
    /// Never 0: the bound has a bit in every case.
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.value.to_bits()) << 32
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 8
            | bound
    }

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

    #[test]
    fn what_is_put_is_found_again_and_nothing_else() {
        let table = Table::new(4);
        let entry = |value| Entry { value, bound: Bound::AtMost, depth: 7, best: 300 };
        table.put(5, entry(-0.25));
        assert_eq!(table.get(5), Some(entry(-0.25)));
        assert_eq!(table.get(21), None, "another position in the same place");
        table.put(21, entry(3.5));
        assert_eq!((table.get(5), table.get(21)), (None, Some(entry(3.5))));
        for bound in [Bound::Exact, Bound::AtLeast] {
            table.put(0, Entry { value: 0.0, bound, depth: 0, best: 0 });
            assert_eq!(table.get(0).map(|entry| entry.bound), Some(bound));
        }
    }
}
