//! Puts drawings side by side: a board, and next to it what there is to decide.
//!
//! ```text
//!   ABCD
//! 1 ....  @ Ann: 1 cell
//! 2 .@..  $ Bo: 1 cell
//! 3 ....  The piece:
//! 4 $...    OO
//! ```
//!
//! The last lines are aligned, so that the end of both drawings is directly above the question.

use crate::figures::padded;
use textwrap::core::display_width;

/// Most columns of a drawing, if the game allows it: windows are usually 80 columns wide.
pub(super) const MAX_WIDTH: usize = 78;

/// Columns between two drawings.
pub(super) const GAP: usize = 2;

/// Puts two drawings side by side, with their last lines aligned. Escape sequences have no width.
pub(super) fn side_by_side(left: &str, right: &str) -> String {
    let wide = if left.is_empty() { 0 } else { width(left) + GAP };
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let height = left.len().max(right.len());
    let above = |side: &[&str]| vec![""; height - side.len()];
    let [left, right] = [left, right].map(|side| [above(&side), side].concat());
    let lines = left.iter().zip(&right).map(|(left, right)| match *right {
        "" => format!("{left}\n"),
        right => padded(left, wide) + right + "\n",
    });
    lines.collect()
}

/// Returns the width of a drawing in columns.
pub(super) fn width(drawing: &str) -> usize {
    drawing.lines().map(display_width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_level_and_nothing_trails() {
        assert_eq!(side_by_side("ab\nc\n", "1\n"), "ab\nc   1\n");
        assert_eq!(side_by_side("c\n", "1\n2\n"), "   1\nc  2\n");
        assert_eq!(side_by_side("", "1\n"), "1\n");
        assert_eq!(side_by_side("ab\n", ""), "ab\n");
    }

    #[test]
    fn styles_take_no_room() {
        assert_eq!(
            side_by_side("\x1b[1mab\x1b[0m\nabc\n", "1\n2"),
            "\x1b[1mab\x1b[0m   1\nabc  2\n"
        );
        assert_eq!(width("\x1b[1mab\x1b[0m\na\n"), 2);
    }
}
