//! A computer player that rates the squares it could still complete ("windows") and how likely that is.
//!
//! ```text
//!   . . 0 0 0 .      The 4x4 window from the second column has no dead cell
//!   . . 0 0 0 .      (an opponent's, a stone, an empty cell next to an opponent's)
//!   . 0 0 0 . .      and 6 cells missing. With one turn left it will
//!   . 0 . . . 1      rarely be filled; with three, usually.
//! ```
//!
//! For each side k only the cheapest window counts: its remaining cost is compared with what the turns,
//! robberies and coupons left can pay for. The chances are added up, with larger windows weighing a little
//! less, because the expected side of the largest square is about the sum over k of the chance to complete
//! one of side k. The potential of the best opponent counts against that.
//!
//! The weights are parameters of the player (see `weights`).

use super::{
    move_evaluation::{AfterMove, MoveEvaluation, choose_best},
    window_weights::{WindowOptions, WindowWeights},
};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, ChooseError, Limits, Player, Seat};
use meeple_games::grass::{Board, CellSet, Grass, MAX_SIDE, Move};
use rand::Rng;

/// Side of the largest window considered: nine tiles hold about 56 cells.
const LARGEST_WINDOW: usize = 9;
/// Weight of a window, indexed by its side: the side to the power of -1/2.
const WINDOW_WEIGHT: [f64; LARGEST_WINDOW + 1] = [
    0.0,
    1.0,
    std::f64::consts::FRAC_1_SQRT_2,
    0.577_350_269_189_625_7,
    0.5,
    0.447_213_595_499_957_9,
    0.408_248_290_463_863,
    0.377_964_473_009_227_25,
    0.353_553_390_593_273_8,
    1.0 / 3.0,
];
/// Costs of missing cells when nooks don't matter.
const FLAT_COSTS: [u32; 5] = [100; 5];
/// Cost of a dead cell; more than any window that can be filled costs.
const DEAD_CELL_COST: u32 = 100_000;
/// Plays for the largest square it can still fill.
#[derive(Debug, Clone, Copy, Default)]
pub struct WindowPlayer {
    weights: WindowWeights,
}

impl Player<Grass> for WindowPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        choose_best(self, position, limits, rng)
    }
}

impl Seatable<Grass> for WindowPlayer {
    type Options = WindowOptions;
    fn seat(options: WindowOptions, _: &Resources) -> Self {
        WindowPlayer { weights: WindowWeights::from_options(&options) }
    }
}

impl MoveEvaluation for WindowPlayer {
    fn evaluate_placement(&self, after: &AfterMove, seat: Seat) -> f64 {
        self.weights.potential(after, seat) - self.weights.best_opponent(after, seat)
    }

    fn evaluate_attack(&self, after: &AfterMove, seat: Seat) -> f64 {
        self.evaluate_placement(after, seat)
    }
}

impl WindowWeights {
    fn best_opponent(&self, after: &AfterMove, seat: Seat) -> f64 {
        let others = (0..after.board.seats()).map(Seat::new).filter(|&other| other != seat);
        others.map(|other| self.potential(after, other)).fold(0.0, f64::max)
    }

    /// Returns the value of the seat's windows.
    fn potential(&self, after: &AfterMove, seat: Seat) -> f64 {
        // With no tile to come, only coupons fill cells, one each, so nooks no longer matter.
        let is_last = after.turns_left + after.robberies == 0;
        let costs =
            WindowCosts::of(after.board, seat, if is_last { FLAT_COSTS } else { self.cost });
        let worth =
            |side: usize| Some(WINDOW_WEIGHT[side] * self.chance(after, costs.cheapest(side)?));
        let expected: f64 = (2..=LARGEST_WINDOW).filter_map(worth).sum();
        expected + self.square * f64::from(full_squares(after.board.territory(seat)))
    }

    /// Estimates the chance that the player fills cells of this total cost (in hundredths of a cell).
    fn chance(&self, after: &AfterMove, cost: u32) -> f64 {
        if cost == 0 {
            return 1.0;
        }
        if cost <= 100 * u32::from(after.coupons) {
            return 0.999 - f64::from(cost) / 1e5; // G14: can be bought at the end, but filled now is better
        }
        let (turns, robberies) = (f64::from(after.turns_left), f64::from(after.robberies));
        let coupons = f64::from(after.coupons);
        let reach = self.turn * turns + self.robbery * robberies + self.coupon * coupons;
        let short = (f64::from(cost) / 100.0 - reach) / (self.doubt + self.drift * turns.sqrt());
        0.99 / (1.0 + libm::exp(short))
    }
}

/// Counts the full squares of 2x2 and larger.
fn full_squares(territory: &CellSet) -> u32 {
    let mut left = territory.eroded();
    let mut count = 0;
    while !left.is_empty() {
        count += left.len();
        left = left.eroded();
    }
    count
}

/// Prefix sums of the cell costs: `sums[row][column]` covers the cells above `row` and left of `column`.
struct WindowCosts {
    side: usize,
    sums: [[u32; MAX_SIDE + 1]; MAX_SIDE + 1],
}

impl WindowCosts {
    fn of(board: &Board, seat: Seat, cost: [u32; 5]) -> Self {
        let side = board.side();
        let (own, dead) = (board.territory(seat), dead_cells(board, seat));
        let closed = own.or(&dead);
        let mut sums = [[0; MAX_SIDE + 1]; MAX_SIDE + 1];
        for row in 0..side {
            // Everything beyond the edge counts as closed.
            let above = if row == 0 { u32::MAX } else { closed.row(row - 1) };
            let below = if row + 1 == side { u32::MAX } else { closed.row(row + 1) };
            let (left, right) = (closed.row(row) << 1 | 1, closed.row(row) >> 1 | 1 << (side - 1));
            let mut in_row = 0;
            for column in 0..side {
                let at = |bits: u32| (bits >> column & 1) as usize;
                in_row += match (at(own.row(row)), at(dead.row(row))) {
                    (1, _) => 0,
                    (_, 1) => DEAD_CELL_COST,
                    _ => cost[at(above) + at(below) + at(left) + at(right)],
                };
                sums[row + 1][column + 1] = sums[row][column + 1] + in_row;
            }
        }
        WindowCosts { side, sums }
    }

    /// Returns the cost of the cheapest window of this side, or `None` if none can be filled.
    fn cheapest(&self, window: usize) -> Option<u32> {
        let mut least = DEAD_CELL_COST;
        for (top, bottom) in self.sums.iter().zip(&self.sums[window..=self.side]) {
            for left in 0..=self.side - window {
                let right = left + window;
                let cost = bottom[right] + top[left] - top[right] - bottom[left];
                least = least.min(cost);
            }
        }
        (least < DEAD_CELL_COST).then_some(least)
    }
}

/// Returns the cells this player can never own: opponents' cells, their neighbours and stones.
fn dead_cells(board: &Board, seat: Seat) -> CellSet {
    let others = (0..board.seats()).map(Seat::new).filter(|&other| other != seat);
    let others = others.fold(CellSet::EMPTY, |all, other| all.or(board.territory(other)));
    others.or(&others.neighbours()).or(board.stones()).without(board.territory(seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::grass::{Cell, ShapeList};

    fn after(board: &Board, turns: u8) -> AfterMove<'_> {
        AfterMove { board, coupons: 0, robberies: 0, turns_left: turns }
    }

    #[test]
    fn a_window_costs_what_is_missing_and_nooks_cost_more() {
        let mut board = Board::new(2, ShapeList::Show);
        let seat = Seat::new(0);
        for (row, column) in [(5, 5), (5, 6), (5, 7), (6, 5), (6, 7), (7, 5), (7, 7)] {
            board.place_single(seat, Cell::new(row, column));
        }
        let cost = WindowWeights::default().cost;
        let costs = WindowCosts::of(&board, seat, cost);
        assert_eq!(costs.cheapest(3), Some(cost[3] + cost[2])); // the nook and the cell below it
        board.place_stone(Cell::new(7, 6));
        let costs = WindowCosts::of(&board, seat, cost);
        assert_eq!(costs.cheapest(2), Some(2 * cost[1]), "two open cells cost less than the nook");
        assert_eq!(costs.cheapest(20), None, "a stone is in it");
    }

    #[test]
    fn larger_windows_count_less() {
        for (side, lighter) in WINDOW_WEIGHT.iter().enumerate().skip(1) {
            assert!((lighter - 1.0 / (side as f64).sqrt()).abs() < 1e-15, "{side}: {lighter}");
        }
    }

    #[test]
    fn more_turns_and_more_grass_are_worth_more() {
        let potential =
            |after: &AfterMove, seat: Seat| WindowWeights::default().potential(after, seat);
        let mut board = Board::new(2, ShapeList::Show);
        let seat = Seat::new(0);
        board.place_single(seat, Cell::new(5, 5));
        let before = potential(&after(&board, 3), seat);
        assert!(potential(&after(&board, 4), seat) > before);
        board.place_single(seat, Cell::new(5, 6));
        assert!(potential(&after(&board, 3), seat) > before);
        let alone = potential(&after(&board, 3), seat);
        for cell in [(3, 5), (5, 3), (5, 8), (7, 6)] {
            board.place_single(Seat::new(1), Cell::new(cell.0, cell.1));
        }
        assert!(potential(&after(&board, 3), seat) < alone, "others are in the way");
    }
}
