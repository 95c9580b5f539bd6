//! Serialisation of lists of cells, and of tile numbers.

use meeple_games::grass::TileNumber;
use serde::Serializer;
use std::fmt::Display;

/// Serialises cells as a list of their texts.
pub(super) fn texts<T: Display, S: Serializer>(
    values: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// Returns a tile's number, counted from 1.
pub(super) fn number(tile: TileNumber) -> u8 {
    tile.index() as u8 + 1
}
