//! A window onto a drawing that may be larger than the room for it.
//!
//! ```text
//! the drawing, 52 x 22          the area
//! ┌──────────────┐              ┌──────┐
//! │    ┌──────┐  │   ────────►  │ what │   whatever lies outside is cut, so nobody who draws
//! │    │  *   │  │              │ is * │   need know how much of it is seen
//! └────┴──────┴──┘              └──────┘
//! ```

use crate::screen::{
    boards::Scroll,
    canvas::{Canvas, centred},
};
use ratatui::{layout::Rect, style::Style};
use std::ops::Range;

/// A place of the drawing: column and row.
pub(super) type At = (i32, i32);

/// What the letters of a frame are: corners from the top left clockwise, then the lines.
const FRAME: [&str; 6] = ["╭", "╮", "╯", "╰", "─", "│"];
const ASCII_FRAME: [&str; 6] = ["+", "+", "+", "+", "-", "|"];

/// A drawing, as much of it as is seen.
pub(super) struct Pane<'a, 'c> {
    /// Where it is drawn.
    pub(super) canvas: &'a mut Canvas<'c>,
    area: Rect,
    /// The first column and row that are seen.
    first: At,
}

impl<'a, 'c> Pane<'a, 'c> {
    /// A drawing of this size in the middle of an area; of one that does not fit, the part around
    /// a place of it.
    pub(super) fn new(
        canvas: &'a mut Canvas<'c>,
        area: Rect,
        (width, height): At,
        (column, row): At,
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

    fn seen(&self, (column, row): At) -> At {
        (column - self.first.0, row - self.first.1)
    }

    /// The part of a rectangle that is seen.
    fn seen_part(&self, at: At, (width, height): At) -> Rect {
        let (column, row) = self.seen(at);
        let columns = cut(column..column + width, self.area.width);
        let rows = cut(row..row + height, self.area.height);
        let (x, y) = (self.area.x + columns.start, self.area.y + rows.start);
        Rect::new(x, y, columns.end - columns.start, rows.end - rows.start)
    }

    /// Writes something.
    pub(super) fn text(&mut self, at: At, text: &str, style: Style) {
        let seen = self.seen(at);
        self.canvas.text(self.area, seen, text, style);
    }

    /// Writes something in so many columns, cut at their end.
    pub(super) fn text_within(&mut self, at: At, width: i32, text: &str, style: Style) {
        let (part, (column, _)) = (self.seen_part(at, (width, 1)), self.seen(at));
        self.canvas.text(part, (column.min(0), 0), text, style);
    }

    /// Writes something that ends before a column.
    pub(super) fn text_before(&mut self, (column, row): At, text: &str, style: Style) {
        let width = textwrap::core::display_width(text) as i32;
        self.text((column - width, row), text, style);
    }

    /// Gives a rectangle a style, beneath what is written on it later.
    pub(super) fn tint(&mut self, at: At, size: At, style: Style) {
        let part = self.seen_part(at, size);
        self.canvas.tint(part, style);
    }

    /// A click in this rectangle is one on a place of the board.
    pub(super) fn spot(&mut self, at: At, size: At, part: u8, place: (i16, i16)) {
        let seen = self.seen_part(at, size);
        self.canvas.spot(seen, part, place);
    }

    /// A border.
    pub(super) fn frame(&mut self, (column, row): At, (width, height): At, style: Style) {
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

/// The part of a side that lies between 0 and `room`.
fn cut(side: Range<i32>, room: u16) -> Range<u16> {
    let inside = |place: i32| place.clamp(0, room.into()) as u16;
    inside(side.start)..inside(side.end).max(inside(side.start))
}
