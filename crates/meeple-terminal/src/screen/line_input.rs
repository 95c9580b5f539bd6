//! A single-line text input.

use super::{canvas::Canvas, input::KeyPress};
use ratatui::layout::{Position, Rect};
use textwrap::core::display_width;

/// Maximum number of characters.
const MAX_CHARS: usize = 400;

/// A text and the cursor in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LineInput {
    letters: Vec<char>,
    at: usize,
}

impl LineInput {
    /// Creates an input with this text and the cursor at its end.
    pub(crate) fn new(text: &str) -> Self {
        let letters: Vec<char> = text.chars().take(MAX_CHARS).collect();
        LineInput { at: letters.len(), letters }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Handles a key press; keys without a meaning here are ignored.
    pub(crate) fn handle_key(&mut self, key: KeyPress) {
        use super::input::Direction::{Left, Right};
        match key {
            KeyPress::Char(letter) if !letter.is_control() && self.letters.len() < MAX_CHARS => {
                self.letters.insert(self.at, letter);
                self.at += 1;
            }
            KeyPress::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyPress::Delete if self.at < self.letters.len() => drop(self.letters.remove(self.at)),
            KeyPress::Arrow(Left) => self.at = self.at.saturating_sub(1),
            KeyPress::Arrow(Right) => self.at = (self.at + 1).min(self.letters.len()),
            KeyPress::Home | KeyPress::Ctrl('a') => self.at = 0,
            KeyPress::End | KeyPress::Ctrl('e') => self.at = self.letters.len(),
            KeyPress::Ctrl('u') => *self = LineInput::default(),
            KeyPress::Ctrl('w') => {
                let before = self.letters[..self.at].iter();
                let word = before.rev().skip_while(|&&letter| letter == ' ');
                let word_end = word.clone().count();
                let from = word_end - word.take_while(|&&letter| letter != ' ').count();
                self.letters.drain(from..self.at);
                self.at = from;
            }
            _ => {}
        }
    }

    /// Draws the text with its cursor; if it is too long, the part around the cursor.
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
        let mut line = LineInput::new("ab d");
        for key in [
            KeyPress::Arrow(Direction::Left),
            KeyPress::Char('c'),
            KeyPress::Home,
            KeyPress::Delete,
            KeyPress::End,
            KeyPress::Backspace,
            KeyPress::Char('\u{1b}'),
        ] {
            line.handle_key(key);
        }
        assert_eq!(line.text(), "b c");
        line.handle_key(KeyPress::Ctrl('w'));
        line.handle_key(KeyPress::Enter);
        assert_eq!(line.text(), "b ");
    }
}
