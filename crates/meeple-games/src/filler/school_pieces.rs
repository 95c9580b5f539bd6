//! The school's pieces (F10), drawn in the same order as its engine draws them.
//!
//! ```text
//! seed 1 on 20x15    ..O   OO   OO   OO   ...
//!                    .OO             .O   OOO
//!                    .OO             OO   OOO
//! ```
//!
//! The rectangle and the number of cells are chosen as in F9. The cells are filled by a walk: it
//! starts at a corner cell, which is not filled itself, goes to an empty neighbour, fills it and
//! continues from there; without an empty neighbour it goes back.

use super::{Board, Piece, PieceCell, fair_pieces::MAX_FILLED_CELLS, piece::FilledCells};

/// Returns a number from its first argument to below its second; the first if both are equal.
pub(super) type DrawInRange<'a> = dyn FnMut(u32, u32) -> u32 + 'a;

/// The neighbours as (row, column) steps, in the order in which the engine lists them.
const NEIGHBOURS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1), (0, 1), (-1, 1), (1, -1)];

/// Draws a piece for this board from these numbers.
pub(super) fn draw_school_piece(board: &Board, draw: &mut DrawInRange<'_>) -> Piece {
    let mut height = draw(1, board.height() as u32 / 5 + 1);
    let width = draw(1, board.width() as u32 / 5 + 1);
    if (width, height) == (1, 1) {
        draw(0, 1); // has no effect but consumes a number
        height = 2;
    }
    let count = draw(2, (width * height).min(MAX_FILLED_CELLS as u32 + 1));
    let row = draw(0, height - 1) as u16;
    let column = draw(0, width - 1) as u16;
    let mut stain =
        GrowingPiece { width: width as u16, height: height as u16, cells: FilledCells::new() };
    stain.grow(count, PieceCell { row, column }, draw);
    Piece::new(stain.width, stain.height, stain.cells).expect("every cell has a neighbour")
}

/// A rectangle and its filled cells.
struct GrowingPiece {
    width: u16,
    height: u16,
    cells: FilledCells,
}

impl GrowingPiece {
    /// Fills `count` cells, walking on from `from`; returns how many did not fit.
    fn grow(&mut self, count: u32, from: PieceCell, draw: &mut DrawInRange<'_>) -> u32 {
        let mut left = count;
        while left > 0 {
            let empty = self.empty_neighbours(from);
            if empty.is_empty() {
                return left;
            }
            let next = empty[draw(0, empty.len() as u32) as usize];
            self.cells.push(next);
            left = self.grow(left - 1, next, draw);
        }
        0
    }

    fn empty_neighbours(&self, of: PieceCell) -> FilledCells {
        let inside = |value: u16, step: i32, side: u16| {
            u16::try_from(i32::from(value) + step).ok().filter(|&value| value < side)
        };
        let neighbour = |&(down, right): &(i32, i32)| {
            let row = inside(of.row, down, self.height)?;
            Some(PieceCell { row, column: inside(of.column, right, self.width)? })
        };
        let neighbours = NEIGHBOURS.iter().filter_map(neighbour);
        neighbours.filter(|cell| !self.cells.contains(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{check_deal, go_rng::GoRng},
        *,
    };

    #[test]
    fn the_pieces_of_seed_1_are_those_of_f10() {
        let board = Board::empty(20, 15).expect("a good size");
        let mut numbers = GoRng::new(1);
        for (piece, counter) in [
            ("3x3:..O/.OO/.OO", 11),
            ("2x1:OO", 16),
            ("2x1:OO", 21),
            ("2x3:OO/.O/OO", 31),
            ("3x3:.../OOO/OOO", 42),
        ] {
            let drawn = draw_school_piece(&board, &mut |low, high| numbers.draw(low, high));
            assert_eq!(drawn.to_string(), piece);
            assert_eq!(numbers, GoRng::new(counter), "after {piece}");
        }
    }

    #[test]
    fn every_piece_is_one_that_f9_allows() {
        for (width, height) in [(1, 1), (9, 9), (10, 4), (4, 10), (20, 15), (99, 100), (256, 11)] {
            let board = Board::empty(width, height).expect("a good size");
            let mut numbers = GoRng::new(1);
            for _ in 0..500 {
                let piece = draw_school_piece(&board, &mut |low, high| numbers.draw(low, high));
                assert_eq!(check_deal(&piece, &board), Ok(()), "{piece} on {width}x{height}");
            }
        }
    }

    #[test]
    fn one_row_and_one_column_become_two_rows() {
        let board = Board::empty(4, 4).expect("a good size");
        let mut numbers = GoRng::new(7);
        let drawn = draw_school_piece(&board, &mut |low, high| numbers.draw(low, high));
        assert_eq!(drawn.to_string(), "1x2:O/O");
        // The number without effect, the row of the start, and two cells with one choice each.
        assert_eq!(numbers, GoRng::new(11));
    }
}
