//! The wall: five rows of five cells, and the runs of tiles on it.
//!
//! ```text
//!          0 1 2 3 4      column
//!  row 0   B Y R K W
//!  row 1   W B Y R K      Each row is the one above it, shifted one to the right
//!  row 2   K W B Y R      (A3). On the grey side the cells have no colours; the
//!  row 3   R K W B Y      only restriction is that a colour must not appear twice
//!  row 4   Y R K W B      in a row or a column (A16).
//! ```

use super::{
    constants::{COLOUR_COUNT, PATTERN_LINE_COUNT},
    tile::TileColour,
};

/// A row of the wall and the pattern line next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct WallRow(u8);

/// A column of the wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct WallColumn(u8);

impl WallRow {
    /// All rows, from the top.
    pub const ALL: [WallRow; PATTERN_LINE_COUNT] =
        [WallRow(0), WallRow(1), WallRow(2), WallRow(3), WallRow(4)];

    /// Returns the row with this index, from 0 at the top; `None` if there is no such row.
    pub const fn new(index: usize) -> Option<Self> {
        if index < PATTERN_LINE_COUNT { Some(WallRow(index as u8)) } else { None }
    }

    /// Returns its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of tiles that its pattern line holds (A2).
    pub const fn capacity(self) -> u8 {
        self.0 + 1
    }
}

impl WallColumn {
    /// All columns, from the left.
    pub const ALL: [WallColumn; COLOUR_COUNT] =
        [WallColumn(0), WallColumn(1), WallColumn(2), WallColumn(3), WallColumn(4)];

    /// Returns the column with this index, from 0 at the left; `None` if there is no such column.
    pub const fn new(index: usize) -> Option<Self> {
        if index < COLOUR_COUNT { Some(WallColumn(index as u8)) } else { None }
    }

    /// Returns its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the column of this colour's cell in this row of the coloured wall (A3).
pub const fn wall_column_of(row: WallRow, colour: TileColour) -> WallColumn {
    WallColumn(((colour.index() + row.index()) % COLOUR_COUNT) as u8)
}

/// Returns the colour of this cell of the coloured wall (A3).
pub const fn wall_colour_at(row: WallRow, column: WallColumn) -> TileColour {
    TileColour::ALL[(column.index() + COLOUR_COUNT - row.index()) % COLOUR_COUNT]
}

/// The tiles on a wall: for each colour, the set of its cells, one bit per cell, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wall {
    cells_of: [u32; COLOUR_COUNT],
}

const TOP_ROW: u32 = 0b1_1111;
const LEFT_COLUMN: u32 = 0x10_8421;

const fn cell(row: WallRow, column: WallColumn) -> u32 {
    1 << (row.index() * COLOUR_COUNT + column.index())
}

const fn row_cells(row: WallRow) -> u32 {
    TOP_ROW << (row.index() * COLOUR_COUNT)
}

const fn column_cells(column: WallColumn) -> u32 {
    LEFT_COLUMN << column.index()
}

impl Wall {
    /// Returns the cells that have a tile.
    fn occupied(&self) -> u32 {
        self.cells_of.iter().fold(0, |all, cells| all | cells)
    }

    /// Returns, for each colour, the set of its cells: bit `5 * row + column`.
    pub fn cells(&self) -> [u32; COLOUR_COUNT] {
        self.cells_of
    }

    /// Returns whether this cell has a tile.
    pub fn has_tile(&self, row: WallRow, column: WallColumn) -> bool {
        self.occupied() & cell(row, column) != 0
    }

    /// Returns the colour of the tile on this cell, if any.
    pub fn tile_at(&self, row: WallRow, column: WallColumn) -> Option<TileColour> {
        let here = cell(row, column);
        TileColour::ALL.into_iter().find(|colour| self.cells_of[colour.index()] & here != 0)
    }

    /// Returns whether this row has this colour (A6).
    pub fn row_has_colour(&self, row: WallRow, colour: TileColour) -> bool {
        self.cells_of[colour.index()] & row_cells(row) != 0
    }

    /// Returns whether this column has this colour (A16).
    pub fn column_has_colour(&self, column: WallColumn, colour: TileColour) -> bool {
        self.cells_of[colour.index()] & column_cells(column) != 0
    }

    /// Returns the columns in which a tile of this colour may go in this row on the grey side
    /// (A16).
    pub fn free_columns(
        &self,
        row: WallRow,
        colour: TileColour,
    ) -> impl Iterator<Item = WallColumn> + Clone {
        let wall = *self;
        WallColumn::ALL.into_iter().filter(move |&column| {
            !wall.has_tile(row, column) && !wall.column_has_colour(column, colour)
        })
    }

    /// Returns the number of tiles of this colour on the wall.
    pub fn count(&self, colour: TileColour) -> u8 {
        self.cells_of[colour.index()].count_ones() as u8
    }

    /// Puts a tile on a free cell.
    pub(super) fn place_tile(&mut self, row: WallRow, column: WallColumn, colour: TileColour) {
        self.cells_of[colour.index()] |= cell(row, column);
    }

    /// Returns the lengths of the horizontal and the vertical run of tiles through this cell,
    /// including the cell (A10).
    pub fn runs(&self, row: WallRow, column: WallColumn) -> (u8, u8) {
        let occupied = self.occupied();
        let across = (occupied >> (row.index() * COLOUR_COUNT)) & TOP_ROW;
        let down = gather_column(occupied >> column.index());
        (run_through(across, column.index()), run_through(down, row.index()))
    }

    /// Returns the number of complete rows (A12).
    pub fn complete_rows(&self) -> u8 {
        let occupied = self.occupied();
        let complete = |row: &&WallRow| occupied & row_cells(**row) == row_cells(**row);
        WallRow::ALL.iter().filter(complete).count() as u8
    }

    /// Returns the number of complete columns (A12).
    pub fn complete_columns(&self) -> u8 {
        let occupied = self.occupied();
        let complete =
            |column: &&WallColumn| occupied & column_cells(**column) == column_cells(**column);
        WallColumn::ALL.iter().filter(complete).count() as u8
    }

    /// Returns the number of colours with all five tiles (A12).
    pub fn complete_colours(&self) -> u8 {
        self.cells_of.iter().filter(|cells| cells.count_ones() == 5).count() as u8
    }
}

/// Gathers the leftmost column's bits into adjacent bits, the top one lowest. The multiplication
/// moves bits 0, 5, 10, 15, 20 to 20..=24, and no other partial products collide with them.
const fn gather_column(occupied: u32) -> u32 {
    let bits = (occupied & LEFT_COLUMN) as u64;
    ((bits * 0x11_1110) >> 20) as u32 & TOP_ROW
}

/// Returns the length of the run of ones through `place`, counting `place` itself as one.
const fn run_through(bits: u32, place: usize) -> u8 {
    let after = (bits >> (place + 1)).trailing_ones();
    let before = (bits << 1 << (31 - place)).leading_ones();
    1 + after as u8 + before as u8
}

/// Returns the points for a tile whose runs have these lengths, including the tile (A10).
///
/// A run of one doesn't count; a tile in two runs counts in both.
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
            for row in WallRow::ALL {
                for column in WallColumn::ALL {
                    let steps = |step: &dyn Fn(usize) -> Option<(usize, usize)>| {
                        let there = |at: (usize, usize)| {
                            let (row, column) = (WallRow::new(at.0), WallColumn::new(at.1));
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
