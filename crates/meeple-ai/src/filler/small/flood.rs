//! Floods on a small board: the counts of `super::super::flood` with octagons, all rows at once.
//!
//! Take the cells each side has reached after 0, 1, 2... steps. The cells we reach before the enemy with a
//! head start of *h* steps are, over all *t*, those we have reached after *t* steps and the enemy hasn't
//! after *t - h*. The cells the enemy reaches first are all others, taken with the opposite head start minus
//! one step; so six sets give the results for five head starts.

use super::small_board::{MAX_HEIGHT, SmallBoard, SmallRows, count};

/// Number of head starts: -2 to +2 steps. One more set is needed for the enemy's counts.
const HEADS: i32 = 5;
const SETS: usize = HEADS as usize + 1;
const REACH: i32 = HEADS / 2;

/// The evaluation of a board for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FloodStanding {
    /// The seat's cells and soft territory minus the enemy's; a cell counts once per head start.
    lead: i32,
    /// Whether some empty cell can be reached from both sides.
    pub(super) is_contested: bool,
    /// Number of empty cells.
    pub(super) free: u32,
}

impl FloodStanding {
    /// Returns the lead in cells.
    pub(super) fn lead(self) -> f64 {
        f64::from(self.lead) / f64::from(HEADS)
    }

    /// Returns whether this lead is larger than the other's.
    pub(super) fn is_better_than(self, other: Self) -> bool {
        self.lead > other.lead
    }
}

/// A flood's buffers, reused from one flood to the next.
#[derive(Debug, Default)]
pub(super) struct SmallFlood {
    own: Vec<SmallRows>,
    enemy: Vec<SmallRows>,
}

impl SmallFlood {
    /// Evaluates the board for a seat.
    pub(super) fn evaluate(&mut self, board: &SmallBoard, seat: usize) -> FloodStanding {
        let free = board.free();
        spread(&mut self.own, &board.owned[seat], &free);
        spread(&mut self.enemy, &board.owned[1 - seat], &free);
        let (all, shared) = self.reached(&free);
        let won = self.won_with_heads().map(|won| count_of(&won, &free));
        // The enemy's cells with head start h are all those that aren't ours with 1 - h.
        let ours: i32 = won[..SETS - 1].iter().sum();
        let theirs = HEADS * all - won[1..].iter().sum::<i32>();
        FloodStanding {
            lead: HEADS * board.cell_lead(seat) + ours - theirs,
            is_contested: shared > 0,
            free: count(&free) as u32,
        }
    }

    /// Counts the empty cells this seat can reach.
    pub(super) fn room(&mut self, board: &SmallBoard, seat: usize) -> i32 {
        let free = board.free();
        spread(&mut self.own, &board.owned[seat], &free);
        self.own.last().map_or(0, |reached| count_of(reached, &free))
    }

    /// Counts the empty cells reached from either side, and those reached from both.
    fn reached(&self, free: &SmallRows) -> (i32, i32) {
        let (mut any, mut both) = (0, 0);
        if let (Some(own), Some(enemy)) = (self.own.last(), self.enemy.last()) {
            for row in 0..free.len() {
                any += ((own[row] | enemy[row]) & free[row]).count_ones();
                both += (own[row] & enemy[row] & free[row]).count_ones();
            }
        }
        (any as i32, both as i32)
    }

    /// Returns the cells we reach first with head starts from -2 to +3 steps, including our own cells.
    fn won_with_heads(&self) -> [SmallRows; SETS] {
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

/// Adds the cells we have reached and the enemy hasn't.
#[inline]
fn add_first(won: &mut SmallRows, own: &SmallRows, enemy: &SmallRows) {
    for row in 1..=MAX_HEIGHT {
        won[row] |= own[row] & !enemy[row];
    }
}

/// Fills `layers` with the cells reached after 0, 1, 2... steps, alternately to eight and to four neighbours,
/// until nothing changes.
fn spread(layers: &mut Vec<SmallRows>, from: &SmallRows, free: &SmallRows) {
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

/// Returns whether two sets are equal, comparing all rows without branching.
#[inline]
fn are_same(one: &SmallRows, other: &SmallRows) -> bool {
    one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}

#[inline]
fn to_eight(from: &SmallRows, free: &SmallRows) -> SmallRows {
    let mut to = [0; MAX_HEIGHT + 2];
    for row in 1..=MAX_HEIGHT {
        let column = from[row - 1] | from[row] | from[row + 1];
        to[row] = from[row] | (column | column << 1 | column >> 1) & free[row];
    }
    to
}

#[inline]
fn to_four(from: &SmallRows, free: &SmallRows) -> SmallRows {
    let mut to = [0; MAX_HEIGHT + 2];
    for row in 1..=MAX_HEIGHT {
        let (above, here, below) = (from[row - 1], from[row], from[row + 1]);
        to[row] = here | (above | below | here << 1 | here >> 1) & free[row];
    }
    to
}

fn count_of(cells: &SmallRows, free: &SmallRows) -> i32 {
    (0..free.len()).map(|row| (cells[row] & free[row]).count_ones() as i32).sum()
}
