//! The move a person is selecting, and how keys and the mouse change it.
//!
//! ```text
//! Lay ──1-5──► Exchange ──Enter──► the move          Esc goes back to what is due
//!     ──x────► Remove   ──Enter──► the move
//! ```

use super::{
    GrassMoment,
    targets::{distance, lays},
};
use crate::screen::{
    boards::{InputResult, JumpDirection},
    input::{KeyPress, Target, UserInput, WheelDirection},
};
use meeple_games::grass::{Cell, Move, Orientation};
use meeple_view::grass::{LegalMove, LegalMoveKind};

/// The move a person is selecting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PendingMove {
    /// The kind of move.
    pub(super) step: MoveKind,
    /// The corner of the tile in hand.
    pub(super) corner: Cell,
    /// The orientation of the tile in hand.
    pub(super) orientation: Orientation,
    /// The cell of a stone, or of a tile to steal.
    pub(super) target: Cell,
    /// The cell to keep in view if the board doesn't fit.
    pub(super) view_centre: Cell,
    /// Whether anything was selected before; the first tile starts in the middle.
    has_aimed: bool,
}

/// A kind of move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// None: no person is to move.
    #[default]
    None,
    /// Placing the tile in hand.
    Lay,
    /// Discarding the tile in hand, because it fits nowhere.
    Discard,
    /// Exchanging the tile in hand for the next tile with this number.
    Exchange(u8),
    /// Removing a stone.
    Remove,
    /// Placing a stone.
    Stone,
    /// Stealing a tile.
    Steal,
}

impl PendingMove {
    /// Ends the selection. The last cells are kept, because the next move is often near.
    pub(super) fn clear(&mut self) {
        self.step = MoveKind::None;
    }

    /// Starts a selection for the person to move, at a legal move.
    pub(super) fn begin(&mut self, shown: &GrassMoment) {
        if !self.has_aimed {
            let middle = Cell::new(shown.picture.side / 2, shown.picture.side / 2);
            (self.corner, self.target, self.has_aimed) = (middle, middle, true);
        }
        self.step = due(shown);
        self.orientation = Orientation::AS_DRAWN;
        match self.step {
            MoveKind::Lay => {
                let nearest = lays(shown).min_by_key(|&(orientation, corner)| {
                    (orientation != Orientation::AS_DRAWN, distance(corner, self.corner))
                });
                if let Some(nearest) = nearest {
                    (self.orientation, self.corner) = nearest;
                }
            }
            MoveKind::Stone | MoveKind::Steal => self.aim_near(shown, self.corner),
            _ => {}
        }
        self.keep_on_board(shown);
        self.centre_view(shown);
    }

    /// Returns the selected legal move, if it is legal.
    pub(super) fn legal_move(self, shown: &GrassMoment) -> Option<&LegalMove> {
        shown.moves().iter().find(|legal| match (&legal.choice, self.step) {
            (LegalMoveKind::Lay { corner, orientation, .. }, MoveKind::Lay) => {
                (*corner, *orientation) == (self.corner, self.orientation)
            }
            (LegalMoveKind::Exchange { number, .. }, MoveKind::Exchange(wanted)) => {
                *number == wanted
            }
            (LegalMoveKind::Remove { cell, .. }, MoveKind::Remove)
            | (LegalMoveKind::Stone { cell }, MoveKind::Stone)
            | (LegalMoveKind::Steal { cell, .. }, MoveKind::Steal) => *cell == self.target,
            (LegalMoveKind::Discard { .. }, MoveKind::Discard) => true,
            _ => false,
        })
    }

    /// Explains in a sentence why the selected move is illegal; empty if it is legal.
    pub(super) fn refusal(self, shown: &GrassMoment) -> String {
        let mv = match self.step {
            MoveKind::Lay => Move::Place { corner: self.corner, orientation: self.orientation },
            MoveKind::Exchange(number) => Move::Exchange(number),
            MoveKind::Remove => Move::Remove(self.target),
            MoveKind::Stone => Move::Stone(self.target),
            MoveKind::Steal => Move::Steal(self.target),
            MoveKind::Discard | MoveKind::None => Move::Discard,
        };
        shown.refusal(mv).unwrap_or_default()
    }

    /// Handles a key press or a mouse event.
    pub(super) fn handle_input(&mut self, shown: &GrassMoment, input: UserInput) -> InputResult {
        let before = *self;
        match input {
            UserInput::Key(KeyPress::Enter) => return self.play(shown),
            UserInput::Key(KeyPress::Char('s')) => return stop(shown),
            UserInput::Key(KeyPress::Char('x')) => return self.remove(shown),
            UserInput::Key(key) => {
                self.press_key(shown, key);
                // A key that does nothing must not scroll the board.
                if *self != before {
                    self.centre_view(shown);
                }
            }
            UserInput::Point(Target::Spot(spot)) => self.point(shown, spot),
            UserInput::Press(Target::Spot(spot)) => return self.click(shown, spot),
            UserInput::Other(_) | UserInput::Wheel(WheelDirection::Down, Some(Target::Spot(_))) => {
                self.turn(shown, |look| look.right);
            }
            UserInput::Wheel(WheelDirection::Up, Some(Target::Spot(_))) => {
                self.turn(shown, |look| look.left);
            }
            _ => {}
        }
        if *self == before { InputResult::Ignored } else { InputResult::Changed }
    }

    fn press_key(&mut self, shown: &GrassMoment, key: KeyPress) {
        match key {
            KeyPress::Esc => self.step = due(shown),
            KeyPress::Char(' ' | 'r') => self.turn(shown, |look| look.right),
            KeyPress::Char('R') => self.turn(shown, |look| look.left),
            KeyPress::Char('f') => self.turn(shown, |look| look.flipped),
            KeyPress::Tab | KeyPress::Char('n') => self.jump(shown, JumpDirection::Next),
            KeyPress::BackTab | KeyPress::Char('N') => self.jump(shown, JumpDirection::Previous),
            KeyPress::Char(digit @ '1'..='9') => self.exchange(shown, digit as u8 - b'0'),
            key => {
                if let Some(direction) = key.direction() {
                    self.go(shown, direction);
                }
            }
        }
    }

    /// Plays the selected move, or explains why it is illegal.
    pub(super) fn play(self, shown: &GrassMoment) -> InputResult {
        match (self.legal_move(shown), self.step) {
            (Some(legal), _) => InputResult::Play(legal.mv.clone()),
            (None, MoveKind::None) => InputResult::Ignored,
            (None, _) => InputResult::Refused(self.refusal(shown)),
        }
    }

    /// Selects one of the next tiles for an exchange, if there is one with this number.
    pub(super) fn exchange(&mut self, shown: &GrassMoment, number: u8) {
        let is_there = shown.picture.next.iter().any(|next| next.number == number);
        if shown.picture.phase == "tile" && is_there {
            self.step = MoveKind::Exchange(number);
        }
    }

    /// Selects a stone to remove; pressed again, the next stone.
    fn remove(&mut self, shown: &GrassMoment) -> InputResult {
        if shown.picture.phase != "tile" {
            return InputResult::Ignored;
        }
        let Some(&first) = shown.picture.stones.first() else {
            return InputResult::Refused("There is no stone to remove.".into());
        };
        let aim = PendingMove { step: MoveKind::Remove, target: first, ..*self };
        if aim.legal_move(shown).is_none() {
            return InputResult::Refused(aim.refusal(shown)); // no coupon
        }
        if self.step == MoveKind::Remove {
            self.jump(shown, JumpDirection::Next);
        } else {
            *self = aim;
        }
        self.centre_view(shown);
        InputResult::Changed
    }
}

/// Returns the kind of move that is due by default.
pub(super) fn due(shown: &GrassMoment) -> MoveKind {
    let step = |legal: &LegalMove| match legal.choice {
        LegalMoveKind::Lay { .. } => Some(MoveKind::Lay),
        LegalMoveKind::Stone { .. } => Some(MoveKind::Stone),
        LegalMoveKind::Steal { .. } => Some(MoveKind::Steal),
        LegalMoveKind::Discard { .. } => Some(MoveKind::Discard),
        LegalMoveKind::Exchange { .. } | LegalMoveKind::Remove { .. } | LegalMoveKind::Stop => None,
    };
    shown.moves().iter().find_map(step).unwrap_or_default()
}

fn stop(shown: &GrassMoment) -> InputResult {
    let stop = shown.moves().iter().find(|legal| legal.choice == LegalMoveKind::Stop);
    stop.map_or(InputResult::Ignored, |legal| InputResult::Play(legal.mv.clone()))
}
