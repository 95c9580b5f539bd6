//! The inputs of the learned evaluation: a board between two rounds, as a list of active inputs.
//!
//! ```text
//!   0  cell of the wall            25     210  tiles in a row                    30
//!  25  line: cell and tiles       125     240  points of a line's cell, by row   55
//! 150  tiles in a column           30     295  the coming round                   8
//! 180  tiles of a colour           30     303  the bag, by colour                30
//! ```

use super::{
    round::PackedLines,
    wall_bits::{WallBits, bits, column_of},
};
use arrayvec::ArrayVec;

/// The number of inputs.
pub(crate) const INPUTS: usize = 333;

const LINES: usize = 25;
const COLUMNS: usize = 150;
const COLORS: usize = 180;
const ROWS: usize = 210;
const WAITING: usize = 240;
const ROUND: usize = 295;
const BAG: usize = 303;

/// All later rounds share this one's input.
pub(crate) const ROUNDS: usize = 8;

/// The active inputs; the capacity holds a full wall with five lines.
pub(crate) type Inputs = ArrayVec<u16, 80>;

/// Adds the inputs of a board after tiling.
pub(crate) fn of_board(wall: &WallBits, lines: PackedLines, inputs: &mut Inputs) {
    let mut on = |input: usize| inputs.push(input as u16);
    bits(wall.cells).for_each(&mut on);
    for row in (0..5).filter(|&row| lines.count(row) > 0) {
        let column = column_of(row, lines.colour(row));
        on(LINES + 5 * (5 * row + column) + lines.count(row) as usize - 1);
        on(WAITING + 11 * row + usize::from(wall.points(row, column)));
    }
    for fifth in 0..5 {
        on(COLUMNS + 6 * fifth + wall.column(fifth).count_ones() as usize);
        on(COLORS + 6 * fifth + wall.rows_with(fifth).count_ones() as usize);
        on(ROWS + 6 * fifth + wall.in_row(fifth) as usize);
    }
}

/// Adds the inputs that all boards share: the coming round and the contents of the bag.
pub(crate) fn in_common(coming_round: u8, bag: [u8; 5], inputs: &mut Inputs) {
    inputs.push((ROUND + (usize::from(coming_round) - 1).min(ROUNDS - 1)) as u16);
    for (colour, count) in bag.into_iter().enumerate() {
        inputs.push((BAG + 6 * colour + usize::from(count.div_ceil(4))) as u16);
    }
}
