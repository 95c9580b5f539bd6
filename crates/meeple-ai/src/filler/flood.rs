//! Finds out which side reaches each cell first, by flooding from both sides 64 cells at a time.
//!
//! ```text
//! @ 1 2 3 2 1 $      each side spreads to its neighbours, step by step; a cell
//! 1 1 2 3 2 1 1      we reach sooner is *our territory* (here nobody gets 3)
//! ```
//!
//! ```text
//! 3 3 3 3   3 3 3 4   Steps are *squares* (left) if all go to eight neighbours. They are
//! 2 2 2 3   2 2 3 3   *octagons* (right) if every second one goes to four only: a diagonal
//! 1 1 2 3   1 1 2 3   is then longer than a row or a column, and a gap at a corner takes
//! @ 1 2 3   @ 1 2 3   longer to slip through.
//! ```
//!
//! *Soft* territory repeats the count with head starts of -2 to +2 steps for us and adds up the results: a
//! lead of three steps or more counts 5, a tie 2, and being two steps behind nothing.

use meeple_core::Seat;
use meeple_games::filler::{BitRows, Board, opponent};

/// A set of cells with `N` words per row and an empty row above and below the board.
type WideRows<const N: usize> = [[u64; N]];

/// The cells of a board from one player's point of view.
#[derive(Debug, Clone)]
pub(super) struct FloodField<const N: usize> {
    own: Vec<[u64; N]>,
    enemy: Vec<[u64; N]>,
    free: Vec<[u64; N]>,
}

/// Head starts for the side whose territory is counted, in steps: from `-reach * stride` to `reach * stride`
/// by `stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeadStarts {
    pub(super) reach: usize,
    pub(super) stride: usize,
}

/// The neighbours a flood spreads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloodSteps {
    /// Always all eight.
    Squares,
    /// Alternately all eight and the four that share an edge.
    Octagons,
}

impl FloodSteps {
    /// Returns the neighbours this step spreads to; the first step is 1. A flood ends only at a step to all
    /// eight: a cell without a free neighbour at an edge may still have one at a corner.
    fn neighbours(self, step: usize) -> FloodNeighbours {
        if self == FloodSteps::Squares || step % 2 == 1 {
            FloodNeighbours::Eight
        } else {
            FloodNeighbours::Four
        }
    }
}

/// The neighbours of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FloodNeighbours {
    /// Those sharing an edge or a corner.
    Eight,
    /// Those sharing an edge.
    Four,
}

impl HeadStarts {
    /// No head start: ordinary territory.
    pub(super) const NONE: HeadStarts = HeadStarts { reach: 0, stride: 1 };

    /// Returns the number of head starts, which is what a cell far from the enemy counts.
    pub(super) fn len(self) -> usize {
        2 * self.reach + 1
    }

    /// Returns the enemy's steps after `steps` of ours with the `index`-th head start, worst first.
    fn enemy_steps(self, steps: usize, index: usize) -> usize {
        (steps + self.reach * self.stride).saturating_sub(index * self.stride)
    }
}

impl<const N: usize> FloodField<N> {
    /// Builds the field as this seat sees it.
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
        FloodField { own, enemy, free }
    }

    /// Makes an empty cell ours.
    pub(super) fn take(&mut self, (column, row): (usize, usize)) {
        let (word, bit) = (column / 64, 1 << (column % 64));
        self.own[row + 1][word] |= bit;
        self.free[row + 1][word] &= !bit;
    }

    /// Makes one of our cells empty again.
    pub(super) fn give_back(&mut self, (column, row): (usize, usize)) {
        let (word, bit) = (column / 64, 1 << (column % 64));
        self.own[row + 1][word] &= !bit;
        self.free[row + 1][word] |= bit;
    }

    /// Returns whether the cell is free; cells outside the board aren't.
    pub(super) fn is_free(&self, column: i32, row: i32) -> bool {
        let Ok(column) = usize::try_from(column) else { return false };
        let row = self.free.get((row + 1) as usize);
        let word = row.and_then(|row| row.get(column / 64));
        word.is_some_and(|word| word >> (column % 64) & 1 == 1)
    }
}

/// A flood with its buffers, which are reused from one flood to the next.
#[derive(Debug, Clone)]
pub(super) struct Flood<const N: usize> {
    steps: FloodSteps,
    /// Cells the other side has reached after 0, 1, 2... steps, one board after the other.
    others: Vec<[u64; N]>,
    reached: Vec<[u64; N]>,
    next: Vec<[u64; N]>,
    /// Cells won with each head start, one board after the other.
    won: Vec<[u64; N]>,
}

impl<const N: usize> Flood<N> {
    /// Creates a flood with these steps.
    pub(super) fn with_steps(steps: FloodSteps) -> Self {
        let (others, reached, next, won) = Default::default();
        Flood { steps, others, reached, next, won }
    }

    /// Counts the empty cells we reach before the enemy minus those it reaches before us, once for every head
    /// start.
    pub(super) fn lead(&mut self, field: &FloodField<N>, heads: HeadStarts) -> i32 {
        let theirs = self.first_reached(&field.enemy, &field.own, &field.free, heads);
        self.territory(field, heads) - theirs
    }

    /// Counts the empty cells we reach before the enemy, once for every head start.
    pub(super) fn territory(&mut self, field: &FloodField<N>, heads: HeadStarts) -> i32 {
        self.first_reached(&field.own, &field.enemy, &field.free, heads)
    }

    /// Returns whether some empty cell can be reached from both sides.
    pub(super) fn is_contested(&mut self, field: &FloodField<N>) -> bool {
        let rows = field.own.len();
        let last = self.flood_others(&field.own, &field.free);
        let ours = self.others[last * rows..][..rows].to_vec();
        let last = self.flood_others(&field.enemy, &field.free);
        let both = |(ours, theirs): (&[u64; N], &[u64; N])| {
            (0..N).any(|word| ours[word] & theirs[word] != 0)
        };
        ours.iter().zip(&self.others[last * rows..]).any(both)
    }

    /// Returns the empty cells we reach before the enemy, as rows of bits.
    pub(super) fn our_territory(&mut self, field: &FloodField<N>) -> Vec<[u64; N]> {
        self.territory(field, HeadStarts::NONE);
        self.won.clone()
    }

    /// Counts the empty cells we can reach at all.
    pub(super) fn room(&mut self, field: &FloodField<N>) -> i32 {
        let rows = field.own.len();
        let last = self.flood_others(&field.own, &field.free);
        count(&self.others[last * rows..][..rows]) - count(&field.own)
    }

    fn first_reached(
        &mut self,
        from: &WideRows<N>,
        others: &WideRows<N>,
        free: &WideRows<N>,
        heads: HeadStarts,
    ) -> i32 {
        let rows = from.len();
        let last = self.flood_others(others, free);
        self.reached.clear();
        self.reached.extend_from_slice(from);
        self.next.clone_from(&self.reached);
        self.won.clear();
        self.won.resize(heads.len() * rows, [0; N]);
        for steps in 1.. {
            let around = self.steps.neighbours(steps);
            grow(&self.reached, free, around, &mut self.next);
            if self.next == self.reached && around == FloodNeighbours::Eight {
                break;
            }
            for (index, won) in self.won.chunks_exact_mut(rows).enumerate() {
                let others = &self.others[heads.enemy_steps(steps, index).min(last) * rows..];
                add_won_cells(&self.next, &self.reached, others, won);
            }
            std::mem::swap(&mut self.reached, &mut self.next);
        }
        count(&self.won)
    }

    /// Fills `others` and returns the last step, after which nothing changes.
    fn flood_others(&mut self, from: &WideRows<N>, free: &WideRows<N>) -> usize {
        let rows = from.len();
        self.others.clear();
        self.others.extend_from_slice(from);
        for step in 0.. {
            self.others.extend_from_within(step * rows..);
            let (before, after) = self.others.split_at_mut((step + 1) * rows);
            let before = &before[step * rows..];
            let around = self.steps.neighbours(step + 1);
            grow(before, free, around, after);
            if before == after && around == FloodNeighbours::Eight {
                return step;
            }
        }
        0
    }
}

/// Adds the cells reached in the last step that the others haven't reached. No cell is reached twice, so all
/// steps of a head start can be counted together at the end.
fn add_won_cells<const N: usize>(
    next: &WideRows<N>,
    reached: &WideRows<N>,
    others: &WideRows<N>,
    won: &mut WideRows<N>,
) {
    let rows = won.len();
    let (next, reached, others) = (&next[..rows], &reached[..rows], &others[..rows]);
    for row in 0..rows {
        for word in 0..N {
            won[row][word] |= next[row][word] & !reached[row][word] & !others[row][word];
        }
    }
}

fn count<const N: usize>(cells: &WideRows<N>) -> i32 {
    cells.as_flattened().iter().map(|word| word.count_ones() as i32).sum()
}

/// Spreads one step to the free neighbours.
fn grow<const N: usize>(
    from: &WideRows<N>,
    free: &WideRows<N>,
    around: FloodNeighbours,
    to: &mut WideRows<N>,
) {
    let rows = from.len();
    let (from, free, to) = (&from[..rows], &free[..rows], &mut to[..rows]);
    let beside = |row: [u64; N]| if around == FloodNeighbours::Eight { spread(row) } else { row };
    let (mut above, mut here) = ([0; N], from[1]);
    for row in 1..rows - 1 {
        let below = from[row + 1];
        let (up, level, down) = (beside(above), spread(here), beside(below));
        for word in 0..N {
            to[row][word] = here[word] | (up[word] | level[word] | down[word]) & free[row][word];
        }
        (above, here) = (here, below);
    }
}

/// Returns a row and its neighbours to the left and right.
fn spread<const N: usize>(row: [u64; N]) -> [u64; N] {
    std::array::from_fn(|word| {
        let from_left = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let from_right = if word + 1 < N { row[word + 1] << 63 } else { 0 };
        row[word] | row[word] << 1 | row[word] >> 1 | from_left | from_right
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filler::distances::{UNREACHED, plain};
    use proptest::prelude::*;

    /// Reference implementation of our territory: two sweeps, cell by cell.
    fn reference_territory(board: &Board, seat: Seat, steps: FloodSteps, heads: HeadStarts) -> i32 {
        let is_near = |step: u16, across: usize, down: usize| match steps {
            FloodSteps::Octagons if step.is_multiple_of(2) => across + down <= 1,
            _ => across <= 1 && down <= 1,
        };
        let steps_of = |seat| plain::steps_by(board, seat, is_near);
        let (ours, theirs) = (steps_of(seat), steps_of(opponent(seat)));
        let furthest = (heads.reach * heads.stride) as i32;
        let mut total = 0;
        for row in 0..board.height() {
            for column in 0..board.width() {
                let (we, they) = (ours.distance(column, row), theirs.distance(column, row));
                if we == UNREACHED || we == 0 || they == 0 {
                    continue;
                }
                let heads = (-furthest..=furthest).step_by(heads.stride);
                let they = if they == UNREACHED { i32::MAX / 2 } else { i32::from(they) };
                total += heads.filter(|head| i32::from(we) - head < they).count() as i32;
            }
        }
        total
    }

    fn any_board() -> impl Strategy<Value = Board> {
        let size = prop_oneof![Just((9usize, 7usize)), Just((70, 3))];
        size.prop_flat_map(|(width, height)| {
            let mark = prop_oneof![9 => Just('.'), 1 => Just('@'), 1 => Just('$')];
            proptest::collection::vec(mark, width * height).prop_map(move |marks| {
                let rows: Vec<String> =
                    marks.chunks(width).map(|row| row.iter().collect()).collect();
                Board::from_rows(rows.iter().map(String::as_str)).expect("a good board")
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn floods_count_what_two_sweeps_count(
            board in any_board(),
            octagons: bool,
            reach in 0..3usize,
            stride in 1..3usize,
        ) {
            let steps = if octagons { FloodSteps::Octagons } else { FloodSteps::Squares };
            let (seat, heads) = (Seat::new(0), HeadStarts { reach, stride });
            let slow = reference_territory(&board, seat, steps, heads);
            let slow_lead = slow - reference_territory(&board, Seat::new(1), steps, heads);
            let fast = if board.width() > 64 {
                counted::<2>(&board, seat, steps, heads)
            } else {
                counted::<1>(&board, seat, steps, heads)
            };
            prop_assert_eq!(fast, (slow, slow_lead));
        }
    }

    /// Returns our territory and our lead.
    fn counted<const N: usize>(
        board: &Board,
        seat: Seat,
        steps: FloodSteps,
        heads: HeadStarts,
    ) -> (i32, i32) {
        let (field, mut flood) = (FloodField::<N>::new(board, seat), Flood::with_steps(steps));
        (flood.territory(&field, heads), flood.lead(&field, heads))
    }

    #[track_caller]
    fn contested(line: &str, expected: bool) {
        let board = Board::from_line(line).expect("a board");
        let field = FloodField::<1>::new(&board, Seat::new(0));
        assert_eq!(
            Flood::with_steps(FloodSteps::Octagons).is_contested(&field),
            expected,
            "{line}"
        );
    }

    #[test]
    fn regions_are_separated_when_no_cell_is_reached_from_both_sides() {
        contested("@../.../..$", true);
        contested("@../@@@/$$$/..$", false);
        contested("@.@@/@.$$/@.$.", true);
        contested("@.@.", false); // no opponent here
    }
}
