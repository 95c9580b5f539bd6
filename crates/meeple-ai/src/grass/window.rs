//! Window potential: which square could still become one's own, and how likely.
//!
//! ```text
//!   . . 0 0 0 .      The 4x4 window from the second column has no dead cell
//!   . . 0 0 0 .      (another's, a stone, an empty cell next to another's)
//!   . 0 0 0 . .      and 6 cells missing. With one turn left that will
//!   . 0 . . . 1      rarely be filled; with three, mostly.
//! ```
//!
//! For each side k the cheapest window counts: what it still costs, compared
//! with what the turns, robberies and coupons left can pay. The chances are
//! added up, larger windows a little lighter, for the largest square is
//! expected to be about as large as the sum over k of the chance to have one
//! of side k. What the best other player expects counts against that.
//!
//! How much everything weighs are parameters of the player (see `weights`).

use super::{
    hands::{Judge, Outlook, choose},
    weights::{Weights, WindowOptions},
};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Limits, NoChoice, Player, Seat};
use meeple_games::grass::{Board, Grass, MAX_SIDE, Move, Rows};
use rand::Rng;

/// The largest window looked at: nine tiles hold about 56 cells.
const LARGEST: usize = 9;
/// What a window of each side counts: the side to the power of -1/2.
const LIGHTER: [f64; LARGEST + 1] = [
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
/// What cells cost where nooks do not matter.
const FLAT: [u32; 5] = [100; 5];
/// More than any window of cells that can be filled costs.
const DEAD: u32 = 100_000;
/// Plays for the square it can still fill.
#[derive(Debug, Clone, Copy, Default)]
pub struct WindowPlayer {
    weights: Weights,
}

impl Player<Grass> for WindowPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        choose(self, position, limits, rng)
    }
}

impl Seatable<Grass> for WindowPlayer {
    type Options = WindowOptions;
    fn seat(options: WindowOptions, _: &Resources) -> Self {
        WindowPlayer { weights: Weights::of(&options) }
    }
}

impl Judge for WindowPlayer {
    fn laid(&self, outlook: &Outlook, seat: Seat) -> f64 {
        self.weights.potential(outlook, seat) - self.weights.best_other(outlook, seat)
    }

    fn hurt(&self, outlook: &Outlook, seat: Seat) -> f64 {
        self.laid(outlook, seat)
    }
}

impl Weights {
    fn best_other(&self, outlook: &Outlook, seat: Seat) -> f64 {
        let others = (0..outlook.board.seats()).map(Seat::new).filter(|&other| other != seat);
        others.map(|other| self.potential(outlook, other)).fold(0.0, f64::max)
    }

    /// What the windows of this player are worth.
    fn potential(&self, outlook: &Outlook, seat: Seat) -> f64 {
        // Once no tile is to come, only coupons fill, cell by cell: nooks no longer matter.
        let is_last = outlook.turns + outlook.robberies == 0;
        let costs = Costs::of(outlook.board, seat, if is_last { FLAT } else { self.cost });
        let worth = |side: usize| Some(LIGHTER[side] * self.chance(outlook, costs.cheapest(side)?));
        let expected: f64 = (2..=LARGEST).filter_map(worth).sum();
        expected + self.square * f64::from(full_squares(outlook.board.territory(seat)))
    }

    /// How likely this player fills what costs so many hundredths of a cell.
    fn chance(&self, outlook: &Outlook, cost: u32) -> f64 {
        if cost == 0 {
            return 1.0;
        }
        if cost <= 100 * u32::from(outlook.coupons) {
            return 0.999 - f64::from(cost) / 1e5; // G14: bought at the end, but better had now
        }
        let (turns, robberies) = (f64::from(outlook.turns), f64::from(outlook.robberies));
        let coupons = f64::from(outlook.coupons);
        let reach = self.turn * turns + self.robbery * robberies + self.coupon * coupons;
        let short = (f64::from(cost) / 100.0 - reach) / (self.doubt + self.drift * turns.sqrt());
        0.99 / (1.0 + libm::exp(short))
    }
}

/// How many full squares of 2x2 and more there are.
fn full_squares(territory: &Rows) -> u32 {
    let mut left = territory.eroded();
    let mut count = 0;
    while !left.is_empty() {
        count += left.len();
        left = left.eroded();
    }
    count
}

/// What is missing above and left of each corner, summed up.
struct Costs {
    side: usize,
    sums: [[u32; MAX_SIDE + 1]; MAX_SIDE + 1],
}

impl Costs {
    fn of(board: &Board, seat: Seat, cost: [u32; 5]) -> Self {
        let side = board.side();
        let (own, dead) = (board.territory(seat), dead_cells(board, seat));
        let closed = own.or(&dead);
        let mut sums = [[0; MAX_SIDE + 1]; MAX_SIDE + 1];
        for row in 0..side {
            // Beyond the edge everything is closed.
            let above = if row == 0 { u32::MAX } else { closed.row(row - 1) };
            let below = if row + 1 == side { u32::MAX } else { closed.row(row + 1) };
            let (left, right) = (closed.row(row) << 1 | 1, closed.row(row) >> 1 | 1 << (side - 1));
            let mut in_row = 0;
            for column in 0..side {
                let at = |bits: u32| (bits >> column & 1) as usize;
                in_row += match (at(own.row(row)), at(dead.row(row))) {
                    (1, _) => 0,
                    (_, 1) => DEAD,
                    _ => cost[at(above) + at(below) + at(left) + at(right)],
                };
                sums[row + 1][column + 1] = sums[row][column + 1] + in_row;
            }
        }
        Costs { side, sums }
    }

    /// The least that a window of this side costs, if one can be filled at all.
    fn cheapest(&self, window: usize) -> Option<u32> {
        let mut least = DEAD;
        for (top, bottom) in self.sums.iter().zip(&self.sums[window..=self.side]) {
            for left in 0..=self.side - window {
                let right = left + window;
                let cost = bottom[right] + top[left] - top[right] - bottom[left];
                least = least.min(cost);
            }
        }
        (least < DEAD).then_some(least)
    }
}

/// The cells that can never be this player's: others', stones, and next to others'.
fn dead_cells(board: &Board, seat: Seat) -> Rows {
    let others = (0..board.seats()).map(Seat::new).filter(|&other| other != seat);
    let others = others.fold(Rows::EMPTY, |all, other| all.or(board.territory(other)));
    others.or(&others.neighbours()).or(board.stones()).without(board.territory(seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::grass::{Cell, ShapeList};

    fn outlook(board: &Board, turns: u8) -> Outlook<'_> {
        Outlook { board, coupons: 0, robberies: 0, turns }
    }

    #[test]
    fn a_window_costs_what_is_missing_and_nooks_cost_more() {
        let mut board = Board::new(2, ShapeList::Show);
        let seat = Seat::new(0);
        for (row, column) in [(5, 5), (5, 6), (5, 7), (6, 5), (6, 7), (7, 5), (7, 7)] {
            board.place_single(seat, Cell::new(row, column));
        }
        let cost = Weights::default().cost;
        let costs = Costs::of(&board, seat, cost);
        assert_eq!(costs.cheapest(3), Some(cost[3] + cost[2])); // the nook, and the cell below it
        board.place_stone(Cell::new(7, 6));
        let costs = Costs::of(&board, seat, cost);
        assert_eq!(costs.cheapest(2), Some(2 * cost[1]), "two open cells cost less than the nook");
        assert_eq!(costs.cheapest(20), None, "a stone is in it");
    }

    #[test]
    fn larger_windows_count_less() {
        for (side, lighter) in LIGHTER.iter().enumerate().skip(1) {
            assert!((lighter - 1.0 / (side as f64).sqrt()).abs() < 1e-15, "{side}: {lighter}");
        }
    }

    #[test]
    fn more_turns_and_more_grass_are_worth_more() {
        let potential = |outlook: &Outlook, seat: Seat| Weights::default().potential(outlook, seat);
        let mut board = Board::new(2, ShapeList::Show);
        let seat = Seat::new(0);
        board.place_single(seat, Cell::new(5, 5));
        let before = potential(&outlook(&board, 3), seat);
        assert!(potential(&outlook(&board, 4), seat) > before);
        board.place_single(seat, Cell::new(5, 6));
        assert!(potential(&outlook(&board, 3), seat) > before);
        let alone = potential(&outlook(&board, 3), seat);
        for cell in [(3, 5), (5, 3), (5, 8), (7, 6)] {
            board.place_single(Seat::new(1), Cell::new(cell.0, cell.1));
        }
        assert!(potential(&outlook(&board, 3), seat) < alone, "others are in the way");
    }
}
