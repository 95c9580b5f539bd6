//! Draws the whole board scaled down: on cards, and as a map of a board that doesn't fit.

use super::{
    MAP, Scroll, cell_face,
    shown_board::{BoardSquare, CellContent, CellReach, ShownBoard},
};
use crate::screen::canvas::{Canvas, centred};
use meeple_core::Seat;
use meeple_games::grass::Cell;
use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};
use std::{collections::BTreeMap, ops::Range};

/// Columns and rows of the map.
pub(super) const MAP_SIZE: (u16, u16) = (9, 5);

/// Returns whether a board with this side length fits with two cells per character.
pub(super) fn fits(side: usize, area: Rect) -> bool {
    usize::from(area.width) >= side && usize::from(area.height) * 2 >= side
}

/// Draws only the board, as large as possible.
pub(super) fn miniature(meadow: &ShownBoard, area: Rect, canvas: &mut Canvas<'_>) {
    let side = meadow.side as u16;
    if canvas.has_halves() {
        let points = side.min(area.width).min(area.height * 2);
        let place = centred(area, points, points.div_ceil(2));
        return halves(meadow, (points, points), place, canvas);
    }
    let points = side.min(area.width / 2).min(area.height);
    let place = centred(area, points * 2, points);
    for at in place.positions() {
        let (x, y) = (at.x - place.x, at.y - place.y);
        let ground = block(meadow, (points, points), (x / 2, y)).ground;
        if x % 2 == 0 || ground.owner().is_some() {
            canvas.put(at, cell_face::letter(ground, *canvas.theme), Style::new());
        }
    }
}

/// Draws two points per character, of a board divided into so many columns and rows of points.
fn halves(meadow: &ShownBoard, points: (u16, u16), place: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    for at in place.positions() {
        let (x, y) = (at.x - place.x, (at.y - place.y) * 2);
        let point = |row: u16| cell_face::point(block(meadow, points, (x, row)), theme);
        canvas.halves(at, point(y), point(y + 1));
    }
}

/// Draws the map: parts outside the view are dim, and a click moves the view there.
pub(super) fn map(
    meadow: &ShownBoard,
    place: Rect,
    scroll: &Scroll,
    cursor: Cell,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    let (columns, rows) = MAP_SIZE;
    if canvas.has_halves() {
        halves(meadow, (columns, rows * 2), place, canvas);
    }
    for at in place.positions() {
        let (point, spot) = ((at.x - place.x, at.y - place.y), Rect::new(at.x, at.y, 1, 1));
        let (across, down) = cells_behind(meadow, MAP_SIZE, point);
        let middle = (across.start.midpoint(across.end), down.start.midpoint(down.end));
        let is_shown =
            scroll.columns.cells().contains(&middle.0) && scroll.rows.cells().contains(&middle.1);
        if !canvas.has_halves() {
            let letter = cell_face::letter(block(meadow, MAP_SIZE, point).ground, theme);
            canvas.put(at, letter, Style::new());
        }
        if across.contains(&cursor.column.into()) && down.contains(&cursor.row.into()) {
            canvas.put(at, theme.sign("◎", "0"), theme.cursor());
        } else if !is_shown {
            canvas.tint(spot, Style::new().add_modifier(Modifier::DIM));
        }
        canvas.spot(spot, MAP, (middle.0 as i16, middle.1 as i16));
    }
}

/// Returns the columns and rows of cells behind a point of a board divided into so many points.
fn cells_behind(
    meadow: &ShownBoard,
    (columns, rows): (u16, u16),
    (x, y): (u16, u16),
) -> (Range<usize>, Range<usize>) {
    let part = |at: u16, of: u16| {
        let cell = |at: u16| usize::from(at) * meadow.side / usize::from(of.max(1));
        cell(at)..cell(at + 1)
    };
    (part(x, columns), part(y, rows))
}

/// Returns what stands for the cells behind a point: the majority owner's square, or else the
/// rarest thing.
fn block(meadow: &ShownBoard, points: (u16, u16), point: (u16, u16)) -> BoardSquare {
    let (columns, rows) = cells_behind(meadow, points, point);
    let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column)));
    let all: Vec<BoardSquare> = cells.filter_map(|cell| meadow.at(cell)).collect();
    let mut owners: BTreeMap<Seat, (usize, BoardSquare)> = BTreeMap::new();
    for &square in &all {
        if let Some(seat) = square.ground.owner() {
            let (count, shown) = owners.entry(seat).or_insert((0, square));
            *count += 1;
            shown.is_last |= square.is_last;
        }
    }
    let most = owners.into_values().max_by_key(|(cells, _)| *cells).map(|(_, square)| square);
    let is_rare = |square: &&BoardSquare| !matches!(square.ground, CellContent::Empty(_));
    let rare = || all.iter().find(is_rare).or(all.first()).copied();
    let nothing = BoardSquare { ground: CellContent::Empty(CellReach::All), is_last: false };
    most.or_else(rare).unwrap_or(nothing)
}
