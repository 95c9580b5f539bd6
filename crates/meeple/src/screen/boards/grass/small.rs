//! All of the meadow in little room: on cards, and as a map of a meadow that does not fit.

use super::{
    MAP, Scroll, face,
    meadow::{Ground, Meadow, Open, Square},
};
use crate::screen::canvas::{Canvas, centred};
use meeple_core::Seat;
use meeple_games::grass::Cell;
use ratatui::{
    layout::{Position, Rect},
    style::{Modifier, Style},
};
use std::{collections::BTreeMap, ops::Range};

/// Most columns of a map.
const MAP_COLUMNS: usize = 10;

/// Whether a meadow of this side can be drawn with a letter for two cells.
pub(super) fn fits(side: usize, area: Rect) -> bool {
    usize::from(area.width) >= side && usize::from(area.height) * 2 >= side
}

/// Columns and rows of a map of a meadow of this side.
pub(super) fn map_size(side: usize) -> (u16, u16) {
    let points = side.div_ceil(map_step(side));
    (points as u16, points.div_ceil(2) as u16)
}

fn map_step(side: usize) -> usize {
    side.div_ceil(MAP_COLUMNS).max(1)
}

/// Draws the meadow alone, as large as it can be.
pub(super) fn miniature(meadow: &Meadow, area: Rect, canvas: &mut Canvas<'_>) {
    if canvas.has_halves() {
        let needs = |points: usize| (points, points.div_ceil(2));
        if let Some((step, place)) = scaled(meadow.side, area, needs) {
            halves(meadow, step, place, canvas);
        }
    } else if let Some((step, place)) = scaled(meadow.side, area, |points| (points * 2, points)) {
        for y in 0..place.height {
            for x in 0..place.width / 2 {
                let (column, row) = (usize::from(x) * step, usize::from(y) * step);
                let ground = block(meadow, column..column + step, row..row + step).ground;
                let letter = face::letter(ground, canvas.theme);
                let at = Position::new(place.x + x * 2, place.y + y);
                canvas.put(at, letter, Style::new());
                if ground.owner().is_some() {
                    canvas.put(Position::new(at.x + 1, at.y), letter, Style::new());
                }
            }
        }
    }
}

/// The least cells a point with which a meadow fits, and where it is drawn then.
fn scaled(
    side: usize,
    area: Rect,
    needs: impl Fn(usize) -> (usize, usize),
) -> Option<(usize, Rect)> {
    (1..=side).find_map(|step| {
        let (columns, rows) = needs(side.div_ceil(step));
        let fits = columns <= area.width.into() && rows <= area.height.into();
        fits.then(|| (step, centred(area, columns as u16, rows as u16)))
    })
}

/// Two points a letter, so many cells a point.
fn halves(meadow: &Meadow, step: usize, place: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    for y in 0..place.height {
        for x in 0..place.width {
            let column = usize::from(x) * step;
            let point = |row: usize| {
                let square = block(meadow, column..column + step, row * step..(row + 1) * step);
                face::point(square, &theme)
            };
            let row = usize::from(y) * 2;
            let at = Position::new(place.x + x, place.y + y);
            canvas.halves(at, point(row), point(row + 1));
        }
    }
}

/// Draws a map; what is not shown beside it is dim, and a click goes there.
pub(super) fn map(
    meadow: &Meadow,
    place: Rect,
    scroll: &Scroll,
    cursor: Cell,
    canvas: &mut Canvas<'_>,
) {
    let (step, theme) = (map_step(meadow.side), *canvas.theme);
    if canvas.has_halves() {
        halves(meadow, step, place, canvas);
    }
    for y in 0..place.height {
        for x in 0..place.width {
            let (column, row) = (usize::from(x) * step, usize::from(y) * step * 2);
            let (columns, rows) = (column..column + step, row..row + step * 2);
            let (at, is_here) = (
                Rect::new(place.x + x, place.y + y, 1, 1),
                columns.contains(&cursor.column.into()) && rows.contains(&cursor.row.into()),
            );
            let is_shown = scroll.columns.cells().contains(&(column + step / 2))
                && scroll.rows.cells().contains(&(row + step));
            if !canvas.has_halves() {
                let letter = face::letter(block(meadow, columns, rows).ground, &theme);
                canvas.put(at.as_position(), letter, Style::new());
            }
            if is_here {
                canvas.put(at.as_position(), theme.sign("◎", "0"), theme.cursor());
            } else if !is_shown {
                canvas.tint(at, Style::new().add_modifier(Modifier::DIM));
            }
            canvas.spot(at, MAP, ((column + step / 2) as i16, (row + step) as i16));
        }
    }
}

/// What stands for several cells: whoever owns most of them, or the rarest thing there.
fn block(meadow: &Meadow, columns: Range<usize>, rows: Range<usize>) -> Square {
    let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column)));
    let all: Vec<Square> = cells.filter_map(|cell| meadow.at(cell)).collect();
    let mut owners: BTreeMap<Seat, (usize, Square)> = BTreeMap::new();
    for &square in &all {
        if let Some(seat) = square.ground.owner() {
            let (count, shown) = owners.entry(seat).or_insert((0, square));
            *count += 1;
            shown.is_last |= square.is_last;
        }
    }
    let most = owners.into_values().max_by_key(|(cells, _)| *cells).map(|(_, square)| square);
    let is_rare = |square: &&Square| !matches!(square.ground, Ground::Empty(_));
    let rare = || all.iter().find(is_rare).or(all.first()).copied();
    let nothing = Square { ground: Ground::Empty(Open::All), is_last: false };
    most.or_else(rare).unwrap_or(nothing)
}
