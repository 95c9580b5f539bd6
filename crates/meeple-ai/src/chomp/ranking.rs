//! Every position of a box gets a number, in the order of the alphabet.
//!
//! ```text
//! 2 rows x 2 columns:   0 (0,0)   1 (1,0)   2 (1,1)   3 (2,0)   4 (2,1)   5 (2,2)
//! ```
//!
//! The rank of rows `a` is the sum over the rows `i` of `C((m-1-i) + a[i], m-i)`,
//! where `m` is the number of rows: that many positions have a shorter row i under the
//! same rows above. Every bite lowers the rank.
//!
//! A bar and its mirror image are the same game, so the rows here always run
//! along the longer side: a box with up to 2^44 positions then has at most 23 of them.

use meeple_games::chomp::{Bite, Board, MAX_SIDE};
use std::ops::Range;

/// The most positions of a box that can be ranked: their bits are 2 TiB.
pub const MAX_POSITIONS: u64 = 1 << 44;

/// The most rows of such a box, when they run along its longer side.
pub(crate) const MAX_ROWS: usize = 23;

/// How many positions a box has, C(width + height, height), the one where
/// nothing is left included; `None` above 2^64.
pub fn positions_in_box(width: u8, height: u8) -> Option<u64> {
    binomial(u32::from(width) + u32::from(height), width.min(height).into())
}

/// C(n, k), unless it or a number on the way is above 2^64.
fn binomial(n: u32, k: u32) -> Option<u64> {
    let product = (1..=u128::from(k)).try_fold(1_u128, |product, i| {
        let next = product * (u128::from(n) - u128::from(k) + i) / i;
        (next <= u128::from(u64::MAX)).then_some(next)
    });
    product.map(|product| product as u64)
}

/// How a position lies in the box: as it is drawn, or mirrored in the diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lie {
    Straight,
    Mirrored,
}

impl Lie {
    /// A bite in the box as a bite on the board, and the other way round.
    pub(crate) fn turn(self, bite: Bite) -> Bite {
        match self {
            Lie::Straight => bite,
            Lie::Mirrored => Bite { row: bite.column, column: bite.row },
        }
    }
}

/// The rows of a position in the box; rows that the box does not have are 0.
pub(crate) type Rows = [u8; MAX_ROWS];

/// The order of all positions of a box.
#[derive(Debug, Clone)]
pub(crate) struct Ranking {
    /// The longer side.
    pub(crate) longest: u8,
    /// The shorter side.
    pub(crate) rows: usize,
    /// What a row of each length adds to the rank; one more than there are lengths, see `raise`.
    weights: Vec<[u64; MAX_SIDE + 2]>,
    /// For each length, what the rows above row i add together if all have that length.
    above: Vec<[u64; MAX_ROWS + 1]>,
}

/// Rows of equal length that one bite can have left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    /// The first row.
    pub(crate) first: usize,
    /// The row after the last one.
    pub(crate) end: usize,
    /// The length of these rows.
    pub(crate) least: u8,
    /// The length of the row above, or the longest there is.
    pub(crate) most: u8,
}

/// Where parents are marked that differ only in the length of the bitten row, by what is below it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stencil {
    /// If the next row is shorter than the bitten row can be: for all lengths of that together.
    pub(crate) shorter: u64,
    /// If it is as long, there is only one such parent: where the bitten row is longest.
    pub(crate) longest: u64,
}

/// Whoever wants to know the parents of a position: the positions from which one bite leads to it.
pub(crate) trait Parents {
    /// A parent.
    fn one(&mut self, rank: u64);
    /// Parents with ranks in a row.
    fn run(&mut self, ranks: Range<u64>);
}

impl Ranking {
    /// The order of a box with at most [`MAX_POSITIONS`].
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

    /// How many positions there are.
    pub(crate) fn positions(&self) -> u64 {
        self.positions_from(0, self.longest)
    }

    /// The rows of a board in this box, straight if that fits.
    pub(crate) fn lay(&self, board: &Board) -> Option<(Rows, Lie)> {
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

    /// The rank of a position.
    pub(crate) fn rank(&self, rows: &Rows) -> u64 {
        self.weights.iter().zip(rows).map(|(weights, &length)| weights[usize::from(length)]).sum()
    }

    /// Changes `rows` to the position with this rank; quick if that is near.
    pub(crate) fn move_to(&self, rank: u64, rows: &mut Rows) {
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

    /// How many positions there are of the rows from this one on, none longer than `most`.
    #[inline]
    pub(crate) fn positions_from(&self, row: usize, most: u8) -> u64 {
        let above = &self.above[usize::from(most)];
        above[self.rows] - above[row] + 1
    }

    /// What a row of this length adds to the rank.
    #[inline]
    pub(crate) fn weight(&self, row: usize, length: u8) -> u64 {
        self.weights[row][usize::from(length)]
    }

    /// The groups of equal rows, from the top.
    ///
    /// A bite leaves a group of equal rows. Only the first row of a group can
    /// have been bitten, since the row above the bite was longer; it had up to
    /// as many squares as the row above the group, and the rows below it any
    /// lengths from the group's up to its own.
    #[inline]
    pub(crate) fn groups(&self, rows: &Rows) -> impl Iterator<Item = Group> {
        let rows = &rows[..self.rows];
        let (mut first, mut most) = (0, self.longest);
        std::iter::from_fn(move || {
            let &least = rows.get(first)?;
            let end = first + rows[first..].iter().take_while(|&&row| row == least).count();
            let group = Group { first, end, least, most };
            (first, most) = (end, least);
            Some(group)
        })
    }

    /// Tells `parents` every parent of a position.
    #[inline]
    pub(crate) fn parents(&self, rows: &Rows, rank: u64, parents: &mut impl Parents) {
        for group in self.groups(rows) {
            self.parents_by(group, rank, parents);
        }
    }

    /// Tells `parents` every parent from which a bite leaves this group.
    #[inline]
    pub(crate) fn parents_by(&self, group: Group, rank: u64, parents: &mut impl Parents) {
        let Group { first, end, least, most } = group;
        let added = |length: u8| {
            let above = &self.above[usize::from(length)];
            above[end] - above[first]
        };
        if least == 0 {
            // Everything down to the last row is free: the ranks from here on.
            parents.run(rank + 1..rank + added(most) + 1);
        } else if most > least {
            let rest = rank - added(least);
            self.raise(first, end, least..most, least, rest, parents);
        }
    }

    /// Tells `parents` what the rows below the first row of this group can be in a
    /// parent, whatever the length of that row: a number in the order of those rows, as
    /// `below` is the position's, added to where the stencil keeps them.
    #[inline]
    pub(crate) fn parents_once(
        &self,
        group: Group,
        below: u64,
        stencil: Stencil,
        parents: &mut impl Parents,
    ) {
        let Group { first, end, least, most } = group;
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

    /// All ways to lengthen the rows from `row` to `end`: that row to one more
    /// than one of `shorter`, those below to at least `least`, which is not 0.
    /// The other rows add `rest` to the rank.
    fn raise(
        &self,
        row: usize,
        end: usize,
        shorter: Range<u8>,
        least: u8,
        rest: u64,
        parents: &mut impl Parents,
    ) {
        // One less than a length, so that a range can end at 255: then no index
        // can be out of bounds, and the compiler knows.
        let weights = &self.weights[row];
        if row + 1 < end {
            for shorter in shorter {
                let rest = rest + weights[usize::from(shorter) + 1];
                self.raise(row + 1, end, least - 1..shorter + 1, least, rest, parents);
            }
        } else if end == self.rows {
            // The last row counts one by one.
            let rest = rest + 1;
            parents.run(rest + u64::from(shorter.start)..rest + u64::from(shorter.end));
        } else {
            for shorter in shorter {
                parents.one(rest + weights[usize::from(shorter) + 1]);
            }
        }
    }

    /// The ranks after each bite, in row-major order of the box, the poison first.
    pub(crate) fn after_bites(&self, rows: &Rows) -> impl Iterator<Item = (Bite, u64)> {
        let rows = *rows;
        // What the rows above row i add together, and how many rows reach each column.
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
                (Bite { row: row as u8, column }, after)
            })
        })
    }
}
