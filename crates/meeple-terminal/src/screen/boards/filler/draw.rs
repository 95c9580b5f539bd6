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
    hand::Hand,
    layout::{Form, Halves, Layout},
    paint::{Age, Look, Painter},
    strip,
    veil::Veiled,
};
use crate::screen::{
    boards::{Scroll, Strip},
    canvas::Canvas,
    theme::Depth,
};
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
    let corner = board.held().map(Hand::corner);
    column_numbers(corner.map(|corner| corner.column.into()), layout, canvas);
    row_numbers(corner.map(|corner| corner.row.into()), layout, canvas);
}

fn column_numbers(corner: Option<i32>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Scroll { columns, rows } = layout.scroll;
    for column in columns.cells() {
        let Some(place) = layout.place((column, rows.first)) else { continue };
        // How far to the right of the corner, which may lie off the board.
        let away = corner.map(|corner| column as i32 - corner);
        let number = column.to_string();
        let words = match layout.form {
            Form::Large => format!("{column:>2}"),
            // Two letters are too few for a gap between two numbers of two digits.
            Form::Wide if away == Some(0) || columns.all <= 10 => number,
            Form::Wide if column % 2 == 0 && away.is_none_or(|away| away.abs() > 1) => number,
            Form::Single | Form::Half if away == Some(0) => theme.sign("▾", "v").into(),
            // What stands before the mark of the corner ends before it.
            Form::Single | Form::Half if column % 10 == 0 => {
                let room = away.map_or(3, |away| if away < 0 { -away } else { 3 });
                number.chars().take(room as usize).collect()
            }
            Form::Wide | Form::Single | Form::Half => continue,
        };
        let style = if away == Some(0) { theme.accent() } else { theme.quiet() };
        let across = i32::from(place.x - layout.cells.x);
        canvas.text(layout.column_numbers, (across, 0), &words, style);
    }
}

fn row_numbers(corner: Option<i32>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Scroll { columns, rows } = layout.scroll;
    let width = usize::from(layout.row_numbers.width).saturating_sub(1);
    // Of two rows on a line, only every tenth has its number there; the corner's comes last.
    let is_seen = |row: &usize| layout.form != Form::Half || row.is_multiple_of(10);
    let corner = corner.and_then(|row| usize::try_from(row).ok());
    for row in rows.cells().filter(is_seen).chain(corner) {
        let Some(place) = layout.place((columns.first, row)) else { continue };
        let style = if corner == Some(row) { theme.accent() } else { theme.quiet() };
        let down = i32::from(place.y - layout.cells.y);
        canvas.text(layout.row_numbers, (0, down), &format!("{row:>width$}"), style);
    }
}

/// Which part of a side is seen.
fn bars(layout: &Layout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Scroll { columns, rows } = layout.scroll;
    let area = layout.row_bar;
    for at in area.positions() {
        let (row, seen) = bar(rows, at.y - area.y, area.height);
        let (sign, style) = match seen {
            Seen::Yes => (theme.sign("┃", "#"), theme.quiet()),
            Seen::No => (theme.sign("│", "|"), theme.line()),
        };
        canvas.put(at, sign, style);
        canvas.spot(Rect::new(at.x, at.y, 1, 1), Part::RowBar as u8, (0, row));
    }
    let area = layout.column_bar;
    for at in area.positions() {
        let (column, seen) = bar(columns, at.x - area.x, area.width);
        let (sign, style) = match seen {
            Seen::Yes => (theme.sign("━", "="), theme.quiet()),
            Seen::No => (theme.sign("─", "-"), theme.line()),
        };
        canvas.put(at, sign, style);
        canvas.spot(Rect::new(at.x, at.y, 1, 1), Part::ColumnBar as u8, (column, 0));
    }
}

/// Whether what a letter of a bar stands for is on the screen.
enum Seen {
    Yes,
    No,
}

/// The first cell that a letter of a bar stands for, and whether any of them is seen.
fn bar(strip: Strip, at: u16, length: u16) -> (i16, Seen) {
    let cell = |at: u16| usize::from(at) * strip.all / usize::from(length.max(1));
    let (from, to) = (cell(at), cell(at + 1).max(cell(at) + 1));
    let is_seen = strip.cells().start < to && from < strip.cells().end;
    (from as i16, if is_seen { Seen::Yes } else { Seen::No })
}
