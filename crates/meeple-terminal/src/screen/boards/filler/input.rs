//! Handles keys and the mouse.
//!
//! ```text
//! arrows, hjkl ──► move the piece, or scroll    mouse ──► the piece follows the pointer
//! n N Tab      ──► next legal placement         click ──► place it, or explain why not
//! Enter        ──► place the piece              wheel, bars ──► scroll
//! o  ──► next overlay      s, then Enter ──► stop for good (F5)
//! ```

use super::{CELLS, COLUMN_BAR, Camera, FillerBoard, HALVES, HeldPiece, ROW_BAR};
use crate::screen::{
    boards::{InputResult, JumpDirection, ScrollRange},
    input::{Direction, KeyPress, Spot},
};

/// Cells to scroll per arrow key if there is no piece to move.
const SCROLL_STEP: i16 = 4;

impl FillerBoard {
    /// Plays the move that Enter or a click stands for.
    fn play(&self) -> InputResult {
        let Some(hand) = &self.hand else { return InputResult::Ignored };
        let is_stop = self.is_stop_asked || !hand.fits();
        match (hand.placement(), &hand.stop) {
            (_, Some(stop)) if is_stop => InputResult::Play(stop.clone()),
            (Some(placement), _) => InputResult::Play(placement.mv.clone()),
            (None, _) => InputResult::Refused(self.refusal(hand)),
        }
    }

    /// Handles a key press.
    pub(super) fn press_key(&mut self, key: KeyPress) -> InputResult {
        match key {
            KeyPress::Char('o') => {
                self.overlay = self.overlay.next();
                self.update_overlay();
                InputResult::Changed
            }
            KeyPress::Enter | KeyPress::Char(' ') => self.play(),
            KeyPress::Esc if self.is_stop_asked => {
                self.is_stop_asked = false;
                InputResult::Changed
            }
            KeyPress::Char('s') if self.held().is_some() => {
                self.is_stop_asked = true;
                InputResult::Changed
            }
            KeyPress::Char('n') | KeyPress::Tab => {
                self.move_hand(|hand| hand.jump(JumpDirection::Next))
            }
            KeyPress::Char('N') | KeyPress::BackTab => {
                self.move_hand(|hand| hand.jump(JumpDirection::Previous))
            }
            key => match key.direction().map(Direction::step) {
                Some((right, down)) if self.hand.is_some() => self.move_hand(|hand| {
                    let (column, row) = hand.held_at();
                    hand.hold((column + right, row + down))
                }),
                Some((right, down)) => self.scroll_by((right * SCROLL_STEP, down * SCROLL_STEP)),
                None => InputResult::Ignored,
            },
        }
    }

    /// Moves the piece in hand with the keyboard; the board follows it.
    fn move_hand(&mut self, step: impl FnOnce(&mut HeldPiece) -> bool) -> InputResult {
        let Some(hand) = self.hand.as_mut().filter(|hand| hand.fits()) else {
            return InputResult::Ignored;
        };
        let has_moved = step(hand);
        let was_asked = std::mem::take(&mut self.is_stop_asked);
        self.keep_in_sight();
        if has_moved || was_asked { InputResult::Changed } else { InputResult::Ignored }
    }

    /// Moves the handle of the piece to the pointer. The handle is a filled cell, so the pointer is
    /// always on the piece and never on an empty corner beside it. The board doesn't scroll, or it
    /// would move away under the pointer.
    pub(super) fn point(&mut self, spot: Spot) -> InputResult {
        let Some(hand) = self.hand.as_mut().filter(|_| !self.is_stop_asked) else {
            return InputResult::Ignored;
        };
        let cell = (spot.column, spot.row);
        let has_moved = match spot.part {
            CELLS => hand.hold(cell),
            HALVES => hand.hold_either(cell, (cell.0, cell.1 + 1)),
            _ => false,
        };
        self.remember();
        if let Some(seen) = self.visible_part.get() {
            self.camera = Camera::pan(seen, (0, 0));
        }
        if has_moved { InputResult::Changed } else { InputResult::Ignored }
    }

    /// Places the piece where the pointer is; on a scroll bar, scrolls there.
    pub(super) fn click(&mut self, spot: Spot) -> InputResult {
        let middle = |strip: ScrollRange| (strip.first + strip.count / 2) as i16;
        match (spot.part, self.visible_part.get()) {
            (ROW_BAR, Some(seen)) => self.scroll_by((0, spot.row - middle(seen.rows))),
            (COLUMN_BAR, Some(seen)) => self.scroll_by((spot.column - middle(seen.columns), 0)),
            // A click never confirms stopping, wherever it is.
            (CELLS | HALVES, _) if self.held().is_some() => {
                self.point(spot);
                self.play()
            }
            _ => InputResult::Ignored,
        }
    }

    /// Scrolls a board that is larger than the screen.
    pub(super) fn scroll_by(&mut self, by: (i16, i16)) -> InputResult {
        let Some(seen) = self.visible_part.get() else { return InputResult::Ignored };
        let was = std::mem::replace(&mut self.camera, Camera::pan(seen, by));
        if was == self.camera { InputResult::Ignored } else { InputResult::Changed }
    }
}
