//! Tiles drawn side by side, each under its name.

use super::hand;
use crate::paint::Paint;
use anstyle::Style;
use meeple_games::grass::Orientation;
use meeple_view::grass::{GrassPicture, NextTile, TileInHand};
use textwrap::core::display_width;

/// A tile with its name.
pub(super) struct Named<'a> {
    name: String,
    rows: &'a [String],
}

/// How large tiles are drawn.
#[derive(Clone, Copy)]
pub(super) enum Size {
    /// One sign a cell.
    Small,
    /// Two signs a cell, as on the board.
    Large,
}

/// The tile in hand, turned as it is.
pub(super) fn in_hand(hand: &TileInHand, orientation: Orientation) -> Named<'_> {
    let look = hand::look(hand, orientation);
    let name = hand.tile.map_or("1x1".into(), |tile| format!("tile {tile}"));
    let turned = look.orientation.to_string();
    let name = format!("In hand: {name}{}{turned}", if turned.is_empty() { "" } else { " " });
    Named { name, rows: &look.rows }
}

/// The tiles that can be seen coming, each with the number by which an exchange names it.
pub(super) fn next(picture: &GrassPicture) -> Vec<Named<'_>> {
    let named = |next: &'_ NextTile| format!("{}: {}", next.number, next.tile);
    picture.next.iter().map(|next| Named { name: named(next), rows: &next.rows }).collect()
}

/// All of them side by side, as many in a row as there is room for.
pub(super) fn flow(tiles: &[Named<'_>], size: Size, columns: usize, paint: Paint) -> String {
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

/// Whether all of them fit in one row.
pub(super) fn fit(tiles: &[Named<'_>], size: Size, columns: usize) -> bool {
    let width: usize = tiles.iter().map(|tile| tile.width(size) + size.gap()).sum();
    width <= columns + size.gap()
}

impl Size {
    fn signs(self) -> usize {
        match self {
            Size::Small => 1,
            Size::Large => 2,
        }
    }

    fn gap(self) -> usize {
        self.signs()
    }
}

impl Named<'_> {
    fn width(&self, size: Size) -> usize {
        let signs = self.rows.first().map_or(0, |row| row.len() * size.signs());
        display_width(&self.name).max(signs)
    }

    /// A row of the tile, if it has so many; `#` is grass.
    fn row(&self, row: usize, size: Size, paint: Paint) -> String {
        let cells = self.rows.get(row).map_or("", String::as_str).chars();
        let cells = cells.map(|cell| match cell {
            '#' => paint.sign("█", "#").repeat(size.signs()),
            _ => format!("{}{:gap$}", faint_dot(paint), "", gap = size.signs() - 1),
        });
        cells.collect()
    }
}

fn faint_dot(paint: Paint) -> String {
    paint.style(Style::new().dimmed(), paint.sign("·", "."))
}

fn side_by_side(tiles: &[Named<'_>], size: Size, paint: Paint) -> String {
    let height = tiles.iter().map(|tile| tile.rows.len()).max().unwrap_or(0);
    let padded = |tile: &Named<'_>, text: String| {
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
