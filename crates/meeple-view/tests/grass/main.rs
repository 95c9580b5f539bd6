//! How Laying Grass is shown and told.

mod every_position;
mod examples;
#[path = "../random_games/mod.rs"]
mod random_games;

use meeple_core::Table;
use meeple_view::{
    Scene, View,
    grass::{GrassPicture, GrassView},
};

/// A name that nobody should show as it is.
const NASTY: &str = "Bo\u{1b}[2J\n";

fn picture(table: &Table) -> GrassPicture {
    GrassView::picture(&Scene::now(table.game()).expect("a game of Laying Grass"))
}
