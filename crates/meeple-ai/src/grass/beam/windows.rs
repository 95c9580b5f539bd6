//! What every window of a board costs, so that a tile asks only for those it meets.
//!
//! ```text
//!   . . . . . . . .      A tile changes prices within an area around it (#). Windows that
//!   . . . . . . . .      lie wholly above, below, left or right of that cost what they did:
//!   . . # # # . . .      the cheapest of them was reckoned once. Those that meet the area
//!   . . # # # . . .      cost what they did and what has changed in them.
//!   . . . . . . . .
//! ```

use super::prices::{
    Area, Changes, Cheapest, LANES, LARGEST, Lanes, Prices, ROW, TALLEST, added, lanes, smaller,
    taken,
};
use meeple_games::grass::MAX_SIDE;

/// Lanes left of a row's first column, from which windows would begin that reach it.
const PAD: usize = LANES;
/// Blocks of lanes that an area and the windows around it take.
const BLOCKS: usize = (TALLEST + LARGEST - 1).div_ceil(LANES);
/// Rows of an area, and as many above and below as a window has.
const ROWS: usize = TALLEST + 2 * LARGEST;

/// The windows of one board.
#[derive(Debug)]
pub(super) struct Windows {
    side: usize,
    /// The largest side of which a window costs nothing: it is full, and stays so.
    full: usize,
    /// By size and row: what the windows that begin there cost.
    prices: Vec<[i16; PAD + ROW]>,
    /// By size and number of rows and columns.
    least: Vec<Least>,
}

/// How prices change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    /// Some rise and some fall.
    Both,
    /// None falls: no window costs less than the cheapest did.
    Up,
}

/// The cheapest windows of one size,
#[derive(Debug, Clone, Copy)]
struct Least {
    /// that begin in the first so many rows,
    above: i16,
    /// from that row on,
    below: i16,
    /// in the first so many columns,
    left: i16,
    /// and from that column on.
    right: i16,
}

impl Windows {
    /// The windows of a board with these prices.
    pub(super) fn of(prices: &Prices) -> Self {
        let side = prices.side();
        let none = Least { above: i16::MAX, below: i16::MAX, left: i16::MAX, right: i16::MAX };
        let mut windows = Windows {
            side,
            full: 0,
            prices: vec![[i16::MAX; PAD + ROW]; LARGEST * side],
            least: vec![none; LARGEST * (side + 1)],
        };
        let mut across = [[[0; LANES]; MAX_SIDE]; MAX_SIDE.div_ceil(LANES)];
        let sums = windows.prices.chunks_exact_mut(side);
        for ((size, sums), least) in (1..).zip(sums).zip(windows.least.chunks_exact_mut(side + 1)) {
            let mut rows = [[i16::MAX; LANES]; MAX_SIDE];
            let mut columns = [i16::MAX; ROW];
            for (block, across) in across.iter_mut().enumerate().take(side.div_ceil(LANES)) {
                let first = block * LANES;
                for (row, across) in across[..side].iter_mut().enumerate() {
                    *across = added(*across, lanes(prices.row(row), first + size - 1));
                }
                let cheapest = add_up(&across[..side], size, first, sums, &mut rows);
                columns[first..first + LANES].copy_from_slice(&cheapest);
            }
            note(least, &rows.map(smallest), &columns);
            if least[side].left == 0 {
                windows.full = size;
            }
        }
        windows
    }

    /// The cheapest window of each side after these changes, as [`Prices::cheapest`] has them.
    pub(super) fn cheapest_after(&self, changes: &Changes, trend: Trend, most: i16) -> Cheapest {
        let mut across = [[[0; LANES]; ROWS]; BLOCKS];
        let mut cheapest = [0; LARGEST + 1];
        let area = changes.area;
        for size in 1..=LARGEST {
            let blocks = (area.columns.1 - area.columns.0 + size - 1).div_ceil(LANES);
            let across = &mut across[..blocks];
            widen(across, changes, size);
            if size <= self.full {
                continue;
            }
            let least = &self.least[(size - 1) * (self.side + 1)..size * (self.side + 1)];
            let mut price = untouched(least, area, size);
            if trend == Trend::Both || price > least[self.side].left {
                let touched = self.touched(across, area, size);
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

    /// The cheapest of those that meet the area; `across` has what has changed in them, row by
    /// row.
    fn touched(&self, across: &[[Lanes; ROWS]], area: Area, size: usize) -> Lanes {
        let mut least = [i16::MAX; LANES];
        for (block, across) in across.iter().enumerate() {
            least = smaller(least, self.touched_in_block(across, area, size, block));
        }
        least
    }

    /// The same for one block of columns.
    fn touched_in_block(
        &self,
        across: &[Lanes; ROWS],
        area: Area,
        size: usize,
        block: usize,
    ) -> Lanes {
        let (top, end) = area.rows;
        let first = (top + 1).saturating_sub(size);
        let count = end.min(self.side + 1 - size) - first;
        let column = PAD + area.columns.0 + 1 - size + block * LANES;
        // The rows of the window that meets only the top of the area; the first ones of those
        // that follow may lie above the board.
        let (at, above) = (LARGEST + 1 - size, (size - 1).saturating_sub(top));
        let mut sum = [0; LANES];
        for entering in &across[LARGEST..LARGEST + above] {
            sum = added(sum, *entering);
        }
        let entering = &across[LARGEST + above..LARGEST + above + count];
        let leaving = &across[at + above - 1..at + above - 1 + count];
        let prices = &self.prices[(size - 1) * self.side + first..][..count];
        let mut least = [i16::MAX; LANES];
        for (prices, (entering, leaving)) in prices.iter().zip(entering.iter().zip(leaving)) {
            sum = taken(added(sum, *entering), *leaving);
            least = smaller(least, dearer(lanes(prices, column), sum));
        }
        least
    }
}

/// The cheapest of those that lie wholly beside an area.
fn untouched(least: &[Least], area: Area, size: usize) -> i16 {
    let before = |first: usize| (first + 1).saturating_sub(size);
    let (above, left) = (least[before(area.rows.0)].above, least[before(area.columns.0)].left);
    let (below, right) = (least[area.rows.1].below, least[area.columns.1].right);
    above.min(below).min(left).min(right)
}

/// What windows cost that begin in these columns, from each row's sums of `size` neighbours, and
/// the cheapest of each row and each column.
fn add_up(
    across: &[Lanes],
    size: usize,
    first: usize,
    prices: &mut [[i16; PAD + ROW]],
    rows: &mut [Lanes],
) -> Lanes {
    let mut sum = [0; LANES];
    for entering in &across[..size - 1] {
        sum = added(sum, *entering);
    }
    let mut columns = [i16::MAX; LANES];
    let entering = across[size - 1..].iter().zip(across);
    for ((entering, leaving), (prices, row)) in entering.zip(prices.iter_mut().zip(rows)) {
        sum = added(sum, *entering);
        prices[PAD + first..][..LANES].copy_from_slice(&sum);
        columns = smaller(columns, sum);
        *row = smaller(*row, sum);
        sum = taken(sum, *leaving);
    }
    columns
}

/// Notes which windows are the cheapest up to each row and column and from there on.
fn note(least: &mut [Least], rows: &[i16], columns: &[i16]) {
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

/// Prices and what is added to them; what lies off the board stays the dearest of all.
fn dearer(mut prices: Lanes, more: Lanes) -> Lanes {
    (0..LANES).for_each(|at| prices[at] = prices[at].saturating_add(more[at]));
    prices
}

/// Sums of `size` neighbours from those of one less: the column left of them enters.
fn widen(across: &mut [[Lanes; ROWS]], changes: &Changes, size: usize) {
    let height = changes.area.rows.1 - changes.area.rows.0;
    for (block, across) in across.iter_mut().enumerate() {
        let entering = LARGEST - size + block * LANES;
        for (across, dearer) in across[LARGEST..].iter_mut().zip(&changes.dearer[..height]) {
            *across = added(*across, lanes(dearer, entering));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::prices::{Lawn, Tariff};
    use super::*;
    use meeple_games::grass::{Cell, Rows};
    use proptest::prelude::*;

    const TARIFF: Tariff = Tariff { free: [8, 9, 11, 12, 40], prize: 3, beside: 48 };

    fn some_cells(most: usize) -> impl Strategy<Value = Rows> {
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
            (height, width) in (1..=TALLEST, 1..=TALLEST),
            most in prop_oneof![Just(i16::MAX), 0..600_i16],
        ) {
            let board = Rows::square(side);
            let (own, prizes) = (own.and(&board), prizes.and(&board));
            let barred = barred.and(&board).without(&own);
            let lawn = Lawn { side, barred, beside: Rows::EMPTY, prizes };
            let prices = Prices::of(&own, &lawn, &TARIFF);
            let windows = Windows::of(&prices);
            let span = |first: usize, length: usize| (first.min(side - 1), (first + length).min(side));
            let area = Area { rows: span(top, height), columns: span(left, width) };
            let is_inside = |cell: &Cell| {
                let is_in = |(first, end), at| (first + 1..end - 1).contains(&usize::from(at));
                is_in(area.rows, cell.row) && is_in(area.columns, cell.column)
            };
            let more: Rows = more.without(&barred).cells().filter(is_inside).collect();
            // Own cells make some cells cheaper, stones none.
            let grown = (own.or(&more), lawn, Trend::Both);
            let more = more.without(&own);
            let stony = (own, Lawn { barred: barred.or(&more), ..lawn }, Trend::Up);
            for (own, lawn, trend) in [grown, stony] {
                let changes = prices.changes(area, &own, &lawn);
                let anew = Prices::of(&own, &lawn, &TARIFF).cheapest(most);
                prop_assert_eq!(windows.cheapest_after(&changes, trend, most), anew);
            }
        }
    }
}
