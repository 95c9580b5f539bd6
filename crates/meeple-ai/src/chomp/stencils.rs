//! The memory layout of the stencils and fills that the scan uses (see `scan`).
//!
//! ```text
//! | table: one bit per position        | stencils and fills                     | padding |
//!                      [ row 0 longest ]
//!                        ^ the stencil of row 0 needs no space of its own
//! ```
//!
//! A row whose stencil or fill would take too much memory does without; the resulting table is the
//! same, it only takes longer.

use super::ranking::{MAX_ROWS, Ranking};

/// Rows get stencils until the rows below have at most this many positions, which fit into the CPU
/// cache.
const WITHOUT_STENCILS: u64 = 1 << 20;
/// In a small box, which fits into the cache anyway, rows get stencils until the rows below have one in
/// this many of all positions.
const WITHOUT_STENCILS_PART: u64 = 16;

/// A fill saves this many times the work of a stencil of the same size. If there is memory for only a
/// quarter of the table, the fills of the upper rows matter most.
const WORTH_OF_FILL: u64 = 4;

/// The bit offsets of the rows' stencils and fills.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stencils {
    /// The stencils by bitten row; a stencil covers the rows below it.
    pub(crate) at: [Option<u64>; MAX_ROWS],
    /// The fills by bitten row; a fill covers the rows below the next row.
    pub(crate) fill_at: [Option<u64>; MAX_ROWS],
    /// From this row on, no row has a stencil or a fill.
    pub(crate) rows: usize,
    /// The total number of bits of the table, the stencils and the fills.
    pub(crate) bits: u64,
}

/// The kinds of extra memory for a row.
#[derive(Debug, Clone, Copy)]
enum RowBits {
    Stencil,
    Fill,
}

impl Stencils {
    /// Plans stencils and fills for the rows that profit from them, in at most `room` bytes.
    pub(crate) fn within(ranking: &Ranking, room: u64) -> Self {
        let most = WITHOUT_STENCILS.min(ranking.positions() / WITHOUT_STENCILS_PART);
        let few = |&row: &usize| ranking.positions_from(row, ranking.longest) <= most;
        Self::of_rows(ranking, (0..ranking.rows).find(few).unwrap_or(ranking.rows), room)
    }

    /// Plans stencils and fills for the first `rows` rows; if `room` bytes don't suffice, those that save
    /// least for their size are left out.
    pub(crate) fn of_rows(ranking: &Ranking, rows: usize, room: u64) -> Self {
        let longest = ranking.longest;
        let (at, fill_at) = ([None; MAX_ROWS], [None; MAX_ROWS]);
        let table = ranking.positions().next_multiple_of(64);
        let mut stencils = Stencils { at, fill_at, rows, bits: table };
        let stencil = |row| (ranking.positions_from(row + 1, longest - 1), RowBits::Stencil, row);
        // The row below must be one of the rows that the scan lengthens step by step.
        let fill = |row| (ranking.positions_from(row + 2, longest), RowBits::Fill, row);
        let fills = (0..rows.saturating_sub(1)).map(fill);
        let mut wanted: Vec<(u64, RowBits, usize)> = (1..rows).map(stencil).chain(fills).collect();
        wanted.sort_by_key(|&(bits, kept, _)| match kept {
            RowBits::Stencil => bits,
            RowBits::Fill => bits / WORTH_OF_FILL,
        });
        for (bits, kept, row) in wanted {
            let bits = bits.next_multiple_of(8);
            if (stencils.bits - table + bits) / 8 > room {
                continue; // a smaller one may still fit
            }
            let place = match kept {
                RowBits::Stencil => &mut stencils.at[row],
                RowBits::Fill => &mut stencils.fill_at[row],
            };
            *place = Some(stencils.bits);
            stencils.bits += bits;
        }
        if rows > 0 {
            stencils.at[0] = Some(ranking.weight(0, longest));
        }
        stencils
    }
}
