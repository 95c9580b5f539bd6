//! The side column beside a board, filled from the top.

use super::{
    boards::{MovePreview, SeatLine},
    canvas::{Canvas, wrapped},
    input::Target,
};
use meeple_core::Seat;
use meeple_view::NarratedPly;
use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};
use std::time::{Duration, Instant};
use textwrap::core::display_width;

/// Thinking is shown once it has taken this long.
const THINKING_SHOWN_AFTER: Duration = Duration::from_millis(700);
/// How often the thinking animation moves.
const THINKING_STEP: Duration = Duration::from_millis(120);

/// Returns when the animation of a job that started at `since` has to be drawn next.
pub(crate) fn thinking_wakeup(since: Instant, now: Instant) -> Instant {
    let shown = since + THINKING_SHOWN_AFTER;
    if now < shown { shown } else { now + THINKING_STEP }
}

/// Maximum lines of a sentence; the rest is left out.
const MAX_LINES: usize = 3;

/// Minimum and maximum width of the column.
const WIDTHS: (u16, u16) = (26, 44);

/// Splits an area into the board and the column, given the board's preferred size.
pub(crate) fn split(area: Rect, (wanted, _): (u16, u16)) -> (Rect, Rect) {
    let (least, most) = WIDTHS;
    let side = area.width.saturating_sub(wanted + 3).clamp(least, most).min(area.width / 2);
    let board = Rect::new(area.x, area.y, area.width - side - 1, area.height);
    let column = Rect::new(board.right() + 1, area.y, side, area.height);
    (board, column)
}

/// A column that is being filled.
pub(crate) struct ColumnLayout {
    area: Rect,
    row: i32,
}

impl ColumnLayout {
    /// Creates an empty column.
    pub(crate) fn new(area: Rect) -> Self {
        ColumnLayout { area, row: 0 }
    }

    /// Adds an empty line.
    pub(crate) fn space(&mut self) {
        self.row += 1;
    }

    /// Returns how many lines are left.
    pub(crate) fn lines_left(&self) -> i32 {
        i32::from(self.area.height) - self.row
    }

    /// Returns the height of the whole column.
    pub(crate) fn height(&self) -> u16 {
        self.area.height
    }

    /// Adds word-wrapped text.
    pub(crate) fn text(&mut self, canvas: &mut Canvas<'_>, words: &str, style: Style) {
        self.row += canvas.wrapped_text(self.area, self.row, words, style);
    }

    /// Adds indented word-wrapped text.
    pub(crate) fn indented_text(&mut self, canvas: &mut Canvas<'_>, words: &str, style: Style) {
        let area =
            Rect { x: self.area.x + 3, width: self.area.width.saturating_sub(3), ..self.area };
        self.row += canvas.wrapped_text(area, self.row, words, style);
    }

    /// Adds a line with styled parts on the left and a number on the right.
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

    /// Adds what the selected move would do, or why it is illegal.
    pub(crate) fn preview(&mut self, canvas: &mut Canvas<'_>, preview: &MovePreview) {
        let theme = *canvas.theme;
        match preview {
            MovePreview::Legal(words) => self.text(canvas, words, theme.text()),
            MovePreview::Refused(words) => {
                self.text(canvas, &format!("{} {words}", theme.sign("✗", "!")), theme.bad());
            }
            MovePreview::Nothing => {}
        }
    }

    /// Adds the players with their scores; with many players, details only for the one to move.
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
                self.indented_text(canvas, &line.detail, theme.quiet());
            }
        }
    }

    /// Adds a line with each player's thinking time so far: `● 1:02  ■ 3.4 s`.
    pub(crate) fn times(&mut self, canvas: &mut Canvas<'_>, times: &[Duration]) {
        let theme = *canvas.theme;
        let mut column = 1;
        for (seat, time) in times.iter().enumerate() {
            let seat = Seat::new(seat);
            let text = format!(" {}  ", format_time(*time));
            let parts = [(theme.mark(seat), theme.seat(seat)), (text.as_str(), theme.quiet())];
            column += canvas.spans(self.area, (column, self.row), parts);
        }
        self.row += 1;
    }

    /// Adds an animated line while a player thinks for long.
    pub(crate) fn thinking(&mut self, canvas: &mut Canvas<'_>, what: &str, spent: Duration) {
        let theme = *canvas.theme;
        if spent < THINKING_SHOWN_AFTER {
            self.row += 1; // keeps the lines below in place
            return;
        }
        let words = format!("{what} {:.1} s", spent.as_secs_f64());
        canvas.text(self.area, (0, self.row), &words, theme.quiet());
        self.row += 1;
        let width = usize::from(self.area.width);
        let at = (spent.as_millis() / THINKING_STEP.as_millis()) as usize % width.max(1);
        let sign = |place: usize| {
            if place.abs_diff(at) < 4 { theme.sign("━", "=") } else { theme.sign("─", "-") }
        };
        let line: String = (0..width).map(sign).collect();
        canvas.text(self.area, (0, self.row), &line, theme.line());
        self.row += 1;
    }

    /// Adds the narration up to a ply, the latest at the bottom, as much as fits. Each line can be
    /// clicked as the item of its ply.
    pub(crate) fn narration<'a>(
        &mut self,
        canvas: &mut Canvas<'_>,
        told: impl DoubleEndedIterator<Item = &'a NarratedPly> + ExactSizeIterator,
        shown: usize,
    ) {
        let theme = *canvas.theme;
        let room = self.lines_left();
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
fn format_time(time: Duration) -> String {
    match time.as_secs() {
        ..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// Returns the narration of a ply as lines of this width.
fn ply_lines(
    ply: usize,
    told: &NarratedPly,
    width: u16,
    cut: &'static str,
) -> Vec<(usize, String)> {
    let lines = told.lines().enumerate().flat_map(|(number, line)| {
        let parts = wrapped(line, width.saturating_sub(3));
        let is_cut = parts.len() > MAX_LINES;
        parts.into_iter().enumerate().take(MAX_LINES).map(move |(part, text)| {
            let indent = if number == 0 && part == 0 { "" } else { "  " };
            let more = if is_cut && part + 1 == MAX_LINES { cut } else { "" };
            (ply, format!("{indent}{text}{more}"))
        })
    });
    lines.collect()
}
