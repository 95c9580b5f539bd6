//! The inputs of the learned evaluation for the grey wall (A16): a board between two rounds, as a
//! list of active inputs.
//!
//! A cell accepts any colour that its row and column don't hold yet, so the inputs count what is
//! still possible. Colours are interchangeable, so they are ranked by their number of tiles, most
//! first.
//!
//! ```text
//!   0  cell of the wall                 25     220  tiles of a colour by rank, and   60
//!  25  tiles of a line                  25          whether it can still be completed
//!  50  best points of a line's tile     55     280  free cell that takes no colour   25
//! 105  columns that take a line's tile  30     305  free cell that takes one or two  25
//! 135  tiles of a line's colour         25     330  the coming round                  8
//! 160  tiles in a column                30     338  the bag, by a colour's rank      30
//! 190  tiles in a row                   30     368  the bag, for a line's colour     30
//! ```

use super::{
    features::{Inputs, ROUNDS},
    handmade::best_points,
    round::PackedLines,
    wall_bits::{FIVE, WallBits},
};
use meeple_games::azul::WallSide;

/// The number of inputs.
pub(crate) const INPUTS: usize = 398;

const LINES: usize = 25;
const WAITING: usize = 50;
const ROOM: usize = 105;
const WAITING_COLORS: usize = 135;
const COLUMNS: usize = 160;
const ROWS: usize = 190;
const COLORS: usize = 220;
const DEAD: usize = 280;
const NARROW: usize = 305;
const ROUND: usize = 330;
const BAG: usize = 338;
const WAITING_BAG: usize = 368;

/// A free cell that accepts at most this many colours is narrow.
const FEW: u32 = 2;

/// Adds the inputs of a board after tiling.
pub(crate) fn of_board(wall: &WallBits, lines: PackedLines, bag: [u8; 5], inputs: &mut Inputs) {
    let mut on = |input: usize| inputs.push(input as u16);
    of_cells(wall, &mut on);
    for row in (0..5).filter(|&row| lines.count(row) > 0) {
        let colour = lines.colour(row);
        on(LINES + 5 * row + lines.count(row) as usize - 1);
        on(WAITING + 11 * row + usize::from(best_points(wall, WallSide::Grey, row, colour)));
        on(ROOM + 6 * row + wall.free_columns(WallSide::Grey, row, colour).count());
        on(WAITING_COLORS + 5 * row + (wall.rows_with(colour).count_ones() as usize).min(4));
        on(WAITING_BAG + 6 * row + fours(bag[colour]));
    }
    for fifth in 0..5 {
        on(COLUMNS + 6 * fifth + wall.column(fifth).count_ones() as usize);
        on(ROWS + 6 * fifth + wall.in_row(fifth) as usize);
    }
    for (rank, colour) in ranked(wall, bag).into_iter().enumerate() {
        let tiles = wall.rows_with(colour).count_ones() as usize;
        on(COLORS + 12 * rank + 2 * tiles + usize::from(is_blocked(wall, colour)));
        on(BAG + 6 * rank + fours(bag[colour]));
    }
}

/// Adds the input of the coming round.
pub(crate) fn of_round(coming_round: u8, inputs: &mut Inputs) {
    inputs.push((ROUND + (usize::from(coming_round) - 1).min(ROUNDS - 1)) as u16);
}

fn of_cells(wall: &WallBits, on: &mut impl FnMut(usize)) {
    for cell in 0..25 {
        if wall.cells >> cell & 1 == 1 {
            on(cell);
            continue;
        }
        let (row, column) = (cell / 5, cell % 5);
        let held = wall.row_colours >> (5 * row) | wall.column_colours >> (5 * column);
        match (!held & FIVE).count_ones() {
            0 => on(DEAD + cell),
            1..=FEW => on(NARROW + cell),
            _ => (),
        }
    }
}

/// Returns the colours sorted by tiles on the wall, then by tiles in the bag, most first.
fn ranked(wall: &WallBits, bag: [u8; 5]) -> [usize; 5] {
    let mut colours = [0, 1, 2, 3, 4];
    colours.sort_by_key(|&colour| {
        (std::cmp::Reverse(wall.rows_with(colour).count_ones()), std::cmp::Reverse(bag[colour]))
    });
    colours
}

/// Returns whether some row without this colour has no cell left for it.
fn is_blocked(wall: &WallBits, colour: usize) -> bool {
    let held = wall.rows_with(colour);
    let has_no_cell = |row| wall.free_columns(WallSide::Grey, row, colour).next().is_none();
    (0..5).any(|row| held >> row & 1 == 0 && has_no_cell(row))
}

/// Returns the number of tiles in units of four, rounded up.
fn fours(count: u8) -> usize {
    usize::from(count.div_ceil(4))
}
