//! Choosing who takes a seat, from a list.
//!
//! ```text
//! ▸ you       a person at this screen
//!   easy      looks at its own move, and overlooks much      +176 or more
//!   ...
//!   another   a name, parameters or a program: typed
//! ```

use crate::screen::{
    boards::{KeyHint, Strip},
    canvas::{Canvas, centred},
    input::{Input, Key, Target},
    seats::Candidate,
};
use ratatui::layout::Rect;

/// The keys of the list.
pub(super) const KEYS: [KeyHint; 3] = [
    KeyHint::labelled("↑ ↓", Key::Tab, "choose"),
    KeyHint::new(Key::Enter, "take it"),
    KeyHint::new(Key::Esc, "back"),
];
/// What stands below everybody who is known.
const ANOTHER: &str = "another";
/// The widest list.
const WIDEST: u16 = 74;

/// A list, and where the cursor is; behind the last candidate stands who is typed.
pub(super) struct Picker {
    at: usize,
}

/// What came of an input.
pub(super) enum Picked {
    /// Nothing yet.
    Nothing,
    /// This candidate.
    Candidate(usize),
    /// Somebody who is typed.
    Typed,
    /// Nobody: all stays as it was.
    Nobody,
}

impl Picker {
    /// With the cursor on this candidate, if it is one.
    pub(super) fn new(candidates: &[Candidate], word: &str) -> Self {
        let at = candidates.iter().position(|candidate| candidate.word == word);
        Picker { at: at.unwrap_or(candidates.len()) }
    }

    /// Somebody pressed something.
    pub(super) fn press(&mut self, input: Input, candidates: &[Candidate]) -> Picked {
        let count = candidates.len() + 1;
        match input {
            Input::Key(Key::Enter | Key::Char(' ')) => return self.picked(candidates),
            Input::Key(Key::Esc | Key::Char('q')) | Input::Nothing => return Picked::Nobody,
            Input::Key(Key::Tab) => self.at = (self.at + 1) % count,
            Input::Key(key) => {
                let down = key.direction().map_or(0, |direction| direction.step().1);
                self.at = (self.at as i64 + i64::from(down)).rem_euclid(count as i64) as usize;
            }
            Input::Point(Target::Item(at)) if at < count => self.at = at,
            Input::Press(Target::Item(at)) if at < count => {
                self.at = at;
                return self.picked(candidates);
            }
            _ => {}
        }
        Picked::Nothing
    }

    fn picked(&self, candidates: &[Candidate]) -> Picked {
        if self.at < candidates.len() { Picked::Candidate(self.at) } else { Picked::Typed }
    }

    /// Draws the list over everything else.
    pub(super) fn draw(&self, candidates: &[Candidate], area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.cover();
        let rows = candidates.len() as u16 + 3;
        let panel = centred(area, WIDEST.min(area.width.saturating_sub(2)), rows);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, "who sits here?", theme.accent());
        let strip = Strip::around(candidates.len() + 1, inner.height.into(), self.at);
        for (row, at) in strip.cells().enumerate() {
            let line = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let (word, about, rating) = match candidates.get(at) {
                Some(candidate) => (&*candidate.word, &*candidate.about, &*candidate.rating),
                None => (ANOTHER, "a name, parameters, or a program of yours: typed", ""),
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
