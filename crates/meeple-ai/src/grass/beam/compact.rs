//! Full squares of one's own cells, of any size: how many there are, and how many after a lay.

use meeple_games::grass::Rows;

/// The full squares of somebody's cells.
#[derive(Debug)]
pub(super) struct Squares {
    /// How many of 2x2 and more.
    count: u32,
    /// Where those of side 1, 2, 3... begin.
    layers: Vec<Rows>,
}

impl Squares {
    /// The squares of these cells.
    pub(super) fn of(own: &Rows) -> Self {
        let mut layers = vec![*own];
        let mut left = own.eroded();
        while !left.is_empty() {
            layers.push(left);
            left = left.eroded();
        }
        Squares { count: layers[1..].iter().map(Rows::len).sum(), layers }
    }

    /// How many there are when the cells have become these, the new ones all in these rows.
    pub(super) fn after(&self, own: &Rows, rows: (usize, usize)) -> u32 {
        let (first, end) = rows;
        let mut left = [0; 32];
        (first..end).for_each(|row| left[row] = own.row(row));
        let mut count = self.count;
        for side in 2.. {
            // A square that begins further up, or below, has none of the new cells.
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

    fn layer(&self, side: usize) -> &Rows {
        self.layers.get(side - 1).unwrap_or(&Rows::EMPTY)
    }
}

/// How many full squares of 2x2 and more there are.
pub(super) fn full_squares(own: &Rows, side: usize) -> u32 {
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

    /// Cells close together, so that there are squares.
    fn some_cells(rows: std::ops::Range<usize>) -> impl Strategy<Value = Rows> {
        let cells = proptest::collection::vec((rows, 0..7_usize), 0..120);
        cells.prop_map(|cells| cells.into_iter().map(|(row, at)| Cell::new(row, at)).collect())
    }

    fn plain_count(own: &Rows) -> u32 {
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
        fn squares_are_counted_as_one_by_one(
            (own, at) in (some_cells(0..20), 0..16_usize),
            more in some_cells(0..20),
        ) {
            let band: Rows =
                more.cells().filter(|cell| (at..at + 4).contains(&cell.row.into())).collect();
            let after = own.or(&band);
            prop_assert_eq!(full_squares(&own, 20), plain_count(&own));
            prop_assert_eq!(Squares::of(&own).after(&after, (at, at + 4)), plain_count(&after));
        }
    }
}
