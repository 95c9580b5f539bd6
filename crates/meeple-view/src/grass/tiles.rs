//! The tile in hand, with the ways to turn it, and the tiles that come next.

use super::spelled::{number, text};
use meeple_core::{Game, Seat};
use meeple_games::grass::{
    Grass, Orientation, Phase, ROUNDS, Tile, Turned, VISIBLE, tiles_in_play,
};
use serde::Serialize;

/// The tile in hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TileInHand {
    /// Its number; a 1x1 tile has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u8>,
    /// The ways it can lie that look different; the first is as it is drawn.
    pub looks: Vec<Look>,
}

/// A way in which a tile can lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The orientation by which moves name it.
    #[serde(serialize_with = "text")]
    pub orientation: Orientation,
    /// Rows from the top: `#` is grass, `.` is not.
    pub rows: Vec<String>,
    /// The look after a quarter turn clockwise.
    #[serde(serialize_with = "text")]
    pub right: Orientation,
    /// The look after a quarter turn the other way.
    #[serde(serialize_with = "text")]
    pub left: Orientation,
    /// The look after mirroring left to right.
    #[serde(serialize_with = "text")]
    pub flipped: Orientation,
}

/// A tile that can be seen coming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextTile {
    /// Its place behind the tile in hand, from 1; an exchange names it so (G7).
    pub number: u8,
    /// Its number among all tiles.
    pub tile: u8,
    /// Rows from the top: `#` is grass, `.` is not.
    pub rows: Vec<String>,
    /// Who will draw it if nobody exchanges; nobody where the game ends before.
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
        let look = |turned: &Turned| Look {
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
    /// The visible tiles that are not in hand; none once no tile is drawn any more.
    pub(super) fn all(game: &Grass) -> Vec<Self> {
        if game.round() > ROUNDS {
            return Vec::new();
        }
        let in_hand = usize::from(game.phase() == Phase::Tile);
        let visible = game.queue().tiles().take(VISIBLE).enumerate().skip(in_hand);
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

/// Whose turn takes the tile with which the queue has so many left: each turn takes one (G6).
pub(super) fn drawn_by(game: &Grass, left: usize) -> Option<Seat> {
    let turn = tiles_in_play(game.seats()) - left;
    (turn < usize::from(ROUNDS) * game.seats()).then(|| Seat::new(turn % game.seats()))
}

/// A tile as it is drawn, row by row.
fn rows(tile: &Tile) -> Vec<String> {
    tile.to_string().lines().map(Into::into).collect()
}
