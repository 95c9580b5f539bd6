//! Floods on a small board: what `super::super::flood` counts with octagons, all rows at once.
//!
//! With the cells that each side has reached after 0, 1, 2... steps, those that we reach before
//! the enemy with a head start of *h* steps are, over all *t*, what we have reached after *t*
//! steps and the enemy not after *t - h*. Those that the enemy reaches first are all others with
//! the opposite head start, less a step: so six sets say everything about five head starts.

use super::board::{MAX_HEIGHT, Rows, SmallBoard, count};

/// Head starts are -2 to +2 steps, and one more for the enemy's side of it.
const HEADS: i32 = 5;
const SETS: usize = HEADS as usize + 1;
const REACH: i32 = HEADS / 2;

/// How a field stands for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// Its cells and its soft territory less the enemy's, in head starts of a cell.
    lead: i32,
    /// Whether some empty cell can be reached from both sides.
    pub(super) is_contested: bool,
    /// The empty cells.
    pub(super) free: u32,
}

impl Standing {
    /// The lead in cells.
    pub(super) fn lead(self) -> f64 {
        f64::from(self.lead) / f64::from(HEADS)
    }

    /// The better of two, by its lead.
    pub(super) fn is_better_than(self, other: Self) -> bool {
        self.lead > other.lead
    }
}

/// Buffers of a flood, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Flood {
    own: Vec<Rows>,
    enemy: Vec<Rows>,
}

impl Flood {
    /// How the board stands for a seat.
    pub(super) fn standing(&mut self, board: &SmallBoard, seat: usize) -> Standing {
        let free = board.free();
        spread(&mut self.own, &board.owned[seat], &free);
        spread(&mut self.enemy, &board.owned[1 - seat], &free);
        let (all, shared) = self.reached(&free);
        let won = self.won_with_heads().map(|won| count_of(&won, &free));
        // Theirs with head start h is all that is not ours with 1 - h.
        let ours: i32 = won[..SETS - 1].iter().sum();
        let theirs = HEADS * all - won[1..].iter().sum::<i32>();
        Standing {
            lead: HEADS * board.ahead(seat) + ours - theirs,
            is_contested: shared > 0,
            free: count(&free) as u32,
        }
    }

    /// How many empty cells this seat can reach.
    pub(super) fn room(&mut self, board: &SmallBoard, seat: usize) -> i32 {
        let free = board.free();
        spread(&mut self.own, &board.owned[seat], &free);
        self.own.last().map_or(0, |reached| count_of(reached, &free))
    }

    /// How many empty cells are reached from any side, and how many from both.
    fn reached(&self, free: &Rows) -> (i32, i32) {
        let (mut any, mut both) = (0, 0);
        if let (Some(own), Some(enemy)) = (self.own.last(), self.enemy.last()) {
            for row in 0..free.len() {
                any += ((own[row] | enemy[row]) & free[row]).count_ones();
                both += (own[row] & enemy[row] & free[row]).count_ones();
            }
        }
        (any as i32, both as i32)
    }

    /// What we reach first with head starts from -2 to +3 steps, and our own cells.
    fn won_with_heads(&self) -> [Rows; SETS] {
        let mut won = [[0; MAX_HEIGHT + 2]; SETS];
        for (step, own) in self.own.iter().enumerate() {
            for (head, won) in (-REACH..).zip(&mut won) {
                let then = usize::try_from(step as i32 - head);
                let enemy = then.ok().map(|then| &self.enemy[then.min(self.enemy.len() - 1)]);
                add_first(won, own, enemy.unwrap_or(&[0; MAX_HEIGHT + 2]));
            }
        }
        won
    }
}

/// Adds what we have reached and the enemy has not.
#[inline]
fn add_first(won: &mut Rows, own: &Rows, enemy: &Rows) {
    for row in 1..=MAX_HEIGHT {
        won[row] |= own[row] & !enemy[row];
    }
}

/// Fills `layers` with what is reached after 0, 1, 2... steps, by turns to eight and to four
/// neighbours, until nothing changes.
fn spread(layers: &mut Vec<Rows>, from: &Rows, free: &Rows) {
    layers.clear();
    layers.push(*from);
    let mut reached = *from;
    loop {
        let wider = to_eight(&reached, free);
        if are_same(&wider, &reached) {
            return;
        }
        reached = to_four(&wider, free);
        layers.extend([wider, reached]);
    }
}

/// Whether two sets are the same, all rows at once.
#[inline]
fn are_same(one: &Rows, other: &Rows) -> bool {
    one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}

#[inline]
fn to_eight(from: &Rows, free: &Rows) -> Rows {
    let mut to = [0; MAX_HEIGHT + 2];
    for row in 1..=MAX_HEIGHT {
        let column = from[row - 1] | from[row] | from[row + 1];
        to[row] = from[row] | (column | column << 1 | column >> 1) & free[row];
    }
    to
}

#[inline]
fn to_four(from: &Rows, free: &Rows) -> Rows {
    let mut to = [0; MAX_HEIGHT + 2];
    for row in 1..=MAX_HEIGHT {
        let (above, here, below) = (from[row - 1], from[row], from[row + 1]);
        to[row] = here | (above | below | here << 1 | here >> 1) & free[row];
    }
    to
}

fn count_of(cells: &Rows, free: &Rows) -> i32 {
    (0..free.len()).map(|row| (cells[row] & free[row]).count_ones() as i32).sum()
}
