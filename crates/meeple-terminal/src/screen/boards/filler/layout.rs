//! Where everything lies: how large a cell is, which part of the board is seen, what is under it.
//!
//! ```text
//!      0         10          ◄ numbers
//!   0  · · · · · · · ·  │    ◄ the rows that fit, and a bar that says which they are
//!  10  · · ● ● ● · · ·  ┃
//!      ━━━━━━━────────       ◄ the same for the columns
//!      caption
//!      piece    score curve  ◄ the strip, where there is room for it
//! ```

use super::camera::Camera;
use crate::screen::{boards::Scroll, canvas::centred};
use ratatui::layout::Rect;

/// What a cell of the board is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Four columns and two rows.
    Large,
    /// Two columns: a square.
    Wide,
    /// One letter.
    Single,
    /// Half a letter.
    Half,
}

impl Form {
    /// The letters that so many columns and rows of cells take.
    pub(super) fn letters(self, (columns, rows): (usize, usize)) -> (usize, usize) {
        match self {
            Form::Large => (columns * 4, rows * 2),
            Form::Wide => (columns * 2, rows),
            Form::Single => (columns, rows),
            Form::Half => (columns, rows.div_ceil(2)),
        }
    }

    /// The columns and rows of cells that so many letters hold.
    fn cells(self, (columns, rows): (usize, usize)) -> (usize, usize) {
        match self {
            Form::Large => (columns / 4, rows / 2),
            Form::Wide => (columns / 2, rows),
            Form::Single => (columns, rows),
            Form::Half => (columns, rows * 2),
        }
    }
}

/// Whether a letter can be two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halves {
    /// It can.
    Seen,
    /// It cannot.
    Unseen,
}

/// Where everything lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// What a cell is.
    pub(super) form: Form,
    /// The cells that are seen.
    pub(super) scroll: Scroll,
    /// Where they are.
    pub(super) cells: Rect,
    /// Where the numbers of the rows are; empty where there is no room.
    pub(super) row_numbers: Rect,
    /// Where the numbers of the columns are.
    pub(super) column_numbers: Rect,
    /// Where the bar of the rows is, if some are not seen.
    pub(super) row_bar: Rect,
    /// Where the bar of the columns is.
    pub(super) column_bar: Rect,
    /// A line under the board.
    pub(super) caption: Rect,
    /// What is under that; empty where there is no room.
    pub(super) strip: Rect,
}

/// The least rows of a strip: a curve can be seen.
const LEAST_STRIP: usize = 3;
/// The most: a piece of map01 fits into it.
const MOST_STRIP: usize = 6;
/// A board that is cut leaves room for a strip on screens from here on.
const HIGH: u16 = 34;

impl Layout {
    /// The board in this area, with a cell in sight and what lies in the middle as far as that
    /// can be.
    pub(super) fn new(area: Rect, size: (usize, usize), halves: Halves, camera: Camera) -> Self {
        let margin =
            if area.width >= 20 { size.1.saturating_sub(1).to_string().len() + 1 } else { 0 };
        let top = usize::from(area.height >= 8);
        let caption = usize::from(area.height >= 10);
        let across = usize::from(area.width).saturating_sub(margin);
        let down = usize::from(area.height).saturating_sub(top + caption);
        let form = form_for(size, (across, down), halves);
        let (columns, rows) = form.letters(size);
        let cut_across = usize::from(columns > across && down > 4);
        let cut_down = usize::from(rows > down && across > 4);
        let spare = down.saturating_sub(rows);
        let strip = match spare {
            LEAST_STRIP.. => spare.min(MOST_STRIP),
            _ if area.height >= HIGH => MOST_STRIP - 1,
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
        // Words may be longer than a narrow board is wide.
        let wide = area.right().saturating_sub(cells.x);
        let strip_wide = all.right().saturating_sub(cells.x).max(wide.min(44));
        let within = |x, y, width, height| Rect::new(x, y, width, height).intersection(area);
        Layout {
            form,
            scroll,
            cells: cells.intersection(area),
            row_numbers: within(all.x, cells.y, margin, cells.height),
            column_numbers: within(cells.x, all.y, cells.width, top),
            row_bar: within(cells.right(), cells.y, cut_down as u16, cells.height),
            column_bar: within(cells.x, cells.bottom(), cells.width, cut_across as u16),
            caption: within(cells.x, under, wide, caption as u16),
            strip: within(cells.x, under + caption as u16, strip_wide, strip as u16),
        }
    }

    /// Where a cell of the board is, if it is seen; half a letter is a whole one here.
    pub(super) fn place(&self, (column, row): (usize, usize)) -> Option<Rect> {
        let Scroll { columns, rows } = self.scroll;
        if !columns.cells().contains(&column) || !rows.cells().contains(&row) {
            return None;
        }
        let (across, down) = ((column - columns.first) as u16, (row - rows.first) as u16);
        let Rect { x, y, .. } = self.cells;
        let place = match self.form {
            Form::Large => Rect::new(x + across * 4, y + down * 2, 4, 2),
            Form::Wide => Rect::new(x + across * 2, y + down, 2, 1),
            Form::Single => Rect::new(x + across, y + down, 1, 1),
            Form::Half => Rect::new(x + across, y + down / 2, 1, 1),
        };
        Some(place.intersection(self.cells))
    }
}

/// The largest form in which all of it can be seen, or else the smallest.
fn form_for(size: (usize, usize), (across, down): (usize, usize), halves: Halves) -> Form {
    let fits = |form: Form, spare: usize| {
        let (columns, rows) = form.letters(size);
        columns <= across && rows + spare <= down
    };
    if fits(Form::Large, LEAST_STRIP) {
        Form::Large
    } else if fits(Form::Wide, 0) {
        Form::Wide
    } else if halves == Halves::Seen {
        Form::Half
    } else if size.0 * 2 <= across {
        Form::Wide // it scrolls up and down in any form
    } else {
        Form::Single
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(size: (usize, usize), area: (u16, u16), halves: Halves) -> Layout {
        Layout::new(Rect::new(0, 0, area.0, area.1), size, halves, Camera::at((0, 0)))
    }

    #[test]
    fn the_standard_maps_have_the_largest_form_that_fits() {
        let form = |size, area, halves| laid_out(size, area, halves).form;
        assert_eq!(form((20, 15), (53, 22), Halves::Unseen), Form::Wide);
        assert_eq!(form((20, 15), (95, 43), Halves::Seen), Form::Large);
        assert_eq!(form((40, 30), (53, 22), Halves::Seen), Form::Half);
        assert_eq!(form((40, 30), (53, 22), Halves::Unseen), Form::Single);
        assert_eq!(form((40, 30), (95, 43), Halves::Unseen), Form::Wide);
        assert_eq!(form((99, 100), (105, 43), Halves::Seen), Form::Half);
    }

    #[test]
    fn nothing_lies_outside() {
        for size in [(1, 1), (20, 15), (99, 100), (256, 1)] {
            for width in 0..70 {
                for height in 0..50 {
                    for halves in [Halves::Seen, Halves::Unseen] {
                        let area = Rect::new(3, 2, width, height);
                        let layout = Layout::new(area, size, halves, Camera::at((5, 5)));
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
