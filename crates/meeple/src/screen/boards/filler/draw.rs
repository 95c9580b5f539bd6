//! The board with its numbers and its bars, and what is held over it.
//!
//! ```text
//!     0 1 2 3 4 5
//!   0 · · · · · ·      the corner of the piece in hand is 2,1: its numbers stand out
//!   1 ● ◎ ■ · · ·      ◎ the one own cell under the piece (F4)
//!   2 · · ■ · · ·
//! ```

use super::{
    FillerBoard, Part, Shown,
    layout::{Form, Halves, Layout},
    paint::{Age, Look, Painter},
    strip,
    veil::Veiled,
};
use crate::screen::{boards::Strip, canvas::Canvas, theme::Depth};
use meeple_core::Seat;
use meeple_view::filler::FillerPicture;
use ratatui::{
    layout::{Position, Rect},
    style::Style,
};

/// Whether a letter of this canvas can be two cells. With 16 colours letters say more.
pub(super) fn halves(canvas: &Canvas<'_>) -> Halves {
    if canvas.has_halves() && canvas.theme.depth != Depth::Sixteen {
        Halves::Seen
    } else {
        Halves::Unseen
    }
}

/// Everything.
pub(super) fn all(board: &FillerBoard, shown: &Shown, area: Rect, canvas: &mut Canvas<'_>) {
    let picture = &shown.picture;
    let layout = board.layout(picture, area, halves(canvas));
    let (looks, painter) = (looks(board, shown), Painter::new(*canvas.theme));
    cells(picture, &looks, &layout, &painter, canvas);
    advice(board, picture, (&looks, &painter), &layout, canvas);
    numbers(board, &layout, canvas);
    bars(&layout, canvas);
    strip::caption(board, shown, layout.caption, canvas);
    strip::draw(board, picture, layout.strip, canvas);
}

/// What lies on a cell, as the picture draws it (F1).
pub(super) fn lies(picture: &FillerPicture, column: usize, row: usize) -> Look {
    let mark = picture.board.get(row).and_then(|row| row.as_bytes().get(column));
    match mark {
        Some(b'@') => Look::Owned(Seat::new(0), Age::Old),
        Some(b'a') => Look::Owned(Seat::new(0), Age::Latest),
        Some(b'$') => Look::Owned(Seat::new(1), Age::Old),
        Some(b's') => Look::Owned(Seat::new(1), Age::Latest),
        _ => Look::Empty(Veiled::Nothing),
    }
}

/// How every cell looks, row by row.
fn looks(board: &FillerBoard, shown: &Shown) -> Vec<Look> {
    let picture = &shown.picture;
    let mut looks = Vec::with_capacity(picture.width * picture.height);
    for row in 0..picture.height {
        looks.extend((0..picture.width).map(|column| lies(picture, column, row)));
    }
    for (look, &veiled) in looks.iter_mut().zip(&shown.veiled) {
        if matches!(look, Look::Empty(_)) {
            *look = Look::Empty(veiled);
        }
    }
    let at = |column: i16, row: i16| row as usize * picture.width + column as usize;
    for &[column, row] in picture.last_move.iter().flat_map(|last| &last.cells) {
        if let Some(Look::Owned(_, age)) = looks.get_mut(at(column as i16, row as i16)) {
            *age = Age::Last;
        }
    }
    for &(column, row) in board.advised.first().into_iter().flat_map(|best| &best.cells) {
        if let Some(look @ Look::Empty(_)) = looks.get_mut(at(column, row)) {
            *look = Look::Best;
        }
    }
    let Some(hand) = board.held() else { return looks };
    let is_legal = hand.placement().is_some();
    for (column, row) in hand.cells() {
        let Some(look) = looks.get_mut(at(column, row)) else { continue };
        *look = match *look {
            Look::Owned(..) if is_legal => Look::Ring,
            _ if is_legal => Look::Ghost,
            Look::Owned(seat, _) => Look::Hatched(Some(seat)),
            _ => Look::Hatched(None),
        };
    }
    looks
}

fn cells(
    picture: &FillerPicture,
    looks: &[Look],
    layout: &Layout,
    painter: &Painter,
    canvas: &mut Canvas<'_>,
) {
    let (rows, columns) = (layout.scroll.rows, layout.scroll.columns);
    let step = if layout.form == Form::Half { 2 } else { 1 };
    for row in rows.cells().step_by(step) {
        for column in columns.cells() {
            let Some(place) = layout.place((column, row)) else { continue };
            let look = looks[row * picture.width + column];
            if layout.form == Form::Half {
                let below = (row + 1 < rows.cells().end).then(|| {
                    painter.colour(looks[(row + 1) * picture.width + column], (column, row + 1))
                });
                let lower = below.unwrap_or_else(|| painter.beyond());
                canvas.halves(place.as_position(), painter.colour(look, (column, row)), lower);
                canvas.spot(place, Part::Halves as u8, (column as i16, row as i16));
                continue;
            }
            letters(look, place, painter, canvas);
            canvas.spot(place, Part::Cells as u8, (column as i16, row as i16));
        }
    }
}

/// A cell of one or several letters.
pub(super) fn letters(look: Look, place: Rect, painter: &Painter, canvas: &mut Canvas<'_>) {
    let style = painter.style(look);
    for at in place.positions() {
        canvas.put(at, painter.rest(look), style);
    }
    // The sign stands in the first of two letters, in the second of four.
    canvas.put(Position::new(place.x + place.width / 4, place.y), painter.sign(look), style);
}

/// The numbers of the best moves, each where its piece would be held.
fn advice(
    board: &FillerBoard,
    picture: &FillerPicture,
    (looks, painter): (&[Look], &Painter),
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
        if matches!(look, Look::Ghost | Look::Ring | Look::Hatched(_)) {
            continue; // what is in hand lies over everything
        }
        let ground = match canvas.theme.depth {
            Depth::True | Depth::Indexed => Style::new().bg(painter.colour(look, (column, row))),
            Depth::Sixteen | Depth::None => Style::new(),
        };
        let style = canvas.theme.accent().patch(ground);
        let at = Position::new(place.x + place.width / 4, place.y);
        canvas.put(at, &((rank + 1) % 10).to_string(), style);
    }
}

/// The numbers of columns and rows; those of the corner of the piece in hand stand out.
fn numbers(board: &FillerBoard, layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let corner = board.held().map(|hand| hand.corner());
    let is_corner = |at: i16, number: usize| usize::try_from(at) == Ok(number);
    let first_row = layout.scroll.rows.first;
    let is_narrow = layout.scroll.columns.all <= 10;
    for column in layout.scroll.columns.cells() {
        let Some(place) = layout.place((column, first_row)) else { continue };
        let across = i32::from(place.x - layout.cells.x);
        let is_here = corner.is_some_and(|corner| is_corner(corner.column, column));
        let is_beside =
            corner.is_some_and(|corner| i32::from(corner.column).abs_diff(column as i32) == 1);
        let style = if is_here { theme.accent() } else { theme.quiet() };
        let area = layout.column_numbers;
        match layout.form {
            Form::Large => canvas.text(area, (across, 0), &format!("{column:>2}"), style),
            // Two letters are too few for a gap between two numbers of two digits.
            Form::Wide if is_here || is_narrow || (column % 2 == 0 && !is_beside) => {
                canvas.text(area, (across, 0), &(column % 100).to_string(), style)
            }
            Form::Single | Form::Half if is_here => {
                canvas.text(area, (across, 0), theme.sign("▾", "v"), style)
            }
            Form::Single | Form::Half if column % 10 == 0 => {
                let is_hidden = corner.is_some_and(|corner| is_corner(corner.column - 1, column));
                let number = column.to_string();
                // The mark of the corner is not written over by what stands before it.
                let number = if is_hidden { &number[..1] } else { &number };
                canvas.text(area, (across, 0), number, style)
            }
            Form::Wide | Form::Single | Form::Half => 0,
        };
    }
    let first_column = layout.scroll.columns.first;
    for row in layout.scroll.rows.cells() {
        let Some(place) = layout.place((first_column, row)) else { continue };
        let is_here = corner.is_some_and(|corner| is_corner(corner.row, row));
        if layout.form == Form::Half && row % 10 != 0 && !is_here {
            continue;
        }
        let style = if is_here { theme.accent() } else { theme.quiet() };
        let area = layout.row_numbers;
        let width = usize::from(area.width).saturating_sub(1);
        let down = i32::from(place.y - layout.cells.y);
        canvas.text(area, (0, down), &format!("{row:>width$}"), style);
    }
}

/// Which part of a side is seen.
fn bars(layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let bar = |strip: Strip, at: u16, length: u16| {
        let cell = |at: u16| usize::from(at) * strip.all / usize::from(length.max(1));
        let is_seen =
            strip.cells().start < cell(at + 1).max(cell(at) + 1) && cell(at) < strip.cells().end;
        (cell(at) as i16, is_seen)
    };
    let area = layout.row_bar;
    for at in area.positions() {
        let (row, is_seen) = bar(layout.scroll.rows, at.y - area.y, area.height);
        let (sign, style) = match is_seen {
            true => (theme.sign("┃", "#"), theme.quiet()),
            false => (theme.sign("│", "|"), theme.line()),
        };
        canvas.put(at, sign, style);
        canvas.spot(Rect::new(at.x, at.y, 1, 1), Part::RowBar as u8, (0, row));
    }
    let area = layout.column_bar;
    for at in area.positions() {
        let (column, is_seen) = bar(layout.scroll.columns, at.x - area.x, area.width);
        let (sign, style) = match is_seen {
            true => (theme.sign("━", "="), theme.quiet()),
            false => (theme.sign("─", "-"), theme.line()),
        };
        canvas.put(at, sign, style);
        canvas.spot(Rect::new(at.x, at.y, 1, 1), Part::ColumnBar as u8, (column, 0));
    }
}
