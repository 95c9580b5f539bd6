//! Draws the table: factories, centre, and the boards side by side.
//!
//! ```text
//! Round 2   bag 55, lid 3
//!   1 BBYR  2 ----  3 KKWW  4 ----  5 YRRW
//!   centre: YW + the marker
//!
//! > you: 12 points                        greedy: 4 points
//!                 A B C D E                               A B C D E
//!   1         . > B y r k w               1         W > b y r k w
//! ```

use super::board::{self, BoardStyle};
use crate::{figures::padded, paint::Paint};
use meeple_view::azul::{ShownPosition, TilePile};

/// Draws everything.
pub(super) fn draw(picture: &ShownPosition, paint: Paint) -> String {
    let (bag, lid) = (picture.bag.total, picture.lid.total);
    let mut text = format!("Round {}   bag {bag}, lid {lid}\n", picture.round);
    if picture.factories.iter().chain([&picture.centre]).any(|heap| heap.total > 0) {
        text += &draw_market(picture, paint);
    }
    let form = BoardStyle::of(picture.boards.len());
    let boards: Vec<Vec<String>> =
        picture.boards.iter().map(|board| board::draw(picture, board, form, paint)).collect();
    let height = boards.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let parts = boards.iter().filter_map(|board| board.get(line));
        let padded = parts.map(|part| padded(part, form.width()));
        text = text + "\n" + padded.collect::<String>().trim_end();
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Draws the factories in one line, and the centre.
fn draw_market(picture: &ShownPosition, paint: Paint) -> String {
    let factories = (1..).zip(&picture.factories).map(|(number, factory)| {
        let tiles = if factory.total == 0 { paint.faint("----") } else { tiles(factory, paint) };
        format!("{number} {}", padded(&tiles, 4))
    });
    let factories: Vec<String> = factories.collect();
    let centre = match picture.centre.total {
        0 => "nothing".into(),
        _ => tiles(&picture.centre, paint),
    };
    let marker = if picture.marker_in_centre { " + the marker" } else { "" };
    format!("  {}\n  centre: {centre}{marker}\n", factories.join("  ").trim_end())
}

/// Returns tiles as letters in their colours.
fn tiles(heap: &TilePile, paint: Paint) -> String {
    let groups = heap.groups.iter().map(|group| {
        let letters = group.colour.letter().to_string().repeat(group.count.into());
        paint.style(board::style(group.colour), &letters)
    });
    groups.collect()
}
