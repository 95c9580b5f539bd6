//! Alpha-beta windows: the range of values that can still matter.

use crate::search::transposition_table::{Bound, COMPLETE_DEPTH, TableEntry};

/// A range from what the side to move already has to the least the opponent would not allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlphaBetaWindow {
    pub(super) low: f32,
    pub(super) high: f32,
}

impl AlphaBetaWindow {
    /// The range of all possible values.
    pub(super) fn full(extreme: f32) -> Self {
        AlphaBetaWindow { low: -extreme, high: extreme }
    }

    /// The smallest window that decides whether a value exceeds `low`.
    pub(super) fn narrow(low: f32) -> Self {
        AlphaBetaWindow { low, high: low.next_up() }
    }

    /// Returns the same window from the other side's point of view.
    pub(super) fn negated(self) -> Self {
        AlphaBetaWindow { low: -self.high, high: -self.low }
    }

    /// Returns what a value found within this window says about the true value.
    pub(super) fn bound(self, value: f32) -> Bound {
        if value <= self.low {
            Bound::AtMost
        } else if value >= self.high {
            Bound::AtLeast
        } else {
            Bound::Exact
        }
    }
}

impl TableEntry {
    /// Whether this entry makes a search with this depth and window unnecessary.
    pub(super) fn suffices(self, depth: u32, window: AlphaBetaWindow) -> bool {
        let is_deep = self.depth == COMPLETE_DEPTH || u32::from(self.depth) >= depth;
        is_deep
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= window.high,
                Bound::AtMost => self.value <= window.low,
            }
    }
}
