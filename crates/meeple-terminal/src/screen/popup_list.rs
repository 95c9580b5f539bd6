//! A list drawn over a page, from which one entry is chosen.
//!
//! ```text
//! ▸ you       a person at this screen
//!   easy      looks only at its own move, and overlooks a lot      +176 or more
//! ```

use super::{
    boards::ScrollRange,
    canvas::{Canvas, centred},
    input::{KeyPress, Target, UserInput, wrap},
};
use ratatui::layout::Rect;

/// A list with a cursor; choosing an entry gives a `T`.
pub(crate) struct PopupList<T> {
    pub(crate) title: &'static str,
    /// Maximum width in columns.
    pub(crate) max_width: u16,
    /// What is chosen by each entry, and its name, description and figure; the last two may be empty.
    pub(crate) entries: Vec<(T, [String; 3])>,
    /// What is chosen by closing the list.
    pub(crate) closed: T,
    /// The index of the entry under the cursor.
    pub(crate) at: usize,
}

impl<T: Copy> PopupList<T> {
    /// Handles a key press or a mouse event; returns what is chosen, if anything.
    pub(crate) fn handle_input(&mut self, input: UserInput) -> Option<T> {
        let count = self.entries.len();
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => {
                return Some(self.entries[self.at].0);
            }
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) | UserInput::Nothing => {
                return Some(self.closed);
            }
            UserInput::Key(key) => {
                self.at = wrap(self.at, key.list_step().unwrap_or(0), count);
            }
            UserInput::Point(Target::Item(at)) if at < count => self.at = at,
            UserInput::Press(Target::Item(at)) => return self.entries.get(at).map(|entry| entry.0),
            _ => {}
        }
        None
    }

    /// Draws the list over everything else.
    pub(crate) fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.clear_zones();
        let width = self.max_width.min(area.width.saturating_sub(2));
        let panel = centred(area, width, self.entries.len() as u16 + 2);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, self.title, theme.accent());
        let strip = ScrollRange::around(self.entries.len(), inner.height.into(), self.at);
        for (row, at) in strip.cells().enumerate() {
            let line = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let (_, [name, about, figure]) = &self.entries[at];
            let (sign, style, quiet) = if at == self.at {
                (theme.sign("▸ ", "> "), theme.cursor(), theme.cursor())
            } else {
                ("  ", theme.text(), theme.quiet())
            };
            canvas.tint(line, style);
            canvas.text(line, (1, 0), &format!("{sign}{name}"), style);
            let room = line.width.saturating_sub(figure.len() as u16 + 2);
            canvas.text(Rect { width: room, ..line }, (15, 0), about, quiet);
            canvas.text_right(Rect { width: line.width - 1, ..line }, 0, figure, style);
            canvas.zone(line, Target::Item(at));
        }
    }
}
