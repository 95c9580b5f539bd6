//! Draws tiles side by side, each below its name.

use super::hand;
use crate::{figures::padded, paint::Paint};
use meeple_games::grass::Orientation;
use meeple_view::grass::{NextTile, ShownPosition, TileInHand};
use textwrap::core::display_width;

/// A tile with its name.
pub(super) struct NamedTile<'a> {
    name: String,
    rows: &'a [String],
}

/// Columns per cell of a small tile, and between small tiles.
pub(super) const SMALL: usize = 1;
/// Columns per cell of a large tile, as on the board, and between large tiles.
pub(super) const LARGE: usize = 2;

/// Returns the tile in hand in this orientation.
pub(super) fn in_hand(hand: &TileInHand, orientation: Orientation) -> NamedTile<'_> {
    let look = hand::orientation_of(hand, orientation);
    let name = hand.tile.map_or("1x1".into(), |tile| format!("tile {tile}"));
    let turned = look.orientation.to_string();
    let name = format!("In hand: {name}{}{turned}", if turned.is_empty() { "" } else { " " });
    NamedTile { name, rows: &look.rows }
}

/// Returns the visible next tiles, each with its number for an exchange.
pub(super) fn next(picture: &ShownPosition) -> Vec<NamedTile<'_>> {
    let named = |next: &'_ NextTile| format!("{}: {}", next.number, next.tile);
    picture.next.iter().map(|next| NamedTile { name: named(next), rows: &next.rows }).collect()
}

/// Draws all tiles side by side, as many per row as there is room for.
pub(super) fn flow(tiles: &[NamedTile<'_>], size: usize, columns: usize, paint: Paint) -> String {
    let mut text = String::new();
    let mut rest = tiles;
    while !rest.is_empty() {
        let mut ends = rest.iter().scan(0, |used, tile| {
            *used += tile.width(size) + size;
            Some(*used - size)
        });
        let fitting = ends.position(|end| end > columns).unwrap_or(rest.len()).max(1);
        let (row, below) = rest.split_at(fitting);
        text += &side_by_side(row, size, paint);
        rest = below;
    }
    text
}

/// Returns whether all tiles fit in one row.
pub(super) fn fit(tiles: &[NamedTile<'_>], size: usize, columns: usize) -> bool {
    tiles.iter().map(|tile| tile.width(size) + size).sum::<usize>() <= columns + size
}

impl NamedTile<'_> {
    fn width(&self, size: usize) -> usize {
        display_width(&self.name).max(self.rows.first().map_or(0, |row| row.len() * size))
    }

    /// Draws a row of the tile, or nothing if it has fewer rows; `#` is grass.
    fn row(&self, row: usize, size: usize, paint: Paint) -> String {
        let cells = self.rows.get(row).map_or("", String::as_str).chars();
        let cells = cells.map(|cell| match cell {
            '#' => paint.symbol("█", "#").repeat(size),
            _ => padded(&paint.faint(paint.symbol("·", ".")), size),
        });
        cells.collect()
    }
}

fn side_by_side(tiles: &[NamedTile<'_>], size: usize, paint: Paint) -> String {
    let height = tiles.iter().map(|tile| tile.rows.len()).max().unwrap_or(0);
    let line = |text: &dyn Fn(&NamedTile<'_>) -> String| {
        let padded = tiles.iter().map(|tile| padded(&text(tile), tile.width(size) + size));
        padded.collect::<String>().trim_end().to_owned() + "\n"
    };
    let names = line(&|tile| tile.name.clone());
    let rows = (0..height).map(|row| line(&|tile| tile.row(row, size, paint)));
    names + &rows.collect::<String>()
}
