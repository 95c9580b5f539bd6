//! Draws the next tiles, with the keys that exchange the tile in hand for them.
//!
//! ```text
//! next             the mark below the key shows who draws the tile if nobody exchanges
//! 1 ▄▄█
//! ●
//! ```

use super::{
    CARDS, GrassBoard, GrassMoment,
    layout::{TileCards, TileScale},
    pending_move::MoveKind,
    size_of,
};
use crate::screen::canvas::Canvas;
use meeple_games::grass::Move;
use meeple_view::grass::{LegalMove, LegalMoveKind, NextTile};
use ratatui::{layout::Rect, style::Style};

/// Columns of the key before a tile.
const KEY: u16 = 2;

/// Draws the next tiles, and before them the tile in hand if there is room.
pub(super) fn draw(
    board: &GrassBoard,
    shown: &GrassMoment,
    cards: &TileCards,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    let (_, down) = cards.pitch;
    if down > 0 && !shown.picture.next.is_empty() {
        canvas.text(cards.area, (0, 0), "next", theme.quiet());
    }
    if cards.has_hand
        && let (Some(place), Some(look)) = (cards.place(0), shown.look(board.aim.orientation))
    {
        canvas.text(place, (0, 0), theme.sign("▸", ">"), theme.strong());
        tile(&look.rows, cards.size, inner(place), theme.strong(), canvas);
    }
    for (index, next) in (usize::from(cards.has_hand)..).zip(&shown.picture.next) {
        if let Some(place) = cards.place(index) {
            card(board, shown, next, cards.size, place, canvas);
        }
    }
}

fn card(
    board: &GrassBoard,
    shown: &GrassMoment,
    next: &NextTile,
    size: TileScale,
    place: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    let is_it = |legal: &LegalMove| matches!(legal.choice, LegalMoveKind::Exchange { number, .. } if number == next.number);
    let (key, grass) = match board.role.mover {
        Some(_) if board.aim.step == MoveKind::Exchange(next.number) => {
            (theme.cursor(), theme.accent())
        }
        Some(_) if shown.moves().iter().any(is_it) => (theme.accent(), theme.text()),
        Some(_) | None => (theme.quiet(), theme.text()),
    };
    canvas.text(place, (0, 0), &next.number.to_string(), key);
    if let Some(seat) = next.drawn_by {
        canvas.text(place, (0, 1), theme.mark(seat), theme.seat(seat));
    }
    if let Some(rank) = board.advice.iter().position(|mv| *mv == Move::Exchange(next.number)) {
        let words = format!("{}{}", theme.sign("✓", "!"), rank + 1);
        canvas.text(place, (0, 2), &words, theme.good());
    }
    tile(&next.rows, size, inner(place), grass, canvas);
    canvas.spot(place, CARDS, (next.number.into(), 0));
}

fn inner(place: Rect) -> Rect {
    let key = KEY.min(place.width);
    Rect { x: place.x + key, width: place.width - key, ..place }
}

/// Draws a tile, transposed if it is too high.
fn tile(rows: &[String], size: TileScale, place: Rect, style: Style, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let (columns, high) = size_of(rows);
    let cells_down = usize::from(place.height) * if size == TileScale::Small { 2 } else { 1 };
    let is_turned = high > cells_down && columns < high;
    let is_grass = |column: usize, row: usize| {
        let (column, row) = if is_turned { (row, column) } else { (column, row) };
        rows.get(row).and_then(|cells| cells.as_bytes().get(column)) == Some(&b'#')
    };
    let (columns, high) = if is_turned { (high, columns) } else { (columns, high) };
    match size {
        TileScale::Large => {
            for row in 0..high {
                let both = |column| {
                    if is_grass(column, row) { theme.sign("██", "##") } else { "  " }
                };
                let signs: String = (0..columns).map(both).collect();
                canvas.text(place, (0, row as i32), &signs, style);
            }
        }
        TileScale::Small => {
            for row in (0..high).step_by(2) {
                let half = |column| match (is_grass(column, row), is_grass(column, row + 1)) {
                    (true, true) => theme.sign("█", ":"),
                    (true, false) => theme.sign("▀", "'"),
                    (false, true) => theme.sign("▄", "."),
                    (false, false) => " ",
                };
                let signs: String = (0..columns).map(half).collect();
                canvas.text(place, (0, row as i32 / 2), &signs, style);
            }
        }
    }
}
