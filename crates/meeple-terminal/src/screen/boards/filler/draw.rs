//! Draws the board with its labels and scroll bars, and the piece held over it.
//!
//! ```text
//!     A B C D E F
//!   1 · · · · · ·      the first cell of the piece in hand is B2: that is highlighted
//!   2 ● ◎ ■ · · ·      ◎ the one own cell under the piece (F4)
//!   3 · · ■ · · ·
//! ```

use super::{
    CELLS, COLUMN_BAR, FillerBoard, HALVES, ROW_BAR,
    held_piece::HeldPiece,
    layout::{CellSize, Layout},
    overlay::OverlayValue,
    paint::{CellAge, CellStyle},
    strip,
};
use crate::screen::{
    boards::{Scroll, ScrollRange},
    canvas::Canvas,
    theme::{ColourDepth, GROUND},
};
use meeple_core::{CellName, Seat};
use meeple_view::filler::ShownPosition;
use ratatui::{
    layout::{Position, Rect},
    style::Style,
};

/// Returns the smallest size of a cell that can be drawn. With 16 colours, letters are clearer.
pub(super) fn smallest_cell(canvas: &Canvas<'_>) -> CellSize {
    if canvas.has_halves() && canvas.theme.depth != ColourDepth::Sixteen {
        CellSize::Half
    } else {
        CellSize::Single
    }
}

/// Draws the board and everything around it.
pub(super) fn all(
    board: &FillerBoard,
    picture: &ShownPosition,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let layout = board.layout(picture, area, smallest_cell(canvas));
    let looks = looks(board, picture);
    cells(picture, &looks, &layout, canvas);
    advice(board, picture, &looks, &layout, canvas);
    let first = board.held().map(HeldPiece::first_cell);
    column_letters(first.map(|(column, _)| column.into()), &layout, canvas);
    row_numbers(first.map(|(_, row)| row.into()), &layout, canvas);
    let Scroll { columns, rows } = layout.scroll;
    bar(layout.row_bar, rows, ROW_BAR, ["┃", "#", "│", "|"], canvas);
    bar(layout.column_bar, columns, COLUMN_BAR, ["━", "=", "─", "-"], canvas);
    strip::caption(board, picture, layout.caption, canvas);
    strip::draw(board, picture, layout.strip, canvas);
}

/// Returns how a cell looks from the picture alone (F1).
pub(super) fn picture_cell(picture: &ShownPosition, column: usize, row: usize) -> CellStyle {
    let mark = picture.board.get(row).and_then(|row| row.as_bytes().get(column));
    match mark {
        Some(b'@') => CellStyle::Owned(Seat::new(0), CellAge::Old),
        Some(b'a') => CellStyle::Owned(Seat::new(0), CellAge::Latest),
        Some(b'$') => CellStyle::Owned(Seat::new(1), CellAge::Old),
        Some(b's') => CellStyle::Owned(Seat::new(1), CellAge::Latest),
        _ => CellStyle::Empty(OverlayValue::Nothing),
    }
}

/// Returns how every cell looks, row by row.
fn looks(board: &FillerBoard, picture: &ShownPosition) -> Vec<CellStyle> {
    let mut looks = Vec::with_capacity(picture.width * picture.height);
    for row in 0..picture.height {
        looks.extend((0..picture.width).map(|column| picture_cell(picture, column, row)));
    }
    for (look, &overlaid) in looks.iter_mut().zip(&board.overlay_values) {
        if matches!(look, CellStyle::Empty(_)) {
            *look = CellStyle::Empty(overlaid);
        }
    }
    let at = |column: i16, row: i16| row as usize * picture.width + column as usize;
    for &[column, row] in picture.last_move.iter().flat_map(|last| &last.cells) {
        if let Some(CellStyle::Owned(_, age)) = looks.get_mut(at(column as i16, row as i16)) {
            *age = CellAge::Last;
        }
    }
    for &(column, row) in board.advised.first().into_iter().flat_map(|best| &best.cells) {
        if let Some(look @ CellStyle::Empty(_)) = looks.get_mut(at(column, row)) {
            *look = CellStyle::Best;
        }
    }
    let Some(hand) = board.held() else { return looks };
    let is_legal = hand.placement().is_some();
    for (column, row) in hand.cells() {
        let Some(look) = looks.get_mut(at(column, row)) else { continue };
        *look = match *look {
            CellStyle::Owned(..) if is_legal => CellStyle::Ring,
            _ if is_legal => CellStyle::Ghost,
            CellStyle::Owned(seat, _) => CellStyle::Hatched(Some(seat)),
            _ => CellStyle::Hatched(None),
        };
    }
    looks
}

fn cells(picture: &ShownPosition, looks: &[CellStyle], layout: &Layout, canvas: &mut Canvas<'_>) {
    let (rows, form) = (layout.scroll.rows.cells(), layout.form);
    let look = |column: usize, row: usize| {
        rows.contains(&row).then(|| looks[row * picture.width + column])
    };
    let part = if form == CellSize::Half { HALVES } else { CELLS };
    for row in rows.clone().step_by(form.rows_per_letter()) {
        for column in layout.scroll.columns.cells() {
            let Some(place) = layout.place((column, row)) else { continue };
            cell(form, (column, row), place, look, canvas);
            canvas.spot(place, part, (column as i16, row as i16));
        }
    }
}

/// Draws a cell; if it is half a character, the cell below it too, unless that is `None`.
pub(super) fn cell(
    form: CellSize,
    (column, row): (usize, usize),
    place: Rect,
    look: impl Fn(usize, usize) -> Option<CellStyle>,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    if form == CellSize::Half {
        let colour = |row| match look(column, row) {
            Some(look) => look.colour((column, row), theme),
            None => theme.colour(GROUND),
        };
        return canvas.halves(place.as_position(), colour(row), colour(row + 1));
    }
    let Some(look) = look(column, row) else { return };
    let style = look.style(theme);
    for at in place.positions() {
        canvas.put(at, look.rest(theme), style);
    }
    // The symbol is in the first of two columns, or in the second of four.
    canvas.put(Position::new(place.x + place.width / 4, place.y), look.sign(theme), style);
}

/// Draws the ranks of the suggested moves, each at the handle of its piece.
fn advice(
    board: &FillerBoard,
    picture: &ShownPosition,
    looks: &[CellStyle],
    layout: &Layout,
    canvas: &mut Canvas<'_>,
) {
    for (rank, advised) in board.advised.iter().enumerate().rev() {
        let (column, row) = (advised.handle.0 as usize, advised.handle.1 as usize);
        let (Some(place), Some(&look)) =
            (layout.place((column, row)), looks.get(row * picture.width + column))
        else {
            continue;
        };
        if matches!(look, CellStyle::Ghost | CellStyle::Ring | CellStyle::Hatched(_)) {
            continue; // the piece in hand covers everything
        }
        let ground = match canvas.theme.depth {
            ColourDepth::True | ColourDepth::Indexed => {
                Style::new().bg(look.colour((column, row), *canvas.theme))
            }
            ColourDepth::Sixteen | ColourDepth::None => Style::new(),
        };
        let style = canvas.theme.accent().patch(ground);
        let at = Position::new(place.x + place.width / 4, place.y);
        canvas.put(at, &((rank + 1) % 10).to_string(), style);
    }
}

/// Draws the column letters, highlighting that of the piece in hand.
fn column_letters(held: Option<i32>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Scroll { columns, rows } = layout.scroll;
    for column in columns.cells() {
        let Some(place) = layout.place((column, rows.first)) else { continue };
        // How far to the right of the piece, which may lie off the board.
        let away = held.map(|held| column as i32 - held);
        let letters = CellName::column_letters(column as u16);
        let words = match layout.form {
            CellSize::Large => format!("{letters:>2}"),
            // Two characters leave no gap between two letters.
            CellSize::Wide if away == Some(0) || columns.all <= 26 => letters,
            CellSize::Wide if column % 2 == 0 && away.is_none_or(|away| away.abs() > 1) => letters,
            CellSize::Single | CellSize::Half if away == Some(0) => theme.sign("▾", "v").into(),
            // Letters to the left of the piece's mark are cut off before it.
            CellSize::Single | CellSize::Half if column % 10 == 0 => {
                let room = away.map_or(3, |away| if away < 0 { -away } else { 3 });
                letters.chars().take(room as usize).collect()
            }
            CellSize::Wide | CellSize::Single | CellSize::Half => continue,
        };
        let style = if away == Some(0) { theme.accent() } else { theme.quiet() };
        let across = i32::from(place.x - layout.cells.x);
        canvas.text(layout.column_letters, (across, 0), &words, style);
    }
}

/// Draws the row numbers, highlighting that of the piece in hand.
fn row_numbers(held: Option<i32>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Scroll { columns, rows } = layout.scroll;
    let width = usize::from(layout.row_numbers.width).saturating_sub(1);
    // With two rows per line, only every tenth row has a number; the piece's is drawn last.
    let is_seen = |row: &usize| layout.form != CellSize::Half || (row + 1).is_multiple_of(10);
    let held = held.and_then(|row| usize::try_from(row).ok());
    for row in rows.cells().filter(is_seen).chain(held) {
        let Some(place) = layout.place((columns.first, row)) else { continue };
        let style = if held == Some(row) { theme.accent() } else { theme.quiet() };
        let down = i32::from(place.y - layout.cells.y);
        canvas.text(layout.row_numbers, (0, down), &format!("{:>width$}", row + 1), style);
    }
}

/// Draws a scroll bar: bright where the cells behind it are visible.
fn bar(
    area: Rect,
    range: ScrollRange,
    part: u8,
    [bright, bright_ascii, dim, dim_ascii]: [&'static str; 4],
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    let length = usize::from(area.width.max(area.height)).max(1);
    let cell = |at: usize| at * range.all / length;
    for (at, place) in area.positions().enumerate() {
        let (from, to) = (cell(at), cell(at + 1).max(cell(at) + 1));
        let is_seen = range.cells().start < to && from < range.cells().end;
        let (sign, style) = if is_seen {
            (theme.sign(bright, bright_ascii), theme.quiet())
        } else {
            (theme.sign(dim, dim_ascii), theme.line())
        };
        canvas.put(place, sign, style);
        let from = from as i16;
        let spot = if part == ROW_BAR { (0, from) } else { (from, 0) };
        canvas.spot(Rect::new(place.x, place.y, 1, 1), part, spot);
    }
}
