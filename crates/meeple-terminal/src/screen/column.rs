//! The quiet column beside a board, filled from the top.

use super::{
    boards::SeatLine,
    canvas::{Canvas, wrapped},
    input::Target,
};
use meeple_core::Seat;
use meeple_view::Told;
use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};
use std::time::Duration;
use textwrap::core::display_width;

/// Thinking that takes longer is shown...
pub(crate) const LONG: Duration = Duration::from_millis(700);
/// ...by a line that moves so often.
pub(crate) const STEP: Duration = Duration::from_millis(120);

/// Of a sentence that is longer than so many lines, the rest is left out.
const MOST_LINES: usize = 3;

/// The column is never narrower, nor wider.
const WIDTHS: (u16, u16) = (26, 44);

/// The rectangle of the board, and that of the column.
pub(crate) fn split(area: Rect, (wanted, _): (u16, u16)) -> (Rect, Rect) {
    let (least, most) = WIDTHS;
    let side = area.width.saturating_sub(wanted + 3).clamp(least, most).min(area.width / 2);
    let board = Rect::new(area.x, area.y, area.width - side - 1, area.height);
    let column = Rect::new(board.right() + 1, area.y, side, area.height);
    (board, column)
}

/// A column that is being filled.
pub(crate) struct Column {
    area: Rect,
    row: i32,
}

impl Column {
    /// An empty one.
    pub(crate) fn new(area: Rect) -> Self {
        Column { area, row: 0 }
    }

    /// An empty line.
    pub(crate) fn space(&mut self) {
        self.row += 1;
    }

    /// How many lines are left.
    pub(crate) fn room(&self) -> i32 {
        i32::from(self.area.height) - self.row
    }

    /// How high the whole of it is.
    pub(crate) fn height(&self) -> u16 {
        self.area.height
    }

    /// Words, broken between them.
    pub(crate) fn words(&mut self, canvas: &mut Canvas<'_>, words: &str, style: Style) {
        self.row += canvas.words(self.area, self.row, words, style);
    }

    /// Words moved in.
    pub(crate) fn words_in(&mut self, canvas: &mut Canvas<'_>, words: &str, style: Style) {
        let area =
            Rect { x: self.area.x + 3, width: self.area.width.saturating_sub(3), ..self.area };
        self.row += canvas.words(area, self.row, words, style);
    }

    /// Parts of a line from the left, and a figure at the right.
    pub(crate) fn line<'t>(
        &mut self,
        canvas: &mut Canvas<'_>,
        spans: impl IntoIterator<Item = (&'t str, Style)>,
        (figure, style): (&str, Style),
    ) {
        let taken = if figure.is_empty() { 0 } else { display_width(figure) as u16 + 1 };
        let left = Rect { width: self.area.width.saturating_sub(taken), ..self.area };
        canvas.spans(left, (0, self.row), spans);
        canvas.text_right(self.area, self.row, figure, style);
        self.row += 1;
    }

    /// Whoever sits there, with what they have; of many, only the one who is due in detail.
    pub(crate) fn seats(&mut self, canvas: &mut Canvas<'_>, seats: &[SeatLine], due: Option<Seat>) {
        let theme = *canvas.theme;
        let is_crowded = seats.len() > 4 || (seats.len() > 2 && self.area.height < 26);
        for line in seats {
            let is_due = due == Some(line.seat);
            let mark = theme.seat(line.seat).add_modifier(Modifier::BOLD);
            let name = if is_due { theme.strong() } else { theme.text() };
            let arrow = if is_due { theme.sign("▸", ">") } else { " " };
            let room = usize::from(self.area.width).saturating_sub(4 + line.score.len());
            let shown: String = line.name.chars().take(room).collect();
            let parts = [
                (arrow, theme.accent()),
                (theme.mark(line.seat), mark),
                (" ", name),
                (&shown, name),
            ];
            self.line(canvas, parts, (&line.score, theme.strong()));
            if !line.detail.is_empty() && (!is_crowded || is_due) {
                self.words_in(canvas, &line.detail, theme.quiet());
            }
        }
    }

    /// How long everybody has thought so far, in one line: `● 1:02  ■ 3.4 s`.
    pub(crate) fn times(&mut self, canvas: &mut Canvas<'_>, times: &[Duration]) {
        let theme = *canvas.theme;
        let mut column = 1;
        for (seat, time) in times.iter().enumerate() {
            let seat = Seat::new(seat);
            let text = format!(" {}  ", told_time(*time));
            let parts = [(theme.mark(seat), theme.seat(seat)), (text.as_str(), theme.quiet())];
            column += canvas.spans(self.area, (column, self.row), parts);
        }
        self.row += 1;
    }

    /// A thin line that moves while somebody thinks for long.
    pub(crate) fn thinking(&mut self, canvas: &mut Canvas<'_>, what: &str, spent: Duration) {
        let theme = *canvas.theme;
        if spent < LONG {
            self.row += 1; // so that nothing jumps when it comes
            return;
        }
        let words = format!("{what} {:.1} s", spent.as_secs_f64());
        canvas.text(self.area, (0, self.row), &words, theme.quiet());
        self.row += 1;
        let width = usize::from(self.area.width);
        let at = (spent.as_millis() / STEP.as_millis()) as usize % width.max(1);
        let sign = |place: usize| {
            if place.abs_diff(at) < 4 { theme.sign("━", "=") } else { theme.sign("─", "-") }
        };
        let line: String = (0..width).map(sign).collect();
        canvas.text(self.area, (0, self.row), &line, theme.line());
        self.row += 1;
    }

    /// What happened up to a ply, the latest at the bottom, as much of it as fits. Each line can
    /// be clicked: its item is the ply.
    pub(crate) fn happened<'a>(
        &mut self,
        canvas: &mut Canvas<'_>,
        told: impl DoubleEndedIterator<Item = &'a Told> + ExactSizeIterator,
        shown: usize,
    ) {
        let theme = *canvas.theme;
        let room = self.room();
        if room < 2 {
            return;
        }
        let mut lines: Vec<(usize, String)> = Vec::new();
        for (at, told) in told.enumerate().take(shown).rev() {
            lines.splice(0..0, ply_lines(at + 1, told, self.area.width, theme.sign("…", "~")));
            if lines.len() as i32 >= room {
                break;
            }
        }
        let skipped = lines.len().saturating_sub(room.max(0) as usize);
        for (ply, text) in lines.into_iter().skip(skipped) {
            let style = if ply == shown { theme.text() } else { theme.quiet() };
            canvas.text(self.area, (0, self.row), &text, style);
            let line = Rect { y: self.area.y + self.row as u16, height: 1, ..self.area };
            canvas.zone(line, Target::Item(ply));
            self.row += 1;
        }
    }
}

/// `3.4 s`, `1:02`.
fn told_time(time: Duration) -> String {
    match time.as_secs() {
        ..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// What is told of a ply, as lines of this width.
fn ply_lines(ply: usize, told: &Told, width: u16, cut: &'static str) -> Vec<(usize, String)> {
    let lines = told.lines().enumerate().flat_map(|(number, line)| {
        let parts = wrapped(line, width.saturating_sub(3));
        let is_cut = parts.len() > MOST_LINES;
        parts.into_iter().enumerate().take(MOST_LINES).map(move |(part, text)| {
            let indent = if number == 0 && part == 0 { "" } else { "  " };
            let more = if is_cut && part + 1 == MOST_LINES { cut } else { "" };
            (ply, format!("{indent}{text}{more}"))
        })
    });
    lines.collect()
}
