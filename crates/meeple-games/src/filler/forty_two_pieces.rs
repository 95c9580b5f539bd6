//! The pieces of 42 (F11), drawn in the same order as its engine draws them.
//!
//! ```text
//! seed 5 on 17x15    ..*   .**   .**   **   ..*
//!                    ..*   ..*              ..*
//! ```
//!
//! A piece starts as a rectangle, small in 99 of 100 cases. It gets one star, then some of that
//! star's neighbours, then random cells, which become stars if they touch one. If the first star
//! stays alone, everything is drawn again.

use super::{Board, Piece, PieceCell, piece::FilledCells};
use meeple_core::{ImpossibleDeal, text::format_count};

/// Returns a random number below its argument; 0 for 0 and 1.
pub(super) type DrawBelow<'a> = dyn FnMut(u32) -> u32 + 'a;

/// The neighbours of the first star as (row, column) steps, in the order in which the engine tries
/// them.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
/// The neighbours that a further star must touch, as (row, column) steps.
const BESIDE: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The maximum number of stars beyond half of the rectangle's cells: the first star, its eight
/// neighbours and one more.
const MAX_BEYOND_HALF: usize = 10;

/// Draws a piece for this board, for which [`has_pieces`] must hold.
pub(super) fn draw_42_piece(board: &Board, rand: &mut DrawBelow<'_>) -> Piece {
    loop {
        let [height, width] = draw_sides(board, rand);
        let mut grid = StarGrid { width, height, stars: vec![false; width * height] };
        if grid.fill(rand) {
            return grid.piece();
        }
    }
}

/// Draws the rows and columns of the rectangle.
fn draw_sides(board: &Board, rand: &mut DrawBelow<'_>) -> [usize; 2] {
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
struct StarGrid {
    width: usize,
    height: usize,
    stars: Vec<bool>,
}

impl StarGrid {
    /// Draws the stars; returns whether the first star got company.
    fn fill(&mut self, rand: &mut DrawBelow<'_>) -> bool {
        let (row, column) = (rand(self.height as u32), rand(self.width as u32));
        let first = (row as usize, column as usize);
        self.put(first);
        let mut is_grown = false;
        for step in AROUND {
            if let Some(cell) = self.neighbour(first, step)
                && rand(4) == 1
            {
                self.put(cell);
                is_grown = true;
            }
        }
        for _ in 0..=self.width * self.height / 2 {
            let (row, column) = (rand(self.height as u32), rand(self.width as u32));
            let cell = (row as usize, column as usize);
            let beside = BESIDE.iter().filter_map(|&step| self.neighbour(cell, step));
            if beside.into_iter().any(|(row, column)| self.stars[row * self.width + column]) {
                self.put(cell);
                is_grown = true; // even if it was a star already
            }
        }
        is_grown
    }

    fn put(&mut self, (row, column): (usize, usize)) {
        self.stars[row * self.width + column] = true;
    }

    /// Returns the neighbour in this direction, if the engine considers it inside: going up or
    /// left, it never reaches the first row or column.
    fn neighbour(
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
        let cells: FilledCells = stars
            .map(|(index, _)| PieceCell {
                row: (index / self.width) as u16,
                column: (index % self.width) as u16,
            })
            .collect();
        Piece::new(self.width as u16, self.height as u16, cells).expect("there is the first star")
    }
}

/// Returns whether any piece can be drawn for this board: a 1x1 rectangle never gets its second
/// star, so at least one side must allow a longer rectangle.
pub(super) fn has_pieces(board: &Board) -> bool {
    max_piece_side(board.width()) > 1 || max_piece_side(board.height()) > 1
}

/// Returns the maximum length of a rectangle's side on a board with this side.
fn max_piece_side(side: usize) -> usize {
    ((side - 1) * 99 / 100).max(1)
}

/// Checks whether this piece can be dealt on this board and, if not, explains why (F11).
pub(super) fn check_42_deal(piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
    let (width, height, filled) = (piece.width(), piece.height(), piece.cells().len());
    let (widest, highest) = (max_piece_side(board.width()), max_piece_side(board.height()));
    if width > widest || height > highest {
        let (columns, rows) = (format_count(widest, "column"), format_count(highest, "row"));
        return Err(ImpossibleDeal::new(format!(
            "on this board a piece has at most {columns} and {rows}, \
             but this one has {width} and {height}"
        )));
    }
    if filled < 2 {
        return Err(ImpossibleDeal::new("a piece has at least 2 filled cells, not 1"));
    }
    let most = (width * height).min(width * height / 2 + MAX_BEYOND_HALF);
    if filled > most {
        return Err(ImpossibleDeal::new(format!(
            "a piece of {width}x{height} has at most {most} filled cells, not {filled}"
        )));
    }
    if !is_connected(piece.cells()) {
        return Err(ImpossibleDeal::new("the piece is not connected"));
    }
    Ok(())
}

/// Returns whether the cells, any number of them in row-major order, are connected across edges and
/// corners.
fn is_connected(cells: &[PieceCell]) -> bool {
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
    use super::{super::twister_rng::TwisterRng, *};

    #[test]
    fn the_pieces_of_seed_5_are_those_of_f11() {
        let board = Board::empty(17, 15).expect("a good size");
        let mut numbers = TwisterRng::new(5);
        for piece in ["3x2:..O/..O", "3x2:.OO/..O", "3x1:.OO", "2x1:OO", "3x2:..O/..O"] {
            let drawn = draw_42_piece(&board, &mut |bound| numbers.rand(bound));
            assert_eq!(drawn.to_string(), piece);
        }
    }

    #[test]
    fn drawn_pieces_can_be_dealt_even_large_ones() {
        for (width, height) in [(17, 15), (99, 100), (4, 1), (1, 4), (5, 5), (256, 256)] {
            let board = Board::empty(width, height).expect("a good size");
            assert!(has_pieces(&board));
            let mut numbers = TwisterRng::new(1);
            let mut large = 0;
            for _ in 0..1000 {
                let piece = draw_42_piece(&board, &mut |bound| numbers.rand(bound));
                check_42_deal(&piece, &board).expect("a drawn piece can be dealt");
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
        assert_eq!(check_42_deal(&piece, &board).expect_err("impossible").reason, reason);
    }

    #[test]
    fn pieces_that_f11_forbids_are_impossible() {
        let size = |size| {
            format!(
                "on this board a piece has at most 15 columns and 13 rows, \
                 but this one has {size}"
            )
        };
        impossible("16x1:OO..............", &size("16 and 1"));
        impossible("1x14:O/O/./././././././././././.", &size("1 and 14"));
        impossible("1x1:O", "a piece has at least 2 filled cells, not 1");
        impossible("2x2:O./..", "a piece has at least 2 filled cells, not 1");
        impossible("3x1:O.O", "the piece is not connected");
        let full = format!("6x4:{}", ["OOOOOO"; 4].join("/"));
        impossible(&full, "a piece of 6x4 has at most 22 filled cells, not 24");
        let board = Board::empty(17, 15).expect("a good size");
        for piece in ["2x2:OO/OO", "9x3:........./.......O./......O..", "4x4:OOOO/OOOO/OOOO/OOOO"] {
            assert_eq!(check_42_deal(&piece.parse().expect("a piece"), &board), Ok(()), "{piece}");
        }
    }
}
