//! The tile in hand with its orientations, and the tiles that come next.

use super::serialised::number;
use crate::as_text::text;
use meeple_core::{Game, Seat};
use meeple_games::grass::{
    Grass, Orientation, OrientedTile, Phase, ROUNDS, Tile, VISIBLE_TILES, tiles_in_play,
};
use serde::Serialize;

/// The tile in hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TileInHand {
    /// Its number; `None` for a 1x1 tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u8>,
    /// The orientations that look different; the first is as drawn.
    pub looks: Vec<ShownOrientation>,
}

/// An orientation of a tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownOrientation {
    /// The orientation's name in moves.
    #[serde(serialize_with = "text")]
    pub orientation: Orientation,
    /// Rows from the top: `#` is grass, `.` is not.
    pub rows: Vec<String>,
    /// The orientation after a quarter turn clockwise.
    #[serde(serialize_with = "text")]
    pub right: Orientation,
    /// The orientation after a quarter turn anticlockwise.
    #[serde(serialize_with = "text")]
    pub left: Orientation,
    /// The orientation after mirroring left to right.
    #[serde(serialize_with = "text")]
    pub flipped: Orientation,
}

/// A visible upcoming tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextTile {
    /// Its place after the tile in hand, counted from 1, as used in exchanges (G7).
    pub number: u8,
    /// Its number among all tiles.
    pub tile: u8,
    /// Rows from the top: `#` is grass, `.` is not.
    pub rows: Vec<String>,
    /// The seat that will draw it unless there is an exchange; `None` if the game ends before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_by: Option<Seat>,
}

impl TileInHand {
    pub(super) fn of(game: &Grass) -> Option<Self> {
        let looks = game.shape_in_hand()?.orientations();
        let named = |tile: Tile| {
            let look = looks.iter().find(|look| look.tile == tile);
            look.expect("turning leads to one of the looks").orientation
        };
        let look = |turned: &OrientedTile| ShownOrientation {
            orientation: turned.orientation,
            rows: rows(&turned.tile),
            right: named(turned.tile.rotate()),
            left: named(turned.tile.rotate().rotate().rotate()),
            flipped: named(turned.tile.flip()),
        };
        let tile = game.tile_in_hand().map(number);
        Some(TileInHand { tile, looks: looks.iter().map(look).collect() })
    }
}

impl NextTile {
    /// Returns the visible tiles that aren't in hand; empty once no more tiles are drawn.
    pub(super) fn all(game: &Grass) -> Vec<Self> {
        if game.round() > ROUNDS {
            return Vec::new();
        }
        let in_hand = usize::from(game.phase() == Phase::Tile);
        let visible = game.queue().tiles().take(VISIBLE_TILES).enumerate().skip(in_hand);
        let known = visible.map_while(|(place, tile)| Some((place, tile?)));
        let next = known.map(|(place, tile)| NextTile {
            number: (place + 1 - in_hand) as u8,
            tile: number(tile),
            rows: rows(tile.tile(game.shapes())),
            drawn_by: drawn_by(game, game.queue().len() - place),
        });
        next.collect()
    }
}

/// Returns the seat that draws the tile at which the queue has `left` tiles; each turn takes one (G6).
pub(super) fn drawn_by(game: &Grass, left: usize) -> Option<Seat> {
    let turn = tiles_in_play(game.seats()) - left;
    (turn < usize::from(ROUNDS) * game.seats()).then(|| Seat::new(turn % game.seats()))
}

/// Returns the rows of a tile as drawn.
fn rows(tile: &Tile) -> Vec<String> {
    tile.to_string().lines().map(Into::into).collect()
}
