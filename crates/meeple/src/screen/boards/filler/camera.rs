//! Where one looks on a board that is larger than the screen.
//!
//! ```text
//! ┌─────────────┐     the cursor goes about in the inner frame and the board stays;
//! │   ┌─────┐   │     when it leaves that, the board follows
//! │   │  +  │   │
//! │   └─────┘   │
//! └─────────────┘
//! ```

use super::hand::Cell;
use crate::screen::boards::{Scroll, Strip};

/// What is looked at on a board that is larger than the screen. It follows what happens lazily,
/// so that the board stays where it is while the cursor moves a little.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Camera {
    middle: Cell,
    /// What must be seen, whatever the middle is.
    focus: Option<Cell>,
}

/// How far from the middle things may go before the camera follows them.
const LAZY: (i16, i16) = (8, 6);

impl Camera {
    /// Looks at this cell.
    pub(super) fn at(cell: Cell) -> Self {
        Camera { middle: cell, focus: None }
    }

    /// Follows a cell that went somewhere: a little way lazily, a long way all of it.
    pub(super) fn follow(&mut self, (column, row): Cell) {
        let near = |middle: i16, at: i16, lazy: i16| match middle.abs_diff(at) {
            away if away > 2 * lazy.unsigned_abs() => at,
            _ => middle.clamp(at - lazy, at + lazy),
        };
        self.middle = (near(self.middle.0, column, LAZY.0), near(self.middle.1, row, LAZY.1));
    }

    /// Looks elsewhere on a board of this size. Whether that is elsewhere.
    pub(super) fn look(&mut self, to: Cell, (width, height): (usize, usize)) -> bool {
        let last = |side: usize| side.max(1) as i16 - 1;
        let to = (to.0.clamp(0, last(width)), to.1.clamp(0, last(height)));
        std::mem::replace(&mut self.middle, to) != to
    }

    /// The cell in the middle.
    pub(super) fn middle(self) -> Cell {
        self.middle
    }

    /// The same, with this cell in sight.
    pub(super) fn with(self, focus: Option<Cell>) -> Self {
        Camera { focus, ..self }
    }

    /// As much of a board of this size as there is room for.
    pub(super) fn scroll(
        self,
        (width, height): (usize, usize),
        (columns, rows): (usize, usize),
    ) -> Scroll {
        let strip = |all: usize, room: usize, middle: i16, focus: Option<i16>| {
            let strip = Strip::around(all, room, middle.max(0) as usize);
            focus.map_or(strip, |at| in_sight(strip, at.max(0) as usize))
        };
        Scroll {
            columns: strip(width, columns, self.middle.0, self.focus.map(|cell| cell.0)),
            rows: strip(height, rows, self.middle.1, self.focus.map(|cell| cell.1)),
        }
    }
}

/// The strip, moved as little as must be for a cell to be seen.
fn in_sight(strip: Strip, at: usize) -> Strip {
    let first = match strip.count {
        0 => strip.first,
        _ if at < strip.first => at,
        count => strip.first.max((at + 1).saturating_sub(count)),
    };
    Strip { first, ..strip }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_be_seen_is_seen_and_the_board_moves_little() {
        let scroll = |middle, focus| {
            let camera = Camera::at((middle, 0)).with(Some((focus, 0)));
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
            camera.middle()
        };
        assert_eq!(followed((58, 44)), (50, 50));
        assert_eq!(followed((60, 43)), (52, 49));
        assert_eq!(followed((90, 43)), (90, 49));
    }
}
