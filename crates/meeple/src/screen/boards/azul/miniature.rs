//! The boards alone, as small as they must be: for cards.
//!
//! ```text
//!     ·│≈☼★▦✻       ☼│≈☼★▦✻      as many boards as fit beside each other, with their lines;
//!    ≈≈▸✻≈☼★▦      ·▦│✻≈☼★▦      else the walls alone
//!   ...            ...
//! ```

use super::{
    drawing::Drawing,
    layout::lines_width,
    pane::Pane,
    tile::{Look, Size},
};
use crate::screen::canvas::Canvas;
use meeple_view::azul::{Cell, SeatBoard};
use ratatui::layout::Rect;

/// Columns between boards.
const GAP: i32 = 2;

impl Drawing<'_> {
    pub(super) fn draw_miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let boards = &self.picture.boards;
        let (room, rows) = (i32::from(area.width), i32::from(area.height));
        let width = |size: Size| lines_width(size) + 5 * size.pitch().0;
        let fits = |size: Size, count: usize| {
            (width(size) + GAP) * count as i32 - GAP <= room && count > 0
        };
        let all = boards.len();
        let choices = [
            (Size::Small, all),
            (Size::Tiny, all),
            (Size::Small, 2),
            (Size::Tiny, 2),
            (Size::Tiny, 1),
        ];
        let Some(&(size, count)) = choices.iter().find(|(size, count)| fits(*size, *count)) else {
            return self.draw_walls(area, canvas);
        };
        let drawn = (width(size) + GAP) * count as i32 - GAP;
        // With rows to spare, who has how many points and what lies on the table.
        let (head, foot) = (i32::from(rows > 5), if rows > 8 { 2 } else { 0 });
        let mut pane = Pane::new(canvas, area, (drawn, head + 5 + foot), (0, 0));
        for (at, board) in (0..).zip(boards.iter().take(count)) {
            let column = at * (width(size) + GAP);
            if head > 0 {
                self.draw_name(board, (column, 0), width(size), &mut pane);
            }
            for index in 0..5 {
                self.draw_row(board, index, (column, head + index as i32), size, &mut pane);
            }
        }
        if foot > 0 {
            self.draw_offer((0, head + 6), drawn, &mut pane);
        }
    }

    /// The tiles of the factories in a line.
    fn draw_offer(&self, (column, row): (i32, i32), width: i32, pane: &mut Pane<'_, '_>) {
        let mut at = column;
        for heap in self.picture.factories.iter().filter(|heap| heap.total > 0) {
            if at + heap.total as i32 > column + width {
                return;
            }
            for group in &heap.groups {
                for _ in 0..group.count {
                    Look::tile(group.colour, &self.theme).draw((at, row), Size::Tiny, pane);
                    at += 1;
                }
            }
            at += 1;
        }
    }

    /// As many walls as fit, without their lines.
    fn draw_walls(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let count =
            ((i32::from(area.width) + 1) / 6).clamp(1, self.picture.boards.len().max(1) as i32);
        let mut pane = Pane::new(canvas, area, (count * 6 - 1, 5), (0, 0));
        for (at, board) in (0..count).zip(&self.picture.boards) {
            self.draw_wall(board, at * 6, &mut pane);
        }
    }

    fn draw_wall(&self, board: &SeatBoard, column: i32, pane: &mut Pane<'_, '_>) {
        for row in 0..5_u8 {
            for across in 0..5_u8 {
                let cell = Cell { row: row + 1, column: across + 1 };
                let at = (column + i32::from(across), i32::from(row));
                self.cell(board, cell).draw(at, Size::Tiny, pane);
            }
        }
    }
}
