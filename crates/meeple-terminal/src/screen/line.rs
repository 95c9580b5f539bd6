//! A line of text being typed.

use super::{canvas::Canvas, input::Key};
use ratatui::layout::{Position, Rect};
use textwrap::core::display_width;

/// The longest text that anybody types here.
const LONGEST: usize = 400;

/// A text, and where the cursor is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line {
    letters: Vec<char>,
    at: usize,
}

impl Line {
    /// This text, with the cursor behind it.
    pub(crate) fn new(text: &str) -> Self {
        let letters: Vec<char> = text.chars().take(LONGEST).collect();
        Line { at: letters.len(), letters }
    }

    /// The text.
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// A key; whether it means something here.
    pub(crate) fn press(&mut self, key: Key) -> bool {
        use super::input::Direction::{Left, Right};
        match key {
            Key::Char(letter) if !letter.is_control() && self.letters.len() < LONGEST => {
                self.letters.insert(self.at, letter);
                self.at += 1;
            }
            Key::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            Key::Delete if self.at < self.letters.len() => drop(self.letters.remove(self.at)),
            Key::Arrow(Left) => self.at = self.at.saturating_sub(1),
            Key::Arrow(Right) => self.at = (self.at + 1).min(self.letters.len()),
            Key::Home | Key::Ctrl('a') => self.at = 0,
            Key::End | Key::Ctrl('e') => self.at = self.letters.len(),
            Key::Ctrl('u') => *self = Line::default(),
            Key::Ctrl('w') => {
                while self.at > 0 && self.letters[self.at - 1] == ' ' {
                    self.at -= 1;
                    self.letters.remove(self.at);
                }
                while self.at > 0 && self.letters[self.at - 1] != ' ' {
                    self.at -= 1;
                    self.letters.remove(self.at);
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws the text with its cursor; of a long one, the part around the cursor.
    pub(crate) fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let room = usize::from(area.width).max(2) - 1;
        let first = self.at.saturating_sub(room);
        let shown: String = self.letters[first..].iter().collect();
        canvas.text(area, (0, 0), &shown, theme.strong());
        let before: String = self.letters[first..self.at].iter().collect();
        let under = self.letters.get(self.at).copied().unwrap_or(' ');
        let x = area.x + display_width(&before) as u16;
        if x < area.right() {
            canvas.put(Position::new(x, area.y), under.encode_utf8(&mut [0; 4]), theme.cursor());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::input::Direction;

    #[test]
    fn a_line_is_edited_as_everywhere() {
        let mut line = Line::new("ab d");
        for key in [
            Key::Arrow(Direction::Left),
            Key::Char('c'),
            Key::Home,
            Key::Delete,
            Key::End,
            Key::Backspace,
            Key::Char('\u{1b}'),
        ] {
            line.press(key);
        }
        assert_eq!(line.text(), "b c");
        assert!(line.press(Key::Ctrl('w')) && !line.press(Key::Enter));
        assert_eq!(line.text(), "b ");
    }
}
