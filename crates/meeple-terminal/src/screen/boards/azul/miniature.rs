//! Draws only the player boards, scaled down to fit a card.
//!
//! ```text
//!     ·│≈☼★▦✻       ☼│≈☼★▦✻      as many boards as fit side by side, with their lines;
//!    ≈≈▸✻≈☼★▦      ·▦│✻≈☼★▦      otherwise only the walls
//!   ...            ...
//! ```

use super::{
    layout::lines_width,
    pane::Pane,
    table_painter::TablePainter,
    tile::{TileGlyph, TileSize},
};
use crate::screen::canvas::Canvas;
use meeple_view::azul::WallCell;
use ratatui::layout::Rect;

const GAP: i32 = 2;

impl TablePainter<'_> {
    pub(super) fn draw_miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let boards = &self.position.boards;
        let (room, rows) = (i32::from(area.width), i32::from(area.height));
        let width = |size: TileSize| lines_width(size) + 5 * size.pitch().0;
        let columns = |size: TileSize, count: usize| (width(size) + GAP) * count as i32 - GAP;
        let fits = |&&(size, count): &&(TileSize, usize)| columns(size, count) <= room && count > 0;
        let all = boards.len();
        let choices = [
            (TileSize::Small, all),
            (TileSize::Tiny, all),
            (TileSize::Small, 2),
            (TileSize::Tiny, 2),
            (TileSize::Tiny, 1),
        ];
        let Some(&(size, count)) = choices.iter().find(fits) else {
            return self.draw_walls(area, canvas);
        };
        let drawn = columns(size, count);
        // Spare rows show the scores and the tiles on offer.
        let (head, foot) = (i32::from(rows > 5), (rows - 6).clamp(0, 2));
        let offer = if foot > 0 { self.offer(room) } else { Vec::new() };
        let wide = drawn.max(offer.len() as i32);
        let mut pane = Pane::new(canvas, area, (wide, head + 5 + foot), (0, 0));
        for (at, board) in (0..).zip(boards.iter().take(count)) {
            let column = (wide - drawn) / 2 + at * (width(size) + GAP);
            if head > 0 {
                let (theme, score) = (self.theme, self.score(board).to_string());
                pane.text((column, 0), theme.mark(board.seat), theme.seat(board.seat));
                pane.text_before((column + width(size), 0), &score, theme.strong());
            }
            for index in 0..5 {
                self.draw_row(board, index, (column, head + index as i32), size, &mut pane);
            }
        }
        let start = (wide - offer.len() as i32) / 2;
        for (at, look) in (start..).zip(offer) {
            if let Some(look) = look {
                look.draw((at, head + 4 + foot), TileSize::Tiny, &mut pane);
            }
        }
    }

    /// Returns the tiles of as many factories as fit, with a gap between factories.
    fn offer(&self, room: i32) -> Vec<Option<TileGlyph>> {
        let mut offer = Vec::new();
        for heap in self.position.factories.iter().filter(|heap| heap.total > 0) {
            let tiles = heap.groups.iter().flat_map(|group| {
                let look = TileGlyph::tile(group.colour, self.theme);
                std::iter::repeat_n(Some(look), group.count.into())
            });
            let gap = (!offer.is_empty()).then_some(None);
            let more: Vec<Option<TileGlyph>> = gap.into_iter().chain(tiles).collect();
            if (offer.len() + more.len()) as i32 > room {
                break;
            }
            offer.extend(more);
        }
        offer
    }

    /// Draws as many walls as fit, without pattern lines.
    fn draw_walls(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let count =
            ((i32::from(area.width) + 1) / 6).clamp(1, self.position.boards.len().max(1) as i32);
        let mut pane = Pane::new(canvas, area, (count * 6 - 1, 5), (0, 0));
        for (at, board) in (0..count).zip(&self.position.boards) {
            for (row, column) in (1..=5).flat_map(|row| (1..=5).map(move |column| (row, column))) {
                let place = (at * 6 + i32::from(column) - 1, i32::from(row) - 1);
                let look = self.cell_glyph(board, WallCell { row, column });
                look.draw(place, TileSize::Tiny, &mut pane);
            }
        }
    }
}
