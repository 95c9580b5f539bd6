//! Selecting an Azul move in steps: first a pile of tiles, then a place for it.
//!
//! ```text
//!            Enter, click                 Enter, click
//! a pile ─────────────────► its place ─────────────────► the move
//!        ◄─────────────────
//!               Esc             on the grey wall: a cell ───► the move
//! ```

use super::position_info::{PLACES, Pile, PositionInfo};
use crate::screen::{
    boards::{InputResult, JumpDirection},
    input::{Direction, KeyPress, Spot, Target, UserInput},
};
use meeple_games::azul::TileColour;
use meeple_view::azul::{ShownDestination, ShownSource};

/// Clickable parts of the board, used in [`Spot::part`].
pub(super) const PILES: u8 = 0;
pub(super) const LINES: u8 = 1;
pub(super) const WALL: u8 = 2;

/// The current step of the selection, and the position of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceStep {
    /// Selecting a pile: an index into [`PositionInfo::piles`].
    Pile(usize),
    /// Selecting a place for a pile: the index of the pile, and an index into [`PLACES`].
    Place(usize, usize),
    /// Selecting a wall cell for the full line's tile: its column, counted from 0.
    Cell(usize),
}

/// A move being selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AzulSelection {
    pub(super) step: ChoiceStep,
    /// The pile under the mouse while a place is being selected, unless it is the selected pile.
    pub(super) hovered_pile: Option<usize>,
}

impl Default for AzulSelection {
    fn default() -> Self {
        AzulSelection { step: ChoiceStep::Pile(0), hovered_pile: None }
    }
}

impl AzulSelection {
    /// Starts a selection at the first pile, or at the first legal wall cell.
    pub(super) fn new(info: &PositionInfo) -> Self {
        let step = match info.tilings().next() {
            Some(tiling) => ChoiceStep::Cell(usize::from(tiling.column.saturating_sub(1))),
            None => ChoiceStep::Pile(0),
        };
        AzulSelection { step, hovered_pile: None }
    }

    /// Returns the pile under the mouse, or else the one under the cursor or already selected.
    pub(super) fn pile(self, info: &PositionInfo) -> Option<Pile> {
        let at = match self.step {
            ChoiceStep::Pile(at) | ChoiceStep::Place(at, _) => self.hovered_pile.unwrap_or(at),
            ChoiceStep::Cell(_) => return None,
        };
        info.piles.get(at).copied()
    }

    /// Returns the pile and the place under the cursor, while a place is being selected.
    pub(super) fn selected_place(self, info: &PositionInfo) -> Option<(Pile, ShownDestination)> {
        let ChoiceStep::Place(pile, place) = self.step else { return None };
        let place = PLACES.get(place).filter(|_| self.hovered_pile.is_none())?;
        Some((*info.piles.get(pile)?, *place))
    }

    /// Handles a key press or a mouse event.
    pub(super) fn handle_input(&mut self, info: &PositionInfo, input: UserInput) -> InputResult {
        let before = *self;
        let result = match input {
            UserInput::Key(key) => {
                self.hovered_pile = None;
                self.handle_key(info, key)
            }
            UserInput::Point(Target::Spot(spot)) => {
                self.hover(info, spot);
                None
            }
            UserInput::Press(Target::Spot(spot)) => self.click(info, spot),
            UserInput::Other(_) => {
                self.go_back();
                None
            }
            _ => None,
        };
        let changed = if before == *self { InputResult::Ignored } else { InputResult::Changed };
        result.unwrap_or(changed)
    }

    /// Handles a key press; returns the move or the refusal, if it leads to one.
    fn handle_key(&mut self, info: &PositionInfo, key: KeyPress) -> Option<InputResult> {
        match key {
            KeyPress::Enter | KeyPress::Char(' ') => return self.confirm(info),
            KeyPress::Char(digit @ '0'..='9') => {
                return self.jump_to(info, digit as usize - '0' as usize);
            }
            KeyPress::Esc | KeyPress::Backspace => self.go_back(),
            KeyPress::Tab => self.select_next(info, JumpDirection::Next),
            KeyPress::BackTab => self.select_next(info, JumpDirection::Previous),
            key => self.move_cursor(info, key.direction()?),
        }
        None
    }

    /// Confirms the current step: moves on to the next one, or returns the move or the refusal.
    fn confirm(&mut self, info: &PositionInfo) -> Option<InputResult> {
        let played = |mv: &String| Some(InputResult::Play(mv.clone()));
        match self.step {
            ChoiceStep::Pile(at) => {
                self.select_pile(info, at);
                None
            }
            ChoiceStep::Place(pile, place) => {
                let (&pile, &place) = (info.piles.get(pile)?, PLACES.get(place)?);
                match info.draft(pile, place) {
                    Some(draft) => played(&draft.mv),
                    None => info.refusal(pile, place).map(InputResult::Refused),
                }
            }
            ChoiceStep::Cell(column) => match info.tiling(column) {
                Some(tiling) => played(&tiling.mv),
                None => info.cell_refusal(column).map(InputResult::Refused),
            },
        }
    }

    /// Selects a pile. The cursor starts at the line with the lowest cost, or at the floor if no line
    /// is legal. Ties go to the line that then needs the fewest tiles.
    fn select_pile(&mut self, info: &PositionInfo, at: usize) {
        let Some(&pile) = info.piles.get(at) else { return };
        let cheapest = info.drafts(pile).min_by_key(|draft| {
            (draft.place == ShownDestination::Floor, draft.cost + draft.marker_cost, draft.misses)
        });
        let Some(cheapest) = cheapest else { return };
        let place = PLACES.iter().position(|place| *place == cheapest.place).unwrap_or(0);
        (self.step, self.hovered_pile) = (ChoiceStep::Place(at, place), None);
    }

    fn go_back(&mut self) {
        if let ChoiceStep::Place(pile, _) = self.step {
            (self.step, self.hovered_pile) = (ChoiceStep::Pile(pile), None);
        }
    }

    /// Moves the cursor to the next or previous valid option, wrapping around.
    fn select_next(&mut self, info: &PositionInfo, way: JumpDirection) {
        self.step = match self.step {
            ChoiceStep::Pile(at) => ChoiceStep::Pile(way.neighbour(0..info.piles.len(), at)),
            ChoiceStep::Place(pile, place) => {
                let Some(&taken) = info.piles.get(pile) else { return };
                let is_legal = |&index: &usize| info.draft(taken, PLACES[index]).is_some();
                let legal = (0..PLACES.len()).filter(is_legal);
                ChoiceStep::Place(pile, way.neighbour(legal, place))
            }
            ChoiceStep::Cell(column) => {
                let legal = (0..5).filter(|&column| info.tiling(column).is_some());
                ChoiceStep::Cell(way.neighbour(legal, column))
            }
        };
    }

    /// Moves the cursor to the factory, line or column with this number; 0 is the centre or the
    /// floor. Repeating a number moves on to the next colour there.
    fn jump_to(&mut self, info: &PositionInfo, number: usize) -> Option<InputResult> {
        self.step = match (self.step, number) {
            (ChoiceStep::Pile(at), number) => {
                let source = match number {
                    0 => ShownSource::Centre,
                    number => ShownSource::Factory(number as u8),
                };
                let is_repeated = info.piles.get(at).is_some_and(|pile| pile.source == source);
                let from = if is_repeated { at + 1 } else { 0 };
                let mut following = (from..info.piles.len()).chain(0..info.piles.len());
                match following.find(|&index| info.piles[index].source == source) {
                    Some(at) => ChoiceStep::Pile(at),
                    None => return Some(InputResult::Refused("There are no tiles there.".into())),
                }
            }
            (ChoiceStep::Place(pile, _), 0) => ChoiceStep::Place(pile, PLACES.len() - 1),
            (ChoiceStep::Place(pile, _), 1..=5) => ChoiceStep::Place(pile, number - 1),
            (ChoiceStep::Cell(_), 1..=5) => ChoiceStep::Cell(number - 1),
            (step, _) => step,
        };
        None
    }

    fn move_cursor(&mut self, info: &PositionInfo, direction: Direction) {
        let (right, down) = direction.step();
        let shift = |index: usize, by: i16, count: usize| {
            index.saturating_add_signed(by.into()).min(count.saturating_sub(1))
        };
        self.step = match self.step {
            ChoiceStep::Pile(at) if down == 0 => {
                ChoiceStep::Pile(shift(at, right, info.piles.len()))
            }
            ChoiceStep::Pile(at) => {
                ChoiceStep::Pile(pile_in_next_row(&info.piles, at, direction).unwrap_or(at))
            }
            ChoiceStep::Place(pile, place) => {
                ChoiceStep::Place(pile, shift(place, down, PLACES.len()))
            }
            ChoiceStep::Cell(column) => ChoiceStep::Cell(shift(column, right, 5)),
        };
    }

    fn hover(&mut self, info: &PositionInfo, spot: Spot) {
        match (self.step, click_target_at(info, spot)) {
            (ChoiceStep::Pile(_), Some(AzulClickTarget::Pile(at))) => {
                self.step = ChoiceStep::Pile(at);
            }
            (ChoiceStep::Place(selected, _), Some(AzulClickTarget::Pile(at))) => {
                self.hovered_pile = (at != selected).then_some(at);
            }
            (ChoiceStep::Place(pile, _), Some(AzulClickTarget::Place(place))) => {
                (self.step, self.hovered_pile) = (ChoiceStep::Place(pile, place), None);
            }
            (ChoiceStep::Cell(_), Some(AzulClickTarget::Cell(column))) => {
                self.step = ChoiceStep::Cell(column);
            }
            _ => {}
        }
    }

    /// Handles a click; returns the move or the refusal, if it leads to one.
    fn click(&mut self, info: &PositionInfo, spot: Spot) -> Option<InputResult> {
        match (self.step, click_target_at(info, spot)?) {
            (ChoiceStep::Pile(_) | ChoiceStep::Place(..), AzulClickTarget::Pile(at)) => {
                self.select_pile(info, at);
                None
            }
            (ChoiceStep::Pile(_), AzulClickTarget::Place(_)) => {
                let why = "Choose tiles from a factory or the centre first.";
                Some(InputResult::Refused(why.into()))
            }
            (ChoiceStep::Place(..), AzulClickTarget::Place(_))
            | (ChoiceStep::Cell(_), AzulClickTarget::Cell(_)) => {
                self.hover(info, spot);
                self.confirm(info)
            }
            _ => None,
        }
    }
}

/// What is under the mouse.
enum AzulClickTarget {
    Pile(usize),
    Place(usize),
    Cell(usize),
}

fn click_target_at(
    info: &PositionInfo,
    Spot { part, column, row }: Spot,
) -> Option<AzulClickTarget> {
    let (across, down) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    match part {
        PILES => {
            let is_at_spot = |pile: &Pile| pile_spot(pile.source, pile.colour) == (column, row);
            info.piles.iter().position(is_at_spot).map(AzulClickTarget::Pile)
        }
        WALL if info.is_tiling() => {
            let is_line_to_tile =
                info.moment.picture.line_to_tile.map(usize::from) == Some(down + 1);
            (is_line_to_tile && across < 5).then_some(AzulClickTarget::Cell(across))
        }
        LINES | WALL => (down < PLACES.len()).then_some(AzulClickTarget::Place(down)),
        _ => None,
    }
}

/// Returns the column and row that identify a pile in [`Spot`].
pub(super) fn pile_spot(source: ShownSource, colour: TileColour) -> (i16, i16) {
    let source = match source {
        ShownSource::Factory(number) => i16::from(number),
        ShownSource::Centre => 0,
    };
    (source, colour.index() as i16)
}

/// Returns the horizontally nearest pile in the next row of factories above or below.
fn pile_in_next_row(piles: &[Pile], at: usize, direction: Direction) -> Option<usize> {
    let from = piles.get(at)?;
    let rows = piles.iter().map(|pile| pile.row());
    let row = match direction {
        Direction::Down => rows.filter(|row| *row > from.row()).min()?,
        _ => rows.filter(|row| *row < from.row()).max()?,
    };
    let candidates = (0..piles.len()).filter(|&index| piles[index].row() == row);
    candidates.min_by_key(|&index| piles[index].across().abs_diff(from.across()))
}
