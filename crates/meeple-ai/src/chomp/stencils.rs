//! Where the scan keeps what it lays on the table, row by row, and how much room that takes.
//!
//! ```text
//! | table: one bit a position          | stencils and fills                     | padding |
//!                      [ row 0 longest ]
//!                        ^ the stencil of row 0 needs no room of its own
//! ```
//!
//! A row whose stencil or fill would take too much room does without; the table is the same,
//! it only takes longer.

use super::ranking::{MAX_ROWS, Ranking};

/// Rows get stencils until those below have at most so many positions: then all is in the cache.
const WITHOUT_STENCILS: u64 = 1 << 20;
/// In a small box, where all is in the cache anyway, until they are one in so many.
const WITHOUT_STENCILS_PART: u64 = 16;

/// A fill saves so many times the work of a stencil of its size. Where there is room for a
/// quarter of the table only, the fills of the upper rows are what counts.
const WORTH_OF_FILL: u64 = 4;

/// Which rows have a stencil and which a fill, and where in the bits they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stencils {
    /// By the bitten row: what is below it.
    pub(crate) at: [Option<u64>; MAX_ROWS],
    /// By the bitten row: what is below the row below it.
    pub(crate) fill_at: [Option<u64>; MAX_ROWS],
    /// From this row on no row has any.
    pub(crate) rows: usize,
    /// The bits of the table, the stencils and the fills.
    pub(crate) bits: u64,
}

/// What may be kept for a row.
#[derive(Debug, Clone, Copy)]
enum Kept {
    Stencil,
    Fill,
}

impl Stencils {
    /// Where they are worth it, as far as they take at most so many bytes.
    pub(crate) fn within(ranking: &Ranking, room: u64) -> Self {
        let most = WITHOUT_STENCILS.min(ranking.positions() / WITHOUT_STENCILS_PART);
        let few = |&row: &usize| ranking.positions_from(row, ranking.longest) <= most;
        Self::of_rows(ranking, (0..ranking.rows).find(few).unwrap_or(ranking.rows), room)
    }

    /// For the first `rows` rows; if the room does not suffice, what saves least for its size
    /// is left out.
    pub(crate) fn of_rows(ranking: &Ranking, rows: usize, room: u64) -> Self {
        let longest = ranking.longest;
        let (at, fill_at) = ([None; MAX_ROWS], [None; MAX_ROWS]);
        let table = ranking.positions().next_multiple_of(64);
        let mut stencils = Stencils { at, fill_at, rows, bits: table };
        let stencil = |row| (ranking.positions_from(row + 1, longest - 1), Kept::Stencil, row);
        // The row below must be one whose lengths are gone through.
        let fill = |row| (ranking.positions_from(row + 2, longest), Kept::Fill, row);
        let fills = (0..rows.saturating_sub(1)).map(fill);
        let mut wanted: Vec<(u64, Kept, usize)> = (1..rows).map(stencil).chain(fills).collect();
        wanted.sort_by_key(|&(bits, kept, _)| match kept {
            Kept::Stencil => bits,
            Kept::Fill => bits / WORTH_OF_FILL,
        });
        for (bits, kept, row) in wanted {
            let bits = bits.next_multiple_of(8);
            if (stencils.bits - table + bits) / 8 > room {
                continue; // something smaller may still fit
            }
            let place = match kept {
                Kept::Stencil => &mut stencils.at[row],
                Kept::Fill => &mut stencils.fill_at[row],
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
