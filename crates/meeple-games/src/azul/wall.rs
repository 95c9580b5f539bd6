//! The wall: five rows of five cells, and the runs of tiles in it.
//!
//! ```text
//!          0 1 2 3 4      column
//!  row 0   B Y R K W
//!  row 1   W B Y R K      Each row is the one above it, moved one to the right
//!  row 2   K W B Y R      (A3). On the grey side the cells have no colours, and
//!  row 3   R K W B Y      a wall must only never hold a colour twice in a row or
//!  row 4   Y R K W B      in a column (A16).
//! ```

use super::{
    constants::{COLOR_COUNT, PATTERN_LINE_COUNT},
    tile::TileColor,
};

/// A row of the wall, and the pattern line beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Row(u8);

/// A column of the wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Column(u8);

impl Row {
    /// Every row, from the top.
    pub const ALL: [Row; PATTERN_LINE_COUNT] = [Row(0), Row(1), Row(2), Row(3), Row(4)];

    /// The row with this index, counted from 0 at the top.
    pub const fn new(index: usize) -> Option<Self> {
        if index < PATTERN_LINE_COUNT { Some(Row(index as u8)) } else { None }
    }

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many tiles its pattern line holds (A2).
    pub const fn capacity(self) -> u8 {
        self.0 + 1
    }
}

impl Column {
    /// Every column, from the left.
    pub const ALL: [Column; COLOR_COUNT] = [Column(0), Column(1), Column(2), Column(3), Column(4)];

    /// The column with this index, counted from 0 at the left.
    pub const fn new(index: usize) -> Option<Self> {
        if index < COLOR_COUNT { Some(Column(index as u8)) } else { None }
    }

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The column of this colour's cell in this row of the coloured wall (A3).
pub const fn get_wall_column_for_color(row: Row, color: TileColor) -> Column {
    Column(((color.index() + row.index()) % COLOR_COUNT) as u8)
}

/// The colour of this cell of the coloured wall (A3).
pub const fn get_wall_color(row: Row, column: Column) -> TileColor {
    TileColor::ALL[(column.index() + COLOR_COUNT - row.index()) % COLOR_COUNT]
}

/// The tiles on a wall: for each colour the set of its cells, a bit a cell, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wall {
    cells_of: [u32; COLOR_COUNT],
}

const TOP_ROW: u32 = 0b1_1111;
const LEFT_COLUMN: u32 = 0x10_8421;

const fn cell(row: Row, column: Column) -> u32 {
    1 << (row.index() * COLOR_COUNT + column.index())
}

const fn row_cells(row: Row) -> u32 {
    TOP_ROW << (row.index() * COLOR_COUNT)
}

const fn column_cells(column: Column) -> u32 {
    LEFT_COLUMN << column.index()
}

impl Wall {
    /// Every cell with a tile.
    fn occupied(&self) -> u32 {
        self.cells_of.iter().fold(0, |all, cells| all | cells)
    }

    /// For each colour the set of its cells, bit `5 * row + column`.
    pub fn cells(&self) -> [u32; COLOR_COUNT] {
        self.cells_of
    }

    /// Whether this cell has a tile.
    pub fn has_tile(&self, row: Row, column: Column) -> bool {
        self.occupied() & cell(row, column) != 0
    }

    /// The colour of the tile on this cell.
    pub fn tile_at(&self, row: Row, column: Column) -> Option<TileColor> {
        let here = cell(row, column);
        TileColor::ALL.into_iter().find(|color| self.cells_of[color.index()] & here != 0)
    }

    /// Whether this row holds this colour (A6).
    pub fn row_has_color(&self, row: Row, color: TileColor) -> bool {
        self.cells_of[color.index()] & row_cells(row) != 0
    }

    /// Whether this column holds this colour (A16).
    pub fn column_has_color(&self, column: Column, color: TileColor) -> bool {
        self.cells_of[color.index()] & column_cells(column) != 0
    }

    /// The cells of this row that a tile of this colour may go to on the grey side (A16).
    pub fn free_columns(&self, row: Row, color: TileColor) -> impl Iterator<Item = Column> + Clone {
        let wall = *self;
        Column::ALL.into_iter().filter(move |&column| {
            !wall.has_tile(row, column) && !wall.column_has_color(column, color)
        })
    }

    /// How many tiles of this colour are on the wall.
    pub fn count(&self, color: TileColor) -> u8 {
        self.cells_of[color.index()].count_ones() as u8
    }

    /// Puts a tile on a free cell.
    pub(super) fn put(&mut self, row: Row, column: Column, color: TileColor) {
        self.cells_of[color.index()] |= cell(row, column);
    }

    /// The lengths of the horizontal and the vertical run of tiles through this
    /// cell, the cell itself counted (A10).
    pub fn runs(&self, row: Row, column: Column) -> (u8, u8) {
        let occupied = self.occupied();
        let across = (occupied >> (row.index() * COLOR_COUNT)) & TOP_ROW;
        let down = gather_column(occupied >> column.index());
        (run_through(across, column.index()), run_through(down, row.index()))
    }

    /// Complete rows (A12).
    pub fn complete_rows(&self) -> u8 {
        let occupied = self.occupied();
        let complete = |row: &&Row| occupied & row_cells(**row) == row_cells(**row);
        Row::ALL.iter().filter(complete).count() as u8
    }

    /// Complete columns (A12).
    pub fn complete_columns(&self) -> u8 {
        let occupied = self.occupied();
        let complete =
            |column: &&Column| occupied & column_cells(**column) == column_cells(**column);
        Column::ALL.iter().filter(complete).count() as u8
    }

    /// Colours with all five tiles (A12).
    pub fn complete_colors(&self) -> u8 {
        self.cells_of.iter().filter(|cells| cells.count_ones() == 5).count() as u8
    }
}

/// The leftmost column's bits side by side, the top one lowest. The bits 0, 5,
/// 10, 15, 20 land on 20..=24, and none of the other products meets another.
const fn gather_column(occupied: u32) -> u32 {
    let bits = (occupied & LEFT_COLUMN) as u64;
    ((bits * 0x11_1110) >> 20) as u32 & TOP_ROW
}

/// How many ones stand around `place` without a gap, if one stands there; at least 1.
const fn run_through(bits: u32, place: usize) -> u8 {
    let after = (bits >> (place + 1)).trailing_ones();
    let before = (bits << 1 << (31 - place)).leading_ones();
    1 + after as u8 + before as u8
}

/// What a tile scores whose runs are this long, itself counted (A10).
///
/// A run of one is no run; a tile that is in two runs counts in both.
pub const fn points_for_runs(horizontal: u8, vertical: u8) -> u8 {
    match (horizontal, vertical) {
        (1, 1) => 1,
        (1, run) | (run, 1) => run,
        (horizontal, vertical) => horizontal + vertical,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_those_found_by_walking() {
        for occupied in (0..1u32 << 25).step_by(997) {
            let wall = Wall { cells_of: [occupied, 0, 0, 0, 0] };
            for row in Row::ALL {
                for column in Column::ALL {
                    let steps = |step: &dyn Fn(usize) -> Option<(usize, usize)>| {
                        let there = |at: (usize, usize)| {
                            let (row, column) = (Row::new(at.0), Column::new(at.1));
                            row.zip(column).is_some_and(|(row, column)| wall.has_tile(row, column))
                        };
                        (1..5).take_while(|&n| step(n).is_some_and(there)).count() as u8
                    };
                    let (r, c) = (row.index(), column.index());
                    let left = steps(&|n| Some((r, c.checked_sub(n)?)));
                    let up = steps(&|n| Some((r.checked_sub(n)?, c)));
                    let right = steps(&|n| Some((r, c + n)));
                    let down = steps(&|n| Some((r + n, c)));
                    let expected = (1 + left + right, 1 + up + down);
                    assert_eq!(
                        wall.runs(row, column),
                        expected,
                        "{occupied:025b} {row:?} {column:?}"
                    );
                }
            }
        }
    }
}
