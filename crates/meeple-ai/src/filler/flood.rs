//! Who reaches what first: floods from both sides, 64 cells a step.
//!
//! ```text
//! @ 1 2 3 2 1 $      each side spreads to all eight neighbours a step; a cell
//! 1 1 2 3 2 1 1      reached sooner by us is *our territory* (here nobody gets 3)
//! ```
//!
//! *Soft* territory repeats the count with head starts of -2 to +2 steps for us
//! and adds up: a lead of three steps or more counts 5, of none 2, and so on.

use meeple_core::Seat;
use meeple_games::filler::{BitRows, Board, opponent};

/// The cells of a board as seen by one player, rows padded above and below, each of `N` words.
#[derive(Debug, Clone)]
pub(super) struct Field<const N: usize> {
    own: Vec<[u64; N]>,
    enemy: Vec<[u64; N]>,
    free: Vec<[u64; N]>,
}

/// Head starts for us, in steps: `-reach * stride ..= reach * stride` by `stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeadStarts {
    pub(super) reach: usize,
    pub(super) stride: usize,
}

impl HeadStarts {
    /// Nobody starts ahead: plain territory.
    pub(super) const NONE: HeadStarts = HeadStarts { reach: 0, stride: 1 };

    /// How many there are: what a cell far from the enemy counts.
    pub(super) fn len(self) -> i32 {
        2 * self.reach as i32 + 1
    }

    fn furthest(self) -> usize {
        self.reach * self.stride
    }
}

/// Buffers of a flood, kept from one to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Flood<const N: usize> {
    /// What the enemy has reached after 0, 1, 2... steps, one board behind the other.
    enemy_after: Vec<[u64; N]>,
    ours: Vec<[u64; N]>,
    next: Vec<[u64; N]>,
}

impl<const N: usize> Field<N> {
    /// The board as this seat sees it.
    pub(super) fn new(board: &Board, seat: Seat) -> Self {
        let padded = |cells: &BitRows| {
            let mut rows = vec![[0; N]; board.height() + 2];
            for row in 0..board.height() {
                rows[row + 1].copy_from_slice(cells.row(row));
            }
            rows
        };
        let (own, enemy) = (padded(board.owned(seat)), padded(board.owned(opponent(seat))));
        let mut free = vec![[0; N]; board.height() + 2];
        for row in 1..=board.height() {
            for word in 0..N {
                let columns = board.width().saturating_sub(word * 64).min(64);
                let on_board = if columns == 64 { u64::MAX } else { (1 << columns) - 1 };
                free[row][word] = on_board & !own[row][word] & !enemy[row][word];
            }
        }
        Field { own, enemy, free }
    }

    /// The same board seen from the other side.
    pub(super) fn turned(&self) -> Self {
        Field { own: self.enemy.clone(), enemy: self.own.clone(), free: self.free.clone() }
    }

    /// Makes an empty cell ours.
    pub(super) fn take(&mut self, column: usize, row: usize) {
        let (word, bit) = (column / 64, 1 << (column % 64));
        self.own[row + 1][word] |= bit;
        self.free[row + 1][word] &= !bit;
    }

    /// Makes a cell of ours empty again.
    pub(super) fn give_back(&mut self, column: usize, row: usize) {
        let (word, bit) = (column / 64, 1 << (column % 64));
        self.own[row + 1][word] &= !bit;
        self.free[row + 1][word] |= bit;
    }

    /// Whether the cell is free; cells just off the board are not.
    pub(super) fn is_free(&self, column: i32, row: i32) -> bool {
        column >= 0
            && (column as usize) < 64 * N
            && self.free[(row + 1) as usize][column as usize / 64] >> (column % 64) & 1 == 1
    }
}

impl<const N: usize> Flood<N> {
    /// The empty cells that we reach before the enemy, counted once for each head start.
    pub(super) fn territory(&mut self, field: &Field<N>, heads: HeadStarts) -> i32 {
        let rows = field.own.len();
        let last = self.flood_enemy(field);
        self.ours.clone_from(&field.own);
        self.next.clone_from(&field.own);
        let mut total = 0;
        for step in 1.. {
            grow(&self.ours, &field.free, &mut self.next);
            // A cell is ours with this head start if the enemy is not there `head` steps earlier.
            let mut gained = 0;
            for head in (0..=2 * heads.reach).map(|index| index * heads.stride) {
                let enemy_steps = (step + heads.furthest()).saturating_sub(head).min(last);
                let theirs = &self.enemy_after[enemy_steps * rows..][..rows];
                gained = 0;
                for row in 1..rows - 1 {
                    for word in 0..N {
                        let new = self.next[row][word] & !self.ours[row][word];
                        gained += (new & !theirs[row][word]).count_ones() as i32;
                    }
                }
                total += gained;
            }
            // With the best head start nothing was won here, so nothing behind it can be.
            if gained == 0 {
                return total;
            }
            std::mem::swap(&mut self.ours, &mut self.next);
        }
        total
    }

    /// Fills `enemy_after`; returns the last step, after which nothing changes.
    fn flood_enemy(&mut self, field: &Field<N>) -> usize {
        let rows = field.enemy.len();
        self.enemy_after.clear();
        self.enemy_after.extend_from_slice(&field.enemy);
        for step in 0.. {
            self.enemy_after.extend_from_within(step * rows..);
            let (before, after) = self.enemy_after.split_at_mut((step + 1) * rows);
            let before = &before[step * rows..];
            grow(before, &field.free, after);
            if before == after {
                return step;
            }
        }
        0
    }
}

/// One step to all eight neighbours that are free.
fn grow<const N: usize>(from: &[[u64; N]], free: &[[u64; N]], to: &mut [[u64; N]]) {
    let (mut above, mut here) = ([0; N], spread(from[1]));
    let inner = 1..from.len() - 1;
    for row in inner {
        let below = spread(from[row + 1]);
        for word in 0..N {
            let near = above[word] | here[word] | below[word];
            to[row][word] = from[row][word] | near & free[row][word];
        }
        (above, here) = (here, below);
    }
}

/// A row and its neighbours to the left and right.
fn spread<const N: usize>(row: [u64; N]) -> [u64; N] {
    std::array::from_fn(|word| {
        let from_left = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let from_right = if word + 1 < N { row[word + 1] << 63 } else { 0 };
        row[word] | row[word] << 1 | row[word] >> 1 | from_left | from_right
    })
}
