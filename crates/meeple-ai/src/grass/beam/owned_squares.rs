//! Counts the full squares of any size among a seat's cells, also incrementally after a placement.

use meeple_games::grass::CellSet;

/// The full squares formed by a set of cells.
#[derive(Debug)]
pub(super) struct OwnedSquares {
    /// Number of squares of 2x2 and larger.
    count: u32,
    /// Top left corners of the squares of side 1, 2, 3...
    layers: Vec<CellSet>,
}

impl OwnedSquares {
    /// Finds the squares of these cells.
    pub(super) fn from_cells(own: &CellSet) -> Self {
        let mut layers = vec![*own];
        let mut left = own.eroded();
        while !left.is_empty() {
            layers.push(left);
            left = left.eroded();
        }
        OwnedSquares { count: layers[1..].iter().map(CellSet::len).sum(), layers }
    }

    /// Counts the squares after the cells have changed to `own`; all new cells must lie in these rows.
    pub(super) fn count_after(&self, own: &CellSet, rows: (usize, usize)) -> u32 {
        let (first, end) = rows;
        let mut left = [0; 32];
        (first..end).for_each(|row| left[row] = own.row(row));
        let mut count = self.count;
        for side in 2.. {
            // A square that starts further up or below contains none of the new cells.
            let top = (first + 1).saturating_sub(side);
            let (smaller, known) = (self.layer(side - 1), self.layer(side));
            if first + 1 >= side {
                left[top] = smaller.row(top);
            }
            left[end] = smaller.row(end);
            let mut more = 0;
            for row in top..end {
                let both = left[row] & left[row + 1];
                left[row] = both & both >> 1;
                let new = left[row] & !known.row(row);
                if new != 0 {
                    more += new.count_ones();
                }
            }
            if more == 0 {
                break;
            }
            count += more;
        }
        count
    }

    fn layer(&self, side: usize) -> &CellSet {
        self.layers.get(side - 1).unwrap_or(&CellSet::EMPTY)
    }
}

/// Counts the full squares of 2x2 and larger.
pub(super) fn full_squares(own: &CellSet, side: usize) -> u32 {
    let first = (0..side).find(|&row| own.row(row) != 0).unwrap_or(side);
    let end = (first..side).rfind(|&row| own.row(row) != 0).map_or(first, |last| last + 1);
    let mut rows = [0_u32; 32];
    (first..end).for_each(|row| rows[row] = own.row(row));
    let mut count = 0;
    for end in (first..end).rev() {
        let mut any = 0;
        for row in first..end {
            let both = rows[row] & rows[row + 1];
            rows[row] = both & both >> 1;
            any |= rows[row];
        }
        if any == 0 {
            break;
        }
        count += rows[first..end].iter().map(|row| row.count_ones()).sum::<u32>();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::grass::Cell;
    use proptest::prelude::*;

    /// Generates cells close together, so that they form squares.
    fn some_cells(rows: std::ops::Range<usize>) -> impl Strategy<Value = CellSet> {
        let cells = proptest::collection::vec((rows, 0..7_usize), 0..120);
        cells.prop_map(|cells| cells.into_iter().map(|(row, at)| Cell::new(row, at)).collect())
    }

    fn reference_count(own: &CellSet) -> u32 {
        let mut left = own.eroded();
        let mut count = 0;
        while !left.is_empty() {
            count += left.len();
            left = left.eroded();
        }
        count
    }

    proptest! {
        #[test]
        fn square_counts_match_counting_one_by_one(
            (own, at) in (some_cells(0..20), 0..16_usize),
            more in some_cells(0..20),
        ) {
            let band: CellSet =
                more.cells().filter(|cell| (at..at + 4).contains(&cell.row.into())).collect();
            let after = own.or(&band);
            prop_assert_eq!(full_squares(&own, 20), reference_count(&own));
            prop_assert_eq!(OwnedSquares::from_cells(&own).count_after(&after, (at, at + 4)), reference_count(&after));
        }
    }
}
