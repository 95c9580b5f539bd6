//! Selecting an Azul move in steps: first a pile of tiles, then where it goes.
//!
//! ```text
//!            Enter, click                 Enter, click
//! a pile ─────────────────► its place ─────────────────► the move
//!        ◄─────────────────
//!               Esc             on the grey wall: a cell ───► the move
//! ```

use super::position_info::{PLACES, Pile, PositionInfo};
use crate::screen::{
    boards::InputResult,
    input::{Direction, KeyPress, Spot, Target, UserInput},
};
use meeple_games::azul::TileColour;
use meeple_view::azul::{ShownDestination, ShownSource};

/// Clickable parts of the board, used in [`Spot::part`].
pub(super) const PILES: u8 = 0;
pub(super) const LINES: u8 = 1;
pub(super) const WALL: u8 = 2;

/// What is being selected, and where the cursor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceStep {
    /// Which tiles to take: an index into the list of piles.
    Pile(usize),
    /// Where a pile goes: the index of the pile, and an index into [`PLACES`].
    Place(usize, usize),
    /// The column for the full line's tile, counted from 0.
    Cell(usize),
}

/// The state of selecting a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AzulSelection {
    pub(super) step: ChoiceStep,
    /// Another pile under the mouse while a place is being selected.
    pub(super) hovered_pile: Option<usize>,
}

impl Default for AzulSelection {
    fn default() -> Self {
        AzulSelection { step: ChoiceStep::Pile(0), hovered_pile: None }
    }
}

impl AzulSelection {
    /// Starts a selection with nothing selected yet.
    pub(super) fn new(moment: &PositionInfo) -> Self {
        let step = match moment.tilings().next() {
            Some(tiling) => ChoiceStep::Cell(usize::from(tiling.column.saturating_sub(1))),
            None => ChoiceStep::Pile(0),
        };
        AzulSelection { step, hovered_pile: None }
    }

    /// Returns the pile under the mouse or the cursor.
    pub(super) fn pile(self, moment: &PositionInfo) -> Option<Pile> {
        let at = match self.step {
            ChoiceStep::Pile(at) | ChoiceStep::Place(at, _) => self.hovered_pile.unwrap_or(at),
            ChoiceStep::Cell(_) => return None,
        };
        moment.piles.get(at).copied()
    }

    /// Returns the pile and the place under the cursor, while a place is being selected.
    pub(super) fn selected_place(self, moment: &PositionInfo) -> Option<(Pile, ShownDestination)> {
        let ChoiceStep::Place(pile, place) = self.step else { return None };
        let place = PLACES.get(place).filter(|_| self.hovered_pile.is_none())?;
        Some((*moment.piles.get(pile)?, *place))
    }

    /// Handles a key press or a mouse event.
    pub(super) fn handle_input(&mut self, moment: &PositionInfo, input: UserInput) -> InputResult {
        let before = *self;
        let reply = match input {
            UserInput::Key(key) => {
                self.hovered_pile = None;
                self.press_key(moment, key)
            }
            UserInput::Point(Target::Spot(spot)) => self.point(moment, spot),
            UserInput::Press(Target::Spot(spot)) => self.click(moment, spot),
            UserInput::Other(_) => self.back(),
            _ => InputResult::Ignored,
        };
        match reply {
            InputResult::Changed if before == *self => InputResult::Ignored,
            InputResult::Ignored if before != *self => InputResult::Changed,
            reply => reply,
        }
    }

    fn press_key(&mut self, moment: &PositionInfo, key: KeyPress) -> InputResult {
        match key {
            KeyPress::Enter | KeyPress::Char(' ') => self.enter(moment),
            KeyPress::Esc | KeyPress::Backspace => self.back(),
            KeyPress::Tab => self.next(moment, 1),
            KeyPress::BackTab => self.next(moment, -1),
            KeyPress::Char(digit @ '0'..='9') => self.jump(moment, digit as usize - '0' as usize),
            key => match key.direction() {
                Some(direction) => self.go(moment, direction),
                None => InputResult::Ignored,
            },
        }
    }

    /// Moves on to the next step, or plays the move.
    fn enter(&mut self, moment: &PositionInfo) -> InputResult {
        let refused = |why: Option<String>| why.map_or(InputResult::Ignored, InputResult::Refused);
        match self.step {
            ChoiceStep::Pile(at) => self.take(moment, at),
            ChoiceStep::Place(pile, place) => {
                let (Some(&pile), Some(&place)) = (moment.piles.get(pile), PLACES.get(place))
                else {
                    return InputResult::Ignored;
                };
                match moment.draft(pile, place) {
                    Some(draft) => InputResult::Play(draft.mv.clone()),
                    None => refused(moment.refusal(pile, place)),
                }
            }
            ChoiceStep::Cell(column) => match moment.tiling(column) {
                Some(tiling) => InputResult::Play(tiling.mv.clone()),
                None => refused(moment.cell_refusal(column)),
            },
        }
    }

    /// Selects a pile. The cursor starts at the place that costs least; among those, at the one
    /// nearest to being full.
    fn take(&mut self, moment: &PositionInfo, at: usize) -> InputResult {
        let Some(&pile) = moment.piles.get(at) else { return InputResult::Ignored };
        let easiest = moment.drafts(pile).min_by_key(|draft| {
            (draft.place == ShownDestination::Floor, draft.cost + draft.marker_cost, draft.misses)
        });
        let Some(easiest) = easiest else { return InputResult::Ignored };
        let place = PLACES.iter().position(|place| *place == easiest.place).unwrap_or(0);
        (self.step, self.hovered_pile) = (ChoiceStep::Place(at, place), None);
        InputResult::Changed
    }

    fn back(&mut self) -> InputResult {
        let ChoiceStep::Place(pile, _) = self.step else { return InputResult::Ignored };
        (self.step, self.hovered_pile) = (ChoiceStep::Pile(pile), None);
        InputResult::Changed
    }

    /// Moves the cursor to the next valid option, wrapping around.
    fn next(&mut self, moment: &PositionInfo, by: i64) -> InputResult {
        let cycle = |at: usize, all: usize, may: &dyn Fn(usize) -> bool| {
            let all = all as i64;
            let steps = (1..=all).map(|step| (at as i64 + by * step).rem_euclid(all) as usize);
            steps.into_iter().find(|&at| may(at)).unwrap_or(at)
        };
        self.step = match self.step {
            ChoiceStep::Pile(at) => ChoiceStep::Pile(cycle(at, moment.piles.len(), &|_| true)),
            ChoiceStep::Place(pile, place) => {
                let Some(&taken) = moment.piles.get(pile) else { return InputResult::Ignored };
                let may = |at: usize| moment.draft(taken, PLACES[at]).is_some();
                ChoiceStep::Place(pile, cycle(place, PLACES.len(), &may))
            }
            ChoiceStep::Cell(column) => {
                ChoiceStep::Cell(cycle(column, 5, &|column| moment.tiling(column).is_some()))
            }
        };
        InputResult::Changed
    }

    /// Moves the cursor to the factory, line or column with this number; 0 is the centre or the
    /// floor.
    fn jump(&mut self, moment: &PositionInfo, number: usize) -> InputResult {
        self.step = match (self.step, number) {
            (ChoiceStep::Pile(at), number) => {
                let source = match number {
                    0 => ShownSource::Centre,
                    number => ShownSource::Factory(number as u8),
                };
                // Pressing the same number again moves on to the next colour there.
                let there = |&at: &usize| moment.piles[at].source == source;
                let mut piles = (at + 1..moment.piles.len()).chain(0..moment.piles.len());
                let is_there = moment.piles.get(at).is_some_and(|pile| pile.source == source);
                let first = (0..moment.piles.len()).find(there);
                let found = if is_there { piles.find(there) } else { first };
                match found {
                    Some(at) => ChoiceStep::Pile(at),
                    None => return InputResult::Refused("There are no tiles there.".into()),
                }
            }
            (ChoiceStep::Place(pile, _), 0) => ChoiceStep::Place(pile, PLACES.len() - 1),
            (ChoiceStep::Place(pile, _), 1..=5) => ChoiceStep::Place(pile, number - 1),
            (ChoiceStep::Cell(_), 1..=5) => ChoiceStep::Cell(number - 1),
            _ => return InputResult::Ignored,
        };
        InputResult::Changed
    }

    fn go(&mut self, moment: &PositionInfo, direction: Direction) -> InputResult {
        let (right, down) = direction.step();
        let moved = |at: usize, by: i16, all: usize| {
            at.saturating_add_signed(by.into()).min(all.saturating_sub(1))
        };
        self.step = match self.step {
            ChoiceStep::Pile(at) if down == 0 => {
                ChoiceStep::Pile(moved(at, right, moment.piles.len()))
            }
            ChoiceStep::Pile(at) => {
                ChoiceStep::Pile(pile_in_next_row(&moment.piles, at, direction).unwrap_or(at))
            }
            ChoiceStep::Place(pile, place) => {
                ChoiceStep::Place(pile, moved(place, down, PLACES.len()))
            }
            ChoiceStep::Cell(column) => ChoiceStep::Cell(moved(column, right, 5)),
        };
        InputResult::Changed
    }

    fn point(&mut self, moment: &PositionInfo, spot: Spot) -> InputResult {
        match (self.step, click_target_at(moment, spot)) {
            (ChoiceStep::Pile(_), Some(AzulClickTarget::Pile(at))) => {
                self.step = ChoiceStep::Pile(at);
            }
            (ChoiceStep::Place(chosen, _), Some(AzulClickTarget::Pile(at))) => {
                self.hovered_pile = (at != chosen).then_some(at);
            }
            (ChoiceStep::Place(pile, _), Some(AzulClickTarget::Place(place))) => {
                (self.step, self.hovered_pile) = (ChoiceStep::Place(pile, place), None);
            }
            (ChoiceStep::Cell(_), Some(AzulClickTarget::Cell(column))) => {
                self.step = ChoiceStep::Cell(column);
            }
            _ => return InputResult::Ignored,
        }
        InputResult::Changed
    }

    fn click(&mut self, moment: &PositionInfo, spot: Spot) -> InputResult {
        match (self.step, click_target_at(moment, spot)) {
            (ChoiceStep::Pile(_) | ChoiceStep::Place(..), Some(AzulClickTarget::Pile(at))) => {
                self.take(moment, at)
            }
            (ChoiceStep::Pile(_), Some(AzulClickTarget::Place(_))) => {
                InputResult::Refused("Choose tiles from a factory or the centre first.".into())
            }
            (ChoiceStep::Place(..), Some(AzulClickTarget::Place(_)))
            | (ChoiceStep::Cell(_), Some(AzulClickTarget::Cell(_))) => {
                self.point(moment, spot);
                self.enter(moment)
            }
            _ => InputResult::Ignored,
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
    moment: &PositionInfo,
    Spot { part, column, row }: Spot,
) -> Option<AzulClickTarget> {
    let (across, down) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    match part {
        PILES => {
            let is_it = |pile: &Pile| pile_spot(pile.source, pile.colour) == (column, row);
            moment.piles.iter().position(is_it).map(AzulClickTarget::Pile)
        }
        WALL if moment.is_tiling() => {
            let is_due = moment.picture.line_to_tile.map(usize::from) == Some(down + 1);
            (is_due && across < 5).then_some(AzulClickTarget::Cell(across))
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

/// Finds the horizontally nearest pile in the next row of factories in a direction.
fn pile_in_next_row(piles: &[Pile], at: usize, direction: Direction) -> Option<usize> {
    let from = piles.get(at)?;
    let rows = piles.iter().map(|pile| pile.row());
    let row = match direction {
        Direction::Down => rows.filter(|row| *row > from.row()).min()?,
        _ => rows.filter(|row| *row < from.row()).max()?,
    };
    let there = (0..piles.len()).filter(|&at| piles[at].row() == row);
    there.min_by_key(|&at| piles[at].across().abs_diff(from.across()))
}
