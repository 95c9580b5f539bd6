//! Numbers all positions of a box in lexicographic order.
//!
//! ```text
//! 2 rows x 2 columns:   0 (0,0)   1 (1,0)   2 (1,1)   3 (2,0)   4 (2,1)   5 (2,2)
//! ```
//!
//! The rank of rows `a` is the sum over the rows `i` of `C((m-1-i) + a[i], m-i)`, where `m` is the
//! number of rows: that many positions have a shorter row i under the same rows above. Every bite
//! lowers the rank.
//!
//! A bar and its mirror image are the same game, so the rows here always run along the longer side: a
//! box with up to 2^44 positions then has at most 23 of them.

use meeple_games::chomp::{Board, MAX_SIDE, Move};
use std::ops::Range;

/// The maximum number of positions of a box; their table takes 2 TiB.
pub const MAX_POSITIONS: u64 = 1 << 44;

/// The maximum number of rows of such a box, if they run along its longer side.
pub(crate) const MAX_ROWS: usize = 23;

/// Returns the number of positions of a box, C(width + height, height), including the empty one; `None`
/// if it doesn't fit into 64 bits.
pub fn positions_in_box(width: u8, height: u8) -> Option<u64> {
    binomial(u32::from(width) + u32::from(height), width.min(height).into())
}

/// Returns C(n, k), or `None` if it or an intermediate result doesn't fit into 64 bits.
fn binomial(n: u32, k: u32) -> Option<u64> {
    let product = (1..=u128::from(k)).try_fold(1_u128, |product, i| {
        let next = product * (u128::from(n) - u128::from(k) + i) / i;
        (next <= u128::from(u64::MAX)).then_some(next)
    });
    product.map(|product| product as u64)
}

/// The orientation of a position in the box: as drawn, or mirrored in the diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lie {
    Straight,
    Mirrored,
}

impl Lie {
    /// Converts a bite in the box to a bite on the board, and vice versa.
    pub(crate) fn turn(self, bite: Move) -> Move {
        match self {
            Lie::Straight => bite,
            Lie::Mirrored => Move { row: bite.column, column: bite.row },
        }
    }
}

/// The rows of a position in the box; rows beyond the box are 0.
pub(crate) type BarRows = [u8; MAX_ROWS];

/// The numbering of all positions of a box.
#[derive(Debug, Clone)]
pub(crate) struct Ranking {
    /// The longer side.
    pub(crate) longest: u8,
    /// The shorter side.
    pub(crate) rows: usize,
    /// What a row of each length adds to the rank; it has one extra length, see `raise`.
    weights: Vec<[u64; MAX_SIDE + 2]>,
    /// For each length, what the rows above row i add to the rank in total if all have that length.
    above: Vec<[u64; MAX_ROWS + 1]>,
}

/// Adjacent rows of equal length, which a single bite can have left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowGroup {
    /// The first row.
    pub(crate) first: usize,
    /// The row after the last one.
    pub(crate) end: usize,
    /// The length of these rows.
    pub(crate) least: u8,
    /// The length of the row above, or the maximum length.
    pub(crate) most: u8,
}

/// The offsets for marking parents that differ only in the length of the bitten row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stencil {
    /// The offset for parents whose next row is shorter than the bitten row can be: one mark covers all
    /// lengths of the bitten row.
    pub(crate) shorter: u64,
    /// The offset for parents whose next row is as long: then the bitten row must have its maximum length.
    pub(crate) longest: u64,
}

/// A visitor of the parents of a position, that is, the positions from which one bite leads to it.
pub(crate) trait Parents {
    /// Visits one parent.
    fn one(&mut self, rank: u64);
    /// Visits parents with consecutive ranks.
    fn run(&mut self, ranks: Range<u64>);
}

impl Ranking {
    /// Creates the numbering of a box with at most [`MAX_POSITIONS`].
    pub(crate) fn new(width: u8, height: u8) -> Self {
        let (longest, rows) = (width.max(height), usize::from(width.min(height)));
        let mut weights = vec![[0; MAX_SIDE + 2]; rows];
        for (row, weights) in weights.iter_mut().enumerate() {
            for length in 1..=u32::from(longest) {
                let shorter = binomial((rows - 1 - row) as u32 + length, (rows - row) as u32);
                weights[length as usize] = shorter.expect("at most 2^44 in this box");
            }
        }
        let sums = |length: usize| {
            let mut sums = [0; MAX_ROWS + 1];
            for (row, weights) in weights.iter().enumerate() {
                sums[row + 1] = sums[row] + weights[length];
            }
            sums
        };
        let above = (0..=usize::from(longest)).map(sums).collect();
        Ranking { longest, rows, weights, above }
    }

    /// Returns the number of positions.
    pub(crate) fn positions(&self) -> u64 {
        self.positions_from(0, self.longest)
    }

    /// Returns the rows of a board in this box, straight if that fits; `None` if neither orientation does.
    pub(crate) fn lay(&self, board: &Board) -> Option<(BarRows, Lie)> {
        let left = board.rows_left();
        let wide = left.first().copied().unwrap_or(0);
        let mut rows = [0; MAX_ROWS];
        if left.len() <= self.rows && wide <= self.longest {
            rows[..left.len()].copy_from_slice(left);
            return Some((rows, Lie::Straight));
        }
        if usize::from(wide) > self.rows || left.len() > self.longest.into() {
            return None;
        }
        for (column, length) in (0..wide).zip(&mut rows) {
            *length = left.partition_point(|&row| row > column) as u8;
        }
        Some((rows, Lie::Mirrored))
    }

    /// Returns the rank of a position.
    pub(crate) fn rank(&self, rows: &BarRows) -> u64 {
        self.weights.iter().zip(rows).map(|(weights, &length)| weights[usize::from(length)]).sum()
    }

    /// Changes `rows` to the position with this rank; fast if the ranks are close to each other.
    pub(crate) fn move_to(&self, rank: u64, rows: &mut BarRows) {
        let mut left = rank;
        let mut most = self.longest;
        for (weights, length) in self.weights.iter().zip(rows) {
            let mut guess = (*length).min(most);
            while weights[usize::from(guess)] > left {
                guess -= 1;
            }
            while guess < most && weights[usize::from(guess) + 1] <= left {
                guess += 1;
            }
            left -= weights[usize::from(guess)];
            (*length, most) = (guess, guess);
        }
    }

    /// Returns the number of positions of the rows from this one on, none of them longer than `most`.
    #[inline]
    pub(crate) fn positions_from(&self, row: usize, most: u8) -> u64 {
        let above = &self.above[usize::from(most)];
        above[self.rows] - above[row] + 1
    }

    /// Returns what a row of this length adds to the rank.
    #[inline]
    pub(crate) fn weight(&self, row: usize, length: u8) -> u64 {
        self.weights[row][usize::from(length)]
    }

    /// Iterates over the groups of equal rows, from the top.
    ///
    /// A bite leaves a group of equal rows. Only the first row of a group can have been bitten, because
    /// the row above the bite was longer. It had at most as many squares as the row above the group, and
    /// the rows below it any lengths from the group's up to its own.
    #[inline]
    pub(crate) fn groups(&self, rows: &BarRows) -> impl Iterator<Item = RowGroup> {
        let rows = &rows[..self.rows];
        let (mut first, mut most) = (0, self.longest);
        std::iter::from_fn(move || {
            let &least = rows.get(first)?;
            let end = first + rows[first..].iter().take_while(|&&row| row == least).count();
            let group = RowGroup { first, end, least, most };
            (first, most) = (end, least);
            Some(group)
        })
    }

    /// Visits every parent of a position.
    #[inline]
    pub(crate) fn parents(&self, rows: &BarRows, rank: u64, parents: &mut impl Parents) {
        for group in self.groups(rows) {
            self.parents_by(group, rank, parents);
        }
    }

    /// Visits every parent from which a bite leaves this group.
    #[inline]
    pub(crate) fn parents_by(&self, group: RowGroup, rank: u64, parents: &mut impl Parents) {
        let RowGroup { first, end, least, most } = group;
        let added = |length: u8| {
            let above = &self.above[usize::from(length)];
            above[end] - above[first]
        };
        if least == 0 {
            // All rows down to the last are free, so the ranks are consecutive.
            parents.run(rank + 1..rank + added(most) + 1);
        } else if most > least {
            let rest = rank - added(least);
            self.raise(first, end, least..most, least, rest, parents);
        }
    }

    /// Visits, for each possible content of the rows below the first row of this group in a parent, one
    /// number instead of one per length of the first row: the rank among those rows (`below` is the
    /// position's own) plus the offset from the stencil.
    #[inline]
    pub(crate) fn parents_once(
        &self,
        group: RowGroup,
        below: u64,
        stencil: Stencil,
        parents: &mut impl Parents,
    ) {
        let RowGroup { first, end, least, most } = group;
        if most == least {
            return;
        }
        if end == first + 1 {
            parents.one(stencil.shorter + below);
        } else if least == 0 {
            let shorter = self.positions_from(first + 1, most - 1);
            let all = self.positions_from(first + 1, most);
            parents.run(stencil.shorter..stencil.shorter + shorter);
            parents.run(stencil.longest + shorter..stencil.longest + all);
        } else {
            let above = &self.above[usize::from(least)];
            let rest = below - (above[end] - above[first + 1]);
            let (shorter, longest) = (stencil.shorter + rest, stencil.longest + rest);
            self.raise(first + 1, end, least - 1..most - 1, least, shorter, parents);
            self.raise(first + 1, end, most - 1..most, least, longest, parents);
        }
    }

    /// Visits all ways to lengthen the rows from `row` to `end`: that row to one more than a length in
    /// `shorter`, the rows below to at least `least`, which must not be 0. The other rows add `rest` to
    /// the rank.
    fn raise(
        &self,
        row: usize,
        end: usize,
        shorter: Range<u8>,
        least: u8,
        rest: u64,
        parents: &mut impl Parents,
    ) {
        // `shorter` is a length minus one, so that the range can end at 255 and the compiler sees that
        // no index is out of bounds.
        let weights = &self.weights[row];
        if row + 1 < end {
            for shorter in shorter {
                let rest = rest + weights[usize::from(shorter) + 1];
                self.raise(row + 1, end, least - 1..shorter + 1, least, rest, parents);
            }
        } else if end == self.rows {
            // Lengths of the last row have consecutive ranks.
            let rest = rest + 1;
            parents.run(rest + u64::from(shorter.start)..rest + u64::from(shorter.end));
        } else {
            for shorter in shorter {
                parents.one(rest + weights[usize::from(shorter) + 1]);
            }
        }
    }

    /// Iterates over the bites and the ranks after them, in row-major order of the box, the poison first.
    pub(crate) fn after_bites(&self, rows: &BarRows) -> impl Iterator<Item = (Move, u64)> {
        let rows = *rows;
        // What the rows above row i add in total, and how many rows reach each column.
        let mut above = [0; MAX_ROWS + 1];
        for (row, weights) in self.weights.iter().enumerate() {
            above[row + 1] = above[row] + weights[usize::from(rows[row])];
        }
        let mut reach = [0_u8; MAX_SIDE];
        for (row, pair) in (1..).zip(rows.windows(2)) {
            reach[usize::from(pair[1])..usize::from(pair[0])].fill(row);
        }
        reach[..usize::from(rows[MAX_ROWS - 1])].fill(MAX_ROWS as u8);
        let rank = above[self.rows];
        (0..self.rows).flat_map(move |row| {
            (0..rows[row]).map(move |column| {
                let bitten = &self.above[usize::from(column)];
                let end = usize::from(reach[usize::from(column)]);
                let after = rank - (above[end] - above[row]) + (bitten[end] - bitten[row]);
                (Move { row: row as u8, column }, after)
            })
        })
    }
}
