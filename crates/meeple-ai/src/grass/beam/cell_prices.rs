//! The price of each cell for one seat, and the cheapest window of every side.
//!
//! ```text
//!   . . 0 0 0 .      in eighths of a cell:      8  9  0  0  0  9
//!   . . 0 E 0 .      own cells cost nothing,    8  9  0  3  0  9
//!   . 0 0 . . .      nooks more than open       9  0  0 11  9  8
//!   . 0 . . . 1      ground, a bonus that can   9  0  9  8  X  X
//!                    be captured little.
//! ```
//!
//! Prices are small integers in rows of lanes, so that eight columns are summed at a time: first across (each
//! row's sums of k neighbours are built from those of k - 1), then down (the row that enters the window is
//! added, the row that leaves it is subtracted).

use meeple_games::grass::{Cell, CellSet, MAX_SIDE};
use std::ops::Range;

/// Side of the largest window considered: nine tiles hold about 56 cells.
pub(super) const LARGEST_WINDOW: usize = 9;
/// One cell, in the unit of prices.
pub(super) const CELL_PRICE: i16 = 8;
/// Price of a cell that can never be owned: so high that no chance is left, and low enough that the sum of a
/// whole window fits into a lane.
pub(super) const DEAD_CELL_PRICE: i16 = 400;

/// Lanes of a row: the columns of the largest board plus those its last windows would reach.
pub(super) const ROW_LANES: usize = 40;

/// Longest side of a tile plus three cells on either side of it.
pub(super) const MAX_AREA_SIDE: usize = 13;
/// Lanes needed for that, plus the columns that windows overlapping them can reach.
const CHANGED_LANES: usize = 4 * LANES;

/// Prices by kind of cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PriceList {
    /// Free cells, indexed by how many of their four sides are closed.
    pub(super) free: [i16; 5],
    /// A bonus square that can be captured.
    pub(super) capturable: i16,
    /// A free cell next to an opponent's, which only a coupon at the end can fill (G14).
    pub(super) beside: i16,
}

/// The board as one seat finds it, apart from its own cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeatTerrain {
    /// Number of rows, and of columns, of the board.
    pub(super) side: usize,
    /// Opponents' cells and stones.
    pub(super) blocked: CellSet,
    /// Free cells next to opponents' cells.
    pub(super) beside: CellSet,
    /// Bonus squares that can be captured.
    pub(super) capturable: CellSet,
}

/// The price of every cell for one seat.
#[derive(Debug, Clone)]
pub(super) struct CellPrices {
    side: usize,
    /// Tariff the prices were computed with.
    tariff: PriceList,
    cells: [[i16; ROW_LANES]; MAX_SIDE],
}

/// A rectangle of cells, as half-open ranges of rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellArea {
    /// First row and the one after the last.
    pub(super) rows: (usize, usize),
    /// First column and the one after the last.
    pub(super) columns: (usize, usize),
}

/// Price changes within an area at most [`TALLEST`] cells high and wide.
#[derive(Debug)]
pub(super) struct PriceChanges {
    /// Area in which prices may change.
    pub(super) area: CellArea,
    /// Price increases for each row of the area, starting [`LARGEST_WINDOW`] - 1 columns left of it.
    pub(super) increases: [[i16; CHANGED_LANES]; MAX_AREA_SIDE],
}

/// Price of the cheapest window, indexed by its side.
pub(super) type CheapestBySide = [i16; LARGEST_WINDOW + 1];

impl CellPrices {
    /// Computes the prices for the owner of these cells.
    pub(super) fn compute(own: &CellSet, lawn: &SeatTerrain, tariff: &PriceList) -> Self {
        let mut prices =
            CellPrices { side: lawn.side, tariff: *tariff, cells: [[0; ROW_LANES]; MAX_SIDE] };
        prices.update(0..lawn.side, own, lawn, tariff);
        prices
    }

    /// Recomputes these rows after own cells have been added in or next to them; if the tariff changes, all
    /// rows.
    pub(super) fn update(
        &mut self,
        rows: Range<usize>,
        own: &CellSet,
        lawn: &SeatTerrain,
        tariff: &PriceList,
    ) {
        let rows = if self.tariff == *tariff { rows } else { 0..lawn.side };
        self.tariff = *tariff;
        for row in rows {
            self.cells[row] = expand(kinds(row, own, lawn), tariff.kinds());
        }
    }

    /// Returns the price increase of each cell in this area if `own` and `lawn` become these.
    pub(super) fn changes(
        &self,
        area: CellArea,
        own: &CellSet,
        lawn: &SeatTerrain,
    ) -> PriceChanges {
        let mut dearer = [[0; CHANGED_LANES]; MAX_AREA_SIDE];
        let (left, prices) = (area.columns.0, self.tariff.kinds());
        for (row, dearer) in (area.rows.0..area.rows.1).zip(&mut dearer) {
            let kinds = kinds(row, own, lawn);
            for column in (left..area.columns.1).step_by(LANES) {
                let now: Lanes = expand(kinds.map(|cells| cells >> column), prices);
                let change = subtract_lanes(now, lanes(&self.cells[row], column));
                dearer[LARGEST_WINDOW - 1 + column - left..][..LANES].copy_from_slice(&change);
            }
        }
        PriceChanges { area, increases: dearer }
    }

    /// Tariff the prices were computed with.
    pub(super) fn price_list(&self) -> &PriceList {
        &self.tariff
    }

    /// Number of rows, and of columns, of the board.
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// Returns the prices of one row; beyond the edge they are [`DEAD`].
    pub(super) fn row(&self, row: usize) -> &[i16; ROW_LANES] {
        &self.cells[row]
    }

    /// Returns the cheapest window of each side. It stops at the first side whose windows all cost more than
    /// `most`, and uses that price for all larger sides too.
    pub(super) fn cheapest(&self, most: i16) -> CheapestBySide {
        let mut across = [[[0_i16; LANES]; MAX_SIDE]; BLOCKS];
        let mut cheapest = [0; LARGEST_WINDOW + 1];
        let blocks = self.side.div_ceil(LANES);
        for size in 1..=LARGEST_WINDOW {
            let mut least = [i16::MAX; LANES];
            for (block, across) in across.iter_mut().enumerate().take(blocks) {
                let first = block * LANES + size - 1;
                least = min_lanes(least, self.slide(&mut across[..self.side], first, size));
            }
            let price = least.into_iter().fold(i16::MAX, i16::min);
            cheapest[size..].fill(price);
            if price > most {
                break;
            }
        }
        cheapest
    }

    /// Returns the cheapest windows that start in these columns. `across` holds each row's sums of `size - 1`
    /// neighbours on entry and of `size` on return; `first` is the last column of the first window.
    fn slide(&self, across: &mut [Lanes], first: usize, size: usize) -> Lanes {
        let mut sum = [0; LANES];
        let mut least = [i16::MAX; LANES];
        for row in 0..across.len() {
            let entering = lanes(&self.cells[row], first);
            across[row] = add_lanes(across[row], entering);
            sum = add_lanes(sum, across[row]);
            if row + 1 >= size {
                least = min_lanes(least, sum);
                sum = subtract_lanes(sum, across[row + 1 - size]);
            }
        }
        least
    }

    /// Returns the cells of one cheapest window of each side that costs at most `most`.
    pub(super) fn windows(&self, cheapest: &CheapestBySide, most: i16) -> CellSet {
        let mut found = CellSet::EMPTY;
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

    /// Returns the corner of the first window with this side and price.
    fn find(&self, size: usize, price: i16) -> Option<(usize, usize)> {
        let mut down = [0_i16; ROW_LANES];
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

/// Eight columns that are processed at once.
pub(super) type Lanes = [i16; LANES];
/// Number of columns in [`Lanes`].
pub(super) const LANES: usize = 8;
/// Number of blocks of lanes the largest board needs.
const BLOCKS: usize = MAX_SIDE.div_ceil(LANES);

pub(super) fn lanes(row: &[i16], first: usize) -> Lanes {
    *row[first..].first_chunk().expect("a row is as long as its last window needs")
}

pub(super) fn add_lanes(mut to: Lanes, more: Lanes) -> Lanes {
    (0..LANES).for_each(|at| to[at] += more[at]);
    to
}

pub(super) fn subtract_lanes(mut from: Lanes, less: Lanes) -> Lanes {
    (0..LANES).for_each(|at| from[at] -= less[at]);
    from
}

pub(super) fn min_lanes(mut one: Lanes, other: Lanes) -> Lanes {
    (0..LANES).for_each(|at| one[at] = one[at].min(other[at]));
    one
}

fn add(to: &mut [i16], from: &[i16]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// Returns the cells set in none, one, two, three and all of four rows.
fn count([a, b, c, d]: [u32; 4]) -> [u32; 5] {
    let (one_of_first, both_first) = (a ^ b, a & b);
    let (one_of_last, both_last) = (c ^ d, c & d);
    let odd = one_of_first ^ one_of_last;
    let four = both_first & both_last;
    let two = (both_first | both_last | one_of_first & one_of_last) & !four;
    [!odd & !two & !four, odd & !two, two & !odd, two & odd, four]
}

impl PriceList {
    /// Returns the prices in the order of [`kinds`].
    fn kinds(&self) -> [i16; KINDS] {
        let [n0, n1, n2, n3, n4] = self.free;
        [n0, n1, n2, n3, n4, self.capturable, self.beside, DEAD_CELL_PRICE]
    }
}

/// Number of kinds of cells that aren't the seat's own.
const KINDS: usize = 8;

/// Splits the cells of one row by kind: free with zero to four closed sides, capturable bonus, beside
/// opponents, barred.
fn kinds(row: usize, own: &CellSet, lawn: &SeatTerrain) -> [u64; KINDS] {
    let last = lawn.side - 1;
    let closed = |row: usize| own.row(row) | lawn.blocked.row(row) | lawn.beside.row(row);
    let all = u32::MAX >> (32 - lawn.side);
    // Everything beyond the edge counts as closed.
    let above = if row == 0 { all } else { closed(row - 1) };
    let below = if row == last { all } else { closed(row + 1) };
    let here = closed(row);
    let counts = count([above, below, here << 1 | 1, here >> 1 | 1 << last]);
    let taken = own.row(row) | lawn.blocked.row(row);
    let prizes = lawn.capturable.row(row) & !taken;
    let beside = lawn.beside.row(row) & !taken & !prizes;
    let free = all & !taken & !prizes & !beside;
    let barred = u64::from(lawn.blocked.row(row)) | !u64::from(all);
    let [n0, n1, n2, n3, n4] = counts.map(|cells| u64::from(cells & free));
    [n0, n1, n2, n3, n4, prizes.into(), beside.into(), barred]
}

/// Returns a lane for each cell with the price of its kind.
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

/// A lane of all ones for each set bit of a byte.
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

    const TARIFF: PriceList = PriceList { free: [8, 9, 11, 12, 40], capturable: 3, beside: 48 };

    fn some_cells() -> impl Strategy<Value = CellSet> {
        let cells = proptest::collection::vec((0..30_usize, 0..30_usize), 0..120);
        cells.prop_map(|cells| cells.into_iter().map(|(row, at)| Cell::new(row, at)).collect())
    }

    /// Reference implementation: the price of a single cell, straight from the definition.
    fn reference_price(own: &CellSet, lawn: &SeatTerrain, cell: Cell) -> i16 {
        if own.contains(cell) {
            0
        } else if lawn.blocked.contains(cell) {
            DEAD_CELL_PRICE
        } else if lawn.capturable.contains(cell) {
            TARIFF.capturable
        } else if lawn.beside.contains(cell) {
            TARIFF.beside
        } else {
            let closed = |next: &Cell| {
                [own, &lawn.blocked, &lawn.beside].iter().any(|set| set.contains(*next))
            };
            let inside = cell.neighbours(lawn.side).count();
            let open = cell.neighbours(lawn.side).filter(|next| !closed(next)).count();
            assert!(inside <= 4);
            TARIFF.free[4 - open]
        }
    }

    fn reference_cheapest(own: &CellSet, lawn: &SeatTerrain, size: usize) -> i16 {
        let price = |row, column| reference_price(own, lawn, Cell::new(row, column));
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
            let board = CellSet::square(side);
            let own = own.and(&board);
            let (barred, beside) = (barred.and(&board).without(&own), beside.and(&board));
            let lawn = SeatTerrain { side, blocked: barred, beside, capturable: prizes.and(&board) };
            let prices = CellPrices::compute(&own, &lawn, &TARIFF);
            let cheapest = prices.cheapest(i16::MAX);
            for size in [1, 2, 3, 6, 9] {
                prop_assert_eq!(cheapest[size], reference_cheapest(&own, &lawn, size));
            }
            let windows = prices.windows(&cheapest, i16::MAX);
            prop_assert!(windows.without(&board).is_empty() && windows.len() >= 81);
            // Updated rows equal newly computed ones.
            let band: CellSet = later.cells().filter(|cell| usize::from(cell.row) == row).collect();
            let more = own.or(&band.and(&board).without(&barred));
            let mut updated = prices.clone();
            updated.update(row.saturating_sub(1)..(row + 2).min(side), &more, &lawn, &TARIFF);
            prop_assert_eq!(updated.cells, CellPrices::compute(&more, &lawn, &TARIFF).cells);
            let dearer = PriceList { capturable: 8, ..TARIFF };
            updated.update(0..1, &more, &lawn, &dearer);
            prop_assert_eq!(updated.cells, CellPrices::compute(&more, &lawn, &dearer).cells);
        }
    }
}
