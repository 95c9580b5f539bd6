//! What a person is about to choose, and how keys and the mouse change it.
//!
//! ```text
//! Lay ──1-5──► Exchange ──Enter──► the move          Esc leads back to what is due
//!     ──x────► Remove   ──Enter──► the move
//! ```

use super::{
    CARDS, MAP, MEADOW, Shown,
    places::{Way, distance, lays, look_index, neighbour, targets},
    size_of,
};
use crate::screen::{
    boards::Reply,
    input::{Direction, Input, Key, Spot, Target, Turned},
    play::course::sentence,
};
use meeple_core::Game;
use meeple_games::grass::{Cell, Move, Orientation};
use meeple_view::{
    Scene, View,
    grass::{Choice, GrassView, LegalMove, Look},
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
            Input::Key(key) => self.press_key(shown, key),
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

    fn play(self, shown: &Shown) -> Reply {
        match (self.chosen(shown), self.step) {
            (Some(legal), _) => Reply::Play(legal.mv.clone()),
            (None, Step::Rest) => Reply::Ignored,
            (None, _) => Reply::Refused(self.refusal(shown)),
        }
    }

    /// Looks at one of the next tiles, if there are so many.
    fn exchange(&mut self, shown: &Shown, number: u8) {
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
        Reply::Changed
    }

    fn point(&mut self, shown: &Shown, spot: Spot) {
        let cell = Cell::new(spot.row.max(0) as usize, spot.column.max(0) as usize);
        match spot.part {
            CARDS => self.exchange(shown, spot.column.clamp(0, 9) as u8),
            MEADOW => self.aim_at(shown, cell),
            _ => {}
        }
    }

    fn click(&mut self, shown: &Shown, spot: Spot) -> Reply {
        let before = *self;
        self.point(shown, spot);
        match (spot.part, before.step) {
            (MAP, _) => {
                self.aim_at(
                    shown,
                    Cell::new(spot.row.max(0) as usize, spot.column.max(0) as usize),
                );
                Reply::Changed
            }
            // What was looked at was a tile that is not in hand: that is put back, nothing more.
            (MEADOW, Step::Exchange(_)) => Reply::Changed,
            (CARDS, _) if !matches!(self.step, Step::Exchange(_)) => Reply::Ignored,
            _ => self.play(shown),
        }
    }

    /// Aims at a cell: the middle of a tile goes there.
    fn aim_at(&mut self, shown: &Shown, cell: Cell) {
        if matches!(self.step, Step::Exchange(_)) {
            self.step = due(shown);
        }
        match self.step {
            Step::Lay => {
                let (columns, rows) = self.size(shown);
                self.corner = Cell {
                    row: cell.row.saturating_sub((rows as u8).saturating_sub(1) / 2),
                    column: cell.column.saturating_sub((columns as u8).saturating_sub(1) / 2),
                };
            }
            _ => self.target = cell,
        }
        self.keep_on_board(shown);
    }

    fn go(&mut self, shown: &Shown, direction: Direction) {
        let (right, down) = direction.step();
        let moved = |cell: Cell| Cell {
            row: cell.row.saturating_add_signed(down as i8),
            column: cell.column.saturating_add_signed(right as i8),
        };
        match self.step {
            Step::Lay => self.corner = moved(self.corner),
            Step::Stone => self.target = moved(self.target),
            Step::Steal | Step::Remove => self.go_to_next(shown, direction),
            Step::Exchange(number) => {
                let all = shown.picture.next.len() as u8;
                let next = number.saturating_add_signed((right + down) as i8);
                self.step = Step::Exchange(next.clamp(1, all.max(1)));
            }
            Step::Discard | Step::Rest => {}
        }
        self.keep_on_board(shown);
    }

    /// The nearest thing to choose in a direction.
    fn go_to_next(&mut self, shown: &Shown, direction: Direction) {
        let (right, down) = direction.step();
        let far = |cell: Cell| {
            let across = i32::from(cell.column) - i32::from(self.target.column);
            let below = i32::from(cell.row) - i32::from(self.target.row);
            let along = across * i32::from(right) + below * i32::from(down);
            let aside = across * i32::from(down) + below * i32::from(right);
            (along > 0).then_some(along + 2 * aside.abs())
        };
        let is_here = |cells: &Vec<Cell>| cells.contains(&self.target);
        let other = targets(shown, self.step).into_iter().filter(|cells| !is_here(cells));
        let places = other.flatten().filter_map(|cell| Some((far(cell)?, cell)));
        if let Some((_, cell)) = places.min() {
            self.target = cell;
        }
    }

    /// The next thing that can be done, or the one before.
    fn jump(&mut self, shown: &Shown, way: Way) {
        match self.step {
            Step::Lay => {
                let mut all: Vec<(usize, Cell)> = lays(shown).collect();
                all.sort_unstable();
                let here = (look_index(shown, self.orientation), self.corner);
                self.take(shown, neighbour(&all, &here, way));
            }
            Step::Exchange(number) => {
                let all: Vec<u8> = shown.picture.next.iter().map(|next| next.number).collect();
                self.step = Step::Exchange(neighbour(&all, &number, way).unwrap_or(number));
            }
            step => {
                let all = targets(shown, step);
                let mut first: Vec<Cell> =
                    all.iter().filter_map(|cells| cells.first().copied()).collect();
                first.sort_unstable();
                let here = all.iter().find(|cells| cells.contains(&self.target));
                let here = here.and_then(|cells| cells.first().copied()).unwrap_or(self.target);
                self.target = neighbour(&first, &here, way).unwrap_or(self.target);
            }
        }
    }

    fn take(&mut self, shown: &Shown, place: Option<(usize, Cell)>) {
        let looks = shown.picture.hand.as_ref().map(|hand| &hand.looks);
        if let (Some((look, corner)), Some(looks)) = (place, looks) {
            self.corner = corner;
            self.orientation =
                looks.get(look).map_or(Orientation::AS_DRAWN, |look| look.orientation);
        }
    }

    fn aim_near(&mut self, shown: &Shown, place: Cell) {
        let all = targets(shown, self.step).into_iter().flatten();
        if let Some(cell) = all.min_by_key(|&cell| distance(cell, place)) {
            self.target = cell;
        }
    }

    /// Turns the tile in hand about its middle.
    fn turn(&mut self, shown: &Shown, next: fn(&Look) -> Orientation) {
        let Some(look) = shown.look(self.orientation).filter(|_| self.step == Step::Lay) else {
            return;
        };
        let (columns, rows) = self.size(shown);
        self.orientation = next(look);
        let (new_columns, new_rows) = self.size(shown);
        let shifted =
            |at: u8, old: usize, new: usize| (usize::from(at) + old / 2).saturating_sub(new / 2);
        self.corner = Cell::new(
            shifted(self.corner.row, rows, new_rows),
            shifted(self.corner.column, columns, new_columns),
        );
        self.keep_on_board(shown);
    }

    fn size(self, shown: &Shown) -> (usize, usize) {
        shown.look(self.orientation).map_or((1, 1), |look| size_of(&look.rows))
    }

    fn keep_on_board(&mut self, shown: &Shown) {
        let (columns, rows) = self.size(shown);
        let within =
            |at: u8, taken: usize| at.min(shown.picture.side.saturating_sub(taken.max(1)) as u8);
        self.corner = Cell {
            row: within(self.corner.row, rows),
            column: within(self.corner.column, columns),
        };
        self.target =
            Cell { row: within(self.target.row, 1), column: within(self.target.column, 1) };
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
