//! Random pieces as F9 defines them.
//!
//! A piece has a rectangle of 1..=H/5 rows and 1..=W/5 columns and a number of filled cells that
//! fits into it. The filled cells grow from one cell: each new one is a random neighbour (across an
//! edge or a corner, inside the rectangle) of a random existing one.

use super::{Board, Piece, PieceCell, piece::FilledCells};
use meeple_core::{ImpossibleDeal, text::format_count};
use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

/// The maximum number of filled cells of a dealt piece.
pub(super) const MAX_FILLED_CELLS: usize = 12;

/// Draws a random piece for this board (F9).
pub fn draw_piece(board: &Board, rng: &mut (impl Rng + ?Sized)) -> Piece {
    // One draw decides both sides: all pairs are equally likely.
    let (widest, highest) =
        (max_piece_side(board.width()) as u32, max_piece_side(board.height()) as u32);
    let size = rng.random_range(0..widest * highest);
    let (width, height) = (1 + (size % widest) as u16, 1 + (size / widest) as u16);
    let height = if (width, height) == (1, 1) { 2 } else { height };
    let counts = filled_cell_counts(width.into(), height.into());
    let count = rng.random_range(*counts.start() as u32..=*counts.end() as u32) as usize;
    let first = rng.random_range(0..u32::from(width) * u32::from(height));
    let mut cells = FilledCells::new();
    cells.push(PieceCell {
        row: (first / u32::from(width)) as u16,
        column: (first % u32::from(width)) as u16,
    });
    while cells.len() < count {
        let bits = rng.next_u64();
        let from = cells[scale_bits(bits >> 42, cells.len() as u16) as usize];
        let (top, left) = (from.row.saturating_sub(1), from.column.saturating_sub(1));
        let rows = (from.row + 2).min(height) - top;
        let columns = (from.column + 2).min(width) - left;
        let cell = PieceCell {
            row: top + scale_bits(bits >> 21, rows),
            column: left + scale_bits(bits, columns),
        };
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    Piece::new(width, height, cells).expect("at least two cells are filled")
}

/// Maps the lowest 21 random bits to a number below `below` without a division. For numbers this
/// small the bias is a few in a million.
fn scale_bits(bits: u64, below: u16) -> u16 {
    (((bits & 0x1f_ffff) * u64::from(below)) >> 21) as u16
}

/// Checks whether this piece can be dealt on this board and, if not, explains why (F9).
pub fn check_deal(piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
    let (width, height, filled) = (piece.width(), piece.height(), piece.cells().len());
    let (widest, highest) = (max_piece_side(board.width()), max_piece_side(board.height()));
    let two_rows = (width, height) == (1, 2); // a 1x1 becomes 1x2, even on a board with fewer rows
    if !two_rows && (width > widest || height > highest || (width, height) == (1, 1)) {
        let (columns, rows) = (format_up_to(widest, "column"), format_up_to(highest, "row"));
        return Err(ImpossibleDeal::new(format!(
            "on this board a piece has {columns} and {rows} (1 and 1 becomes 1 and 2), \
             but this one has {width} and {height}"
        )));
    }
    let counts = filled_cell_counts(width, height);
    if !counts.contains(&filled) {
        let (least, most) = (*counts.start(), *counts.end());
        let due = if least == most { least.to_string() } else { format!("{least} to {most}") };
        return Err(ImpossibleDeal::new(format!(
            "a piece of {width}x{height} has {due} filled cells, not {filled}"
        )));
    }
    if !is_connected(piece.cells()) {
        return Err(ImpossibleDeal::new("the piece is not connected"));
    }
    Ok(())
}

/// Formats "1 to N nouns", or just "1 noun".
fn format_up_to(most: usize, noun: &str) -> String {
    let range = if most > 1 { "1 to " } else { "" };
    format!("{range}{}", format_count(most, noun))
}

/// Returns whether the cells, at most [`MAX_FILLED_CELLS`], are connected across edges and corners.
fn is_connected(piece: &[PieceCell]) -> bool {
    let mut cells = [PieceCell { row: 0, column: 0 }; MAX_FILLED_CELLS];
    let cells = &mut cells[..piece.len()]; // the reached cells come first
    cells.copy_from_slice(piece);
    let (mut reached, mut next) = (1, 0);
    while next < reached {
        let from = cells[next];
        let mut index = reached;
        while let Some(cell) = cells.get(index) {
            if cell.row.abs_diff(from.row) <= 1 && cell.column.abs_diff(from.column) <= 1 {
                cells.swap(index, reached);
                reached += 1;
            }
            index += 1;
        }
        next += 1;
    }
    reached == cells.len()
}

/// Returns the maximum length of a rectangle's side on a board with this side.
fn max_piece_side(side: usize) -> usize {
    (side / 5).max(1)
}

/// Returns the possible numbers of filled cells: never the whole rectangle, unless it has only two
/// cells.
fn filled_cell_counts(width: usize, height: usize) -> RangeInclusive<usize> {
    2..=(width * height - 1).clamp(2, MAX_FILLED_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::rng::{RngStream, seeded};

    #[track_caller]
    fn drawn(map: &str, cells: f64, empty_margins: RangeInclusive<f64>) {
        let board = super::super::standard_map(map).expect("a standard map");
        let mut rng = seeded(1, RngStream::Deals);
        let pieces: Vec<Piece> = (0..20_000).map(|_| draw_piece(&board, &mut rng)).collect();
        for piece in &pieces {
            check_deal(piece, &board).expect("a drawn piece can be dealt");
        }
        let total: usize = pieces.iter().map(|piece| piece.cells().len()).sum();
        let average = total as f64 / pieces.len() as f64;
        // Our average has a sampling error of 0.03. The official engine's figures were observed in
        // games over an unknown number of pieces; 0.15 allows for that.
        assert!((average - cells).abs() < 0.15, "{map}: {average} filled cells on average");
        let margins = pieces.iter().filter(|piece| piece.has_empty_margin()).count();
        let share = margins as f64 / pieces.len() as f64;
        assert!(empty_margins.contains(&share), "{map}: {share} have an empty margin");
        for size in [1, max_piece_side(board.width())] {
            assert!(pieces.iter().any(|piece| piece.width() == size), "{map}: width {size}");
        }
        for size in [1, max_piece_side(board.height())] {
            assert!(pieces.iter().any(|piece| piece.height() == size), "{map}: height {size}");
        }
    }

    #[test]
    fn drawn_pieces_have_the_sizes_and_averages_of_f9() {
        drawn("map00", 3.2, 0.4..=0.6);
        drawn("map01", 5.5, 0.6..=0.95);
        drawn("map02", 6.8, 0.9..=1.0);
    }

    #[test]
    fn the_smallest_boards_get_the_smallest_piece() {
        let board = Board::empty(3, 1).expect("a good size");
        let piece = draw_piece(&board, &mut seeded(1, RngStream::Deals));
        assert_eq!(piece.to_string(), "1x2:O/O");
    }

    #[track_caller]
    fn impossible(piece: &str, reason: &str) {
        impossible_on((20, 15), piece, reason);
    }

    #[track_caller]
    fn impossible_on((width, height): (usize, usize), piece: &str, reason: &str) {
        let board = Board::empty(width, height).expect("a good size");
        let piece: Piece = piece.parse().expect("a piece");
        assert_eq!(check_deal(&piece, &board).expect_err("impossible").reason, reason);
    }

    #[test]
    fn pieces_that_f9_forbids_are_impossible() {
        let size = |size| {
            format!(
                "on this board a piece has 1 to 4 columns and 1 to 3 rows \
                 (1 and 1 becomes 1 and 2), but this one has {size}"
            )
        };
        impossible("5x1:OO...", &size("5 and 1"));
        impossible("1x4:O/O/./.", &size("1 and 4"));
        impossible("1x1:O", &size("1 and 1"));
        impossible("2x2:O./..", "a piece of 2x2 has 2 to 3 filled cells, not 1");
        impossible("2x2:OO/OO", "a piece of 2x2 has 2 to 3 filled cells, not 4");
        impossible("2x1:O.", "a piece of 2x1 has 2 filled cells, not 1");
        impossible_on(
            (9, 4),
            "2x1:OO",
            "on this board a piece has 1 column and 1 row (1 and 1 becomes 1 and 2), \
             but this one has 2 and 1",
        );
        let apart = "the piece is not connected";
        impossible("3x2:O.O/...", apart);
        impossible("4x2:O.../..OO", apart);
    }

    #[track_caller]
    fn possible(piece: &str) {
        let board = Board::empty(20, 15).expect("a good size");
        let piece: Piece = piece.parse().expect("a piece");
        assert_eq!(check_deal(&piece, &board), Ok(()));
    }

    #[test]
    fn corners_hold_a_piece_together() {
        possible("3x2:.O./O..");
        possible("4x3:O..O/.OO./....");
        possible("1x2:O/O"); // besides 2x1, the only rectangle that may be completely filled
        possible("2x1:OO");
    }
}
