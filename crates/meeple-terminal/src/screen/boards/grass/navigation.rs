//! Moves the selection: with arrow keys, by jumping to the next option, and with the mouse.

use super::{
    CARDS, GrassMoment, MAP, MEADOW,
    pending_move::{MoveKind, PendingMove, due},
    size_of,
    targets::{distance, lays, targets},
};
use crate::screen::{
    boards::{InputResult, JumpDirection},
    input::{Direction, Spot},
};
use meeple_games::grass::{Cell, Orientation};
use meeple_view::grass::ShownOrientation;

impl PendingMove {
    /// Handles pointing at a spot.
    pub(super) fn point(&mut self, shown: &GrassMoment, spot: Spot) {
        match spot.part {
            CARDS => self.exchange(shown, spot.column.clamp(0, 9) as u8),
            MEADOW => self.aim_at(shown, cell(spot)),
            _ => {}
        }
    }

    /// Handles a click on a spot.
    pub(super) fn click(&mut self, shown: &GrassMoment, spot: Spot) -> InputResult {
        let before = *self;
        self.point(shown, spot);
        match (spot.part, before.step) {
            (MAP, _) => {
                self.aim_at(shown, cell(spot));
                self.centre_view(shown);
                InputResult::Changed
            }
            // A next tile was being previewed: the click only ends that preview.
            (MEADOW, MoveKind::Exchange(_)) => InputResult::Changed,
            (CARDS, _) if !matches!(self.step, MoveKind::Exchange(_)) => InputResult::Ignored,
            _ => self.play(shown),
        }
    }

    /// Moves the selection to a cell; a tile is centred on it.
    fn aim_at(&mut self, shown: &GrassMoment, cell: Cell) {
        if matches!(self.step, MoveKind::Exchange(_)) {
            self.step = due(shown);
        }
        match self.step {
            MoveKind::Lay => {
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

    /// Moves by one cell in a direction, or to the next option in that direction.
    pub(super) fn go(&mut self, shown: &GrassMoment, direction: Direction) {
        let (right, down) = direction.step();
        let moved = |cell: Cell| Cell {
            row: cell.row.saturating_add_signed(down as i8),
            column: cell.column.saturating_add_signed(right as i8),
        };
        match self.step {
            MoveKind::Lay => self.corner = moved(self.corner),
            MoveKind::Stone => self.target = moved(self.target),
            MoveKind::Steal | MoveKind::Remove => self.go_to_next(shown, direction),
            MoveKind::Exchange(number) => {
                let all = shown.picture.next.len() as u8;
                let next = number.saturating_add_signed((right + down) as i8);
                self.step = MoveKind::Exchange(next.clamp(1, all.max(1)));
            }
            MoveKind::Discard | MoveKind::None => {}
        }
        self.keep_on_board(shown);
    }

    /// Moves to the nearest option in a direction.
    fn go_to_next(&mut self, shown: &GrassMoment, direction: Direction) {
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

    /// Moves to the next or previous option.
    pub(super) fn jump(&mut self, shown: &GrassMoment, way: JumpDirection) {
        match self.step {
            MoveKind::Lay => {
                let here = (self.orientation, self.corner);
                (self.orientation, self.corner) = way.neighbour(lays(shown), here);
            }
            MoveKind::Exchange(number) => {
                let all = shown.picture.next.iter().map(|next| next.number);
                self.step = MoveKind::Exchange(way.neighbour(all, number));
            }
            step => {
                let all = targets(shown, step);
                let first = |cells: &Vec<Cell>| cells.first().copied();
                let here = all.iter().find(|cells| cells.contains(&self.target)).and_then(first);
                let here = here.unwrap_or(self.target);
                self.target = way.neighbour(all.iter().filter_map(first), here);
            }
        }
    }

    /// Selects the option nearest to a cell.
    pub(super) fn aim_near(&mut self, shown: &GrassMoment, place: Cell) {
        let all = targets(shown, self.step).into_iter().flatten();
        if let Some(cell) = all.min_by_key(|&cell| distance(cell, place)) {
            self.target = cell;
        }
    }

    /// Rotates or flips the tile in hand around its middle.
    pub(super) fn turn(&mut self, shown: &GrassMoment, next: fn(&ShownOrientation) -> Orientation) {
        let Some(look) = shown.look(self.orientation).filter(|_| self.step == MoveKind::Lay) else {
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

    fn size(self, shown: &GrassMoment) -> (usize, usize) {
        shown.look(self.orientation).map_or((1, 1), |look| size_of(&look.rows))
    }

    /// Moves the selection back onto the board.
    pub(super) fn keep_on_board(&mut self, shown: &GrassMoment) {
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

    /// Centres the view of a board that doesn't fit on the selection. Not called for the mouse, or
    /// the board would move away under the pointer.
    pub(super) fn centre_view(&mut self, shown: &GrassMoment) {
        self.view_centre = match self.step {
            MoveKind::Stone | MoveKind::Steal | MoveKind::Remove => self.target,
            MoveKind::Lay | MoveKind::Discard | MoveKind::Exchange(_) | MoveKind::None => {
                let (columns, rows) = self.size(shown);
                self.corner.offset((rows as u8 / 2, columns as u8 / 2))
            }
        };
    }
}

/// Returns the cell of a spot.
fn cell(spot: Spot) -> Cell {
    Cell::new(spot.row.max(0) as usize, spot.column.max(0) as usize)
}
