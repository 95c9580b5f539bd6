//! The menu of a game.

use super::{LiveGame, WaitingFor};
use crate::screen::{
    boards::KeyHint,
    canvas::{Canvas, centred},
    input::{KeyPress, Target, UserInput, wrap},
};
use ratatui::layout::Rect;

/// The keys of a menu.
pub(super) const KEYS: [KeyHint; 3] = [
    KeyHint::labelled("↑ ↓", KeyPress::Tab, "choose"),
    KeyHint::new(KeyPress::Enter, "do it"),
    KeyHint::new(KeyPress::Esc, "back"),
];

/// An entry of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MenuItem {
    Continue,
    Hint,
    Undo,
    Rules,
    /// Asks for confirmation first.
    AskResign,
    Resign,
    Rematch,
    Replay,
    Leave,
}

/// A list of entries and its cursor.
#[derive(Debug, Clone)]
pub(super) struct Menu {
    title: &'static str,
    choices: Vec<(MenuItem, &'static str)>,
    at: usize,
}

impl Menu {
    /// Creates the menu of a running or finished game.
    pub(super) fn of(live: &LiveGame) -> Self {
        if live.waiting_for() == WaitingFor::Over {
            return Menu::over();
        }
        let mut choices = vec![(MenuItem::Continue, "Continue")];
        if live.first_person().is_some() {
            choices.extend([
                (MenuItem::Hint, "Give me a hint"),
                (MenuItem::Undo, "Undo my last move"),
                (MenuItem::Rules, "Rules of the game"),
                (MenuItem::AskResign, "Resign"),
            ]);
        } else {
            choices.push((MenuItem::Rules, "Rules of the game"));
        }
        choices.push((MenuItem::Leave, "Home; the game is saved"));
        Menu { title: "menu", choices, at: 0 }
    }

    /// Creates the menu of a finished game.
    pub(super) fn over() -> Self {
        let choices = vec![
            (MenuItem::Continue, "Look at the board"),
            (MenuItem::Rematch, "Rematch, swap seats"),
            (MenuItem::Replay, "Replay and analysis"),
            (MenuItem::Leave, "Home"),
        ];
        Menu { title: "the game is over", choices, at: 0 }
    }

    /// Creates the menu that asks to confirm resigning.
    pub(super) fn resign() -> Self {
        let choices = vec![(MenuItem::Continue, "No, continue"), (MenuItem::Resign, "Yes, resign")];
        Menu { title: "resign?", choices, at: 0 }
    }

    /// Handles input; returns the chosen entry, if any.
    pub(super) fn handle_input(&mut self, input: UserInput) -> Option<MenuItem> {
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => {
                return Some(self.choices[self.at].0);
            }
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) | UserInput::Nothing => {
                return Some(MenuItem::Continue);
            }
            UserInput::Key(key) => {
                self.at = wrap(self.at, key.list_step().unwrap_or(0), self.choices.len());
            }
            UserInput::Point(Target::Item(at)) if at < self.choices.len() => self.at = at,
            UserInput::Press(Target::Item(at)) => {
                return self.choices.get(at).map(|choice| choice.0);
            }
            _ => {}
        }
        None
    }

    pub(super) fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.clear_zones();
        let panel = centred(area, 34, self.choices.len() as u16 + 2);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, self.title, theme.accent());
        for (at, (_, words)) in self.choices.iter().enumerate() {
            let line = Rect::new(inner.x, inner.y + at as u16, inner.width, 1);
            let style = if at == self.at { theme.cursor() } else { theme.text() };
            canvas.tint(line, style);
            let sign = if at == self.at { theme.sign("▸ ", "> ") } else { "  " };
            canvas.spans(line, (1, 0), [(sign, style), (*words, style)]);
            canvas.zone(line, Target::Item(at));
        }
    }
}
