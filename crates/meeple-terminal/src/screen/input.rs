//! What a person does: keys by what they mean, and the mouse by what lies under it.
//!
//! ```text
//! drawing ──► Zones: this rectangle is that Target          click at 12,7
//!                 └──────────────────────────────────────────────┴──► Input::Press(Target)
//! ```
//!
//! Whoever draws says what each rectangle is, so nobody else need know where anything is.

use ratatui::{
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
        MouseEventKind,
    },
    layout::{Position, Rect},
};

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A letter, as it was typed.
    Char(char),
    /// A letter with Ctrl.
    Ctrl(char),
    /// An arrow.
    Arrow(Direction),
    /// Enter.
    Enter,
    /// Esc.
    Esc,
    /// Tab.
    Tab,
    /// Tab with Shift.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
}

/// Where an arrow points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Direction {
    /// Columns and rows of a step.
    pub(crate) fn step(self) -> (i16, i16) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }
}

impl Key {
    /// Where this key moves a cursor: an arrow, or h, j, k, l.
    pub(crate) fn direction(self) -> Option<Direction> {
        match self {
            Key::Arrow(direction) => Some(direction),
            Key::Char('h') => Some(Direction::Left),
            Key::Char('j') => Some(Direction::Down),
            Key::Char('k') => Some(Direction::Up),
            Key::Char('l') => Some(Direction::Right),
            _ => None,
        }
    }

    /// What stands on it, for the bottom line.
    pub(crate) fn name(self, is_ascii: bool) -> String {
        let arrow = |unicode: &str, ascii: &str| {
            if is_ascii { ascii.to_owned() } else { unicode.to_owned() }
        };
        match self {
            Key::Char(' ') => "space".into(),
            Key::Char(letter) => letter.into(),
            Key::Ctrl(letter) => format!("^{}", letter.to_ascii_uppercase()),
            Key::Arrow(Direction::Up) => arrow("↑", "up"),
            Key::Arrow(Direction::Down) => arrow("↓", "down"),
            Key::Arrow(Direction::Left) => arrow("←", "left"),
            Key::Arrow(Direction::Right) => arrow("→", "right"),
            Key::Enter => "Enter".into(),
            Key::Esc => "Esc".into(),
            Key::Tab => "Tab".into(),
            Key::BackTab => "S-Tab".into(),
            Key::Backspace => "Backspace".into(),
            Key::Delete => "Del".into(),
            Key::PageUp => "PgUp".into(),
            Key::PageDown => "PgDn".into(),
            Key::Home => "Home".into(),
            Key::End => "End".into(),
        }
    }

    fn of(key: KeyEvent) -> Option<Self> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        Some(match key.code {
            KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                Key::Ctrl(letter.to_ascii_lowercase())
            }
            KeyCode::Char(letter) => Key::Char(letter),
            KeyCode::Up => Key::Arrow(Direction::Up),
            KeyCode::Down => Key::Arrow(Direction::Down),
            KeyCode::Left => Key::Arrow(Direction::Left),
            KeyCode::Right => Key::Arrow(Direction::Right),
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Esc,
            KeyCode::Tab => Key::Tab,
            KeyCode::BackTab => Key::BackTab,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Delete => Key::Delete,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            _ => return None,
        })
    }
}

/// Something on the screen that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The same as pressing this key.
    Key(Key),
    /// An entry of a list.
    Item(usize),
    /// A place of a board.
    Spot(Spot),
}

/// A place of a board: a cell of one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot {
    /// Which part, as the board counts them.
    pub(crate) part: u8,
    /// The column.
    pub(crate) column: i16,
    /// The row.
    pub(crate) row: i16,
}

/// What a person did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// Pressed a key.
    Key(Key),
    /// Clicked on something.
    Press(Target),
    /// Clicked with the other button, on anything or nothing.
    Other(Option<Target>),
    /// Moved the mouse onto something.
    Point(Target),
    /// Turned the wheel, over something or nothing.
    Wheel(Turned, Option<Target>),
    /// Pasted, or clicked where nothing is.
    Nothing,
}

/// Which way a wheel was turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turned {
    /// Away from the person.
    Up,
    /// Toward the person.
    Down,
}

/// What the rectangles on the screen are; of several that lie over each other, the last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Zones {
    zones: Vec<(Rect, Target)>,
}

impl Zones {
    /// This rectangle is that.
    pub(crate) fn add(&mut self, area: Rect, target: Target) {
        self.zones.push((area, target));
    }

    /// Forgets what lies under something that covers it.
    pub(crate) fn clear(&mut self) {
        self.zones.clear();
    }

    /// What lies there.
    pub(crate) fn at(&self, column: u16, row: u16) -> Option<Target> {
        let at = Position::new(column, row);
        self.zones.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, target)| target)
    }

    /// What an event of the terminal means; nothing for those that mean nothing.
    pub(crate) fn read(&self, event: &Event) -> Option<Input> {
        match event {
            Event::Key(key) => Key::of(*key).map(Input::Key),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => {
                let target = self.at(*column, *row);
                Some(match kind {
                    MouseEventKind::Down(MouseButton::Left) => {
                        target.map_or(Input::Nothing, Input::Press)
                    }
                    MouseEventKind::Down(_) => Input::Other(target),
                    MouseEventKind::Moved => Input::Point(target?),
                    MouseEventKind::ScrollUp => Input::Wheel(Turned::Up, target),
                    MouseEventKind::ScrollDown => Input::Wheel(Turned::Down, target),
                    _ => return None,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_last_is_what_is_clicked() {
        let mut zones = Zones::default();
        zones.add(Rect::new(0, 0, 10, 10), Target::Item(1));
        zones.add(Rect::new(2, 2, 3, 1), Target::Key(Key::Enter));
        let click = |column, row| {
            let kind = MouseEventKind::Down(MouseButton::Left);
            let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            zones.read(&Event::Mouse(event))
        };
        assert_eq!(click(4, 2), Some(Input::Press(Target::Key(Key::Enter))));
        assert_eq!(click(5, 2), Some(Input::Press(Target::Item(1))));
        assert_eq!(click(10, 2), Some(Input::Nothing));
    }

    #[test]
    fn letters_move_as_arrows_do() {
        assert_eq!(Key::Char('h').direction(), Some(Direction::Left));
        assert_eq!(Key::Arrow(Direction::Up).direction(), Some(Direction::Up));
        assert_eq!(Key::Char('H').direction(), None);
    }
}
