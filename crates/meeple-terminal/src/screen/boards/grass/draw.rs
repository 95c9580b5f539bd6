//! Draws the whole board: labels, cells with everything over them, tiles, map, and legend.

use super::{
    GrassBoard, GrassMoment, MEADOW, cards,
    cell_face::{self, CellFace},
    layout::{LABELS, Layout},
    miniature,
    move_effect::{MoveEffect, OutlineEdge, move_effects, numbers, outlines},
    pending_move::MoveKind,
    shown_board::{BoardSquare, ShownBoard},
};
use crate::screen::canvas::{Canvas, centred};
use meeple_core::{CellName, Seat};
use meeple_games::grass::Cell;
use ratatui::layout::{Position, Rect};
use std::collections::BTreeMap;

/// What is drawn over the cells.
struct BoardLayers {
    viewer: Option<Seat>,
    outlines: BTreeMap<Cell, Vec<OutlineEdge>>,
    numbers: BTreeMap<Cell, char>,
    traces: BTreeMap<Cell, MoveEffect>,
}

/// Draws the whole board.
pub(super) fn all(board: &GrassBoard, shown: &GrassMoment, area: Rect, canvas: &mut Canvas<'_>) {
    if area.area() == 0 {
        return;
    }
    let (side, squares) = (shown.picture.side, ShownBoard::of(&shown.picture));
    let around = middle(board, shown);
    let layout = Layout::of(side, area, around);
    let whole = Rect { x: layout.cells.x, width: layout.cells.width, ..area };
    // Spectators see the whole board scaled down rather than a part of it.
    let is_watched = board.role.own.is_none() && layout.scroll.is_cut();
    if is_watched && canvas.has_halves() && miniature::fits(side, whole) {
        miniature::miniature(&squares, centred(whole, side as u16, side as u16), canvas);
    } else {
        meadow(board, shown, &squares, &layout, canvas);
        if let Some(map) = layout.map {
            miniature::map(&squares, map, &layout.scroll, around, canvas);
        }
    }
    if let Some(place) = &layout.cards {
        cards::draw(board, shown, place, canvas);
    }
    if let Some(place) = layout.legend {
        legend(place, canvas);
    }
}

/// Returns the cell to centre the view on if the board doesn't fit.
fn middle(board: &GrassBoard, shown: &GrassMoment) -> Cell {
    let last = shown.picture.last_change.as_ref().and_then(|change| change.cells.first());
    let centre = Cell::new(shown.picture.side / 2, shown.picture.side / 2);
    match (board.aim.step, board.role.mover) {
        (MoveKind::None, _) | (_, None) => last.copied().unwrap_or(centre),
        _ => board.aim.view_centre,
    }
}

fn meadow(
    board: &GrassBoard,
    shown: &GrassMoment,
    squares: &ShownBoard,
    layout: &Layout,
    canvas: &mut Canvas<'_>,
) {
    let layers = BoardLayers {
        viewer: board.viewer(),
        outlines: outlines(shown, &board.outlined(&shown.picture), *canvas.theme),
        numbers: numbers(board, shown),
        traces: board.asked().map_or_else(BTreeMap::new, |shown| move_effects(shown, board.aim)),
    };
    labels(layout, &layers, canvas);
    let cells = layout.cells;
    for (y, row) in (cells.y..cells.bottom()).zip(layout.scroll.rows.cells()) {
        for (at, column) in layout.scroll.columns.cells().enumerate() {
            let place = Rect::new(cells.x + at as u16 * 2, y, 2, 1).intersection(cells);
            let at = Cell::new(row, column);
            if let Some(square) = squares.at(at) {
                cell(square, at, &layers, place, canvas);
            }
            canvas.spot(place, MEADOW, (column as i16, row as i16));
        }
    }
}

/// Draws the column letters and row numbers, highlighting those of the tile in hand.
fn labels(layout: &Layout, layers: &BoardLayers, canvas: &mut Canvas<'_>) {
    let (cells, theme) = (layout.cells, *canvas.theme);
    let aimed = |is_meant: &dyn Fn(&Cell) -> bool| {
        layers.traces.iter().any(|(cell, trace)| {
            is_meant(cell) && !matches!(trace, MoveEffect::Closed | MoveEffect::Captured)
        })
    };
    let style = |is_aimed| if is_aimed { theme.accent() } else { theme.quiet() };
    let above = Rect::new(cells.x, cells.y.saturating_sub(1), cells.width, 1);
    for (at, column) in layout.scroll.columns.cells().enumerate() {
        let is_aimed = aimed(&|cell| usize::from(cell.column) == column);
        let letters = CellName::column_letters(column as u16);
        // Two letters leave no gap, so only every second column after Z has them.
        if letters.len() == 1 || column % 2 == 0 {
            canvas.text(above, (at as i32 * 2, 0), &letters, style(is_aimed));
        }
    }
    let beside = Rect::new(cells.x.saturating_sub(LABELS), cells.y, LABELS, cells.height);
    for (at, row) in layout.scroll.rows.cells().enumerate() {
        let is_aimed = aimed(&|cell| usize::from(cell.row) == row);
        canvas.text(beside, (0, at as i32), &format!("{:>2}", row + 1), style(is_aimed));
    }
}

fn cell(square: BoardSquare, at: Cell, layers: &BoardLayers, place: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let mut face = CellFace::of(square, layers.viewer, theme);
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

/// Explains the symbols.
fn legend(place: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let (sign, words) = (theme.strong(), theme.quiet());
    let parts = [
        (cell_face::bonus('E', theme), " coupon "),
        (cell_face::bonus('S', theme), " stone "),
        (cell_face::bonus('R', theme), " rob "),
        (theme.sign("░░", "::"), " dead "),
        (cell_face::HALO.trim_end(), " own"),
    ];
    let spans = parts.into_iter().flat_map(|(letters, what)| [(letters, sign), (what, words)]);
    canvas.spans(place, (0, 0), spans);
}
