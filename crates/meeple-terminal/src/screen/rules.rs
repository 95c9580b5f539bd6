//! The page with the rules of a game: how to play, or the full rules.

use super::{
    app::{Navigation, ScreenPage},
    app_context::AppContext,
    boards::KeyHint,
    canvas::Canvas,
    input::{Direction, KeyPress, UserInput},
};
use crate::markdown::{LineKind, StyledLine, styled_lines};
use meeple_games::GameKind;
use ratatui::layout::Rect;
use std::cell::{Cell, RefCell};

/// Maximum line width for comfortable reading.
const MAX_WIDTH: u16 = 84;

/// The rules page.
pub(crate) struct RulesPage {
    kind: GameKind,
    /// Whether the full rules are shown instead of how to play.
    is_full: bool,
    /// The width and the lines wrapped to it, recomputed when the width changes.
    lines: RefCell<(u16, Vec<StyledLine>)>,
    first_line: usize,
    /// Number of lines, and how many fit, as of the last drawing.
    seen: Cell<(usize, usize)>,
}

impl RulesPage {
    /// Creates the page for this game.
    pub(crate) fn new(kind: GameKind) -> Self {
        RulesPage {
            kind,
            is_full: false,
            lines: RefCell::default(),
            first_line: 0,
            seen: Cell::default(),
        }
    }

    fn scroll(&mut self, by: i64) {
        let (lines, room) = self.seen.get();
        let most = lines.saturating_sub(room) as i64;
        self.first_line = (self.first_line as i64 + by).clamp(0, most) as usize;
    }
}

impl ScreenPage for RulesPage {
    fn title(&self, _: &AppContext) -> String {
        format!("rules of {}", self.kind)
    }

    fn handle_input(&mut self, input: UserInput, _: &mut AppContext) -> Navigation {
        let page = self.seen.get().1.max(2) as i64 - 1;
        match input {
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q') | KeyPress::Enter) => {
                return Navigation::Back;
            }
            UserInput::Key(KeyPress::Char('f')) => {
                (self.is_full, self.first_line) = (!self.is_full, 0);
                self.lines = RefCell::default();
            }
            UserInput::Key(KeyPress::PageDown | KeyPress::Char(' ')) => self.scroll(page),
            UserInput::Key(KeyPress::PageUp) => self.scroll(-page),
            UserInput::Key(KeyPress::Home) => self.scroll(i64::from(i32::MIN)),
            UserInput::Key(KeyPress::End) => self.scroll(i64::from(i32::MAX)),
            UserInput::Wheel(turned, _) => self.scroll(3 * turned.step()),
            UserInput::Key(key) => self.scroll(key.list_step().unwrap_or(0)),
            _ => {}
        }
        Navigation::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        let theme = *canvas.theme;
        let width = MAX_WIDTH.min(area.width.saturating_sub(4));
        if self.lines.borrow().0 != width {
            let text = if self.is_full { self.kind.rules() } else { self.kind.how_to_play() };
            self.lines.replace((width, styled_lines(text, width.into())));
        }
        let lines = &self.lines.borrow().1;
        let inner =
            Rect::new(area.x + (area.width - width) / 2, area.y + 1, width, area.height - 1);
        self.seen.set((lines.len(), inner.height.into()));
        let from = self.first_line.min(lines.len().saturating_sub(inner.height.into()));
        for (at, line) in lines.iter().skip(from).take(inner.height.into()).enumerate() {
            let style = match line.kind {
                LineKind::Title => theme.strong(),
                LineKind::Body => theme.text(),
            };
            canvas.text(inner, (0, at as i32), &line.text, style);
        }
        if from + usize::from(inner.height) < lines.len() {
            let line = Rect { width: area.width, x: area.x, ..inner };
            let (more, row) = (theme.sign("▼", "v"), i32::from(inner.height) - 1);
            canvas.text_right(line, row, more, theme.quiet());
        }
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        let other = if self.is_full { "how to play" } else { "full rules" };
        vec![
            KeyHint::labelled("↑ ↓", KeyPress::Arrow(Direction::Down), "scroll"),
            KeyHint::labelled("PgUp PgDn", KeyPress::PageDown, "a page"),
            KeyHint::new(KeyPress::Char('f'), other),
            KeyHint::new(KeyPress::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "How to play; f shows the full, numbered rules."
    }
}
