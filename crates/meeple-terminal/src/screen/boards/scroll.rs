//! The visible part of a board that doesn't fit.

/// The visible cells along one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScrollRange {
    /// The first visible cell.
    pub(crate) first: usize,
    /// How many cells are visible.
    pub(crate) count: usize,
    /// How many cells there are.
    pub(crate) all: usize,
}

impl ScrollRange {
    /// Returns at most `room` of `all` cells, with `middle` as near to the centre as possible.
    pub(crate) fn around(all: usize, room: usize, middle: usize) -> Self {
        if all <= room {
            return ScrollRange { first: 0, count: all, all };
        }
        let first = middle.saturating_sub(room / 2).min(all - room);
        ScrollRange { first, count: room, all }
    }

    /// Returns whether some cells are hidden.
    pub(crate) fn is_cut(self) -> bool {
        self.count < self.all
    }

    /// Returns the visible cells.
    pub(crate) fn cells(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// The visible part of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scroll {
    pub(crate) columns: ScrollRange,
    pub(crate) rows: ScrollRange,
}

impl Scroll {
    /// Returns the part of a board of this size that fits, around a cell.
    pub(crate) fn around(
        (width, height): (usize, usize),
        (columns, rows): (usize, usize),
        (column, row): (usize, usize),
    ) -> Self {
        Scroll {
            columns: ScrollRange::around(width, columns, column),
            rows: ScrollRange::around(height, rows, row),
        }
    }

    /// Returns whether some cells are hidden.
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
                    let strip = ScrollRange::around(all, room, middle);
                    assert!(strip.cells().contains(&middle), "{strip:?} without {middle}");
                    assert_eq!(strip.count, room.min(all));
                    assert!(strip.cells().end <= all);
                }
            }
        }
    }
}
