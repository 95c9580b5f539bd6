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
        let (head, foot) = (i32::from(rows > 5), (rows - 6).clamp(0, 2));
        let offer = if foot > 0 { self.offer(room) } else { Vec::new() };
        let wide = drawn.max(offer.len() as i32);
        let mut pane = Pane::new(canvas, area, (wide, head + 5 + foot), (0, 0));
        for (at, board) in (0..).zip(boards.iter().take(count)) {
            let column = (wide - drawn) / 2 + at * (width(size) + GAP);
            if head > 0 {
                self.draw_points(board, column, width(size), &mut pane);
            }
            for index in 0..5 {
                self.draw_row(board, index, (column, head + index as i32), size, &mut pane);
            }
        }
        let start = (wide - offer.len() as i32) / 2;
        for (at, look) in (start..).zip(offer) {
            if let Some(look) = look {
                look.draw((at, head + 4 + foot), Size::Tiny, &mut pane);
            }
        }
    }

    /// Whose board it is, and the points.
    fn draw_points(&self, board: &SeatBoard, column: i32, width: i32, pane: &mut Pane<'_, '_>) {
        let (theme, score) = (self.theme, self.score(board).to_string());
        pane.text((column, 0), theme.mark(board.seat), theme.seat(board.seat));
        pane.text_before((column + width, 0), &score, theme.strong());
    }

    /// The tiles of as many factories as fit, with gaps between these.
    fn offer(&self, room: i32) -> Vec<Option<Look>> {
        let mut offer = Vec::new();
        for heap in self.picture.factories.iter().filter(|heap| heap.total > 0) {
            let tiles = heap.groups.iter().flat_map(|group| {
                let look = Look::tile(group.colour, self.theme);
                std::iter::repeat_n(Some(look), group.count.into())
            });
            let gap = (!offer.is_empty()).then_some(None);
            let more: Vec<Option<Look>> = gap.into_iter().chain(tiles).collect();
            if (offer.len() + more.len()) as i32 > room {
                break;
            }
            offer.extend(more);
        }
        offer
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
