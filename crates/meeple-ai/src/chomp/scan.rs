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
//! A row whose stencil would take too much room does without ([`Stencils`]).

use super::{
    bits::{PADDING, fill, lay, word},
    ranking::{MAX_ROWS, Parents, Ranking, Rows, Stencil},
    tablebase::SolveError,
};
use crate::search::Budget;
use std::ops::Range;

/// Rows get stencils until those below have at most so many positions: then all is in the cache.
const WITHOUT_STENCILS: u64 = 1 << 20;
/// In a small box, where all is in the cache anyway, until they are one in so many.
const WITHOUT_STENCILS_PART: u64 = 16;

/// After so many lost positions the budget is asked: they take some microseconds.
const LOOK_EVERY: u64 = 32;
/// And after so many, progress is reported.
const REPORT_EVERY: u64 = 4096;

/// Which rows have a stencil, and where in the bits it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stencils {
    at: [Option<u64>; MAX_ROWS],
    /// From this row on no row has one.
    rows: usize,
    /// The bits of the table and of the stencils.
    bits: u64,
}

impl Stencils {
    /// Where they are worth it, as far as they take at most so many bytes.
    pub(crate) fn within(ranking: &Ranking, room: u64) -> Self {
        let most = WITHOUT_STENCILS.min(ranking.positions() / WITHOUT_STENCILS_PART);
        let few = |&row: &usize| ranking.positions_from(row, ranking.longest) <= most;
        Self::of_rows(ranking, (0..ranking.rows).find(few).unwrap_or(ranking.rows), room)
    }

    /// For the first `rows` rows; if the room does not suffice, the largest are left out.
    fn of_rows(ranking: &Ranking, rows: usize, room: u64) -> Self {
        let table = ranking.positions().next_multiple_of(64);
        let mut stencils = Stencils { at: [None; MAX_ROWS], rows, bits: table };
        for row in (1..rows).rev() {
            let bits = ranking.positions_from(row + 1, ranking.longest - 1).next_multiple_of(8);
            if (stencils.bits - table + bits) / 8 > room {
                break;
            }
            stencils.at[row] = Some(stencils.bits);
            stencils.bits += bits;
        }
        if rows > 0 {
            stencils.at[0] = Some(ranking.weight(0, ranking.longest));
        }
        stencils
    }
}

/// One bit a position, set if it is won, padded to whole words with ones; and how many are lost.
pub(crate) fn scan(
    ranking: &Ranking,
    stencils: &Stencils,
    budget: &mut Budget<'_>,
) -> Result<(Vec<u8>, u64), SolveError> {
    let positions = ranking.positions();
    let padded = positions.next_multiple_of(64);
    let mut bits = zeros(stencils.bits / 8 + PADDING as u64)?;
    fill(&mut bits, positions..padded);
    // Whoever finds nothing left has won: the opponent ate the poison (C2).
    fill(&mut bits, 0..1);
    let (start, rows) = ([0; _], [0; _]);
    let mut scan = Scan { ranking, budget, stencils, bits: &mut bits, start, rows, lost: 0 };
    scan.lengthen(0, ranking.longest)?;
    let lost = scan.lost;
    budget.report(1.0);
    bits.truncate((padded / 8) as usize);
    bits.shrink_to_fit();
    Ok((bits, lost))
}

/// So many bytes, if the system has them.
pub(crate) fn zeros(bytes: u64) -> Result<Vec<u8>, SolveError> {
    let refused = || SolveError::NoMemory { bytes };
    let count = usize::try_from(bytes).map_err(|_| refused())?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| refused())?;
    zeros.resize(count, 0);
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
        if let Some(at) = stencil.filter(|_| row > 0 && most > 0) {
            let end = at + size(most - 1);
            self.bits[at as usize / 8..end.div_ceil(8) as usize].fill(0);
        }
        for length in 0..=most {
            self.start[row + 1] = start + self.ranking.weight(row, length);
            // The first row's stencil lies already where that is longest.
            if let Some(at) = stencil.filter(|&at| length > 0 && at != self.start[row + 1]) {
                lay(self.bits, at..at + size(length.min(most - 1)), self.start[row + 1]);
            }
            self.lengthen(row + 1, length)?;
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

    proptest! {
        #[test]
        fn stencils_change_nothing_nor_does_their_room(
            width in 1_u8..=9, height in 1_u8..=9, rows in 1_usize..=9, room in 0_u64..2000,
        ) {
            let ranking = Ranking::new(width, height);
            let limits = Limits::default();
            let budget = &mut Budget::start(&limits);
            let mut scan = |rows, room| {
                let stencils = Stencils::of_rows(&ranking, rows, room);
                prop_assert!(stencils.bits <= ranking.positions().next_multiple_of(64) + 8 * room);
                Ok(scan(&ranking, &stencils, budget).expect("nobody stops it"))
            };
            let plain = scan(0, 0)?;
            prop_assert_eq!(scan(rows.min(ranking.rows), room)?, plain);
        }
    }
}
