//! A wall as three sets of bits: quick to tile, to score and to weigh.
//!
//! ```text
//! cells        bit 5 row + column   a tile lies there
//! row_colors   bit 5 row + colour   the row holds the colour
//! columns      bit 5 column + colour   the column holds the colour (the grey side asks, A16)
//! ```

use meeple_games::azul::{
    COLOR_COUNT, Row, TileColor, WallSide, get_wall_column_for_color, points_for_runs,
};

/// The five lowest bits: a row.
pub(crate) const FIVE: u32 = 0b1_1111;
/// Every fifth bit: a column of the wall, or one colour in every row.
pub(crate) const EVERY_FIFTH: u32 = 0x10_8421;

/// The tiles on a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mosaic {
    pub(crate) cells: u32,
    pub(crate) row_colors: u32,
    pub(crate) column_colors: u32,
}

impl Mosaic {
    /// The tiles of a board's wall.
    pub(crate) fn of(wall: &meeple_games::azul::Wall) -> Self {
        let mut mosaic = Mosaic::default();
        for color in TileColor::ALL {
            for cell in bits(wall.cells()[color.index()]) {
                mosaic.put(cell / COLOR_COUNT, cell % COLOR_COUNT, color.index());
            }
        }
        mosaic
    }

    /// Puts a tile on a free cell.
    pub(crate) fn put(&mut self, row: usize, column: usize, color: usize) {
        self.cells |= 1 << (5 * row + column);
        self.row_colors |= 1 << (5 * row + color);
        self.column_colors |= 1 << (5 * column + color);
    }

    /// What a tile on this cell scores (A10).
    pub(crate) fn points(&self, row: usize, column: usize) -> u8 {
        let across = RUNS[column][(self.cells >> (5 * row) & FIVE) as usize];
        let down = RUNS[row][self.column(column) as usize];
        points_for_runs(across, down)
    }

    /// The cells of this column with a tile, a bit a row.
    pub(crate) fn column(&self, column: usize) -> u32 {
        gather(self.cells >> column)
    }

    /// The rows that hold this colour, a bit a row.
    pub(crate) fn rows_with(&self, color: usize) -> u32 {
        gather(self.row_colors >> color)
    }

    /// How many tiles lie in this row.
    pub(crate) fn in_row(&self, row: usize) -> u32 {
        (self.cells >> (5 * row) & FIVE).count_ones()
    }

    /// How many tiles the fullest row has.
    pub(crate) fn fullest_row(&self) -> u32 {
        (0..5).map(|row| self.in_row(row)).max().unwrap_or(0)
    }

    /// Complete rows (A12).
    pub(crate) fn complete_rows(&self) -> u32 {
        (0..5).filter(|&row| self.in_row(row) == 5).count() as u32
    }

    /// Complete columns (A12).
    pub(crate) fn complete_columns(&self) -> u32 {
        (0..5).filter(|&column| self.column(column) == FIVE).count() as u32
    }

    /// Colours with all five tiles (A12).
    pub(crate) fn complete_colors(&self) -> u32 {
        (0..5).filter(|&color| self.rows_with(color) == FIVE).count() as u32
    }

    /// The columns to which a tile of this colour may go in this row.
    pub(crate) fn free_columns(
        &self,
        side: WallSide,
        row: usize,
        color: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let open = match side {
            WallSide::Colour => 1 << column_of(row, color),
            WallSide::Grey => {
                FIVE & !(self.cells >> (5 * row)) & !gather(self.column_colors >> color)
            }
        };
        bits(open)
    }
}

/// The column of this colour in this row of the coloured wall (A3).
pub(crate) fn column_of(row: usize, color: usize) -> usize {
    get_wall_column_for_color(Row::ALL[row], TileColor::ALL[color]).index()
}

/// The places of the ones, the lowest first.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

/// Every fifth bit from the lowest on, side by side.
pub(crate) const fn gather(set: u32) -> u32 {
    // The bits 0, 5, 10, 15, 20 land on 20..=24, and none of the other products meets another.
    let set = (set & EVERY_FIFTH) as u64;
    ((set * 0x11_1110) >> 20) as u32 & FIVE
}

/// For each place and each set of five bits: how many ones stand around the place without a
/// gap, if one stands there.
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
