//! Sets of cells with one bit per cell, each row in whole words. Move generation and flood fills
//! work on these.
//!
//! ```text
//! column   0 1 2 3 ... 63 | 64 65 ...        bit 0 of word 0 is column 0;
//! row 0    . @ . . ...    |                  bits past the last column are always 0
//! ```

/// The maximum number of words per row, for [`super::MAX_SIDE`] columns.
pub const MAX_WORDS: usize = super::MAX_SIDE / 64;

/// A set of cells of a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitRows {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitRows {
    /// Creates an empty set for a board of this size.
    pub fn new(width: usize, height: usize) -> Self {
        let words_per_row = width.div_ceil(64).max(1);
        BitRows { words_per_row, words: vec![0; words_per_row * height] }
    }

    /// Returns the number of words per row.
    pub fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// Returns the words of all rows, concatenated from the top.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the words of one row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// Returns whether the cell is in the set.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 == 1
    }

    /// Adds the cell to the set.
    pub fn insert(&mut self, column: usize, row: usize) {
        self.words[row * self.words_per_row + column / 64] |= 1 << (column % 64);
    }

    /// Removes the cell from the set.
    pub fn remove(&mut self, column: usize, row: usize) {
        self.words[row * self.words_per_row + column / 64] &= !(1 << (column % 64));
    }

    /// Removes all cells from the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Returns the number of cells in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the cells as `(column, row)`, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(index, &word)| {
            let (row, first) = (index / self.words_per_row, index % self.words_per_row * 64);
            bits(word).map(move |bit| (first + bit, row))
        })
    }
}

/// Returns the indices of the bits set in a word, lowest first.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_row_by_row() {
        let mut set = BitRows::new(130, 3);
        let cells = [(0, 0), (63, 0), (64, 0), (129, 1), (5, 2)];
        for (column, row) in cells.into_iter().rev() {
            set.insert(column, row);
        }
        assert_eq!(set.cells().collect::<Vec<_>>(), cells);
        assert_eq!(set.count(), 5);
        set.remove(64, 0);
        assert!(!set.contains(64, 0) && set.contains(63, 0));
        set.clear();
        assert!(set.is_empty());
    }
}
