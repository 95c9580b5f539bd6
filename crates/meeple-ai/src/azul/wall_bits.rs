//! A wall as three bit sets: fast to tile, score and evaluate.
//!
//! ```text
//! cells           bit 5 row + column      a tile lies there
//! row_colours      bit 5 row + colour      the row holds the colour
//! column_colours   bit 5 column + colour   the column holds the colour (for the grey side, A16)
//! ```

use meeple_games::azul::{
    COLOUR_COUNT, TileColour, WallRow, WallSide, points_for_runs, wall_column_of,
};

/// The five lowest bits: one row.
pub(crate) const FIVE: u32 = 0b1_1111;
/// Every fifth bit: one column of the wall, or one colour in every row.
pub(crate) const EVERY_FIFTH: u32 = 0x10_8421;

/// The tiles on a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WallBits {
    pub(crate) cells: u32,
    pub(crate) row_colours: u32,
    pub(crate) column_colours: u32,
}

impl WallBits {
    /// Converts a board's wall.
    pub(crate) fn of(wall: &meeple_games::azul::Wall) -> Self {
        let mut converted = WallBits::default();
        for colour in TileColour::ALL {
            for cell in bits(wall.cells()[colour.index()]) {
                converted.put(cell / COLOUR_COUNT, cell % COLOUR_COUNT, colour.index());
            }
        }
        converted
    }

    /// Puts a tile on an empty cell.
    pub(crate) fn put(&mut self, row: usize, column: usize, colour: usize) {
        self.cells |= 1 << (5 * row + column);
        self.row_colours |= 1 << (5 * row + colour);
        self.column_colours |= 1 << (5 * column + colour);
    }

    /// Returns the score for placing a tile on this cell (A10).
    pub(crate) fn points(&self, row: usize, column: usize) -> u8 {
        let across = RUNS[column][(self.cells >> (5 * row) & FIVE) as usize];
        let down = RUNS[row][self.column(column) as usize];
        points_for_runs(across, down)
    }

    /// Returns the tiled cells of this column, one bit per row.
    pub(crate) fn column(&self, column: usize) -> u32 {
        gather(self.cells >> column)
    }

    /// Returns the rows that hold this colour, one bit per row.
    pub(crate) fn rows_with(&self, colour: usize) -> u32 {
        gather(self.row_colours >> colour)
    }

    /// Counts the tiles in this row.
    pub(crate) fn in_row(&self, row: usize) -> u32 {
        (self.cells >> (5 * row) & FIVE).count_ones()
    }

    /// Counts the tiles in the fullest row.
    pub(crate) fn fullest_row(&self) -> u32 {
        (0..5).map(|row| self.in_row(row)).max().unwrap_or(0)
    }

    /// Counts the complete rows (A12).
    pub(crate) fn complete_rows(&self) -> u32 {
        (0..5).filter(|&row| self.in_row(row) == 5).count() as u32
    }

    /// Counts the complete columns (A12).
    pub(crate) fn complete_columns(&self) -> u32 {
        (0..5).filter(|&column| self.column(column) == FIVE).count() as u32
    }

    /// Counts the colours with all five tiles (A12).
    pub(crate) fn complete_colours(&self) -> u32 {
        (0..5).filter(|&colour| self.rows_with(colour) == FIVE).count() as u32
    }

    /// Returns the columns in which a tile of this colour may be placed in this row.
    pub(crate) fn free_columns(
        &self,
        side: WallSide,
        row: usize,
        colour: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let open = match side {
            WallSide::Colour => 1 << column_of(row, colour),
            WallSide::Grey => {
                FIVE & !(self.cells >> (5 * row)) & !gather(self.column_colours >> colour)
            }
        };
        bits(open)
    }
}

/// Returns the column of this colour in this row of the coloured wall (A3).
pub(crate) fn column_of(row: usize, colour: usize) -> usize {
    wall_column_of(WallRow::ALL[row], TileColour::ALL[colour]).index()
}

/// Iterates over the indices of the set bits, lowest first.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

/// Packs every fifth bit, starting at the lowest, into the five lowest bits.
pub(crate) const fn gather(set: u32) -> u32 {
    // Bits 0, 5, 10, 15, 20 move to 20..=24, and no two partial products overlap.
    let set = (set & EVERY_FIFTH) as u64;
    ((set * 0x11_1110) >> 20) as u32 & FIVE
}

/// For each index and each set of five bits: the length of the run of ones through the index,
/// counting the index itself as set.
static RUNS: [[u8; 32]; 5] = all_runs();

const fn all_runs() -> [[u8; 32]; 5] {
    let mut runs = [[1; 32]; 5];
    let mut place = 0;
    while place < 5 {
        let mut set = 0;
        while set < 32 {
            let after = ((set as u32) >> (place + 1)).trailing_ones();
            let before = ((set as u32) << 1 << (31 - place)).leading_ones();
            runs[place][set] = 1 + after as u8 + before as u8;
            set += 1;
        }
        place += 1;
    }
    runs
}
