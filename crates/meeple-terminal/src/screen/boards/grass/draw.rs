//! All of the board: labels, cells with what is over them, tiles, map and legend.

use super::{
    GrassBoard, MEADOW, Shown,
    aim::Step,
    cards,
    face::{self, Face},
    ghost::{self, Edge, Lines, Trace},
    layout::{LABELS, Layout},
    small,
};
use crate::screen::canvas::{Canvas, centred};
use meeple_core::Seat;
use meeple_games::grass::Cell;
use ratatui::layout::{Position, Rect};
use std::collections::BTreeMap;

/// What lies over the cells.
struct Layers {
    viewer: Option<Seat>,
    outlines: BTreeMap<Cell, Vec<Edge>>,
    numbers: BTreeMap<Cell, char>,
    traces: BTreeMap<Cell, Trace>,
}

/// Draws all of it.
pub(super) fn all(board: &GrassBoard, shown: &Shown, area: Rect, canvas: &mut Canvas<'_>) {
    if area.area() == 0 {
        return;
    }
    let side = shown.picture.side;
    let around = middle(board, shown);
    let layout = Layout::of(side, area, around);
    let whole = Rect { x: layout.cells.x, width: layout.cells.width, ..area };
    // Whoever only watches sees all of it, small, rather than a part.
    let is_watched = board.role.own.is_none() && layout.scroll.is_cut();
    if is_watched && canvas.has_halves() && small::fits(side, whole) {
        small::miniature(&shown.meadow, centred(whole, side as u16, side as u16), canvas);
    } else {
        meadow(board, shown, &layout, canvas);
        if let Some(map) = layout.map {
            small::map(&shown.meadow, map, &layout.scroll, around, canvas);
        }
    }
    if let Some(place) = &layout.cards {
        cards::draw(board, shown, place, canvas);
    }
    if let Some(place) = layout.legend {
        legend(place, canvas);
    }
}

/// What a meadow that does not fit is shown around.
fn middle(board: &GrassBoard, shown: &Shown) -> Cell {
    let last = shown.picture.last_change.as_ref().and_then(|change| change.cells.first());
    let centre = Cell::new(shown.picture.side / 2, shown.picture.side / 2);
    match (board.aim.step, board.role.mover) {
        (Step::Rest, _) | (_, None) => last.copied().unwrap_or(centre),
        _ => board.aim.around,
    }
}

fn meadow(board: &GrassBoard, shown: &Shown, layout: &Layout, canvas: &mut Canvas<'_>) {
    let traces = match board.role.mover {
        Some(_) => ghost::traces(shown, board.aim),
        None => BTreeMap::new(),
    };
    let lines = if canvas.theme.is_ascii() { Lines::ASCII } else { Lines::UNICODE };
    let layers = Layers {
        viewer: board.viewer(),
        outlines: ghost::outlines(shown, &board.outlined(&shown.picture), &lines),
        numbers: ghost::numbers(board, shown),
        traces,
    };
    labels(layout, &layers, canvas);
    let cells = layout.cells;
    for (y, row) in (cells.y..cells.bottom()).zip(layout.scroll.rows.cells()) {
        for (at, column) in layout.scroll.columns.cells().enumerate() {
            let place = Rect::new(cells.x + at as u16 * 2, y, 2, 1).intersection(cells);
            cell(shown, Cell::new(row, column), &layers, place, canvas);
            canvas.spot(place, MEADOW, (column as i16, row as i16));
        }
    }
}

/// The letters of rows and columns; those of the tile in hand stand out.
fn labels(layout: &Layout, layers: &Layers, canvas: &mut Canvas<'_>) {
    let (cells, theme) = (layout.cells, *canvas.theme);
    let aimed = |is_meant: &dyn Fn(&Cell) -> bool| {
        layers.traces.iter().any(|(cell, trace)| {
            is_meant(cell) && !matches!(trace, Trace::Closed | Trace::Captured)
        })
    };
    let style = |is_aimed| if is_aimed { theme.accent() } else { theme.quiet() };
    let above = Rect::new(cells.x, cells.y.saturating_sub(1), cells.width, 1);
    for (at, column) in layout.scroll.columns.cells().enumerate() {
        let is_aimed = aimed(&|cell| usize::from(cell.column) == column);
        canvas.text(above, (at as i32 * 2, 0), &Cell::letter(column).to_string(), style(is_aimed));
    }
    let beside = Rect::new(cells.x.saturating_sub(LABELS), cells.y, LABELS, cells.height);
    for (at, row) in layout.scroll.rows.cells().enumerate() {
        let is_aimed = aimed(&|cell| usize::from(cell.row) == row);
        canvas.text(beside, (0, at as i32), &Cell::letter(row).to_string(), style(is_aimed));
    }
}

fn cell(shown: &Shown, at: Cell, layers: &Layers, place: Rect, canvas: &mut Canvas<'_>) {
    let Some(square) = shown.meadow.at(at) else { return };
    let theme = *canvas.theme;
    let mut face = Face::of(square, layers.viewer, theme);
    for &(index, sign) in layers.outlines.get(&at).into_iter().flatten() {
        face = face.with(index, sign, theme);
    }
    if let Some(&trace) = layers.traces.get(&at) {
        face = face.under(trace, square, theme);
    }
    if let Some(&number) = layers.numbers.get(&at) {
        face = face.numbered(number, theme);
    }
    for (x, (sign, style)) in (place.x..place.right()).zip(face.signs) {
        canvas.put(Position::new(x, place.y), sign.encode_utf8(&mut [0; 4]), style);
    }
}

/// What the signs mean.
fn legend(place: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let (sign, words) = (theme.strong(), theme.quiet());
    let parts = [
        (face::bonus('E', theme), " coupon "),
        (face::bonus('S', theme), " stone "),
        (face::bonus('R', theme), " rob "),
        (theme.sign("░░", "::"), " dead "),
        (face::HALO.trim_end(), " own"),
    ];
    let spans = parts.into_iter().flat_map(|(letters, what)| [(letters, sign), (what, words)]);
    canvas.spans(place, (0, 0), spans);
}
