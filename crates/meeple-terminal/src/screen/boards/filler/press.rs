//! What keys and the mouse do.
//!
//! ```text
//! arrows, hjkl ──► the piece, or the view     mouse ──► the piece is under the pointer
//! n N Tab      ──► the next place             click ──► it is laid, or why it is not
//! Enter        ──► it is laid                 wheel, bars ──► the view
//! o  ──► another veil      s, then Enter ──► no piece any more (F5)
//! ```

use super::{Asked, Camera, FillerBoard, Hand, Jump, Part};
use crate::screen::{
    boards::{Reply, Strip},
    input::{Direction, Key, Spot},
};

/// Cells that an arrow goes where there is no piece to move.
const LOOK: i16 = 4;

impl FillerBoard {
    /// Does what Enter or a click means.
    fn play(&self) -> Reply {
        let Some(hand) = &self.hand else { return Reply::Ignored };
        let is_stop = self.asked == Asked::ToStop || !hand.fits();
        match (hand.placement(), hand.stop()) {
            (_, Some(stop)) if is_stop => Reply::Play(stop.into()),
            (Some(placement), _) => Reply::Play(placement.mv.clone()),
            (None, _) => Reply::Refused(self.refusal(hand)),
        }
    }

    /// A key.
    pub(super) fn press_key(&mut self, key: Key) -> Reply {
        match key {
            Key::Char('o') => {
                self.veil = self.veil.next();
                self.lay_veil();
                Reply::Changed
            }
            Key::Enter | Key::Char(' ') => self.play(),
            Key::Esc if self.asked == Asked::ToStop => {
                self.asked = Asked::Nothing;
                Reply::Changed
            }
            Key::Char('s') if self.held().is_some() => {
                self.asked = Asked::ToStop;
                Reply::Changed
            }
            Key::Char('n') | Key::Tab => self.move_hand(|hand| hand.jump(Jump::Next)),
            Key::Char('N') | Key::BackTab => self.move_hand(|hand| hand.jump(Jump::Previous)),
            key => match key.direction().map(Direction::step) {
                Some((right, down)) if self.hand.is_some() => self.move_hand(|hand| {
                    let (column, row) = hand.held_at();
                    hand.hold((column + right, row + down))
                }),
                Some((right, down)) => self.look((right * LOOK, down * LOOK)),
                None => Reply::Ignored,
            },
        }
    }

    /// Moves the piece in hand with the keyboard: the board follows it.
    fn move_hand(&mut self, step: impl FnOnce(&mut Hand) -> bool) -> Reply {
        let Some(hand) = self.hand.as_mut().filter(|hand| hand.fits()) else {
            return Reply::Ignored;
        };
        let has_moved = step(hand);
        let was_asked = std::mem::take(&mut self.asked) != Asked::Nothing;
        self.keep_in_sight();
        if has_moved || was_asked { Reply::Changed } else { Reply::Ignored }
    }

    /// The handle of the piece follows the mouse: what is under the pointer is a filled cell, so
    /// that one points at where the piece lies, and not at an empty corner beside it. The board
    /// does not follow, or it would run away under the pointer.
    pub(super) fn point(&mut self, spot: Spot) -> Reply {
        let Some(hand) = self.hand.as_mut().filter(|_| self.asked == Asked::Nothing) else {
            return Reply::Ignored;
        };
        let cell = (spot.column, spot.row);
        let has_moved = match Part::of(spot) {
            Some(Part::Cells) => hand.hold(cell),
            Some(Part::Halves) => hand.hold_either(cell, (cell.0, cell.1 + 1)),
            _ => false,
        };
        self.remember();
        if let Some(seen) = self.seen.get() {
            self.camera = Camera::look(seen, (0, 0));
        }
        if has_moved { Reply::Changed } else { Reply::Ignored }
    }

    /// A click does what pointing there showed; on a bar, it looks there.
    pub(super) fn click(&mut self, spot: Spot) -> Reply {
        let middle = |strip: Strip| (strip.first + strip.count / 2) as i16;
        let seen = self.seen.get();
        match (Part::of(spot), seen) {
            (Some(Part::RowBar), Some(seen)) => self.look((0, spot.row - middle(seen.rows))),
            (Some(Part::ColumnBar), Some(seen)) => {
                self.look((spot.column - middle(seen.columns), 0))
            }
            // To stop is no matter of where one clicks.
            (Some(Part::Cells | Part::Halves), _) if self.held().is_some() => {
                self.point(spot);
                self.play()
            }
            _ => Reply::Ignored,
        }
    }

    /// Looks elsewhere on a board that is larger than the screen.
    pub(super) fn look(&mut self, by: (i16, i16)) -> Reply {
        let Some(seen) = self.seen.get() else { return Reply::Ignored };
        let was = std::mem::replace(&mut self.camera, Camera::look(seen, by));
        if was == self.camera { Reply::Ignored } else { Reply::Changed }
    }
}
