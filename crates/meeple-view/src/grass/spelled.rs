//! How cells, orientations and tiles are spelled in data.

use meeple_games::grass::TileNumber;
use serde::Serializer;
use std::fmt::Display;

/// A cell or an orientation as its text.
pub(super) fn text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Cells as their texts.
pub(super) fn texts<T: Display, S: Serializer>(
    values: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// A tile's number as people count.
pub(super) fn number(tile: TileNumber) -> u8 {
    tile.index() as u8 + 1
}
