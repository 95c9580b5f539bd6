//! Finds the lost positions of a box.
//!
//! Every bite lowers the rank, so the ranks are scanned upwards: a position that isn't marked yet has
//! no bite to a lost position and is lost itself, and all its parents are marked as won. Only the lost
//! positions are visited (1 in 100).
//!
//! A winning bite still wins if the bitten row is longer. So in a large box a lost position doesn't
//! mark its parents once for each length of the bitten row: it marks the rows below once, in the
//! stencil of that row, and the stencil is copied onto the table whenever the row gets longer:
//!
//! ```text
//! under the same rows above:   | row is 0 | row is 1 | row is 2   | row is 3      |
//! stencil copied to:                      [rows below][rows below  ][rows below    ]
//! ```
//!
//! If a bite left several equal rows, the ones below the first may have had any lengths, too. These
//! parents aren't marked one by one either. While the row below the bitten one gets longer, a fill
//! holds the marks for the rows below both: it grows with that row, takes in the lost positions where
//! both rows have that length, and is copied onto the table:
//!
//! ```text
//! row is 3, below it is:   | 0     | 1     | 2     | 3        |
//! fill copied to:          [f0     ][f1    ][f2     ][f3        ]
//!                           f1 = f0, its last length once more, and what is lost below 1,1
//! ```
//!
//! So a lost position marks hardly more than one bit per row, and the rest is copied in whole words.
//! Stencils and fills follow the table in the same memory ([`Stencils`]), except for the stencil of the
//! first row, which is the part of the table where that row is longest.
//!
//! The state of an interrupted scan is its whole memory, including marks ahead of it, and the current
//! lengths of the rows ([`ScanCursor`]); a scan can be resumed from both.

use super::{
    bits::{BitSource, PADDING, fill, lay, word},
    ranking::{BarRows, MAX_ROWS, Parents, Ranking, Stencil},
    stencils::Stencils,
    tablebase::SolveError,
};
use crate::search::Budget;
use std::ops::Range;

/// The budget is checked after this many lost positions, which take a few microseconds.
const LOOK_EVERY: u64 = 32;
/// Progress is reported after this many lost positions.
const REPORT_EVERY: u64 = 4096;
/// The budget is also checked after copying this many bits.
const LAY_AT_ONCE: u64 = 1 << 20;
/// The budget is also checked after clearing this many bytes.
const CLEAR_AT_ONCE: usize = 1 << 18;

/// The place of a scan, between two positions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ScanCursor {
    /// The lengths of the first rows: positions that start with them come next. Empty at the beginning.
    pub(crate) lengths: Vec<u8>,
    /// The number of lost positions found so far.
    pub(crate) lost: u64,
}

/// The state of an unfinished scan.
pub(crate) struct Unfinished {
    /// Its memory: the table, the stencils and the fills.
    pub(crate) bits: Vec<u8>,
    pub(crate) place: ScanCursor,
}

impl Unfinished {
    /// Creates the state of a scan that hasn't started.
    pub(crate) fn new(stencils: &Stencils, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let bits = zeros(stencils.bits / 8 + PADDING as u64, budget)?;
        Ok(Unfinished { bits, place: ScanCursor::default() })
    }
}

/// A callback that receives the place and the memory of a scan after each of `parts` equal parts but
/// the last.
pub(crate) struct Keeper<'a> {
    pub(crate) parts: u64,
    pub(crate) keep: &'a dyn Fn(&ScanCursor, &[u8]),
}

/// The input of a scan.
pub(crate) struct Scanned<'a> {
    pub(crate) ranking: &'a Ranking,
    pub(crate) stencils: &'a Stencils,
    pub(crate) keeper: Option<Keeper<'a>>,
}

/// Runs a scan. Returns one bit per position, set if it is won and padded to whole words with ones, and
/// the number of lost positions.
pub(crate) fn scan(
    Scanned { ranking, stencils, keeper }: Scanned<'_>,
    Unfinished { mut bits, place: ScanCursor { lengths: left, lost } }: Unfinished,
    budget: &mut Budget<'_>,
) -> Result<(Vec<u8>, u64), SolveError> {
    let positions = ranking.positions();
    let padded = positions.next_multiple_of(64);
    fill(&mut bits, positions..padded);
    // If nothing is left, the player to move has won: the opponent ate the poison (C2).
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
    budget.report_progress(1.0);
    bits.truncate((padded / 8) as usize);
    bits.shrink_to_fit();
    Ok((bits, lost))
}

/// Allocates this many zero bytes; fails if the system refuses or the budget runs out.
pub(crate) fn zeros(bytes: u64, budget: &mut Budget<'_>) -> Result<Vec<u8>, SolveError> {
    let refused = || SolveError::NoMemory { bytes };
    let count = usize::try_from(bytes).map_err(|_| refused())?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| refused())?;
    while zeros.len() < count {
        if budget.is_out_of_time() {
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
    /// The table, the stencils and the fills.
    bits: &'a mut [u8],
    /// For each row, the first rank with the same rows above it.
    start: [u64; MAX_ROWS + 1],
    /// The current position.
    rows: BarRows,
    lost: u64,
    /// The lengths at which an earlier scan stopped; empty once that place is reached.
    left: Vec<u8>,
    /// The current lengths of the rows that [`Scan::lengthen`] iterates over.
    lengths: BarRows,
    keeper: Option<Keeper<'a>>,
    /// The current part, once one has started.
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
                // The earlier scan stopped within this length, after the steps below.
                self.lengthen(row + 1, length)?;
                continue;
            }
            self.left.clear();
            self.keep(row);
            // At its maximum length the first row already has its stencil in place.
            if let Some(at) = stencil.filter(|&at| length > 0 && at != self.start[row + 1]) {
                let stencil = at..at + size(length.min(most - 1));
                self.lay(BitSource::Set, stencil, self.start[row + 1])?;
            }
            if let Some(at) = fill {
                self.lay_fill(at, row, length, most)?;
            }
            self.lengthen(row + 1, length)?;
        }
        Ok(())
    }

    /// Calls the keeper if another part is done.
    fn keep(&mut self, row: usize) {
        let Some(keeper) = &self.keeper else { return };
        let (rank, positions) = (self.start[row + 1], self.ranking.positions());
        let part = (u128::from(rank) * u128::from(keeper.parts) / u128::from(positions)) as u64;
        if self.part.replace(part).is_some_and(|last| part > last) {
            let place = ScanCursor { lengths: self.lengths[..=row].to_vec(), lost: self.lost };
            (keeper.keep)(&place, self.bits);
        }
    }

    /// Extends the fill of the row above to this length of `row`, and copies it onto the table.
    fn lay_fill(&mut self, at: u64, row: usize, length: u8, most: u8) -> Result<(), SolveError> {
        let ranking = self.ranking;
        if length > 0 {
            // A row below with this length might as well have one less: the bite left less than that.
            let (mut from, mut to) = (at, at);
            for row in row + 1..ranking.rows {
                from += ranking.weight(row, length - 1);
                to += ranking.weight(row, length);
                self.lay(
                    BitSource::Set,
                    from..from + ranking.positions_from(row + 1, length - 1),
                    to,
                )?;
            }
        }
        let size = ranking.positions_from(row + 1, length);
        if length < most {
            let above = self.start[row - 1] + ranking.weight(row - 1, length);
            let lost = above + ranking.weight(row, length);
            self.lay(BitSource::Unset, lost..lost + size, at)?;
        }
        self.lay(BitSource::Set, at..at + size, self.start[row + 1])
    }

    /// Calls [`lay`] in chunks, checking the budget in between.
    fn lay(&mut self, source: BitSource, from: Range<u64>, to: u64) -> Result<(), SolveError> {
        let mut part = from.start;
        while part < from.end {
            let end = from.end.min(part + LAY_AT_ONCE);
            lay(self.bits, source, part..end, to + part - from.start);
            if end < from.end && self.budget.is_out_of_time() {
                return Err(SolveError::spent(self.budget));
            }
            part = end;
        }
        Ok(())
    }

    /// Clears bits that start at a byte boundary, and the rest of the last byte.
    fn clear(&mut self, bits: Range<u64>) -> Result<(), SolveError> {
        let bytes = bits.start as usize / 8..bits.end.div_ceil(8) as usize;
        for part in self.bits[bytes].chunks_mut(CLEAR_AT_ONCE) {
            if part.len() == CLEAR_AT_ONCE && self.budget.is_out_of_time() {
                return Err(SolveError::spent(self.budget));
            }
            part.fill(0);
        }
        Ok(())
    }

    /// Finds the lost positions among these ranks and marks their parents.
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
        let marks = &mut ScanMarks(self.bits);
        for group in self.ranking.groups(&self.rows) {
            let first = group.first;
            if group.end > first + 1 && self.stencils.fill_at[first].is_some() {
                continue; // the fill covers these parents
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
        if self.lost.is_multiple_of(LOOK_EVERY) && self.budget.is_out_of_time() {
            return Err(SolveError::spent(self.budget));
        }
        if self.lost.is_multiple_of(REPORT_EVERY) {
            self.budget.report_progress(rank as f64 / self.ranking.positions() as f64);
        }
        Ok(())
    }
}

struct ScanMarks<'a>(&'a mut [u8]);

impl Parents for ScanMarks<'_> {
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
        fn a_scan_continues_from_any_checkpoint(
            width in 1_u8..=7, height in 1_u8..=7, rows in 0_usize..=7, room in 0_u64..300,
            parts in 1_u64..200,
        ) {
            let ranking = Ranking::new(width, height);
            let stencils = Stencils::of_rows(&ranking, rows.min(ranking.rows), room);
            let places = RefCell::default();
            let keep = |place: &ScanCursor, bits: &[u8]| {
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
