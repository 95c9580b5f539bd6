//! Window potential: which square could still become one's own, and how likely.
//!
//! ```text
//!   . . 0 0 0 .      The 4x4 window from the second column has no dead cell
//!   . . 0 0 0 .      (another's, a stone, an empty cell next to another's)
//!   . 0 0 0 . .      and 6 cells missing. With two turns left that will
//!   . 0 . . . 1      rarely be filled; with three, mostly.
//! ```
//!
//! A window of side k is worth k² times the chance that the turns and coupons
//! left fill what is missing; a position is worth its best window, and a
//! little of the others, so that there is a second plan.

use super::hands::{Judge, Outlook, choose};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Limits, NoChoice, Player, Seat, options::NoOptions};
use meeple_games::grass::{Board, Grass, MAX_SIDE, Move, Rows};
use rand::Rng;

/// The smallest and the largest window looked at.
const SIDES: std::ops::RangeInclusive<usize> = 2..=9;

/// Plays for the square it can still fill.
#[derive(Debug, Clone, Copy, Default)]
pub struct WindowPlayer;

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
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        WindowPlayer
    }
}

impl Judge for WindowPlayer {
    fn laid(&self, outlook: &Outlook, seat: Seat) -> f64 {
        static P: std::sync::OnceLock<f64> = std::sync::OnceLock::new();
        let lambda = *P.get_or_init(|| env("LAMBDA", 0.0));
        let own = potential(outlook, seat);
        if lambda == 0.0 { return own; }
        let seats = (0..outlook.board.seats()).map(Seat::new).filter(|&other| other != seat);
        let best = seats.map(|other| potential(outlook, other)).fold(0.0, f64::max);
        own - lambda * best
    }

    fn hurt(&self, outlook: &Outlook, seat: Seat) -> f64 {
        let seats = (0..outlook.board.seats()).map(Seat::new).filter(|&other| other != seat);
        let best = seats.map(|other| potential(outlook, other)).fold(0.0, f64::max);
        potential(outlook, seat) - best
    }
}

fn env(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn chance(outlook: &Outlook, missing: usize, cost: f64) -> f64 {
    static P: std::sync::OnceLock<[f64; 6]> = std::sync::OnceLock::new();
    let [per, width, rob, coup, base, w0] = *P.get_or_init(|| [env("PER", 4.5), env("WIDTH", 1.5), env("ROB", 3.0), env("COUP", 1.0), env("BASE", 0.0), env("W0", 0.5)]);
    let turns = f64::from(outlook.turns);
    let reach = base + per * turns + rob * f64::from(outlook.robberies) + coup * f64::from(outlook.coupons);
        if missing == 0 { return 1.0; }
        if missing <= usize::from(outlook.coupons) { return 0.999 - 0.001 * missing as f64; }
        let over = (cost - reach) / (width * turns.sqrt() + w0);
        1.0 / (1.0 + over.exp()) * 0.99
}

/// What the windows of this player are worth.
fn potential(outlook: &Outlook, seat: Seat) -> f64 {
    static P: std::sync::OnceLock<[f64; 6]> = std::sync::OnceLock::new();
    let [power, compact, h1, h2, h3, h4] = *P.get_or_init(|| [env("POWER", 0.0), env("COMPACT", 0.02), env("H1", 0.0), env("H2", 0.0), env("H3", 0.6), env("H4", 2.0)]);
    let hard = [0.0, h1, h2, h3, h4].map(|h: f64| (100.0 * (1.0 + h)) as u32);
    let board = outlook.board;
    let side = board.side();
    let own = board.territory(seat);
    let dead = dead_cells(board, seat);
    let blocked = own.or(&dead);
    let mut cost = [[0_u32; MAX_SIDE + 1]; MAX_SIDE + 1];
    let mut miss = [[0_u32; MAX_SIDE + 1]; MAX_SIDE + 1];
    for row in 0..side {
        let up = if row == 0 { u32::MAX } else { blocked.row(row - 1) };
        let down = if row + 1 == side { u32::MAX } else { blocked.row(row + 1) };
        let here = blocked.row(row);
        let left_b = here << 1 | 1;
        let right_b = here >> 1 | 1 << (side - 1);
        let (mut in_row, mut in_miss) = (0, 0);
        for column in 0..side {
            let at = |bits: u32| (bits >> column & 1) as usize;
            if at(own.row(row)) == 0 {
                if at(dead.row(row)) == 1 { in_row += 100_000; } else {
                    in_row += hard[at(up) + at(down) + at(left_b) + at(right_b)];
                    in_miss += 1;
                }
            }
            cost[row + 1][column + 1] = cost[row][column + 1] + in_row;
            miss[row + 1][column + 1] = miss[row][column + 1] + in_miss;
        }
    }
    let mut sum = 0.0;
    for k in SIDES {
        let worth = (k as f64).powf(power);
        let mut least = (u32::MAX, 0);
        for top in 0..=side - k {
            for left in 0..=side - k {
                let w = |s: &[[u32; MAX_SIDE + 1]; MAX_SIDE + 1]| s[top + k][left + k] + s[top][left] - s[top][left + k] - s[top + k][left];
                let c = w(&cost);
                if c < least.0 { least = (c, w(&miss)); }
            }
        }
        if least.0 < 100_000 {
            sum += worth * chance(outlook, least.1 as usize, f64::from(least.0) / 100.0);
        }
    }
    let mut left = *board.territory(seat);
    let mut count = 0;
    while !left.is_empty() {
        left = left.eroded();
        count += left.len();
    }
    sum + compact * f64::from(count)
}

/// The cells that can never be this player's: others', stones, and next to others'.
fn dead_cells(board: &Board, seat: Seat) -> Rows {
    let others = (0..board.seats()).map(Seat::new).filter(|&other| other != seat);
    let others = others.fold(Rows::EMPTY, |all, other| all.or(board.territory(other)));
    others.or(&others.neighbours()).or(board.stones()).without(board.territory(seat))
}

/// How many cells of a set lie above and left of each corner.
struct Sums([[u16; MAX_SIDE + 1]; MAX_SIDE + 1]);

impl Sums {
    fn of(rows: &Rows, side: usize) -> Self {
        let mut sums = [[0; MAX_SIDE + 1]; MAX_SIDE + 1];
        for row in 0..side {
            let bits = rows.row(row);
            let mut in_row = 0;
            for column in 0..side {
                in_row += (bits >> column & 1) as u16;
                sums[row + 1][column + 1] = sums[row][column + 1] + in_row;
            }
        }
        Sums(sums)
    }

    /// How many cells of the set lie in the window.
    fn window(&self, top: usize, left: usize, side: usize) -> usize {
        let sums = &self.0;
        let (bottom, right) = (top + side, left + side);
        usize::from(sums[bottom][right] + sums[top][left] - sums[top][right] - sums[bottom][left])
    }
}
