//! How what is aimed at moves: by arrows, from one possible thing to the next, by the mouse.

use super::{
    CARDS, MAP, MEADOW, Shown,
    aim::{Aim, Step, due},
    places::{Way, distance, lays, look_index, neighbour, targets},
    size_of,
};
use crate::screen::{
    boards::Reply,
    input::{Direction, Spot},
};
use meeple_games::grass::{Cell, Orientation};
use meeple_view::grass::Look;

impl Aim {
    /// Something was pointed at.
    pub(super) fn point(&mut self, shown: &Shown, spot: Spot) {
        match spot.part {
            CARDS => self.exchange(shown, spot.column.clamp(0, 9) as u8),
            MEADOW => self.aim_at(shown, cell(spot)),
            _ => {}
        }
    }

    /// Something was clicked.
    pub(super) fn click(&mut self, shown: &Shown, spot: Spot) -> Reply {
        let before = *self;
        self.point(shown, spot);
        match (spot.part, before.step) {
            (MAP, _) => {
                self.aim_at(shown, cell(spot));
                self.look_there(shown);
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

    /// A step in a direction: of a cell, or to the next thing that can be chosen.
    pub(super) fn go(&mut self, shown: &Shown, direction: Direction) {
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
    pub(super) fn jump(&mut self, shown: &Shown, way: Way) {
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

    /// Aims at a look of the tile in hand, and a corner.
    pub(super) fn take(&mut self, shown: &Shown, place: Option<(usize, Cell)>) {
        let looks = shown.picture.hand.as_ref().map(|hand| &hand.looks);
        if let (Some((look, corner)), Some(looks)) = (place, looks) {
            self.corner = corner;
            self.orientation =
                looks.get(look).map_or(Orientation::AS_DRAWN, |look| look.orientation);
        }
    }

    /// Aims at what can be chosen nearest to a cell.
    pub(super) fn aim_near(&mut self, shown: &Shown, place: Cell) {
        let all = targets(shown, self.step).into_iter().flatten();
        if let Some(cell) = all.min_by_key(|&cell| distance(cell, place)) {
            self.target = cell;
        }
    }

    /// Turns the tile in hand about its middle.
    pub(super) fn turn(&mut self, shown: &Shown, next: fn(&Look) -> Orientation) {
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

    /// What is aimed at stays on the board.
    pub(super) fn keep_on_board(&mut self, shown: &Shown) {
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

    /// A board that does not fit is shown around what is aimed at. The mouse does not move it:
    /// it would run away from under the pointer.
    pub(super) fn look_there(&mut self, shown: &Shown) {
        self.around = match self.step {
            Step::Stone | Step::Steal | Step::Remove => self.target,
            Step::Lay | Step::Discard | Step::Exchange(_) | Step::Rest => {
                let (columns, rows) = self.size(shown);
                self.corner.offset((rows as u8 / 2, columns as u8 / 2))
            }
        };
    }
}

/// The cell of a spot.
fn cell(spot: Spot) -> Cell {
    Cell::new(spot.row.max(0) as usize, spot.column.max(0) as usize)
}
