//! Draws tiles side by side, each below its name.

use super::hand;
use crate::paint::Paint;
use anstyle::Style;
use meeple_games::grass::Orientation;
use meeple_view::grass::{NextTile, ShownPosition, TileInHand};
use textwrap::core::display_width;

/// A tile with its name.
pub(super) struct NamedTile<'a> {
    name: String,
    rows: &'a [String],
}

/// The size in which tiles are drawn.
#[derive(Clone, Copy)]
pub(super) enum PromptTileSize {
    /// One character per cell.
    Small,
    /// Two characters per cell, as on the board.
    Large,
}

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
pub(super) fn flow(
    tiles: &[NamedTile<'_>],
    size: PromptTileSize,
    columns: usize,
    paint: Paint,
) -> String {
    let mut text = String::new();
    let mut rest = tiles;
    while !rest.is_empty() {
        let mut ends = rest.iter().scan(0, |used, tile| {
            *used += tile.width(size) + size.gap();
            Some(*used - size.gap())
        });
        let fitting = ends.position(|end| end > columns).unwrap_or(rest.len()).max(1);
        let (row, below) = rest.split_at(fitting);
        text += &side_by_side(row, size, paint);
        rest = below;
    }
    text
}

/// Returns whether all tiles fit in one row.
pub(super) fn fit(tiles: &[NamedTile<'_>], size: PromptTileSize, columns: usize) -> bool {
    let width: usize = tiles.iter().map(|tile| tile.width(size) + size.gap()).sum();
    width <= columns + size.gap()
}

impl PromptTileSize {
    fn signs(self) -> usize {
        match self {
            PromptTileSize::Small => 1,
            PromptTileSize::Large => 2,
        }
    }

    fn gap(self) -> usize {
        self.signs()
    }
}

impl NamedTile<'_> {
    fn width(&self, size: PromptTileSize) -> usize {
        let signs = self.rows.first().map_or(0, |row| row.len() * size.signs());
        display_width(&self.name).max(signs)
    }

    /// Draws a row of the tile, or nothing if it has fewer rows; `#` is grass.
    fn row(&self, row: usize, size: PromptTileSize, paint: Paint) -> String {
        let cells = self.rows.get(row).map_or("", String::as_str).chars();
        let cells = cells.map(|cell| match cell {
            '#' => paint.symbol("█", "#").repeat(size.signs()),
            _ => format!("{}{:gap$}", faint_dot(paint), "", gap = size.signs() - 1),
        });
        cells.collect()
    }
}

fn faint_dot(paint: Paint) -> String {
    paint.style(Style::new().dimmed(), paint.symbol("·", "."))
}

fn side_by_side(tiles: &[NamedTile<'_>], size: PromptTileSize, paint: Paint) -> String {
    let height = tiles.iter().map(|tile| tile.rows.len()).max().unwrap_or(0);
    let padded = |tile: &NamedTile<'_>, text: String| {
        let room = tile.width(size) + size.gap() - display_width(&text);
        format!("{text}{:room$}", "")
    };
    let names = tiles.iter().map(|tile| padded(tile, tile.name.clone())).collect::<String>();
    let rows = (0..height).map(|row| {
        tiles.iter().map(|tile| padded(tile, tile.row(row, size, paint))).collect::<String>()
    });
    let lines = std::iter::once(names).chain(rows);
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}
