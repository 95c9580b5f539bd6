//! What a person is about to choose, and how keys and the mouse change it.
//!
//! ```text
//! Lay ──1-5──► Exchange ──Enter──► the move          Esc leads back to what is due
//!     ──x────► Remove   ──Enter──► the move
//! ```

use super::{
    Shown,
    places::{Way, distance, lays},
};
use crate::screen::{
    boards::Reply,
    input::{Input, Key, Target, Turned},
};
use meeple_core::Game;
use meeple_games::grass::{Cell, Move, Orientation};
use meeple_view::{
    Scene, View,
    grass::{Choice, GrassView, LegalMove},
    words::sentence,
};

/// What a person is about to choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Aim {
    /// What kind of move.
    pub(super) step: Step,
    /// Where the corner of the tile in hand would be.
    pub(super) corner: Cell,
    /// How it would be turned.
    pub(super) orientation: Orientation,
    /// The cell of a stone or of a tile to steal.
    pub(super) target: Cell,
    /// What a board that does not fit is shown around.
    pub(super) around: Cell,
    /// Whether anything was aimed at before: the first tile begins in the middle.
    has_aimed: bool,
}

/// A kind of move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Step {
    /// None: nobody is asked.
    #[default]
    Rest,
    /// Laying the tile in hand.
    Lay,
    /// Giving it up, because it fits nowhere.
    Discard,
    /// Exchanging it for one of the next tiles.
    Exchange(u8),
    /// Taking a stone away.
    Remove,
    /// Placing a stone.
    Stone,
    /// Stealing a tile.
    Steal,
}

impl Aim {
    /// Nobody is asked; where the last thing lay is kept, because the next is often near.
    pub(super) fn rest(&mut self) {
        self.step = Step::Rest;
    }

    /// A person is asked: aims at something that can be done.
    pub(super) fn begin(&mut self, shown: &Shown) {
        if !self.has_aimed {
            let middle = Cell::new(shown.picture.side / 2, shown.picture.side / 2);
            (self.corner, self.target, self.has_aimed) = (middle, middle, true);
        }
        self.step = due(shown);
        self.orientation = Orientation::AS_DRAWN;
        match self.step {
            Step::Lay => {
                let nearest = lays(shown)
                    .min_by_key(|&(look, corner)| (look.min(1), distance(corner, self.corner)));
                self.take(shown, nearest);
            }
            Step::Stone | Step::Steal => self.aim_near(shown, self.corner),
            _ => {}
        }
        self.keep_on_board(shown);
        self.look_there(shown);
    }

    /// The legal move that is aimed at.
    pub(super) fn chosen(self, shown: &Shown) -> Option<&LegalMove> {
        shown.moves.iter().find(|legal| match (&legal.choice, self.step) {
            (Choice::Lay { corner, orientation, .. }, Step::Lay) => {
                (*corner, *orientation) == (self.corner, self.orientation)
            }
            (Choice::Exchange { number, .. }, Step::Exchange(wanted)) => *number == wanted,
            (Choice::Remove { cell, .. }, Step::Remove)
            | (Choice::Stone { cell }, Step::Stone)
            | (Choice::Steal { cell, .. }, Step::Steal) => *cell == self.target,
            (Choice::Discard { .. }, Step::Discard) => true,
            _ => false,
        })
    }

    /// Why what is aimed at cannot be done: a sentence.
    pub(super) fn refusal(self, shown: &Shown) -> String {
        let mv = match self.step {
            Step::Lay => Move::Lay { corner: self.corner, orientation: self.orientation },
            Step::Exchange(number) => Move::Exchange(number),
            Step::Remove => Move::Remove(self.target),
            Step::Stone => Move::Stone(self.target),
            Step::Steal => Move::Steal(self.target),
            Step::Discard | Step::Rest => Move::Discard,
        };
        let scene = Scene::of(&shown.position, &shown.seats);
        let reason = shown.position.explain(mv).err();
        reason
            .map_or_else(String::new, |reason| sentence(&GrassView::tell_refusal(&scene, &reason)))
    }

    /// A key, or something that was clicked or pointed at.
    pub(super) fn press(&mut self, shown: &Shown, input: Input) -> Reply {
        let before = *self;
        match input {
            Input::Key(Key::Enter) => return self.play(shown),
            Input::Key(Key::Char('s')) => return stop(shown),
            Input::Key(Key::Char('x')) => return self.remove(shown),
            Input::Key(key) => {
                self.press_key(shown, key);
                // A key that does nothing must not be heard.
                if *self != before {
                    self.look_there(shown);
                }
            }
            Input::Point(Target::Spot(spot)) => self.point(shown, spot),
            Input::Press(Target::Spot(spot)) => return self.click(shown, spot),
            Input::Other(_) | Input::Wheel(Turned::Down, Some(Target::Spot(_))) => {
                self.turn(shown, |look| look.right);
            }
            Input::Wheel(Turned::Up, Some(Target::Spot(_))) => self.turn(shown, |look| look.left),
            _ => {}
        }
        if *self == before { Reply::Ignored } else { Reply::Changed }
    }

    fn press_key(&mut self, shown: &Shown, key: Key) {
        match key {
            Key::Esc => self.step = due(shown),
            Key::Char(' ' | 'r') => self.turn(shown, |look| look.right),
            Key::Char('R') => self.turn(shown, |look| look.left),
            Key::Char('f') => self.turn(shown, |look| look.flipped),
            Key::Tab | Key::Char('n') => self.jump(shown, Way::Forward),
            Key::BackTab | Key::Char('N') => self.jump(shown, Way::Back),
            Key::Char(digit @ '1'..='9') => self.exchange(shown, digit as u8 - b'0'),
            key => {
                if let Some(direction) = key.direction() {
                    self.go(shown, direction);
                }
            }
        }
    }

    /// Makes the move that is aimed at, or says why not.
    pub(super) fn play(self, shown: &Shown) -> Reply {
        match (self.chosen(shown), self.step) {
            (Some(legal), _) => Reply::Play(legal.mv.clone()),
            (None, Step::Rest) => Reply::Ignored,
            (None, _) => Reply::Refused(self.refusal(shown)),
        }
    }

    /// Looks at one of the next tiles, if there are so many.
    pub(super) fn exchange(&mut self, shown: &Shown, number: u8) {
        let is_there = shown.picture.next.iter().any(|next| next.number == number);
        if shown.picture.phase == "tile" && is_there {
            self.step = Step::Exchange(number);
        }
    }

    /// Looks at a stone that can be taken away, and at the next one when pressed again.
    fn remove(&mut self, shown: &Shown) -> Reply {
        let Some(&first) = shown.picture.stones.first() else {
            return match shown.picture.phase {
                "tile" => Reply::Refused("There is no stone to take away (G8).".into()),
                _ => Reply::Ignored,
            };
        };
        if shown.picture.phase != "tile" {
            return Reply::Ignored;
        }
        let aim = Aim { step: Step::Remove, target: first, ..*self };
        if aim.chosen(shown).is_none() {
            return Reply::Refused(aim.refusal(shown)); // no coupon
        }
        if self.step == Step::Remove {
            self.jump(shown, Way::Forward);
        } else {
            *self = aim;
        }
        self.look_there(shown);
        Reply::Changed
    }
}

/// What is due, before a person wants anything else.
pub(super) fn due(shown: &Shown) -> Step {
    let step = |legal: &LegalMove| match legal.choice {
        Choice::Lay { .. } => Some(Step::Lay),
        Choice::Stone { .. } => Some(Step::Stone),
        Choice::Steal { .. } => Some(Step::Steal),
        Choice::Discard { .. } => Some(Step::Discard),
        Choice::Exchange { .. } | Choice::Remove { .. } | Choice::Stop => None,
    };
    shown.moves.iter().find_map(step).unwrap_or_default()
}

fn stop(shown: &Shown) -> Reply {
    let stop = shown.moves.iter().find(|legal| legal.choice == Choice::Stop);
    stop.map_or(Reply::Ignored, |legal| Reply::Play(legal.mv.clone()))
}
