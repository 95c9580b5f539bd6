//! Which values are of interest: what a side has already, and what the other would not allow.

use crate::search::table::{Bound, Entry, WHOLE};

/// From what the side to move has already to what the other would not allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) low: f32,
    pub(super) high: f32,
}

impl Window {
    /// All values that there are.
    pub(super) fn whole(extreme: f32) -> Self {
        Window { low: -extreme, high: extreme }
    }

    /// Just enough to ask whether something is more than `low`.
    pub(super) fn narrow(low: f32) -> Self {
        Window { low, high: low.next_up() }
    }

    /// The same as the other side sees it.
    pub(super) fn turned(self) -> Self {
        Window { low: -self.high, high: -self.low }
    }

    /// What a value that was found within this window says.
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

impl Entry {
    /// Whether this suffices as an answer.
    pub(super) fn answers(self, depth: u32, window: Window) -> bool {
        let is_deep = self.depth == WHOLE || u32::from(self.depth) >= depth;
        is_deep
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= window.high,
                Bound::AtMost => self.value <= window.low,
            }
    }
}
