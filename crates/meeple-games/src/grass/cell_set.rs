//! A set of cells stored as bits, one word per row; bit 0 is the leftmost column.
//!
//! Queries about the whole board take a few operations on 32 words, which the compiler vectorises.

use super::Cell;

/// The number of words in a set: the 30 rows of the largest board and two that stay empty.
const WORDS: usize = 32;

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u32; WORDS]);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Returns the set of all cells of a board of this side.
    pub fn square(side: usize) -> Self {
        let mut rows = CellSet::EMPTY;
        rows.0[..side].fill((1 << side) - 1);
        rows
    }

    /// Returns whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.get(usize::from(cell.row)).is_some_and(|row| row & bit(cell) != 0)
    }

    /// Adds a cell to the set.
    pub fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell.row)] |= bit(cell);
    }

    /// Removes a cell from the set.
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.row)] &= !bit(cell);
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// Returns the number of cells in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns the bits of one row.
    pub fn row(&self, row: usize) -> u32 {
        self.0[row]
    }

    /// Returns the rows as words.
    pub(super) fn words(&self) -> &[u32] {
        &self.0
    }

    /// Returns the rows as mutable words.
    pub(super) fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }

    /// Returns the intersection of both sets.
    #[must_use]
    pub fn and(mut self, other: &CellSet) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row &= other);
        self
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn or(mut self, other: &CellSet) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row |= other);
        self
    }

    /// Returns the cells in this set that are not in the other.
    #[must_use]
    pub fn without(mut self, other: &CellSet) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row &= !other);
        self
    }

    /// Returns the cells orthogonally adjacent to a cell of the set; some may be off the board.
    #[must_use]
    pub fn neighbours(&self) -> Self {
        let mut near = CellSet::EMPTY;
        near.0[1..].copy_from_slice(&self.0[..WORDS - 1]);
        for row in 0..WORDS {
            let below = self.0.get(row + 1).copied().unwrap_or(0);
            near.0[row] |= below | self.0[row] << 1 | self.0[row] >> 1;
        }
        near
    }

    /// Returns the top left corners of full 2x2 blocks. Applied `k - 1` times, it returns the top
    /// left corners of full k x k squares.
    #[must_use]
    pub fn eroded(&self) -> Self {
        let mut left = *self;
        for row in 0..WORDS - 1 {
            let both = self.0[row] & self.0[row + 1];
            left.0[row] = both & both >> 1;
        }
        left.0[WORDS - 1] = 0;
        left
    }

    /// Returns the cells, row by row.
    pub fn cells(self) -> CellIter {
        CellIter { rows: self, row: 0 }
    }

    /// Returns the `index`-th cell in row-major order, from 0, if there are that many.
    pub fn nth(&self, mut index: u32) -> Option<Cell> {
        for (row, &bits) in self.0.iter().enumerate() {
            match index.checked_sub(bits.count_ones()) {
                Some(rest) => index = rest,
                None => {
                    return CellSet::bits(bits).nth(index as usize).map(|at| Cell::new(row, at));
                }
            }
        }
        None
    }

    /// Returns the columns of the bits of one row.
    fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(lowest)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut rows = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| rows.insert(cell));
        rows
    }
}

fn bit(cell: Cell) -> u32 {
    1_u32.checked_shl(cell.column.into()).unwrap_or(0)
}

/// An iterator over the cells of a set, row by row.
#[derive(Debug, Clone)]
pub struct CellIter {
    rows: CellSet,
    row: usize,
}

impl Iterator for CellIter {
    type Item = Cell;
    fn next(&mut self) -> Option<Cell> {
        while self.row < WORDS {
            let bits = self.rows.0[self.row];
            if bits != 0 {
                self.rows.0[self.row] &= bits - 1;
                return Some(Cell::new(self.row, bits.trailing_zeros() as usize));
            }
            self.row += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_rows() -> impl Strategy<Value = CellSet> {
        let cells = proptest::collection::vec((0..30_usize, 0..30_usize), 0..300);
        cells.prop_map(|cells| cells.into_iter().map(|(r, c)| Cell::new(r, c)).collect())
    }

    proptest! {
        #[test]
        fn fast_placement_tests_match_testing_cell_by_cell(rows in any_rows()) {
            let all: Vec<Cell> = CellSet::square(30).cells().collect();
            let cells: Vec<Cell> = rows.cells().collect();
            prop_assert_eq!(rows.len() as usize, cells.len());
            prop_assert_eq!(rows.is_empty(), cells.is_empty());
            for (index, &cell) in cells.iter().enumerate() {
                prop_assert_eq!(rows.nth(index as u32), Some(cell));
            }
            prop_assert_eq!(rows.nth(rows.len()), None);
            let (near, small) = (rows.neighbours(), rows.eroded());
            for cell in all {
                prop_assert_eq!(rows.contains(cell), cells.contains(&cell));
                prop_assert_eq!(near.contains(cell), cell.neighbours(30).any(|next| rows.contains(next)));
                let block = [(0, 0), (0, 1), (1, 0), (1, 1)];
                prop_assert_eq!(small.contains(cell), block.iter().all(|&by| rows.contains(cell.offset(by))));
            }
        }
    }
}
