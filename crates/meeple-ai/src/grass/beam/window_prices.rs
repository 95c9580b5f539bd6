//! Prices of all windows of a board, so that a placement only recomputes the windows it touches.
//!
//! ```text
//!   . . . . . . . .      A tile changes prices within an area around it (#). Windows that
//!   . . . . . . . .      lie entirely above, below, left or right of it keep their price:
//!   . . # # # . . .      the cheapest of them is computed once. Windows that overlap the
//!   . . # # # . . .      area cost what they did plus the changes inside them.
//!   . . . . . . . .
//! ```

use super::cell_prices::{
    CellArea, CellPrices, CheapestBySide, LANES, LARGEST_WINDOW, Lanes, MAX_AREA_SIDE,
    PriceChanges, ROW_LANES, add_lanes, lanes, min_lanes, subtract_lanes,
};
use meeple_games::grass::MAX_SIDE;

/// Lanes left of a row's first column, where windows reaching that column would start.
const PAD: usize = LANES;
/// Blocks of lanes needed for an area and the windows that overlap it.
const BLOCKS: usize = (MAX_AREA_SIDE + LARGEST_WINDOW - 1).div_ceil(LANES);
/// Rows of an area plus one window height above and below.
const ROWS: usize = MAX_AREA_SIDE + 2 * LARGEST_WINDOW;

/// The prices of all windows of one board.
#[derive(Debug)]
pub(super) struct WindowPrices {
    side: usize,
    /// Largest side for which some window costs nothing: it is full and stays full.
    full: usize,
    /// Prices of the windows by size and first row.
    prices: Vec<[i16; PAD + ROW_LANES]>,
    /// Cheapest windows by size and by number of rows and columns.
    least: Vec<CheapestWindows>,
}

/// The direction in which prices change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PriceTrend {
    /// Some rise and some fall.
    Both,
    /// None falls, so no window costs less than the cheapest did.
    Up,
}

/// The prices of the cheapest windows of one size, relative to an index `i` of rows and columns.
#[derive(Debug, Clone, Copy)]
struct CheapestWindows {
    /// Windows that start in the first `i` rows.
    above: i16,
    /// Windows that start in row `i` or below.
    below: i16,
    /// Windows that start in the first `i` columns.
    left: i16,
    /// Windows that start in column `i` or to the right.
    right: i16,
}

impl WindowPrices {
    /// Computes the windows of a board with these prices.
    pub(super) fn compute(prices: &CellPrices) -> Self {
        let side = prices.side();
        let none =
            CheapestWindows { above: i16::MAX, below: i16::MAX, left: i16::MAX, right: i16::MAX };
        let mut windows = WindowPrices {
            side,
            full: 0,
            prices: vec![[i16::MAX; PAD + ROW_LANES]; LARGEST_WINDOW * side],
            least: vec![none; LARGEST_WINDOW * (side + 1)],
        };
        let mut across = [[[0; LANES]; MAX_SIDE]; MAX_SIDE.div_ceil(LANES)];
        let sums = windows.prices.chunks_exact_mut(side);
        for ((size, sums), least) in (1..).zip(sums).zip(windows.least.chunks_exact_mut(side + 1)) {
            let mut rows = [[i16::MAX; LANES]; MAX_SIDE];
            let mut columns = [i16::MAX; ROW_LANES];
            for (block, across) in across.iter_mut().enumerate().take(side.div_ceil(LANES)) {
                let first = block * LANES;
                for (row, across) in across[..side].iter_mut().enumerate() {
                    *across = add_lanes(*across, lanes(prices.row(row), first + size - 1));
                }
                let cheapest = add_up(&across[..side], size, first, sums, &mut rows);
                columns[first..first + LANES].copy_from_slice(&cheapest);
            }
            record_cheapest(least, &rows.map(smallest), &columns);
            if least[side].left == 0 {
                windows.full = size;
            }
        }
        windows
    }

    /// Returns the cheapest window of each side after these changes, as [`CellPrices::cheapest`] would.
    pub(super) fn cheapest_after(
        &self,
        changes: &PriceChanges,
        trend: PriceTrend,
        most: i16,
    ) -> CheapestBySide {
        let mut across = [[[0; LANES]; ROWS]; BLOCKS];
        let mut cheapest = [0; LARGEST_WINDOW + 1];
        let area = changes.area;
        for size in 1..=LARGEST_WINDOW {
            let blocks = (area.columns.1 - area.columns.0 + size - 1).div_ceil(LANES);
            let across = &mut across[..blocks];
            extend_sums(across, changes, size);
            if size <= self.full {
                continue;
            }
            let least = &self.least[(size - 1) * (self.side + 1)..size * (self.side + 1)];
            let mut price = cheapest_untouched(least, area, size);
            if trend == PriceTrend::Both || price > least[self.side].left {
                let touched = self.cheapest_touched(across, area, size);
                price = price.min(smallest(touched));
            }
            cheapest[size] = price;
            if price > most {
                cheapest[size..].fill(price);
                break;
            }
        }
        cheapest
    }

    /// Returns the cheapest windows that overlap the area; `across` holds the changes within them, row by
    /// row.
    fn cheapest_touched(&self, across: &[[Lanes; ROWS]], area: CellArea, size: usize) -> Lanes {
        let mut least = [i16::MAX; LANES];
        for (block, across) in across.iter().enumerate() {
            least = min_lanes(least, self.touched_in_block(across, area, size, block));
        }
        least
    }

    /// Does the same for one block of columns.
    fn touched_in_block(
        &self,
        across: &[Lanes; ROWS],
        area: CellArea,
        size: usize,
        block: usize,
    ) -> Lanes {
        let (top, end) = area.rows;
        let first = (top + 1).saturating_sub(size);
        let count = end.min(self.side + 1 - size) - first;
        let column = PAD + area.columns.0 + 1 - size + block * LANES;
        // The rows of the window that overlaps only the top of the area; the first rows of the windows that
        // follow may lie above the board.
        let (at, above) = (LARGEST_WINDOW + 1 - size, (size - 1).saturating_sub(top));
        let mut sum = [0; LANES];
        for entering in &across[LARGEST_WINDOW..LARGEST_WINDOW + above] {
            sum = add_lanes(sum, *entering);
        }
        let entering = &across[LARGEST_WINDOW + above..LARGEST_WINDOW + above + count];
        let leaving = &across[at + above - 1..at + above - 1 + count];
        let prices = &self.prices[(size - 1) * self.side + first..][..count];
        let mut least = [i16::MAX; LANES];
        for (prices, (entering, leaving)) in prices.iter().zip(entering.iter().zip(leaving)) {
            sum = subtract_lanes(add_lanes(sum, *entering), *leaving);
            least = min_lanes(least, increased(lanes(prices, column), sum));
        }
        least
    }
}

/// Returns the price of the cheapest window that lies entirely beside an area.
fn cheapest_untouched(least: &[CheapestWindows], area: CellArea, size: usize) -> i16 {
    let before = |first: usize| (first + 1).saturating_sub(size);
    let (above, left) = (least[before(area.rows.0)].above, least[before(area.columns.0)].left);
    let (below, right) = (least[area.rows.1].below, least[area.columns.1].right);
    above.min(below).min(left).min(right)
}

/// Computes the prices of windows that start in these columns from each row's sums of `size` neighbours, and
/// the cheapest of each row; returns the cheapest of each column.
fn add_up(
    across: &[Lanes],
    size: usize,
    first: usize,
    prices: &mut [[i16; PAD + ROW_LANES]],
    rows: &mut [Lanes],
) -> Lanes {
    let mut sum = [0; LANES];
    for entering in &across[..size - 1] {
        sum = add_lanes(sum, *entering);
    }
    let mut columns = [i16::MAX; LANES];
    let entering = across[size - 1..].iter().zip(across);
    for ((entering, leaving), (prices, row)) in entering.zip(prices.iter_mut().zip(rows)) {
        sum = add_lanes(sum, *entering);
        prices[PAD + first..][..LANES].copy_from_slice(&sum);
        columns = min_lanes(columns, sum);
        *row = min_lanes(*row, sum);
        sum = subtract_lanes(sum, *leaving);
    }
    columns
}

/// Records the cheapest windows before each row and column and from there on.
fn record_cheapest(least: &mut [CheapestWindows], rows: &[i16], columns: &[i16]) {
    let side = least.len() - 1;
    for at in 0..side {
        least[at + 1].above = least[at].above.min(rows[at]);
        least[at + 1].left = least[at].left.min(columns[at]);
    }
    for at in (0..side).rev() {
        least[at].below = least[at + 1].below.min(rows[at]);
        least[at].right = least[at + 1].right.min(columns[at]);
    }
}

fn smallest(lanes: Lanes) -> i16 {
    lanes.into_iter().fold(i16::MAX, i16::min)
}

/// Adds changes to prices; what lies off the board keeps the maximum price.
fn increased(mut prices: Lanes, more: Lanes) -> Lanes {
    (0..LANES).for_each(|at| prices[at] = prices[at].saturating_add(more[at]));
    prices
}

/// Extends the sums from `size - 1` to `size` neighbours by adding the column to their left.
fn extend_sums(across: &mut [[Lanes; ROWS]], changes: &PriceChanges, size: usize) {
    let height = changes.area.rows.1 - changes.area.rows.0;
    for (block, across) in across.iter_mut().enumerate() {
        let entering = LARGEST_WINDOW - size + block * LANES;
        for (across, dearer) in
            across[LARGEST_WINDOW..].iter_mut().zip(&changes.increases[..height])
        {
            *across = add_lanes(*across, lanes(dearer, entering));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell_prices::{PriceList, SeatTerrain};
    use super::*;
    use meeple_games::grass::{Cell, CellSet};
    use proptest::prelude::*;

    const TARIFF: PriceList = PriceList { free: [8, 9, 11, 12, 40], capturable: 3, beside: 48 };

    fn some_cells(most: usize) -> impl Strategy<Value = CellSet> {
        let cells = proptest::collection::vec((0..30_usize, 0..30_usize), 0..most);
        cells.prop_map(|cells| cells.into_iter().map(|(row, at)| Cell::new(row, at)).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn the_cheapest_windows_after_a_change_are_those_of_a_new_board(
            (own, barred, prizes) in (some_cells(120), some_cells(20), some_cells(20)),
            (side, more) in (prop_oneof![Just(20), Just(30)], some_cells(900)),
            (top, left) in (0..30_usize, 0..30_usize),
            (height, width) in (1..=MAX_AREA_SIDE, 1..=MAX_AREA_SIDE),
            most in prop_oneof![Just(i16::MAX), 0..600_i16],
        ) {
            let board = CellSet::square(side);
            let (own, prizes) = (own.and(&board), prizes.and(&board));
            let barred = barred.and(&board).without(&own);
            let lawn = SeatTerrain { side, blocked: barred, beside: CellSet::EMPTY, capturable: prizes };
            let prices = CellPrices::compute(&own, &lawn, &TARIFF);
            let windows = WindowPrices::compute(&prices);
            let span = |first: usize, length: usize| (first.min(side - 1), (first + length).min(side));
            let area = CellArea { rows: span(top, height), columns: span(left, width) };
            let is_inside = |cell: &Cell| {
                let is_in = |(first, end), at| (first + 1..end - 1).contains(&usize::from(at));
                is_in(area.rows, cell.row) && is_in(area.columns, cell.column)
            };
            let more: CellSet = more.without(&barred).cells().filter(is_inside).collect();
            // Own cells make some cells cheaper, stones none.
            let grown = (own.or(&more), lawn, PriceTrend::Both);
            let more = more.without(&own);
            let stony = (own, SeatTerrain { blocked: barred.or(&more), ..lawn }, PriceTrend::Up);
            for (own, lawn, trend) in [grown, stony] {
                let changes = prices.changes(area, &own, &lawn);
                let anew = CellPrices::compute(&own, &lawn, &TARIFF).cheapest(most);
                prop_assert_eq!(windows.cheapest_after(&changes, trend, most), anew);
            }
        }
    }
}
