//! What each cell still costs one seat, and the cheapest window of every side.
//!
//! ```text
//!   . . 0 0 0 .      in eighths of a cell:      8  9  0  0  0  9
//!   . . 0 E 0 .      own cells cost nothing,    8  9  0  3  0  9
//!   . 0 0 . . .      nooks more than open       9  0  0 11  9  8
//!   . 0 . . . 1      ground, a bonus that can   9  0  9  8  X  X
//!                    be captured little.
//! ```
//!
//! Prices are small numbers in rows of lanes, so that eight columns at a time
//! are added up: first across (each row's sums of k neighbours grow from those
//! of k - 1), then down (what enters the window below is added, what leaves it
//! above is taken away).

use meeple_games::grass::{Cell, MAX_SIDE, Rows};
use std::ops::Range;

/// The largest window looked at: nine tiles hold about 56 cells.
pub(super) const LARGEST: usize = 9;
/// A cell, in the unit of prices.
pub(super) const CELL: i16 = 8;
/// What a cell costs that can never be had: more than any chance is left for, and little enough
/// that the sum of a whole window fits into a lane.
pub(super) const DEAD: i16 = 400;

/// Lanes of a row: the columns of the largest board, and what its last windows would look at.
pub(super) const ROW: usize = 40;

/// The longest side of a tile, and three cells on either side of it.
pub(super) const TALLEST: usize = 13;
/// As many lanes as that takes, and the columns from which a window reaches them, or which it
/// reaches from them.
const REACHED: usize = 4 * LANES;

/// What a cell costs by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tariff {
    /// Free ground, by how many of its four sides are closed.
    pub(super) free: [i16; 5],
    /// A bonus square that can be captured.
    pub(super) prize: i16,
    /// A free cell next to somebody else's, which only a coupon of the end can fill (G14).
    pub(super) beside: i16,
}

/// What one seat finds on the board, its own cells aside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lawn {
    /// Rows, and columns, of the board.
    pub(super) side: usize,
    /// The cells of others, and stones.
    pub(super) barred: Rows,
    /// Open cells next to those of others.
    pub(super) beside: Rows,
    /// Bonus squares that can be captured.
    pub(super) prizes: Rows,
}

/// The price of every cell for one seat.
#[derive(Debug, Clone)]
pub(super) struct Prices {
    side: usize,
    /// What they were reckoned by.
    tariff: Tariff,
    cells: [[i16; ROW]; MAX_SIDE],
}

/// A rectangle of cells: from these rows and columns up to, but without those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    /// The first row, and the one after the last.
    pub(super) rows: (usize, usize),
    /// The first column, and the one after the last.
    pub(super) columns: (usize, usize),
}

/// How prices change within an area, which is at most [`TALLEST`] cells high and wide.
#[derive(Debug)]
pub(super) struct Changes {
    /// Where something may change.
    pub(super) area: Area,
    /// By row of the area: the cells from [`LARGEST`] - 1 columns left of it on.
    pub(super) dearer: [[i16; REACHED]; TALLEST],
}

/// The least price of a window, by its side.
pub(super) type Cheapest = [i16; LARGEST + 1];

impl Prices {
    /// The prices for whoever owns these cells.
    pub(super) fn of(own: &Rows, lawn: &Lawn, tariff: &Tariff) -> Self {
        let mut prices = Prices { side: lawn.side, tariff: *tariff, cells: [[0; ROW]; MAX_SIDE] };
        prices.update(0..lawn.side, own, lawn, tariff);
        prices
    }

    /// These rows anew, after own cells have come into them or next to them; all of them, if
    /// the tariff is another.
    pub(super) fn update(&mut self, rows: Range<usize>, own: &Rows, lawn: &Lawn, tariff: &Tariff) {
        let rows = if self.tariff == *tariff { rows } else { 0..lawn.side };
        self.tariff = *tariff;
        for row in rows {
            self.cells[row] = expand(kinds(row, own, lawn), tariff.kinds());
        }
    }

    /// How much dearer each cell of this area is, once `own` and `lawn` are as given.
    pub(super) fn changes(&self, area: Area, own: &Rows, lawn: &Lawn) -> Changes {
        let mut dearer = [[0; REACHED]; TALLEST];
        let (left, prices) = (area.columns.0, self.tariff.kinds());
        for (row, dearer) in (area.rows.0..area.rows.1).zip(&mut dearer) {
            let kinds = kinds(row, own, lawn);
            for column in (left..area.columns.1).step_by(LANES) {
                let now: Lanes = expand(kinds.map(|cells| cells >> column), prices);
                let change = taken(now, lanes(&self.cells[row], column));
                dearer[LARGEST - 1 + column - left..][..LANES].copy_from_slice(&change);
            }
        }
        Changes { area, dearer }
    }

    /// What they were reckoned by.
    pub(super) fn tariff(&self) -> &Tariff {
        &self.tariff
    }

    /// Rows, and columns, of the board.
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// The prices of one row; beyond the edge, cells that can never be had.
    pub(super) fn row(&self, row: usize) -> &[i16; ROW] {
        &self.cells[row]
    }

    /// The cheapest window of each side; sides whose windows cost more than `most` are not
    /// looked at any more, and have the price of the last one that was.
    pub(super) fn cheapest(&self, most: i16) -> Cheapest {
        let mut across = [[[0_i16; LANES]; MAX_SIDE]; BLOCKS];
        let mut cheapest = [0; LARGEST + 1];
        let blocks = self.side.div_ceil(LANES);
        for size in 1..=LARGEST {
            let mut least = [i16::MAX; LANES];
            for (block, across) in across.iter_mut().enumerate().take(blocks) {
                let first = block * LANES + size - 1;
                least = smaller(least, self.slide(&mut across[..self.side], first, size));
            }
            let price = least.into_iter().fold(i16::MAX, i16::min);
            cheapest[size..].fill(price);
            if price > most {
                break;
            }
        }
        cheapest
    }

    /// The cheapest windows that begin in these columns. `across` has each row's sums of
    /// `size - 1` neighbours, and of `size` afterwards; the last of them is the column `first`.
    fn slide(&self, across: &mut [Lanes], first: usize, size: usize) -> Lanes {
        let mut sum = [0; LANES];
        let mut least = [i16::MAX; LANES];
        for row in 0..across.len() {
            let entering = lanes(&self.cells[row], first);
            across[row] = added(across[row], entering);
            sum = added(sum, across[row]);
            if row + 1 >= size {
                least = smaller(least, sum);
                sum = taken(sum, across[row + 1 - size]);
            }
        }
        least
    }

    /// The windows of these prices, as cells: one that costs the least for each side.
    pub(super) fn windows(&self, cheapest: &Cheapest, most: i16) -> Rows {
        let mut found = Rows::EMPTY;
        for (size, &price) in cheapest.iter().enumerate().skip(2) {
            if price <= most
                && let Some((row, column)) = self.find(size, price)
            {
                for row in row..row + size {
                    (column..column + size).for_each(|at| found.insert(Cell::new(row, at)));
                }
            }
        }
        found
    }

    /// The corner of the first window of this side and price.
    fn find(&self, size: usize, price: i16) -> Option<(usize, usize)> {
        let mut down = [0_i16; ROW];
        for row in 0..self.side {
            add(&mut down, &self.cells[row]);
            if row + 1 < size {
                continue;
            }
            let mut sum = down[..size].iter().sum::<i16>();
            for column in 0..=self.side - size {
                if sum == price {
                    return Some((row + 1 - size, column));
                }
                sum += down[column + size] - down[column];
            }
            let gone = &self.cells[row + 1 - size];
            down.iter_mut().zip(gone).for_each(|(sum, gone)| *sum -= gone);
        }
        None
    }
}

/// Eight columns, which are reckoned with at once.
pub(super) type Lanes = [i16; LANES];
/// How many that are.
pub(super) const LANES: usize = 8;
/// As many blocks of lanes as the largest board needs.
const BLOCKS: usize = MAX_SIDE.div_ceil(LANES);

pub(super) fn lanes(row: &[i16], first: usize) -> Lanes {
    *row[first..].first_chunk().expect("a row is as long as its last window needs")
}

pub(super) fn added(mut to: Lanes, more: Lanes) -> Lanes {
    (0..LANES).for_each(|at| to[at] += more[at]);
    to
}

pub(super) fn taken(mut from: Lanes, less: Lanes) -> Lanes {
    (0..LANES).for_each(|at| from[at] -= less[at]);
    from
}

pub(super) fn smaller(mut one: Lanes, other: Lanes) -> Lanes {
    (0..LANES).for_each(|at| one[at] = one[at].min(other[at]));
    one
}

fn add(to: &mut [i16], from: &[i16]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// The cells in none, one, two, three and all of four rows.
fn count([a, b, c, d]: [u32; 4]) -> [u32; 5] {
    let (one_of_first, both_first) = (a ^ b, a & b);
    let (one_of_last, both_last) = (c ^ d, c & d);
    let odd = one_of_first ^ one_of_last;
    let four = both_first & both_last;
    let two = (both_first | both_last | one_of_first & one_of_last) & !four;
    [!odd & !two & !four, odd & !two, two & !odd, two & odd, four]
}

impl Tariff {
    /// What cells cost, in the order of [`kinds`].
    fn kinds(&self) -> [i16; KINDS] {
        let [n0, n1, n2, n3, n4] = self.free;
        [n0, n1, n2, n3, n4, self.prize, self.beside, DEAD]
    }
}

/// What cells may be that are not one's own.
const KINDS: usize = 8;

/// The cells of one row by what they are: free, with no to four closed sides; a bonus that can be
/// captured; beside others; barred.
fn kinds(row: usize, own: &Rows, lawn: &Lawn) -> [u64; KINDS] {
    let last = lawn.side - 1;
    let closed = |row: usize| own.row(row) | lawn.barred.row(row) | lawn.beside.row(row);
    let all = u32::MAX >> (32 - lawn.side);
    // Beyond the edge everything is closed.
    let above = if row == 0 { all } else { closed(row - 1) };
    let below = if row == last { all } else { closed(row + 1) };
    let here = closed(row);
    let counts = count([above, below, here << 1 | 1, here >> 1 | 1 << last]);
    let taken = own.row(row) | lawn.barred.row(row);
    let prizes = lawn.prizes.row(row) & !taken;
    let beside = lawn.beside.row(row) & !taken & !prizes;
    let free = all & !taken & !prizes & !beside;
    let barred = u64::from(lawn.barred.row(row)) | !u64::from(all);
    let [n0, n1, n2, n3, n4] = counts.map(|cells| u64::from(cells & free));
    [n0, n1, n2, n3, n4, prizes.into(), beside.into(), barred]
}

/// A lane for each cell: the price of the kind that has it.
fn expand<const CELLS: usize>(kinds: [u64; KINDS], prices: [i16; KINDS]) -> [i16; CELLS] {
    let mut row = [0; CELLS];
    for (at, lanes) in row.chunks_exact_mut(LANES).enumerate() {
        for (cells, price) in kinds.into_iter().zip(prices) {
            let mask = &EXPANDED[usize::from((cells >> (LANES * at)) as u8)];
            lanes.iter_mut().zip(mask).for_each(|(lane, mask)| *lane |= mask & price);
        }
    }
    row
}

/// A lane full of ones for each bit of a byte.
static EXPANDED: [[i16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = -(((at / 8) >> (at % 8) & 1) as i16);
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TARIFF: Tariff = Tariff { free: [8, 9, 11, 12, 40], prize: 3, beside: 48 };

    fn some_cells() -> impl Strategy<Value = Rows> {
        let cells = proptest::collection::vec((0..30_usize, 0..30_usize), 0..120);
        cells.prop_map(|cells| cells.into_iter().map(|(row, at)| Cell::new(row, at)).collect())
    }

    /// The slow twin: cell by cell, straight from the description.
    fn plain_price(own: &Rows, lawn: &Lawn, cell: Cell) -> i16 {
        if own.has(cell) {
            0
        } else if lawn.barred.has(cell) {
            DEAD
        } else if lawn.prizes.has(cell) {
            TARIFF.prize
        } else if lawn.beside.has(cell) {
            TARIFF.beside
        } else {
            let closed =
                |next: &Cell| [own, &lawn.barred, &lawn.beside].iter().any(|set| set.has(*next));
            let inside = cell.neighbours(lawn.side).count();
            let open = cell.neighbours(lawn.side).filter(|next| !closed(next)).count();
            assert!(inside <= 4);
            TARIFF.free[4 - open]
        }
    }

    fn plain_cheapest(own: &Rows, lawn: &Lawn, size: usize) -> i16 {
        let price = |row, column| plain_price(own, lawn, Cell::new(row, column));
        let window = |top: usize, left: usize| -> i16 {
            let rows = top..top + size;
            rows.map(|row| (left..left + size).map(|at| price(row, at)).sum::<i16>()).sum()
        };
        let corners = 0..=lawn.side - size;
        let costs = corners.clone().flat_map(|top| corners.clone().map(move |left| (top, left)));
        costs.map(|(top, left)| window(top, left)).min().expect("there is a window")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn windows_cost_what_their_cells_cost_one_by_one(
            (own, barred, beside, prizes) in (some_cells(), some_cells(), some_cells(), some_cells()),
            side in prop_oneof![Just(20), Just(30)],
            (row, later) in (0..20_usize, some_cells()),
        ) {
            let board = Rows::square(side);
            let own = own.and(&board);
            let (barred, beside) = (barred.and(&board).without(&own), beside.and(&board));
            let lawn = Lawn { side, barred, beside, prizes: prizes.and(&board) };
            let prices = Prices::of(&own, &lawn, &TARIFF);
            let cheapest = prices.cheapest(i16::MAX);
            for size in [1, 2, 3, 6, 9] {
                prop_assert_eq!(cheapest[size], plain_cheapest(&own, &lawn, size));
            }
            let windows = prices.windows(&cheapest, i16::MAX);
            prop_assert!(windows.without(&board).is_empty() && windows.len() >= 81);
            // Rows that are brought up to date are as good as new ones.
            let band: Rows = later.cells().filter(|cell| usize::from(cell.row) == row).collect();
            let more = own.or(&band.and(&board).without(&barred));
            let mut updated = prices.clone();
            updated.update(row.saturating_sub(1)..(row + 2).min(side), &more, &lawn, &TARIFF);
            prop_assert_eq!(updated.cells, Prices::of(&more, &lawn, &TARIFF).cells);
            let dearer = Tariff { prize: 8, ..TARIFF };
            updated.update(0..1, &more, &lawn, &dearer);
            prop_assert_eq!(updated.cells, Prices::of(&more, &lawn, &dearer).cells);
        }
    }
}
