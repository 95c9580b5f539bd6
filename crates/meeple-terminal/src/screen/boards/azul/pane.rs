//! A scrolled window onto a drawing that may be larger than the area.
//!
//! ```text
//! the drawing, 52 x 22          the area
//! ┌──────────────┐              ┌──────┐
//! │    ┌──────┐  │   ────────►  │ what │   everything outside is cut off, so the drawing code
//! │    │  *   │  │              │ is * │   doesn't need to know what is visible
//! └────┴──────┴──┘              └──────┘
//! ```

use crate::screen::{
    boards::Scroll,
    canvas::{Canvas, centred},
};
use ratatui::{layout::Rect, style::Style};
use std::ops::Range;

/// A column and a row of the drawing, or a width and a height.
pub(super) type Point = (i32, i32);

/// The characters of a frame: corners clockwise from the top left, then the lines.
const FRAME: [&str; 6] = ["╭", "╮", "╯", "╰", "─", "│"];
const ASCII_FRAME: [&str; 6] = ["+", "+", "+", "+", "-", "|"];

/// The visible part of a drawing.
pub(super) struct Pane<'a, 'c> {
    pub(super) canvas: &'a mut Canvas<'c>,
    area: Rect,
    /// The first visible column and row.
    first: Point,
}

impl<'a, 'c> Pane<'a, 'c> {
    /// Centres a drawing of this size in an area. If it doesn't fit, only the part around the given
    /// column and row is shown.
    pub(super) fn new(
        canvas: &'a mut Canvas<'c>,
        area: Rect,
        (width, height): Point,
        (column, row): Point,
    ) -> Self {
        let whole = |side: i32| side.max(0) as usize;
        let scroll = Scroll::around(
            (whole(width), whole(height)),
            (area.width.into(), area.height.into()),
            (whole(column), whole(row)),
        );
        let (columns, rows) = (scroll.columns, scroll.rows);
        let area = centred(area, columns.count as u16, rows.count as u16);
        Pane { canvas, area, first: (columns.first as i32, rows.first as i32) }
    }

    fn seen(&self, (column, row): Point) -> Point {
        (column - self.first.0, row - self.first.1)
    }

    /// Returns the visible part of a rectangle.
    fn seen_part(&self, at: Point, (width, height): Point) -> Rect {
        let (column, row) = self.seen(at);
        let columns = cut(column..column + width, self.area.width);
        let rows = cut(row..row + height, self.area.height);
        let (x, y) = (self.area.x + columns.start, self.area.y + rows.start);
        Rect::new(x, y, columns.end - columns.start, rows.end - rows.start)
    }

    /// Writes text.
    pub(super) fn text(&mut self, at: Point, text: &str, style: Style) {
        let seen = self.seen(at);
        self.canvas.text(self.area, seen, text, style);
    }

    /// Writes text, cut off after `width` columns.
    pub(super) fn text_within(&mut self, at: Point, width: i32, text: &str, style: Style) {
        let (part, (column, _)) = (self.seen_part(at, (width, 1)), self.seen(at));
        self.canvas.text(part, (column.min(0), 0), text, style);
    }

    /// Writes text that ends before a column.
    pub(super) fn text_before(&mut self, (column, row): Point, text: &str, style: Style) {
        let width = textwrap::core::display_width(text) as i32;
        self.text((column - width, row), text, style);
    }

    /// Gives a rectangle a style; text written later appears on top of it.
    pub(super) fn tint(&mut self, at: Point, size: Point, style: Style) {
        let part = self.seen_part(at, size);
        self.canvas.tint(part, style);
    }

    /// Makes a rectangle clickable as a spot of the board.
    pub(super) fn spot(&mut self, at: Point, size: Point, part: u8, place: (i16, i16)) {
        let seen = self.seen_part(at, size);
        self.canvas.spot(seen, part, place);
    }

    /// Draws a border.
    pub(super) fn frame(&mut self, (column, row): Point, (width, height): Point, style: Style) {
        let letters = if self.canvas.theme.is_ascii() { ASCII_FRAME } else { FRAME };
        let [top_left, top_right, bottom_right, bottom_left, across, down] = letters;
        let across = across.repeat((width - 2).max(0) as usize);
        let (right, bottom) = (column + width - 1, row + height - 1);
        self.text((column, row), &format!("{top_left}{across}{top_right}"), style);
        for row in row + 1..bottom {
            self.text((column, row), down, style);
            self.text((right, row), down, style);
        }
        self.text((column, bottom), &format!("{bottom_left}{across}{bottom_right}"), style);
    }
}

/// Returns the part of a side that lies between 0 and `room`.
fn cut(side: Range<i32>, room: u16) -> Range<u16> {
    let inside = |place: i32| place.clamp(0, room.into()) as u16;
    inside(side.start)..inside(side.end).max(inside(side.start))
}
