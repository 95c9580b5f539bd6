//! Tests of Laying Grass's pictures, moves and narration.

mod every_position;
mod examples;
#[path = "../random_games/mod.rs"]
mod random_games;

use meeple_core::Table;
use meeple_view::{
    View, ViewScene,
    grass::{GrassView, ShownPosition},
};

/// A name with control characters, which must never be shown unchanged.
const NASTY: &str = "Bo\u{1b}[2J\n";

fn picture(table: &Table) -> ShownPosition {
    GrassView::picture(&ViewScene::current(table.game()).expect("a game of Laying Grass"))
}
