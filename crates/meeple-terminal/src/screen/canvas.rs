//! Drawing on the screen: clipped text, frames, and clickable rectangles.

use super::{
    input::{Spot, Target, Zones},
    theme::Theme,
};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    symbols::border,
    widgets::{Block, Clear, Widget},
};
use textwrap::core::display_width;

/// A screen being drawn.
pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    zones: &'a mut Zones,
    /// Colours and symbols.
    pub(crate) theme: &'a Theme,
}

/// The lines of a frame in ASCII.
const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, zones: &'a mut Zones, theme: &'a Theme) -> Self {
        Canvas { buffer, zones, theme }
    }

    /// Returns the whole screen.
    pub(crate) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Writes a line into a rectangle, starting at this column and row of it, clipped to the
    /// rectangle. Returns the width of the text in columns.
    pub(crate) fn text(
        &mut self,
        area: Rect,
        (column, row): (i32, i32),
        text: &str,
        style: Style,
    ) -> i32 {
        let width = display_width(text) as i32;
        let area = area.intersection(self.buffer.area);
        if row < 0 || row >= i32::from(area.height) || column >= i32::from(area.width) {
            return width;
        }
        let (skipped, text) = without_first(text, (-column).max(0) as usize);
        let column = column.max(0) + skipped as i32;
        let room = i32::from(area.width) - column;
        if room > 0 && !text.is_empty() {
            let (x, y) = (area.x + column as u16, area.y + row as u16);
            self.buffer.set_stringn(x, y, text, room as usize, style);
        }
        width
    }

    /// Writes several styled parts of a line one after the other; returns their total width.
    pub(crate) fn spans<'t>(
        &mut self,
        area: Rect,
        (column, row): (i32, i32),
        spans: impl IntoIterator<Item = (&'t str, Style)>,
    ) -> i32 {
        let mut at = column;
        for (text, style) in spans {
            at += self.text(area, (at, row), text, style);
        }
        at - column
    }

    /// Writes a line that ends at the right edge of a rectangle.
    pub(crate) fn text_right(&mut self, area: Rect, row: i32, text: &str, style: Style) {
        let column = i32::from(area.width) - display_width(text) as i32;
        self.text(area, (column, row), text, style);
    }

    /// Writes word-wrapped text; returns the number of lines.
    pub(crate) fn wrapped_text(&mut self, area: Rect, row: i32, words: &str, style: Style) -> i32 {
        let lines = wrapped(words, area.width);
        for (at, line) in (row..).zip(&lines) {
            self.text(area, (0, at), line, style);
        }
        lines.len() as i32
    }

    /// Clears a rectangle and gives it this style.
    pub(crate) fn fill(&mut self, area: Rect, style: Style) {
        self.widget(Clear, area);
        self.tint(area, style);
    }

    /// Adds a style to what is already drawn.
    pub(crate) fn tint(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Draws one character, if the position is on the screen.
    pub(crate) fn put(&mut self, at: Position, letter: &str, style: Style) {
        if let Some(cell) = self.buffer.cell_mut(at) {
            cell.set_symbol(letter);
            cell.set_style(style);
        }
    }

    /// Draws two cells, one above the other, as the halves of one character. This needs colours and
    /// Unicode: check [`Canvas::has_halves`] first.
    pub(crate) fn halves(
        &mut self,
        at: Position,
        upper: ratatui::style::Color,
        lower: ratatui::style::Color,
    ) {
        self.put(at, "▀", Style::new().fg(upper).bg(lower));
    }

    /// Returns whether [`Canvas::halves`] can be used.
    pub(crate) fn has_halves(&self) -> bool {
        self.theme.has_colour() && !self.theme.is_ascii()
    }

    /// Draws a border with a title; returns the area inside it.
    pub(crate) fn frame(&mut self, area: Rect, title: &str, style: Style) -> Rect {
        let area = area.intersection(self.buffer.area);
        if area.width < 2 || area.height < 2 {
            return Rect::new(area.x, area.y, 0, 0);
        }
        let lines = if self.theme.is_ascii() { ASCII_BORDER } else { border::ROUNDED };
        let block = Block::bordered().border_set(lines).border_style(style);
        let inner = block.inner(area);
        self.widget(block, area);
        if !title.is_empty() {
            let place = Rect::new(area.x + 2, area.y, area.width.saturating_sub(4), 1);
            self.text(place, (0, 0), &format!(" {title} "), style);
        }
        inner
    }

    /// Draws a ratatui widget.
    pub(crate) fn widget(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area.intersection(self.buffer.area), self.buffer);
    }

    /// Makes a rectangle clickable.
    pub(crate) fn zone(&mut self, area: Rect, target: Target) {
        let area = area.intersection(self.buffer.area);
        if area.area() > 0 {
            self.zones.add(area, target);
        }
    }

    /// Makes a rectangle clickable as a spot of a board.
    pub(crate) fn spot(&mut self, area: Rect, part: u8, (column, row): (i16, i16)) {
        self.zone(area, Target::Spot(Spot { part, column, row }));
    }

    /// Makes everything drawn so far unclickable, because something covers it.
    pub(crate) fn clear_zones(&mut self) {
        self.zones.clear();
    }
}

/// Drops the first columns of a text; returns how many more had to go because of a wide character,
/// and the rest.
fn without_first(text: &str, columns: usize) -> (usize, &str) {
    let mut gone = 0;
    for (at, letter) in text.char_indices() {
        if gone >= columns {
            return (gone - columns, &text[at..]);
        }
        gone += display_width(letter.encode_utf8(&mut [0; 4]));
    }
    if columns == 0 { (0, text) } else { (0, "") }
}

/// Wraps text to lines of this width.
pub(crate) fn wrapped(words: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    words
        .lines()
        .flat_map(|line| {
            let lines = crate::window::wrap_with(line, width, "", "");
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns a rectangle of this size centred in another one, reduced if it doesn't fit.
pub(crate) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(draw: impl Fn(&mut Canvas<'_>)) -> Vec<String> {
        let (mut buffer, mut zones) = (Buffer::empty(Rect::new(0, 0, 8, 3)), Zones::default());
        draw(&mut Canvas::new(&mut buffer, &mut zones, &Theme::PLAIN));
        let line = |y| (0..8).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..3).map(line).collect()
    }

    #[test]
    fn text_is_cut_on_every_side() {
        let area = Rect::new(1, 1, 5, 1);
        let lines = drawn(|canvas| {
            canvas.text(area, (-2, 0), "abcdefghij", Style::new());
            canvas.text(area, (0, 1), "below", Style::new());
            canvas.text(area, (0, -1), "above", Style::new());
            canvas.text(Rect::new(7, 2, 90, 90), (0, 0), "outside", Style::new());
        });
        assert_eq!(lines, ["        ", " cdefg  ", "       o"]);
    }

    #[test]
    fn a_frame_has_its_title_in_its_border() {
        let lines = drawn(|canvas| {
            let inner = canvas.frame(Rect::new(0, 0, 8, 3), "ab", Style::new());
            assert_eq!(inner, Rect::new(1, 1, 6, 1));
            assert_eq!(canvas.frame(Rect::new(7, 2, 9, 9), "", Style::new()).area(), 0);
        });
        assert_eq!(lines, ["╭─ ab ─╮", "│      │", "╰──────╯"]);
    }
}
