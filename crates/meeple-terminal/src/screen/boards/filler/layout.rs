//! Where everything is drawn: the cell size, the visible part of the board, and what is below it.
//!
//! ```text
//!      A         K           ◄ column letters
//!   9  · · · · · · · ·  │    ◄ the rows that fit, and a scroll bar
//!  10  · · ● ● ● · · ·  ┃
//!      ━━━━━━━────────       ◄ the scroll bar of the columns
//!      caption
//!      piece    score curve  ◄ the strip, if there is room for it
//! ```

use super::camera::Camera;
use crate::screen::{boards::Scroll, canvas::centred};
use ratatui::layout::Rect;

/// The size of a cell on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellSize {
    /// Four columns and two rows.
    Large,
    /// Two columns: a square.
    Wide,
    /// One character.
    Single,
    /// Half a character.
    Half,
}

impl CellSize {
    /// Returns the size in characters of so many columns and rows of cells.
    pub(super) fn letters(self, (columns, rows): (usize, usize)) -> (usize, usize) {
        match self {
            CellSize::Large => (columns * 4, rows * 2),
            CellSize::Wide => (columns * 2, rows),
            CellSize::Single => (columns, rows),
            CellSize::Half => (columns, rows.div_ceil(2)),
        }
    }

    /// Returns how many columns and rows of cells fit into so many characters.
    fn cells(self, (columns, rows): (usize, usize)) -> (usize, usize) {
        match self {
            CellSize::Large => (columns / 4, rows / 2),
            CellSize::Wide => (columns / 2, rows),
            CellSize::Single => (columns, rows),
            CellSize::Half => (columns, rows * 2),
        }
    }

    /// Returns how many rows of cells a drawn cell stands for: two if it is half a character.
    pub(super) fn rows_per_letter(self) -> usize {
        if self == CellSize::Half { 2 } else { 1 }
    }

    /// Returns the rectangle of a cell, counted from the first one in the area; half a character
    /// counts as a whole one.
    pub(super) fn place(self, area: Rect, (across, down): (usize, usize)) -> Rect {
        let (width, height) = self.letters((1, 1));
        let down = down / self.rows_per_letter();
        let (x, y) = ((across * width) as u16, (down * height) as u16);
        Rect::new(area.x + x, area.y + y, width as u16, height as u16).intersection(area)
    }
}

/// Positions and sizes of everything in the board's area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) form: CellSize,
    /// The visible cells.
    pub(super) scroll: Scroll,
    /// The rectangle of the visible cells.
    pub(super) cells: Rect,
    /// The row numbers; empty if there is no room.
    pub(super) row_numbers: Rect,
    /// The column letters.
    pub(super) column_letters: Rect,
    /// The scroll bar for the rows; empty if all are visible.
    pub(super) row_bar: Rect,
    /// The scroll bar for the columns; empty if all are visible.
    pub(super) column_bar: Rect,
    /// The line below the board.
    pub(super) caption: Rect,
    /// The strip below the caption; empty if there is no room.
    pub(super) strip: Rect,
}

/// Minimum rows of the strip, so that a curve is readable.
const MIN_STRIP_ROWS: usize = 3;
/// Maximum rows of the strip, so that a piece of map01 fits into it.
const MAX_STRIP_ROWS: usize = 6;
/// From this screen height on, a board that doesn't fit still leaves room for the strip.
const HIGH: u16 = 34;

impl Layout {
    /// Lays the board out in an area, scrolled to where the camera looks. If the whole board doesn't
    /// fit, cells are as small as `smallest`.
    pub(super) fn new(
        area: Rect,
        size: (usize, usize),
        smallest: CellSize,
        camera: Camera,
    ) -> Self {
        let margin = if area.width >= 20 { size.1.to_string().len() + 1 } else { 0 };
        let top = usize::from(area.height >= 8);
        let caption = usize::from(area.height >= 10);
        let across = usize::from(area.width).saturating_sub(margin);
        let down = usize::from(area.height).saturating_sub(top + caption);
        let form = form_for(size, (across, down), smallest);
        let (columns, rows) = form.letters(size);
        let cut_across = usize::from(columns > across && down > 4);
        let cut_down = usize::from(rows > down && across > 4);
        let spare = down.saturating_sub(rows);
        let strip = match spare {
            MIN_STRIP_ROWS.. => spare.min(MAX_STRIP_ROWS),
            _ if area.height >= HIGH => MAX_STRIP_ROWS - 1,
            _ => 0,
        };
        let room = (across - cut_down, (down - cut_across).saturating_sub(strip));
        let seen = form.cells(room);
        let scroll = camera.scroll(size, seen);
        let (width, height) = form.letters((scroll.columns.count, scroll.rows.count));
        let all = centred(
            area,
            (margin + width + cut_down) as u16,
            (top + height + cut_across + caption + strip) as u16,
        );
        let (margin, top) = (margin as u16, top as u16);
        let cells = Rect::new(all.x + margin, all.y + top, width as u16, height as u16);
        let under = cells.bottom() + cut_across as u16;
        // Text may be longer than a narrow board is wide.
        let wide = area.right().saturating_sub(cells.x);
        let strip_wide = all.right().saturating_sub(cells.x).max(wide.min(44));
        let within = |x, y, width, height| Rect::new(x, y, width, height).intersection(area);
        Layout {
            form,
            scroll,
            cells: cells.intersection(area),
            row_numbers: within(all.x, cells.y, margin, cells.height),
            column_letters: within(cells.x, all.y, cells.width, top),
            row_bar: within(cells.right(), cells.y, cut_down as u16, cells.height),
            column_bar: within(cells.x, cells.bottom(), cells.width, cut_across as u16),
            caption: within(cells.x, under, wide, caption as u16),
            strip: within(cells.x, under + caption as u16, strip_wide, strip as u16),
        }
    }

    /// Returns the rectangle of a cell, if visible; half a character counts as a whole one.
    pub(super) fn place(&self, (column, row): (usize, usize)) -> Option<Rect> {
        let Scroll { columns, rows } = self.scroll;
        if !columns.cells().contains(&column) || !rows.cells().contains(&row) {
            return None;
        }
        Some(self.form.place(self.cells, (column - columns.first, row - rows.first)))
    }
}

/// Returns the largest cell size at which the whole board fits, or else the smallest.
fn form_for(size: (usize, usize), (across, down): (usize, usize), smallest: CellSize) -> CellSize {
    let fits = |form: CellSize, spare: usize| {
        let (columns, rows) = form.letters(size);
        columns <= across && rows + spare <= down
    };
    // Without half characters, such a board scrolls vertically at any cell size.
    let is_wide = smallest == CellSize::Single && size.0 * 2 <= across;
    if fits(CellSize::Large, MIN_STRIP_ROWS) {
        CellSize::Large
    } else if is_wide || fits(CellSize::Wide, 0) {
        CellSize::Wide
    } else {
        smallest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(size: (usize, usize), area: (u16, u16), smallest: CellSize) -> Layout {
        Layout::new(Rect::new(0, 0, area.0, area.1), size, smallest, Camera::at((0, 0)))
    }

    #[test]
    fn the_standard_maps_have_the_largest_form_that_fits() {
        let form = |size, area, smallest| laid_out(size, area, smallest).form;
        assert_eq!(form((20, 15), (53, 22), CellSize::Single), CellSize::Wide);
        assert_eq!(form((20, 15), (95, 43), CellSize::Half), CellSize::Large);
        assert_eq!(form((40, 30), (53, 22), CellSize::Half), CellSize::Half);
        assert_eq!(form((40, 30), (53, 22), CellSize::Single), CellSize::Single);
        assert_eq!(form((40, 30), (95, 43), CellSize::Single), CellSize::Wide);
        assert_eq!(form((99, 100), (105, 43), CellSize::Half), CellSize::Half);
    }

    #[test]
    fn every_part_of_the_layout_is_inside_the_area() {
        for size in [(1, 1), (20, 15), (99, 100), (256, 1)] {
            for width in 0..70 {
                for height in 0..50 {
                    for smallest in [CellSize::Half, CellSize::Single] {
                        let area = Rect::new(3, 2, width, height);
                        let layout = Layout::new(area, size, smallest, Camera::at((5, 5)));
                        let Layout { cells, caption, strip, row_bar, column_bar, .. } = layout;
                        for part in [cells, caption, strip, row_bar, column_bar] {
                            assert_eq!(part.intersection(area).area(), part.area(), "{layout:?}");
                        }
                    }
                }
            }
        }
    }
}
