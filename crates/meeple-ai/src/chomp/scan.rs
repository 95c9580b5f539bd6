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
//! That halves the marks (most come from groups of several rows, whose other rows
//! still take every length). Stencils follow the table in the same memory, but for
//! that of the first row: it is the part of the table where that row is longest.

use super::{
    bits::{PADDING, fill, lay, word},
    ranking::{MAX_ROWS, Parents, Ranking, Rows, Stencil},
    tablebase::SolveError,
};
use crate::search::Budget;
use std::ops::Range;

/// Rows get stencils until those below have at most so many positions: then all is in the cache.
const WITHOUT_STENCILS: u32 = 1 << 20;
/// In a small box, where all is in the cache anyway, until they are one in so many.
const WITHOUT_STENCILS_PART: u32 = 16;

/// After so many lost positions the budget is asked: they take some microseconds.
const LOOK_EVERY: u64 = 32;
/// And after so many, progress is reported.
const REPORT_EVERY: u64 = 4096;

/// How many rows are worth a stencil.
pub(crate) fn rows_with_stencils(ranking: &Ranking) -> usize {
    let most = WITHOUT_STENCILS.min(ranking.positions() / WITHOUT_STENCILS_PART);
    let few = |&row: &usize| ranking.positions_from(row, ranking.longest) <= most;
    (0..ranking.rows).find(few).unwrap_or(ranking.rows)
}

/// One bit a position, set if it is won, after `header` bytes of zeros and padded
/// to whole words with ones; and how many are lost. The first `stencils` rows have one.
pub(crate) fn scan(
    ranking: &Ranking,
    header: usize,
    stencils: usize,
    budget: &mut Budget<'_>,
) -> Result<(Vec<u8>, u64), SolveError> {
    let positions = ranking.positions();
    let padded = positions.next_multiple_of(64);
    let mut end = padded;
    let mut stencil_at = [0; MAX_ROWS];
    for (row, at) in stencil_at.iter_mut().enumerate().take(stencils) {
        if row == 0 {
            *at = ranking.weight(0, ranking.longest);
        } else {
            *at = end;
            end += ranking.positions_from(row + 1, ranking.longest - 1).next_multiple_of(8);
        }
    }
    let mut bytes = vec![0; header + end as usize / 8 + PADDING];
    let bits = &mut bytes[header..];
    fill(bits, positions..padded);
    // Whoever finds nothing left has won: the opponent ate the poison (C2).
    fill(bits, 0..1);
    let (start, rows) = ([0; _], [0; _]);
    let mut scan = Scan { ranking, budget, stencils, stencil_at, bits, start, rows, lost: 0 };
    scan.lengthen(0, ranking.longest)?;
    let lost = scan.lost;
    budget.report(1.0);
    bytes.truncate(header + padded as usize / 8);
    bytes.shrink_to_fit();
    Ok((bytes, lost))
}

struct Scan<'a, 'b> {
    ranking: &'a Ranking,
    budget: &'a mut Budget<'b>,
    /// How many rows have a stencil.
    stencils: usize,
    /// Where they are.
    stencil_at: [u32; MAX_ROWS],
    /// The table and the stencils.
    bits: &'a mut [u8],
    /// For each row, the first rank with the same rows above it.
    start: [u32; MAX_ROWS + 1],
    /// The position at which the scan is.
    rows: Rows,
    lost: u64,
}

impl Scan<'_, '_> {
    /// Scans all positions with the same rows above `row`, the last of which has length `most`.
    fn lengthen(&mut self, row: usize, most: u8) -> Result<(), SolveError> {
        let start = self.start[row];
        if row == self.stencils {
            return self.find_lost(start..start + self.ranking.positions_from(row, most));
        }
        let at = self.stencil_at[row];
        let size = |length| self.ranking.positions_from(row + 1, length);
        if row > 0 && most > 0 {
            let end = at + size(most - 1);
            self.bits[at as usize / 8..end.div_ceil(8) as usize].fill(0);
        }
        for length in 0..=most {
            self.start[row + 1] = start + self.ranking.weight(row, length);
            // The first row's stencil lies already where that is longest.
            if length > 0 && self.start[row + 1] != at {
                lay(self.bits, at..at + size(length.min(most - 1)), self.start[row + 1]);
            }
            self.lengthen(row + 1, length)?;
        }
        Ok(())
    }

    /// Scans these ranks.
    fn find_lost(&mut self, ranks: Range<u32>) -> Result<(), SolveError> {
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
                self.mark_parents(first + bit)?;
            }
            unseen = u64::MAX;
        }
        Ok(())
    }

    #[inline]
    fn mark_parents(&mut self, rank: u32) -> Result<(), SolveError> {
        self.ranking.move_to(rank, &mut self.rows);
        let marks = &mut Marks(self.bits);
        for group in self.ranking.groups(&self.rows) {
            let first = group.first;
            if first < self.stencils {
                let longest = self.start[first] + self.ranking.weight(first, group.most);
                let stencil = Stencil { shorter: self.stencil_at[first], longest };
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
            self.budget.report(f64::from(rank) / f64::from(self.ranking.positions()));
        }
        Ok(())
    }
}

struct Marks<'a>(&'a mut [u8]);

impl Parents for Marks<'_> {
    #[inline]
    fn one(&mut self, rank: u32) {
        self.0[(rank >> 3) as usize] |= 1 << (rank & 7);
    }

    #[inline]
    fn run(&mut self, ranks: Range<u32>) {
        fill(self.0, ranks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Limits;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stencils_change_nothing(width in 1_u8..=9, height in 1_u8..=9, stencils in 1_usize..=9) {
            let ranking = Ranking::new(width, height);
            let limits = Limits::default();
            let budget = &mut Budget::start(&limits);
            let plain = scan(&ranking, 0, 0, budget).expect("nobody stops it");
            let with = scan(&ranking, 0, stencils.min(ranking.rows), budget);
            prop_assert_eq!(with.expect("nobody stops it"), plain);
        }
    }
}
