//! One bit a cell, each row in whole words: the board as the finders and sweeps read it.
//!
//! ```text
//! column   0 1 2 3 ... 63 | 64 65 ...        bit 0 of word 0 is column 0;
//! row 0    . @ . . ...    |                  bits past the last column are always 0
//! ```

/// The most words a row has: [`super::MAX_SIDE`] columns.
pub const MAX_WORDS: usize = super::MAX_SIDE / 64;

/// A set of cells of a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BitRows {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitRows {
    /// No cell of a board with so many columns and rows.
    pub fn new(width: usize, height: usize) -> Self {
        let words_per_row = width.div_ceil(64).max(1);
        BitRows { words_per_row, words: vec![0; words_per_row * height] }
    }

    /// How many words each row has.
    pub fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// All rows, one behind the other.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// Whether the cell is in the set.
    pub fn has(&self, column: usize, row: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 == 1
    }

    /// Puts the cell into the set.
    pub fn insert(&mut self, column: usize, row: usize) {
        self.words[row * self.words_per_row + column / 64] |= 1 << (column % 64);
    }

    /// Takes the cell out of the set.
    pub fn remove(&mut self, column: usize, row: usize) {
        self.words[row * self.words_per_row + column / 64] &= !(1 << (column % 64));
    }

    /// Takes every cell out of the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// How many cells are in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells as `(column, row)`, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(index, &word)| {
            let (row, first) = (index / self.words_per_row, index % self.words_per_row * 64);
            bits(word).map(move |bit| (first + bit, row))
        })
    }
}

/// The places of the ones in a word, from the lowest.
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
        assert!(!set.has(64, 0) && set.has(63, 0));
        set.clear();
        assert!(set.is_empty());
    }
}
