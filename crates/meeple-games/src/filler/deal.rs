//! The pieces that chance deals (F9).
//!
//! A rectangle of 1..=H/5 rows and 1..=W/5 columns, a number of filled cells
//! that fits into it, and then a stain that grows from one cell: each new cell
//! is a random neighbour, over an edge or a corner and inside the rectangle, of
//! a random old one.

use super::{Board, Piece, PieceCell, piece::Cells};
use meeple_core::{ImpossibleDeal, text::counted};
use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

/// The most cells a dealt piece fills.
pub(super) const MOST_CELLS: usize = 12;

/// A piece for this board, drawn as F9 says.
pub fn draw_piece(board: &Board, rng: &mut (impl Rng + ?Sized)) -> Piece {
    // Each draw decides two things at once: their pairs are equally likely.
    let (widest, highest) = (longest(board.width()) as u32, longest(board.height()) as u32);
    let size = rng.random_range(0..widest * highest);
    let (width, height) = (1 + (size % widest) as u16, 1 + (size / widest) as u16);
    let height = if (width, height) == (1, 1) { 2 } else { height };
    let counts = counts(width.into(), height.into());
    let count = rng.random_range(*counts.start() as u32..=*counts.end() as u32) as usize;
    let first = rng.random_range(0..u32::from(width) * u32::from(height));
    let mut cells = Cells::new();
    cells.push(PieceCell {
        row: (first / u32::from(width)) as u16,
        column: (first % u32::from(width)) as u16,
    });
    while cells.len() < count {
        let bits = rng.next_u64();
        let from = cells[part(bits >> 42, cells.len() as u16) as usize];
        let (top, left) = (from.row.saturating_sub(1), from.column.saturating_sub(1));
        let rows = (from.row + 2).min(height) - top;
        let columns = (from.column + 2).min(width) - left;
        let cell =
            PieceCell { row: top + part(bits >> 21, rows), column: left + part(bits, columns) };
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    Piece::new(width, height, cells).expect("at least two cells are filled")
}

/// A number below `below` from the lowest 21 of these random bits, without a division; for
/// numbers so small the bias is a few in a million.
fn part(bits: u64, below: u16) -> u16 {
    (((bits & 0x1f_ffff) * u64::from(below)) >> 21) as u16
}

/// Whether this piece can be dealt on this board, and if not, why (F9).
pub fn explain_deal(piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
    let (width, height, filled) = (piece.width(), piece.height(), piece.cells().len());
    let (widest, highest) = (longest(board.width()), longest(board.height()));
    let two_rows = (width, height) == (1, 2); // what a 1x1 becomes, however low the board
    if !two_rows && (width > widest || height > highest || (width, height) == (1, 1)) {
        let (columns, rows) = (up_to(widest, "column"), up_to(highest, "row"));
        return Err(ImpossibleDeal::because(format!(
            "on this board a piece has {columns} and {rows} (1 and 1 becomes 1 and 2), \
             but this one has {width} and {height} (F9)"
        )));
    }
    let counts = counts(width, height);
    if !counts.contains(&filled) {
        let (least, most) = (*counts.start(), *counts.end());
        let due = if least == most { least.to_string() } else { format!("{least} to {most}") };
        return Err(ImpossibleDeal::because(format!(
            "a piece of {width}x{height} has {due} filled cells, not {filled} (F9)"
        )));
    }
    if !hangs_together(piece.cells()) {
        return Err(ImpossibleDeal::because("the piece does not hang together (F9)"));
    }
    Ok(())
}

/// One of them, or from 1 to so many.
fn up_to(most: usize, noun: &str) -> String {
    let range = if most > 1 { "1 to " } else { "" };
    format!("{range}{}", counted(most, noun))
}

/// Whether so few cells hang together over edges and corners.
fn hangs_together(piece: &[PieceCell]) -> bool {
    let mut cells = [PieceCell { row: 0, column: 0 }; MOST_CELLS];
    let cells = &mut cells[..piece.len()]; // the reached ones first
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

/// The longest side of a rectangle on a board with this side.
fn longest(side: usize) -> usize {
    (side / 5).max(1)
}

/// How many cells are filled: never the whole rectangle, unless it holds only two.
fn counts(width: usize, height: usize) -> RangeInclusive<usize> {
    2..=(width * height - 1).clamp(2, MOST_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::rng::{Stream, seeded};

    #[track_caller]
    fn drawn(map: &str, cells: f64, empty_margins: RangeInclusive<f64>) {
        let board = super::super::standard_map(map).expect("a standard map");
        let mut rng = seeded(1, Stream::Deals);
        let pieces: Vec<Piece> = (0..20_000).map(|_| draw_piece(&board, &mut rng)).collect();
        for piece in &pieces {
            explain_deal(piece, &board).expect("a drawn piece can be dealt");
        }
        let total: usize = pieces.iter().map(|piece| piece.cells().len()).sum();
        let average = total as f64 / pieces.len() as f64;
        // Ours has a sampling error of 0.03. The official engine's figures were seen in games, over
        // a number of pieces that is not known: 0.15 is what we allow for that.
        assert!((average - cells).abs() < 0.15, "{map}: {average} filled cells on average");
        let margins = pieces.iter().filter(|piece| piece.has_empty_margin()).count();
        let share = margins as f64 / pieces.len() as f64;
        assert!(empty_margins.contains(&share), "{map}: {share} have an empty margin");
        for size in [1, longest(board.width())] {
            assert!(pieces.iter().any(|piece| piece.width() == size), "{map}: width {size}");
        }
        for size in [1, longest(board.height())] {
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
        let piece = draw_piece(&board, &mut seeded(1, Stream::Deals));
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
        assert_eq!(explain_deal(&piece, &board).expect_err("impossible").reason, reason);
    }

    #[test]
    fn pieces_that_f9_forbids_are_impossible() {
        let size = |size| {
            format!(
                "on this board a piece has 1 to 4 columns and 1 to 3 rows \
                 (1 and 1 becomes 1 and 2), but this one has {size} (F9)"
            )
        };
        impossible("5x1:OO...", &size("5 and 1"));
        impossible("1x4:O/O/./.", &size("1 and 4"));
        impossible("1x1:O", &size("1 and 1"));
        impossible("2x2:O./..", "a piece of 2x2 has 2 to 3 filled cells, not 1 (F9)");
        impossible("2x2:OO/OO", "a piece of 2x2 has 2 to 3 filled cells, not 4 (F9)");
        impossible("2x1:O.", "a piece of 2x1 has 2 filled cells, not 1 (F9)");
        impossible_on(
            (9, 4),
            "2x1:OO",
            "on this board a piece has 1 column and 1 row (1 and 1 becomes 1 and 2), \
             but this one has 2 and 1 (F9)",
        );
        let apart = "the piece does not hang together (F9)";
        impossible("3x2:O.O/...", apart);
        impossible("4x2:O.../..OO", apart);
    }

    #[track_caller]
    fn possible(piece: &str) {
        let board = Board::empty(20, 15).expect("a good size");
        let piece: Piece = piece.parse().expect("a piece");
        assert_eq!(explain_deal(&piece, &board), Ok(()));
    }

    #[test]
    fn corners_hold_a_piece_together() {
        possible("3x2:.O./O..");
        possible("4x3:O..O/.OO./....");
        possible("1x2:O/O"); // the only rectangle that may be full, but for 2x1
        possible("2x1:OO");
    }
}
