//! Draws only the board, scaled down if needed.

use super::{
    draw::picture_cell,
    overlay::OverlayValue,
    paint::{CellAge, CellStyle},
};
use crate::screen::{
    canvas::{Canvas, centred},
    theme::GROUND,
};
use meeple_core::Seat;
use meeple_view::filler::ShownPosition;
use ratatui::layout::Rect;
use std::ops::Range;

/// Draws the whole board in a rectangle; each character shows what most of its cells are.
pub(super) fn draw(picture: &ShownPosition, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let (width, height) = (picture.width.max(1), picture.height.max(1));
    // In half characters, which are square.
    let (across, down) = (usize::from(area.width), usize::from(area.height) * 2);
    let (columns, rows) = match (across / width).min(down / height) {
        0 if across * height <= down * width => (across, (across * height / width).max(1)),
        0 => ((down * width / height).max(1), down),
        times => (width * times.min(2), height * times.min(2)),
    };
    let place = centred(area, columns as u16, rows.div_ceil(2) as u16);
    for at in place.positions() {
        let (column, row) = (usize::from(at.x - place.x), usize::from(at.y - place.y) * 2);
        let part = |row: usize, count: usize| {
            let across = column * width / columns..((column + 1) * width).div_ceil(columns);
            let down = row * height / rows..((row + count) * height).div_ceil(rows).min(height);
            block_look(picture, across, down)
        };
        if canvas.has_halves() {
            let colour = |row: usize| part(row, 1).colour((column, row), theme);
            let lower = if row + 1 < rows { colour(row + 1) } else { theme.colour(GROUND) };
            canvas.halves(at, colour(row), lower);
        } else {
            let look = part(row, 2);
            canvas.put(at, look.sign(theme), look.style(theme));
        }
    }
}

/// Returns the look of the majority owner of several cells, if any of them is owned; the latest
/// piece stays visible.
fn block_look(picture: &ShownPosition, columns: Range<usize>, rows: Range<usize>) -> CellStyle {
    let (mut cells, mut latest) = ([0_usize; 2], [false; 2]);
    for row in rows {
        for column in columns.clone() {
            if let CellStyle::Owned(seat, age) = picture_cell(picture, column, row) {
                cells[seat.index()] += 1;
                latest[seat.index()] |= age != CellAge::Old;
            }
        }
    }
    let most = usize::from(cells[1] > cells[0]);
    let age = if latest[most] { CellAge::Last } else { CellAge::Old };
    match cells[most] {
        0 => CellStyle::Empty(OverlayValue::Nothing),
        _ => CellStyle::Owned(Seat::new(most), age),
    }
}
