//! A list for choosing who takes a seat.
//!
//! ```text
//! ▸ you       a person at this screen
//!   easy      looks only at its own move, and overlooks a lot      +176 or more
//!   ...
//!   another   type a name, parameters or a program
//! ```

use crate::screen::{
    boards::{KeyHint, ScrollRange},
    canvas::{Canvas, centred},
    input::{KeyPress, Target, UserInput, wrap},
    seats::SeatCandidate,
};
use ratatui::layout::Rect;

/// The keys of the list.
pub(super) const KEYS: [KeyHint; 3] = [
    KeyHint::labelled("↑ ↓", KeyPress::Tab, "move"),
    KeyHint::new(KeyPress::Enter, "choose"),
    KeyHint::new(KeyPress::Esc, "back"),
];
/// The entry below all candidates.
const ANOTHER: &str = "another";
/// Maximum width of the list.
const MAX_WIDTH: u16 = 74;

/// The list and its cursor; after the last candidate comes the entry for typing another one.
pub(super) struct PlayerPicker {
    at: usize,
}

/// The result of an input.
pub(super) enum PickerResult {
    /// Nothing is chosen yet.
    Nothing,
    /// This candidate is chosen.
    Candidate(usize),
    /// The user wants to type another player.
    Typed,
    /// The list is closed without a choice.
    Nobody,
}

impl PlayerPicker {
    /// Creates the list with the cursor on this candidate, or else on the last entry.
    pub(super) fn new(candidates: &[SeatCandidate], word: &str) -> Self {
        let at = candidates.iter().position(|candidate| candidate.word == word);
        PlayerPicker { at: at.unwrap_or(candidates.len()) }
    }

    /// Handles a key press or a mouse event.
    pub(super) fn handle_input(
        &mut self,
        input: UserInput,
        candidates: &[SeatCandidate],
    ) -> PickerResult {
        let count = candidates.len() + 1;
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => {
                return self.picked(candidates);
            }
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) | UserInput::Nothing => {
                return PickerResult::Nobody;
            }
            UserInput::Key(key) => {
                self.at = wrap(self.at, key.list_step().unwrap_or(0), count);
            }
            UserInput::Point(Target::Item(at)) if at < count => self.at = at,
            UserInput::Press(Target::Item(at)) if at < count => {
                self.at = at;
                return self.picked(candidates);
            }
            _ => {}
        }
        PickerResult::Nothing
    }

    fn picked(&self, candidates: &[SeatCandidate]) -> PickerResult {
        if self.at < candidates.len() {
            PickerResult::Candidate(self.at)
        } else {
            PickerResult::Typed
        }
    }

    /// Draws the list over everything else.
    pub(super) fn draw(&self, candidates: &[SeatCandidate], area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.clear_zones();
        let rows = candidates.len() as u16 + 3;
        let panel = centred(area, MAX_WIDTH.min(area.width.saturating_sub(2)), rows);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, "choose a player", theme.accent());
        let strip = ScrollRange::around(candidates.len() + 1, inner.height.into(), self.at);
        for (row, at) in strip.cells().enumerate() {
            let line = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let (word, about, rating) = match candidates.get(at) {
                Some(candidate) => (&*candidate.word, &*candidate.about, &*candidate.rating),
                None => (ANOTHER, "type a name, parameters, or your own program", ""),
            };
            let (style, quiet) = if at == self.at {
                (theme.cursor(), theme.cursor())
            } else {
                (theme.text(), theme.quiet())
            };
            canvas.tint(line, style);
            let sign = if at == self.at { theme.sign("▸ ", "> ") } else { "  " };
            canvas.text(line, (1, 0), &format!("{sign}{word}"), style);
            let room = line.width.saturating_sub(rating.len() as u16 + 2);
            canvas.text(Rect { width: room, ..line }, (15, 0), about, quiet);
            canvas.text_right(Rect { width: line.width - 1, ..line }, 0, rating, style);
            canvas.zone(line, Target::Item(at));
        }
    }
}
