//! 42's pieces (F11), drawn in the order in which its engine draws them.
//!
//! ```text
//! seed 5 on 17x15    ..*   .**   .**   **   ..*
//!                    ..*   ..*              ..*
//! ```
//!
//! A rectangle, small but for one in a hundred; a star in it, some of that
//! one's neighbours, and then cells at random, which become stars where they
//! touch one. If nothing was added to the first star, all is drawn anew.

use super::{Board, Piece, PieceCell, piece::Cells};
use meeple_core::{ImpossibleDeal, text::counted};

/// Gives a number below its argument; 0 for 0 and 1.
pub(super) type Rand<'a> = dyn FnMut(u32) -> u32 + 'a;

/// The neighbours of the first star as row and column, in the order in which they are tried.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
/// What a further star must touch.
const BESIDE: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The first star, its eight neighbours, and one more than half of the rectangle's cells.
const MOST_BESIDE_HALF: usize = 10;

/// A piece for this board from these numbers; the board has one ([`has_pieces`]).
pub(super) fn draw_42_piece(board: &Board, rand: &mut Rand<'_>) -> Piece {
    loop {
        let [height, width] = draw_sides(board, rand);
        let mut grid = Grid { width, height, stars: vec![false; width * height] };
        if grid.fill(rand) {
            return grid.piece();
        }
    }
}

/// Rows and columns of the rectangle.
fn draw_sides(board: &Board, rand: &mut Rand<'_>) -> [usize; 2] {
    let sides = [board.height(), board.width()].map(|side| side as u32 - 1);
    if rand(100) != 0 {
        return sides.map(|side| rand(side / 5) as usize + 1);
    }
    sides.map(|side| {
        let percent = rand(100);
        rand(side * percent / 100) as usize + 1
    })
}

/// The rectangle with its stars.
struct Grid {
    width: usize,
    height: usize,
    stars: Vec<bool>,
}

impl Grid {
    /// Draws the stars; whether any was added to the first.
    fn fill(&mut self, rand: &mut Rand<'_>) -> bool {
        let (row, column) = (rand(self.height as u32), rand(self.width as u32));
        let first = (row as usize, column as usize);
        self.put(first);
        let mut is_grown = false;
        for step in AROUND {
            if let Some(cell) = self.beside(first, step)
                && rand(4) == 1
            {
                self.put(cell);
                is_grown = true;
            }
        }
        for _ in 0..=self.width * self.height / 2 {
            let (row, column) = (rand(self.height as u32), rand(self.width as u32));
            let cell = (row as usize, column as usize);
            let beside = BESIDE.iter().filter_map(|&step| self.beside(cell, step));
            if beside.into_iter().any(|(row, column)| self.stars[row * self.width + column]) {
                self.put(cell);
                is_grown = true; // also where it was a star already
            }
        }
        is_grown
    }

    fn put(&mut self, (row, column): (usize, usize)) {
        self.stars[row * self.width + column] = true;
    }

    /// The neighbour there, if that engine counts it as inside: upwards and to the left it never
    /// looks into the first row or column.
    fn beside(
        &self,
        (row, column): (usize, usize),
        (down, right): (i32, i32),
    ) -> Option<(usize, usize)> {
        let inside = |from: usize, step: i32, side: usize| match step {
            1 => (from + 1 < side).then_some(from + 1),
            -1 => (from > 1).then(|| from - 1),
            _ => Some(from),
        };
        Some((inside(row, down, self.height)?, inside(column, right, self.width)?))
    }

    fn piece(&self) -> Piece {
        let stars = self.stars.iter().enumerate().filter(|&(_, &is_star)| is_star);
        let cells: Cells = stars
            .map(|(index, _)| PieceCell {
                row: (index / self.width) as u16,
                column: (index % self.width) as u16,
            })
            .collect();
        Piece::new(self.width as u16, self.height as u16, cells).expect("there is the first star")
    }
}

/// Whether a piece can be drawn for this board at all: a rectangle of one cell never gets its
/// second star, so one side must hold a longer one.
pub(super) fn has_pieces(board: &Board) -> bool {
    longest(board.width()) > 1 || longest(board.height()) > 1
}

/// The longest side of a rectangle on a board with this side.
fn longest(side: usize) -> usize {
    ((side - 1) * 99 / 100).max(1)
}

/// Whether this piece can be dealt on this board, and if not, why (F11).
pub(super) fn explain_42_deal(piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
    let (width, height, filled) = (piece.width(), piece.height(), piece.cells().len());
    let (widest, highest) = (longest(board.width()), longest(board.height()));
    if width > widest || height > highest {
        let (columns, rows) = (counted(widest, "column"), counted(highest, "row"));
        return Err(ImpossibleDeal::because(format!(
            "on this board a piece has at most {columns} and {rows}, \
             but this one has {width} and {height} (F11)"
        )));
    }
    if filled < 2 {
        return Err(ImpossibleDeal::because("a piece has at least 2 filled cells, not 1 (F11)"));
    }
    let most = (width * height).min(width * height / 2 + MOST_BESIDE_HALF);
    if filled > most {
        return Err(ImpossibleDeal::because(format!(
            "a piece of {width}x{height} has at most {most} filled cells, not {filled} (F11)"
        )));
    }
    if !hangs_together(piece.cells()) {
        return Err(ImpossibleDeal::because("the piece does not hang together (F11)"));
    }
    Ok(())
}

/// Whether these cells, however many and in their order, hang together over edges and corners.
fn hangs_together(cells: &[PieceCell]) -> bool {
    let mut is_reached = vec![false; cells.len()];
    let (mut open, mut reached) = (vec![0], 1);
    is_reached[0] = true;
    while let Some(index) = open.pop() {
        let from = cells[index];
        for row in from.row.saturating_sub(1)..=from.row + 1 {
            for column in from.column.saturating_sub(1)..=from.column + 1 {
                if let Ok(next) = cells.binary_search(&PieceCell { row, column })
                    && !is_reached[next]
                {
                    is_reached[next] = true;
                    reached += 1;
                    open.push(next);
                }
            }
        }
    }
    reached == cells.len()
}

#[cfg(test)]
mod tests {
    use super::{super::twister_numbers::TwisterNumbers, *};

    #[test]
    fn the_pieces_of_seed_5_are_those_of_f11() {
        let board = Board::empty(17, 15).expect("a good size");
        let mut numbers = TwisterNumbers::new(5);
        for piece in ["3x2:..O/..O", "3x2:.OO/..O", "3x1:.OO", "2x1:OO", "3x2:..O/..O"] {
            let drawn = draw_42_piece(&board, &mut |bound| numbers.rand(bound));
            assert_eq!(drawn.to_string(), piece);
        }
    }

    #[test]
    fn drawn_pieces_can_be_dealt_also_large_ones() {
        for (width, height) in [(17, 15), (99, 100), (4, 1), (1, 4), (5, 5), (256, 256)] {
            let board = Board::empty(width, height).expect("a good size");
            assert!(has_pieces(&board));
            let mut numbers = TwisterNumbers::new(1);
            let mut large = 0;
            for _ in 0..1000 {
                let piece = draw_42_piece(&board, &mut |bound| numbers.rand(bound));
                explain_42_deal(&piece, &board).expect("a drawn piece can be dealt");
                large += usize::from(piece.width() > 1 + width / 5);
            }
            assert!(large > 0 || width < 4, "no piece beyond a fifth of {width} columns");
        }
    }

    #[test]
    fn boards_too_small_for_a_second_star_have_no_pieces() {
        for (width, height, has) in [(3, 3, false), (1, 1, false), (4, 3, true), (1, 4, true)] {
            let board = Board::empty(width, height).expect("a good size");
            assert_eq!(has_pieces(&board), has, "{width}x{height}");
        }
    }

    #[track_caller]
    fn impossible(piece: &str, reason: &str) {
        let board = Board::empty(17, 15).expect("a good size");
        let piece: Piece = piece.parse().expect("a piece");
        assert_eq!(explain_42_deal(&piece, &board).expect_err("impossible").reason, reason);
    }

    #[test]
    fn pieces_that_f11_forbids_are_impossible() {
        let size = |size| {
            format!(
                "on this board a piece has at most 15 columns and 13 rows, \
                 but this one has {size} (F11)"
            )
        };
        impossible("16x1:OO..............", &size("16 and 1"));
        impossible("1x14:O/O/./././././././././././.", &size("1 and 14"));
        impossible("1x1:O", "a piece has at least 2 filled cells, not 1 (F11)");
        impossible("2x2:O./..", "a piece has at least 2 filled cells, not 1 (F11)");
        impossible("3x1:O.O", "the piece does not hang together (F11)");
        let full = format!("6x4:{}", ["OOOOOO"; 4].join("/"));
        impossible(&full, "a piece of 6x4 has at most 22 filled cells, not 24 (F11)");
        let board = Board::empty(17, 15).expect("a good size");
        for piece in ["2x2:OO/OO", "9x3:........./.......O./......O..", "4x4:OOOO/OOOO/OOOO/OOOO"] {
            assert_eq!(
                explain_42_deal(&piece.parse().expect("a piece"), &board),
                Ok(()),
                "{piece}"
            );
        }
    }
}
