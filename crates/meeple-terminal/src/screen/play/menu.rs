//! What can be done beside moving, as a list.

use super::{LiveGame, Waits};
use crate::screen::{
    boards::KeyHint,
    canvas::{Canvas, centred},
    input::{Input, Key, Target},
};
use ratatui::layout::Rect;

/// The keys of a menu.
pub(super) const KEYS: [KeyHint; 3] = [
    KeyHint::labelled("↑ ↓", Key::Tab, "choose"),
    KeyHint::new(Key::Enter, "do it"),
    KeyHint::new(Key::Esc, "back"),
];

/// Something that can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    GoOn,
    Hint,
    Undo,
    Rules,
    /// Asks whether it is meant.
    AskResign,
    Resign,
    Again,
    Replay,
    Leave,
}

/// A list, and where the cursor is.
#[derive(Debug, Clone)]
pub(super) struct Menu {
    title: &'static str,
    choices: Vec<(Choice, &'static str)>,
    at: usize,
}

impl Menu {
    /// For a running game, or one that is over.
    pub(super) fn of(live: &LiveGame) -> Self {
        if live.waits() == Waits::Over {
            return Menu::over();
        }
        let mut choices = vec![(Choice::GoOn, "Go on")];
        if live.first_person().is_some() {
            choices.extend([
                (Choice::Hint, "Give me a hint"),
                (Choice::Undo, "Take back my last move"),
                (Choice::Rules, "Rules of the game"),
                (Choice::AskResign, "Give up"),
            ]);
        } else {
            choices.push((Choice::Rules, "Rules of the game"));
        }
        choices.push((Choice::Leave, "Home; the game is kept"));
        Menu { title: "menu", choices, at: 0 }
    }

    /// For a game that is over.
    pub(super) fn over() -> Self {
        let choices = vec![
            (Choice::GoOn, "Look at the board"),
            (Choice::Again, "Once more, seats changed"),
            (Choice::Replay, "Replay and analysis"),
            (Choice::Leave, "Home"),
        ];
        Menu { title: "the game is over", choices, at: 0 }
    }

    /// Whether somebody really wants to give up.
    pub(super) fn resign() -> Self {
        let choices = vec![(Choice::GoOn, "No, go on"), (Choice::Resign, "Yes, give up")];
        Menu { title: "give up?", choices, at: 0 }
    }

    /// What was chosen, if something was.
    pub(super) fn press(&mut self, input: Input) -> Option<Choice> {
        match input {
            Input::Key(Key::Enter | Key::Char(' ')) => return Some(self.choices[self.at].0),
            Input::Key(Key::Esc | Key::Char('q')) | Input::Nothing => return Some(Choice::GoOn),
            Input::Key(Key::Tab) => self.at = (self.at + 1) % self.choices.len(),
            Input::Key(key) => {
                let down = key.direction().map_or(0, |direction| direction.step().1);
                let count = self.choices.len() as i16;
                self.at = (self.at as i16 + down).rem_euclid(count) as usize;
            }
            Input::Point(Target::Item(at)) if at < self.choices.len() => self.at = at,
            Input::Press(Target::Item(at)) => return self.choices.get(at).map(|choice| choice.0),
            _ => {}
        }
        None
    }

    pub(super) fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.cover();
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
