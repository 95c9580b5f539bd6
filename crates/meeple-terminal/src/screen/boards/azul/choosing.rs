//! Choosing a move in steps.
//!
//! ```text
//!            Enter, click                 Enter, click
//! a pile ─────────────────► its place ─────────────────► the move
//!        ◄─────────────────
//!               Esc             on the grey wall: a cell ───► the move
//! ```

use super::moment::{Moment, PLACES, Pile};
use crate::screen::{
    boards::Reply,
    input::{Direction, Input, Key, Spot, Target},
};
use meeple_games::azul::TileColor;
use meeple_view::azul::{Place, TakenFrom};

/// The parts of the board that can be clicked.
pub(super) const PILES: u8 = 0;
pub(super) const LINES: u8 = 1;
pub(super) const WALL: u8 = 2;

/// What is being chosen, and what the cursor is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// What to take: a pile, as they are counted.
    Pile(usize),
    /// Where this pile goes: one of [`PLACES`].
    Place(usize, usize),
    /// The column of the full line's tile, from 0.
    Cell(usize),
}

/// Somebody who chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choosing {
    /// What is being chosen.
    pub(super) step: Step,
    /// Another pile that the mouse is at while a place is chosen.
    pub(super) pointed: Option<usize>,
}

impl Default for Choosing {
    fn default() -> Self {
        Choosing { step: Step::Pile(0), pointed: None }
    }
}

impl Choosing {
    /// With nothing chosen yet.
    pub(super) fn begin(moment: &Moment) -> Self {
        let step = match moment.tilings().next() {
            Some(tiling) => Step::Cell(usize::from(tiling.column.saturating_sub(1))),
            None => Step::Pile(0),
        };
        Choosing { step, pointed: None }
    }

    /// The pile that is chosen or about to be.
    pub(super) fn pile(self, moment: &Moment) -> Option<Pile> {
        let at = match self.step {
            Step::Pile(at) | Step::Place(at, _) => self.pointed.unwrap_or(at),
            Step::Cell(_) => return None,
        };
        moment.piles.get(at).copied()
    }

    /// The pile, and the place it would go to, once that is being chosen.
    pub(super) fn placing(self, moment: &Moment) -> Option<(Pile, Place)> {
        let Step::Place(pile, place) = self.step else { return None };
        let place = PLACES.get(place).filter(|_| self.pointed.is_none())?;
        Some((*moment.piles.get(pile)?, *place))
    }

    /// A key or the mouse.
    pub(super) fn press(&mut self, moment: &Moment, input: Input) -> Reply {
        let before = *self;
        let reply = match input {
            Input::Key(key) => {
                self.pointed = None;
                self.press_key(moment, key)
            }
            Input::Point(Target::Spot(spot)) => self.point(moment, spot),
            Input::Press(Target::Spot(spot)) => self.click(moment, spot),
            Input::Other(_) => self.back(),
            _ => Reply::Ignored,
        };
        match reply {
            Reply::Changed if before == *self => Reply::Ignored,
            Reply::Ignored if before != *self => Reply::Changed,
            reply => reply,
        }
    }

    fn press_key(&mut self, moment: &Moment, key: Key) -> Reply {
        match key {
            Key::Enter | Key::Char(' ') => self.enter(moment),
            Key::Esc | Key::Backspace => self.back(),
            Key::Tab => self.next(moment, 1),
            Key::BackTab => self.next(moment, -1),
            Key::Char(digit @ '0'..='9') => self.jump(moment, digit as usize - '0' as usize),
            key => match key.direction() {
                Some(direction) => self.go(moment, direction),
                None => Reply::Ignored,
            },
        }
    }

    /// The next step, or the move.
    fn enter(&mut self, moment: &Moment) -> Reply {
        let refused = |why: Option<String>| why.map_or(Reply::Ignored, Reply::Refused);
        match self.step {
            Step::Pile(at) => self.take(moment, at),
            Step::Place(pile, place) => {
                let (Some(&pile), Some(&place)) = (moment.piles.get(pile), PLACES.get(place))
                else {
                    return Reply::Ignored;
                };
                match moment.draft(pile, place) {
                    Some(draft) => Reply::Play(draft.mv.clone()),
                    None => refused(moment.refusal(pile, place)),
                }
            }
            Step::Cell(column) => match moment.tiling(column) {
                Some(tiling) => Reply::Play(tiling.mv.clone()),
                None => refused(moment.cell_refusal(column)),
            },
        }
    }

    /// Takes a pile up: its place is chosen next, beginning with one that costs least and is
    /// nearest to being full.
    fn take(&mut self, moment: &Moment, at: usize) -> Reply {
        let Some(&pile) = moment.piles.get(at) else { return Reply::Ignored };
        let easiest = moment.drafts(pile).min_by_key(|draft| {
            (draft.place == Place::Floor, draft.cost + draft.marker_cost, draft.misses)
        });
        let Some(easiest) = easiest else { return Reply::Ignored };
        let place = PLACES.iter().position(|place| *place == easiest.place).unwrap_or(0);
        (self.step, self.pointed) = (Step::Place(at, place), None);
        Reply::Changed
    }

    fn back(&mut self) -> Reply {
        let Step::Place(pile, _) = self.step else { return Reply::Ignored };
        (self.step, self.pointed) = (Step::Pile(pile), None);
        Reply::Changed
    }

    /// The next one that may be chosen, and the first one after the last.
    fn next(&mut self, moment: &Moment, by: i64) -> Reply {
        let cycle = |at: usize, all: usize, may: &dyn Fn(usize) -> bool| {
            let all = all as i64;
            let steps = (1..=all).map(|step| (at as i64 + by * step).rem_euclid(all) as usize);
            steps.into_iter().find(|&at| may(at)).unwrap_or(at)
        };
        self.step = match self.step {
            Step::Pile(at) => Step::Pile(cycle(at, moment.piles.len(), &|_| true)),
            Step::Place(pile, place) => {
                let Some(&taken) = moment.piles.get(pile) else { return Reply::Ignored };
                let may = |at: usize| moment.draft(taken, PLACES[at]).is_some();
                Step::Place(pile, cycle(place, PLACES.len(), &may))
            }
            Step::Cell(column) => {
                Step::Cell(cycle(column, 5, &|column| moment.tiling(column).is_some()))
            }
        };
        Reply::Changed
    }

    /// To the factory, the line or the column of this number; 0 is the centre, or the floor.
    fn jump(&mut self, moment: &Moment, number: usize) -> Reply {
        self.step = match (self.step, number) {
            (Step::Pile(at), number) => {
                let source = match number {
                    0 => TakenFrom::Centre,
                    number => TakenFrom::Factory(number as u8),
                };
                // Once more goes on to its next colour.
                let there = |&at: &usize| moment.piles[at].source == source;
                let mut piles = (at + 1..moment.piles.len()).chain(0..moment.piles.len());
                let is_there = moment.piles.get(at).is_some_and(|pile| pile.source == source);
                let first = (0..moment.piles.len()).find(there);
                let found = if is_there { piles.find(there) } else { first };
                match found {
                    Some(at) => Step::Pile(at),
                    None => return Reply::Refused("Nothing lies there.".into()),
                }
            }
            (Step::Place(pile, _), 0) => Step::Place(pile, PLACES.len() - 1),
            (Step::Place(pile, _), 1..=5) => Step::Place(pile, number - 1),
            (Step::Cell(_), 1..=5) => Step::Cell(number - 1),
            _ => return Reply::Ignored,
        };
        Reply::Changed
    }

    fn go(&mut self, moment: &Moment, direction: Direction) -> Reply {
        let (right, down) = direction.step();
        let moved = |at: usize, by: i16, all: usize| {
            at.saturating_add_signed(by.into()).min(all.saturating_sub(1))
        };
        self.step = match self.step {
            Step::Pile(at) if down == 0 => Step::Pile(moved(at, right, moment.piles.len())),
            Step::Pile(at) => Step::Pile(beyond(&moment.piles, at, direction).unwrap_or(at)),
            Step::Place(pile, place) => Step::Place(pile, moved(place, down, PLACES.len())),
            Step::Cell(column) => Step::Cell(moved(column, right, 5)),
        };
        Reply::Changed
    }

    fn point(&mut self, moment: &Moment, spot: Spot) -> Reply {
        match (self.step, spotted(moment, spot)) {
            (Step::Pile(_), Some(Spotted::Pile(at))) => self.step = Step::Pile(at),
            (Step::Place(chosen, _), Some(Spotted::Pile(at))) => {
                self.pointed = (at != chosen).then_some(at);
            }
            (Step::Place(pile, _), Some(Spotted::Place(place))) => {
                (self.step, self.pointed) = (Step::Place(pile, place), None);
            }
            (Step::Cell(_), Some(Spotted::Cell(column))) => self.step = Step::Cell(column),
            _ => return Reply::Ignored,
        }
        Reply::Changed
    }

    fn click(&mut self, moment: &Moment, spot: Spot) -> Reply {
        match (self.step, spotted(moment, spot)) {
            (Step::Pile(_) | Step::Place(..), Some(Spotted::Pile(at))) => self.take(moment, at),
            (Step::Pile(_), Some(Spotted::Place(_))) => {
                Reply::Refused("Choose tiles from a factory or the centre first (A5).".into())
            }
            (Step::Place(..), Some(Spotted::Place(_)))
            | (Step::Cell(_), Some(Spotted::Cell(_))) => {
                self.point(moment, spot);
                self.enter(moment)
            }
            _ => Reply::Ignored,
        }
    }
}

/// What lies under the mouse.
enum Spotted {
    Pile(usize),
    Place(usize),
    Cell(usize),
}

fn spotted(moment: &Moment, Spot { part, column, row }: Spot) -> Option<Spotted> {
    let (across, down) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    match part {
        PILES => {
            let is_it = |pile: &Pile| spot_of(pile.source, pile.colour) == (column, row);
            moment.piles.iter().position(is_it).map(Spotted::Pile)
        }
        WALL if moment.is_tiling() => {
            let is_due = moment.picture.line_to_tile.map(usize::from) == Some(down + 1);
            (is_due && across < 5).then_some(Spotted::Cell(across))
        }
        LINES | WALL => (down < PLACES.len()).then_some(Spotted::Place(down)),
        _ => None,
    }
}

/// How a pile is named among the spots.
pub(super) fn spot_of(source: TakenFrom, colour: TileColor) -> (i16, i16) {
    let source = match source {
        TakenFrom::Factory(number) => i16::from(number),
        TakenFrom::Centre => 0,
    };
    (source, colour.index() as i16)
}

/// The pile in the next row of plates that way that is nearest across.
fn beyond(piles: &[Pile], at: usize, direction: Direction) -> Option<usize> {
    let from = piles.get(at)?;
    let rows = piles.iter().map(|pile| pile.row());
    let row = match direction {
        Direction::Down => rows.filter(|row| *row > from.row()).min()?,
        _ => rows.filter(|row| *row < from.row()).max()?,
    };
    let there = (0..piles.len()).filter(|&at| piles[at].row() == row);
    there.min_by_key(|&at| piles[at].across().abs_diff(from.across()))
}
