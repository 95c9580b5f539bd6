//! User input: keys, and the mouse resolved to what is under the pointer.
//!
//! ```text
//! drawing ──► Zones: this rectangle is that Target          click at 12,7
//!                 └──────────────────────────────────────────────┴──► UserInput::Press(Target)
//! ```
//!
//! The drawing code registers what each rectangle is, so no other code needs to know the layout.

use ratatui::{
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
        MouseEventKind,
    },
    layout::{Position, Rect},
};

/// A key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyPress {
    /// A character, as typed.
    Char(char),
    /// A letter with Ctrl.
    Ctrl(char),
    /// An arrow key.
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

/// The keys with a name: as the terminal reports them, here, and their names in Unicode and ASCII.
pub(super) const NAMED_KEYS: [(KeyCode, KeyPress, &str, &str); 14] = [
    (KeyCode::Enter, KeyPress::Enter, "Enter", "Enter"),
    (KeyCode::Esc, KeyPress::Esc, "Esc", "Esc"),
    (KeyCode::Tab, KeyPress::Tab, "Tab", "Tab"),
    (KeyCode::BackTab, KeyPress::BackTab, "S-Tab", "S-Tab"),
    (KeyCode::Up, KeyPress::Arrow(Direction::Up), "↑", "up"),
    (KeyCode::Down, KeyPress::Arrow(Direction::Down), "↓", "down"),
    (KeyCode::Left, KeyPress::Arrow(Direction::Left), "←", "left"),
    (KeyCode::Right, KeyPress::Arrow(Direction::Right), "→", "right"),
    (KeyCode::PageUp, KeyPress::PageUp, "PgUp", "PgUp"),
    (KeyCode::PageDown, KeyPress::PageDown, "PgDn", "PgDn"),
    (KeyCode::Home, KeyPress::Home, "Home", "Home"),
    (KeyCode::End, KeyPress::End, "End", "End"),
    (KeyCode::Backspace, KeyPress::Backspace, "Backspace", "Backspace"),
    (KeyCode::Delete, KeyPress::Delete, "Del", "Del"),
];

/// The direction of an arrow.
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
    /// Returns the columns and rows of a step.
    pub(crate) fn step(self) -> (i16, i16) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }
}

impl KeyPress {
    /// Returns where this key moves a cursor: the arrow keys, or h, j, k, l.
    pub(crate) fn direction(self) -> Option<Direction> {
        match self {
            KeyPress::Arrow(direction) => Some(direction),
            KeyPress::Char('h') => Some(Direction::Left),
            KeyPress::Char('j') => Some(Direction::Down),
            KeyPress::Char('k') => Some(Direction::Up),
            KeyPress::Char('l') => Some(Direction::Right),
            _ => None,
        }
    }

    /// Returns how far this key moves the cursor of a list: up, down and Tab.
    pub(crate) fn list_step(self) -> Option<i64> {
        match self {
            KeyPress::Tab => Some(1),
            KeyPress::BackTab => Some(-1),
            key => key.direction().map(|to| to.step().1.into()).filter(|&step| step != 0),
        }
    }

    /// Returns the name of the key for the bottom line.
    pub(crate) fn name(self, is_ascii: bool) -> String {
        match self {
            KeyPress::Char(' ') => "space".into(),
            KeyPress::Char(letter) => letter.into(),
            KeyPress::Ctrl(letter) => format!("^{}", letter.to_ascii_uppercase()),
            key => {
                let named = NAMED_KEYS.iter().find(|named| named.1 == key);
                named.map_or("", |named| if is_ascii { named.3 } else { named.2 }).into()
            }
        }
    }

    fn of(key: KeyEvent) -> Option<Self> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        Some(match key.code {
            KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                KeyPress::Ctrl(letter.to_ascii_lowercase())
            }
            KeyCode::Char(letter) => KeyPress::Char(letter),
            code => NAMED_KEYS.iter().find(|named| named.0 == code)?.1,
        })
    }
}

/// Moves a cursor in a list of so many entries, from the last to the first and back.
pub(crate) fn wrap(at: usize, by: i64, count: usize) -> usize {
    (at as i64 + by).rem_euclid(count as i64) as usize
}

/// Something on the screen that can be clicked or pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Clicking it is the same as pressing this key.
    Key(KeyPress),
    /// An entry of a list.
    Item(usize),
    /// A spot of a board.
    Spot(Spot),
}

/// A spot of a board: a cell of one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot {
    /// The number of the part, defined by the board.
    pub(crate) part: u8,
    pub(crate) column: i16,
    pub(crate) row: i16,
}

/// What the user did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UserInput {
    /// Pressed a key.
    Key(KeyPress),
    /// Clicked on a target.
    Press(Target),
    /// Clicked with another mouse button, with the target if any.
    Other(Option<Target>),
    /// Moved the mouse onto a target.
    Point(Target),
    /// Turned the mouse wheel, with the target under the pointer if any.
    Wheel(WheelDirection, Option<Target>),
    /// Clicked where there is no target.
    Nothing,
}

/// The direction in which the mouse wheel was turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WheelDirection {
    /// Away from the user.
    Up,
    /// Towards the user.
    Down,
}

impl WheelDirection {
    /// Returns how far this moves down a list: one entry up or down.
    pub(crate) fn step(self) -> i64 {
        match self {
            WheelDirection::Up => -1,
            WheelDirection::Down => 1,
        }
    }
}

/// The clickable rectangles on the screen; where they overlap, the last one counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Zones {
    zones: Vec<(Rect, Target)>,
}

impl Zones {
    /// Adds a clickable rectangle.
    pub(crate) fn add(&mut self, area: Rect, target: Target) {
        self.zones.push((area, target));
    }

    /// Removes everything, because something covers it.
    pub(crate) fn clear(&mut self) {
        self.zones.clear();
    }

    /// Returns the target at a position, if any.
    pub(crate) fn at(&self, column: u16, row: u16) -> Option<Target> {
        let at = Position::new(column, row);
        self.zones.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, target)| target)
    }

    /// Translates a terminal event; `None` if it has no meaning here.
    pub(crate) fn read(&self, event: &Event) -> Option<UserInput> {
        match event {
            Event::Key(key) => KeyPress::of(*key).map(UserInput::Key),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => {
                let target = self.at(*column, *row);
                Some(match kind {
                    MouseEventKind::Down(MouseButton::Left) => {
                        target.map_or(UserInput::Nothing, UserInput::Press)
                    }
                    MouseEventKind::Down(_) => UserInput::Other(target),
                    MouseEventKind::Moved => UserInput::Point(target?),
                    MouseEventKind::ScrollUp => UserInput::Wheel(WheelDirection::Up, target),
                    MouseEventKind::ScrollDown => UserInput::Wheel(WheelDirection::Down, target),
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
        zones.add(Rect::new(2, 2, 3, 1), Target::Key(KeyPress::Enter));
        let click = |column, row| {
            let kind = MouseEventKind::Down(MouseButton::Left);
            let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            zones.read(&Event::Mouse(event))
        };
        assert_eq!(click(4, 2), Some(UserInput::Press(Target::Key(KeyPress::Enter))));
        assert_eq!(click(5, 2), Some(UserInput::Press(Target::Item(1))));
        assert_eq!(click(10, 2), Some(UserInput::Nothing));
    }

    #[test]
    fn letters_move_as_arrows_do() {
        assert_eq!(KeyPress::Char('h').direction(), Some(Direction::Left));
        assert_eq!(KeyPress::Arrow(Direction::Up).direction(), Some(Direction::Up));
        assert_eq!(KeyPress::Char('H').direction(), None);
    }
}
