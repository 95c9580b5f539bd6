//! The part of a board that fits, where not all of it does.

/// What is shown of a side that has more cells than there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strip {
    /// The first cell that is shown.
    pub(crate) first: usize,
    /// How many are shown.
    pub(crate) count: usize,
    /// How many there are.
    pub(crate) all: usize,
}

impl Strip {
    /// So many cells of `all`, with this one as near to the middle as can be.
    pub(crate) fn around(all: usize, room: usize, middle: usize) -> Self {
        if all <= room {
            return Strip { first: 0, count: all, all };
        }
        let first = middle.saturating_sub(room / 2).min(all - room);
        Strip { first, count: room, all }
    }

    /// Whether something is left out.
    pub(crate) fn is_cut(self) -> bool {
        self.count < self.all
    }

    /// The cells.
    pub(crate) fn cells(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// What is shown of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scroll {
    /// Its columns.
    pub(crate) columns: Strip,
    /// Its rows.
    pub(crate) rows: Strip,
}

impl Scroll {
    /// As much of a board of this size as there is room for, around a cell.
    pub(crate) fn around(
        (width, height): (usize, usize),
        (columns, rows): (usize, usize),
        (column, row): (usize, usize),
    ) -> Self {
        Scroll {
            columns: Strip::around(width, columns, column),
            rows: Strip::around(height, rows, row),
        }
    }

    /// Whether something is left out.
    pub(crate) fn is_cut(self) -> bool {
        self.columns.is_cut() || self.rows.is_cut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_always_shown() {
        for all in 1..12 {
            for room in 1..14 {
                for middle in 0..all {
                    let strip = Strip::around(all, room, middle);
                    assert!(strip.cells().contains(&middle), "{strip:?} without {middle}");
                    assert_eq!(strip.count, room.min(all));
                    assert!(strip.cells().end <= all);
                }
            }
        }
    }
}
