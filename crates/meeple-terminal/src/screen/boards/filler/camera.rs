//! Which part of a board is visible if it is larger than the screen.
//!
//! ```text
//! ┌─────────────┐     while the cursor moves within the inner frame, the board stays;
//! │   ┌─────┐   │     when it leaves the frame, the board follows
//! │   │  +  │   │
//! │   └─────┘   │
//! └─────────────┘
//! ```

use super::held_piece::BoardCell;
use crate::screen::boards::{Scroll, ScrollRange};

/// The visible part of a board that is larger than the screen. It follows the cursor lazily, so
/// that the board stays still while the cursor moves a little.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Camera {
    middle: BoardCell,
    /// A cell that must be visible, wherever the middle is.
    focus: Option<BoardCell>,
}

/// How far from the middle the cursor may move before the camera follows.
const FOLLOW_MARGIN: (i16, i16) = (8, 6);

impl Camera {
    /// Centres the camera on a cell.
    pub(super) fn at(cell: BoardCell) -> Self {
        Camera { middle: cell, focus: None }
    }

    /// Follows a cell: over a short distance only as far as needed, over a long one completely.
    pub(super) fn follow(&mut self, (column, row): BoardCell) {
        let near = |middle: i16, at: i16, lazy: i16| match middle.abs_diff(at) {
            away if away > 2 * lazy.unsigned_abs() => at,
            _ => middle.clamp(at - lazy, at + lazy),
        };
        self.middle = (
            near(self.middle.0, column, FOLLOW_MARGIN.0),
            near(self.middle.1, row, FOLLOW_MARGIN.1),
        );
        self.focus = Some((column, row));
    }

    /// Pans the visible part by so many columns and rows, within the board.
    pub(super) fn pan(seen: Scroll, (right, down): (i16, i16)) -> Self {
        let moved = |strip: ScrollRange, by: i16| {
            let last = strip.all.saturating_sub(strip.count) as i16;
            let first = (strip.first as i16).saturating_add(by).clamp(0, last);
            first + (strip.count / 2) as i16
        };
        Camera::at((moved(seen.columns, right), moved(seen.rows, down)))
    }

    /// Returns the visible part of a board of this size in the given room.
    pub(super) fn scroll(
        self,
        (width, height): (usize, usize),
        (columns, rows): (usize, usize),
    ) -> Scroll {
        let strip = |all: usize, room: usize, middle: i16, focus: Option<i16>| {
            let strip = ScrollRange::around(all, room, middle.max(0) as usize);
            focus.map_or(strip, |at| in_sight(strip, at.max(0) as usize))
        };
        Scroll {
            columns: strip(width, columns, self.middle.0, self.focus.map(|cell| cell.0)),
            rows: strip(height, rows, self.middle.1, self.focus.map(|cell| cell.1)),
        }
    }
}

/// Shifts the strip as little as possible to make a cell visible.
fn in_sight(strip: ScrollRange, at: usize) -> ScrollRange {
    let first = match strip.count {
        0 => strip.first,
        _ if at < strip.first => at,
        count => strip.first.max((at + 1).saturating_sub(count)),
    };
    ScrollRange { first, ..strip }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_be_seen_is_seen_and_the_board_moves_little() {
        let scroll = |middle, focus| {
            let camera = Camera { middle: (middle, 0), focus: Some((focus, 0)) };
            let columns = camera.scroll((99, 1), (21, 1)).columns;
            assert!(columns.cells().contains(&(focus as usize)), "{columns:?} without {focus}");
            columns.first
        };
        assert_eq!((scroll(50, 50), scroll(50, 60), scroll(50, 40)), (40, 40, 40));
        assert_eq!((scroll(50, 61), scroll(50, 39), scroll(50, 0)), (41, 39, 0));
        assert_eq!((scroll(0, 98), scroll(98, 98)), (78, 78));
    }

    #[test]
    fn the_camera_follows_lazily() {
        let mut camera = Camera::at((50, 50));
        let mut followed = |cell| {
            camera.follow(cell);
            camera.middle
        };
        assert_eq!(followed((58, 44)), (50, 50));
        assert_eq!(followed((60, 43)), (52, 49));
        assert_eq!(followed((90, 43)), (90, 49));
    }

    #[test]
    fn looking_elsewhere_begins_with_what_is_seen() {
        let scroll = |camera: Camera| camera.scroll((99, 100), (21, 30));
        // The camera looks at a corner, which cannot be in the middle.
        let seen = scroll(Camera::at((3, 97)));
        assert_eq!((seen.columns.first, seen.rows.first), (0, 70));
        let looked = |by| {
            let seen = scroll(Camera::pan(seen, by));
            (seen.columns.first, seen.rows.first)
        };
        assert_eq!(
            (looked((0, 0)), looked((2, -3)), looked((-5, 99))),
            ((0, 70), (2, 67), (0, 70))
        );
    }
}
