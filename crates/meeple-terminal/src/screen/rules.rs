//! The rules of a game, to be read.

use super::{
    app::{Go, Page},
    boards::KeyHint,
    canvas::Canvas,
    desk::Desk,
    input::{Direction, Input, Key, Turned},
};
use crate::markdown::{LineKind, StyledLine, styled_lines};
use meeple_games::GameKind;
use ratatui::layout::Rect;
use std::cell::{Cell, RefCell};

/// The widest line that is pleasant to read.
const WIDEST: u16 = 84;

/// The rules of a game.
pub(crate) struct Rules {
    kind: GameKind,
    /// The lines for a width, made once for each width.
    lines: RefCell<(u16, Vec<StyledLine>)>,
    from: usize,
    /// How many lines there are and fit, as of the last drawing.
    seen: Cell<(usize, usize)>,
}

impl Rules {
    /// Of this game.
    pub(crate) fn new(kind: GameKind) -> Self {
        Rules { kind, lines: RefCell::default(), from: 0, seen: Cell::new((0, 0)) }
    }

    fn scroll(&mut self, by: i64) {
        let (lines, room) = self.seen.get();
        let most = lines.saturating_sub(room) as i64;
        self.from = (self.from as i64 + by).clamp(0, most) as usize;
    }
}

impl Page for Rules {
    fn title(&self, _: &Desk) -> String {
        format!("rules of {}", self.kind)
    }

    fn press(&mut self, input: Input, _: &mut Desk) -> Go {
        let page = self.seen.get().1.max(2) as i64 - 1;
        match input {
            Input::Key(Key::Esc | Key::Char('q') | Key::Enter) => return Go::Back,
            Input::Key(Key::PageDown | Key::Char(' ')) => self.scroll(page),
            Input::Key(Key::PageUp) => self.scroll(-page),
            Input::Key(Key::Home) => self.scroll(i64::from(i32::MIN)),
            Input::Key(Key::End) => self.scroll(i64::from(i32::MAX)),
            Input::Wheel(turned, _) => self.scroll(if turned == Turned::Up { -3 } else { 3 }),
            Input::Key(key) => match key.direction() {
                Some(Direction::Up) => self.scroll(-1),
                Some(Direction::Down) => self.scroll(1),
                _ => {}
            },
            _ => {}
        }
        Go::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let theme = *canvas.theme;
        let width = WIDEST.min(area.width.saturating_sub(4));
        if self.lines.borrow().0 != width {
            self.lines.replace((width, styled_lines(self.kind.rules(), width.into())));
        }
        let lines = &self.lines.borrow().1;
        let inner =
            Rect::new(area.x + (area.width - width) / 2, area.y + 1, width, area.height - 1);
        self.seen.set((lines.len(), inner.height.into()));
        let from = self.from.min(lines.len().saturating_sub(inner.height.into()));
        for (at, line) in lines.iter().skip(from).take(inner.height.into()).enumerate() {
            let style = match line.kind {
                LineKind::Title => theme.strong(),
                LineKind::Body => theme.text(),
            };
            canvas.text(inner, (0, at as i32), &line.text, style);
        }
        if from + usize::from(inner.height) < lines.len() {
            let more = theme.sign("▼", "v");
            canvas.text_right(
                Rect { width: area.width, x: area.x, ..inner },
                i32::from(inner.height) - 1,
                more,
                theme.quiet(),
            );
        }
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("↑ ↓", Key::Arrow(Direction::Down), "scroll"),
            KeyHint::labelled("PgUp PgDn", Key::PageDown, "a page"),
            KeyHint::new(Key::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "The rules, with the numbers by which refusals and sentences name them."
    }
}
