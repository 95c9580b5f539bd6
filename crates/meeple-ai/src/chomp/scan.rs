//! Finds the lost positions of a box.
//!
//! Every bite lowers the rank, so the ranks are scanned upwards: a position
//! that is not marked yet has no bite to a lost position and is lost itself,
//! and all its parents are marked as won. That visits nothing but the lost
//! positions (1 in 100).
//!
//! A bite that wins still wins when the bitten row gets longer. So in a large
//! box a lost position does not mark its parents once for each length of the
//! bitten row: it marks the rows below once, in the stencil of that row, and
//! the stencil is laid on the table whenever the row gets longer:
//!
//! ```text
//! under the same rows above:   | row is 0 | row is 1 | row is 2   | row is 3      |
//! the stencil is laid on:                 [rows below][rows below  ][rows below    ]
//! ```
//!
//! Where a bite left several equal rows, those below the first may have had any lengths, too.
//! These parents are not marked one by one either. As the row below the bitten one gets longer,
//! a fill is kept of what may be below both: it gets longer with it, takes up the lost positions
//! where both rows are as long as that, and is laid on the table:
//!
//! ```text
//! row is 3, below it is:   | 0     | 1     | 2     | 3        |
//! the fill is laid on:     [f0     ][f1    ][f2     ][f3        ]
//!                           f1 = f0, its last length once more, and what is lost below 1,1
//! ```
//!
//! So a lost position marks hardly more than one bit for each row, and the rest is laid in whole
//! words. Stencils and fills follow the table in the same memory ([`Stencils`]), but for the
//! stencil of the first row: that is the part of the table where that row is longest.
//!
//! So a scan that is left is all of its memory, marks ahead included, and the lengths that the
//! rows had ([`Place`]): whoever has both goes on from there.

use super::{
    bits::{PADDING, Source, fill, lay, word},
    ranking::{MAX_ROWS, Parents, Ranking, Rows, Stencil},
    stencils::Stencils,
    tablebase::SolveError,
};
use crate::search::Budget;
use std::ops::Range;

/// After so many lost positions the budget is asked: they take some microseconds.
const LOOK_EVERY: u64 = 32;
/// And after so many, progress is reported.
const REPORT_EVERY: u64 = 4096;
/// The budget is also asked after laying so many bits, ...
const LAY_AT_ONCE: u64 = 1 << 20;
/// ...or clearing so many bytes.
const CLEAR_AT_ONCE: usize = 1 << 18;

/// Where a scan is, between two positions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// The lengths of the first rows: what begins with them comes next. None at the beginning.
    pub(crate) lengths: Vec<u8>,
    /// How many lost positions are behind it.
    pub(crate) lost: u64,
}

/// A scan that is not finished.
pub(crate) struct Unfinished {
    /// Its memory: the table, the stencils and the fills.
    pub(crate) bits: Vec<u8>,
    pub(crate) place: Place,
}

impl Unfinished {
    /// One that is not begun.
    pub(crate) fn new(stencils: &Stencils, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let bits = zeros(stencils.bits / 8 + PADDING as u64, budget)?;
        Ok(Unfinished { bits, place: Place::default() })
    }
}

/// Is shown where a scan is and its memory, whenever another of so many parts is done.
pub(crate) struct Keeper<'a> {
    pub(crate) parts: u64,
    pub(crate) keep: &'a dyn Fn(&Place, &[u8]),
}

/// What is scanned.
pub(crate) struct Scanned<'a> {
    pub(crate) ranking: &'a Ranking,
    pub(crate) stencils: &'a Stencils,
    pub(crate) keeper: Option<Keeper<'a>>,
}

/// One bit a position, set if it is won, padded to whole words with ones; and how many are lost.
pub(crate) fn scan(
    Scanned { ranking, stencils, keeper }: Scanned<'_>,
    Unfinished { mut bits, place: Place { lengths: left, lost } }: Unfinished,
    budget: &mut Budget<'_>,
) -> Result<(Vec<u8>, u64), SolveError> {
    let positions = ranking.positions();
    let padded = positions.next_multiple_of(64);
    fill(&mut bits, positions..padded);
    // Whoever finds nothing left has won: the opponent ate the poison (C2).
    fill(&mut bits, 0..1);
    let mut scan = Scan {
        ranking,
        budget,
        stencils,
        bits: &mut bits,
        start: [0; _],
        rows: [0; _],
        lost,
        left,
        lengths: [0; _],
        keeper,
        part: None,
    };
    scan.lengthen(0, ranking.longest)?;
    let lost = scan.lost;
    budget.report(1.0);
    bits.truncate((padded / 8) as usize);
    bits.shrink_to_fit();
    Ok((bits, lost))
}

/// So many bytes, if the system has them.
pub(crate) fn zeros(bytes: u64, budget: &mut Budget<'_>) -> Result<Vec<u8>, SolveError> {
    let refused = || SolveError::NoMemory { bytes };
    let count = usize::try_from(bytes).map_err(|_| refused())?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| refused())?;
    while zeros.len() < count {
        if budget.is_late() {
            return Err(SolveError::spent(budget));
        }
        zeros.resize(count.min(zeros.len() + CLEAR_AT_ONCE), 0);
    }
    Ok(zeros)
}

struct Scan<'a, 'b> {
    ranking: &'a Ranking,
    budget: &'a mut Budget<'b>,
    stencils: &'a Stencils,
    /// The table and the stencils.
    bits: &'a mut [u8],
    /// For each row, the first rank with the same rows above it.
    start: [u64; MAX_ROWS + 1],
    /// The position at which the scan is.
    rows: Rows,
    lost: u64,
    /// The lengths at which an earlier scan was left; none once that place is reached.
    left: Vec<u8>,
    /// The lengths of the rows whose lengths are gone through.
    lengths: Rows,
    keeper: Option<Keeper<'a>>,
    /// In which part the scan is.
    part: Option<u64>,
}

impl Scan<'_, '_> {
    /// Scans all positions with the same rows above `row`, the last of which has length `most`.
    fn lengthen(&mut self, row: usize, most: u8) -> Result<(), SolveError> {
        let start = self.start[row];
        if row == self.stencils.rows {
            return self.find_lost(start..start + self.ranking.positions_from(row, most));
        }
        let size = |length| self.ranking.positions_from(row + 1, length);
        let stencil = self.stencils.at[row];
        let fill = if row == 0 { None } else { self.stencils.fill_at[row - 1] };
        let left = self.left.get(row).copied();
        if left.is_none() {
            if let Some(at) = stencil.filter(|_| row > 0 && most > 0) {
                self.clear(at..at + size(most - 1))?;
            }
            if let Some(at) = fill {
                self.clear(at..at + size(most))?;
            }
        }
        for length in left.unwrap_or(0)..=most {
            self.start[row + 1] = start + self.ranking.weight(row, length);
            self.lengths[row] = length;
            if self.left.len() > row + 1 {
                // It was left among those with this length: all of this was done.
                self.lengthen(row + 1, length)?;
                continue;
            }
            self.left.clear();
            self.keep(row);
            // The first row's stencil lies already where that is longest.
            if let Some(at) = stencil.filter(|&at| length > 0 && at != self.start[row + 1]) {
                let stencil = at..at + size(length.min(most - 1));
                self.lay(Source::Set, stencil, self.start[row + 1])?;
            }
            if let Some(at) = fill {
                self.lay_fill(at, row, length, most)?;
            }
            self.lengthen(row + 1, length)?;
        }
        Ok(())
    }

    /// Shows whoever keeps it where the scan is, if another part is done.
    fn keep(&mut self, row: usize) {
        let Some(keeper) = &self.keeper else { return };
        let (rank, positions) = (self.start[row + 1], self.ranking.positions());
        let part = (u128::from(rank) * u128::from(keeper.parts) / u128::from(positions)) as u64;
        if self.part.replace(part).is_some_and(|last| part > last) {
            let place = Place { lengths: self.lengths[..=row].to_vec(), lost: self.lost };
            (keeper.keep)(&place, self.bits);
        }
    }

    /// Brings the fill of the row above up to this length of `row`, and lays it on the table.
    fn lay_fill(&mut self, at: u64, row: usize, length: u8, most: u8) -> Result<(), SolveError> {
        let ranking = self.ranking;
        if length > 0 {
            // Where a row below has this length, it might as well have one less: the bite left
            // less than that.
            let (mut from, mut to) = (at, at);
            for row in row + 1..ranking.rows {
                from += ranking.weight(row, length - 1);
                to += ranking.weight(row, length);
                self.lay(
                    Source::Set,
                    from..from + ranking.positions_from(row + 1, length - 1),
                    to,
                )?;
            }
        }
        let size = ranking.positions_from(row + 1, length);
        if length < most {
            let above = self.start[row - 1] + ranking.weight(row - 1, length);
            let lost = above + ranking.weight(row, length);
            self.lay(Source::Unset, lost..lost + size, at)?;
        }
        self.lay(Source::Set, at..at + size, self.start[row + 1])
    }

    /// [`lay`], asking the budget on the way.
    fn lay(&mut self, source: Source, from: Range<u64>, to: u64) -> Result<(), SolveError> {
        let mut part = from.start;
        while part < from.end {
            let end = from.end.min(part + LAY_AT_ONCE);
            lay(self.bits, source, part..end, to + part - from.start);
            if end < from.end && self.budget.is_late() {
                return Err(SolveError::spent(self.budget));
            }
            part = end;
        }
        Ok(())
    }

    /// Clears bits that begin with a byte, and what is left of the last byte.
    fn clear(&mut self, bits: Range<u64>) -> Result<(), SolveError> {
        let bytes = bits.start as usize / 8..bits.end.div_ceil(8) as usize;
        for part in self.bits[bytes].chunks_mut(CLEAR_AT_ONCE) {
            if part.len() == CLEAR_AT_ONCE && self.budget.is_late() {
                return Err(SolveError::spent(self.budget));
            }
            part.fill(0);
        }
        Ok(())
    }

    /// Scans these ranks.
    fn find_lost(&mut self, ranks: Range<u64>) -> Result<(), SolveError> {
        let mut unseen = u64::MAX << (ranks.start % 64);
        for first in (ranks.start / 64 * 64..ranks.end).step_by(64) {
            if ranks.end - first < 64 {
                unseen &= !(u64::MAX << (ranks.end - first));
            }
            loop {
                let free = !word(self.bits, first as usize / 8) & unseen;
                if free == 0 {
                    break;
                }
                let bit = free.trailing_zeros();
                unseen &= (u64::MAX << bit) << 1;
                self.mark_parents(first + u64::from(bit))?;
            }
            unseen = u64::MAX;
        }
        Ok(())
    }

    #[inline]
    fn mark_parents(&mut self, rank: u64) -> Result<(), SolveError> {
        self.ranking.move_to(rank, &mut self.rows);
        let marks = &mut Marks(self.bits);
        for group in self.ranking.groups(&self.rows) {
            let first = group.first;
            if group.end > first + 1 && self.stencils.fill_at[first].is_some() {
                continue; // the fill takes it up
            }
            if let Some(shorter) = self.stencils.at[first] {
                let longest = self.start[first] + self.ranking.weight(first, group.most);
                let stencil = Stencil { shorter, longest };
                self.ranking.parents_once(group, rank - self.start[first + 1], stencil, marks);
            } else {
                self.ranking.parents_by(group, rank, marks);
            }
        }
        self.lost += 1;
        if self.lost.is_multiple_of(LOOK_EVERY) && self.budget.is_late() {
            return Err(SolveError::spent(self.budget));
        }
        if self.lost.is_multiple_of(REPORT_EVERY) {
            self.budget.report(rank as f64 / self.ranking.positions() as f64);
        }
        Ok(())
    }
}

struct Marks<'a>(&'a mut [u8]);

impl Parents for Marks<'_> {
    #[inline]
    fn one(&mut self, rank: u64) {
        self.0[(rank >> 3) as usize] |= 1 << (rank & 7);
    }

    #[inline]
    fn run(&mut self, ranks: Range<u64>) {
        fill(self.0, ranks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Limits;
    use proptest::prelude::*;
    use std::cell::RefCell;

    fn scanned(
        ranking: &Ranking,
        stencils: &Stencils,
        from: Option<Unfinished>,
        keeper: Option<Keeper<'_>>,
    ) -> (Vec<u8>, u64) {
        let limits = Limits::default();
        let budget = &mut Budget::start(&limits);
        let from = from.unwrap_or_else(|| Unfinished::new(stencils, budget).expect("small"));
        scan(Scanned { ranking, stencils, keeper }, from, budget).expect("nobody stops it")
    }

    proptest! {
        #[test]
        fn stencils_change_nothing_nor_does_their_room(
            width in 1_u8..=9, height in 1_u8..=9, rows in 1_usize..=9, room in 0_u64..2000,
        ) {
            let ranking = Ranking::new(width, height);
            let scan = |rows, room| {
                let stencils = Stencils::of_rows(&ranking, rows, room);
                prop_assert!(stencils.bits <= ranking.positions().next_multiple_of(64) + 8 * room);
                Ok(scanned(&ranking, &stencils, None, None))
            };
            let plain = scan(0, 0)?;
            prop_assert_eq!(scan(rows.min(ranking.rows), room)?, plain);
        }

        #[test]
        fn a_scan_goes_on_from_wherever_it_was_left(
            width in 1_u8..=7, height in 1_u8..=7, rows in 0_usize..=7, room in 0_u64..300,
            parts in 1_u64..200,
        ) {
            let ranking = Ranking::new(width, height);
            let stencils = Stencils::of_rows(&ranking, rows.min(ranking.rows), room);
            let places = RefCell::default();
            let keep = |place: &Place, bits: &[u8]| {
                let unfinished = Unfinished { bits: bits.to_vec(), place: place.clone() };
                RefCell::<Vec<_>>::borrow_mut(&places).push(unfinished);
            };
            let keeper = Some(Keeper { parts, keep: &keep });
            let whole = scanned(&ranking, &stencils, None, keeper);
            let places = places.into_inner();
            prop_assert!(places.len() < parts as usize);
            for place in places {
                prop_assert_eq!(&scanned(&ranking, &stencils, Some(place), None), &whole);
            }
        }
    }
}
