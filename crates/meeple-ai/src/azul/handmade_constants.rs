//! Constants of the handmade evaluation and the move ordering, in points.
//!
//! They come from earlier experiments with two players and weren't tuned here: most of the strength
//! comes from the learned networks. In those experiments columns and neighbours on the wall mattered
//! most, and so did low values for unfinished lines: with full credit for them 27 % of the games were
//! won.

/// The probability that a cell of each row is tiled within a round.
pub(crate) const TILED_A_ROUND: [f32; 5] = [0.6, 0.5, 0.4, 0.3, 0.25];

/// The value of an unfinished line with 1, 2, 3 or 4 missing tiles, as a fraction of its tile's points.
pub(crate) const UNFINISHED: [f32; 4] = [0.35, 0.25, 0.175, 0.1];

/// The value of completing a column.
pub(crate) const COLUMN: f32 = 7.0;
pub(crate) const COLOR: f32 = 13.0;
/// The confidence in completing a column or colour with 0 to 5 missing tiles.
pub(crate) const BELIEVED: [f32; 6] = [1.0, 1.0, 0.8, 0.6, 0.4, 0.25];

/// A row counts for [`ROW`] if at most this many of its tiles are missing.
pub(crate) const ROW_MISSES: u32 = 2;
/// The value of completing a row.
pub(crate) const ROW: f32 = 2.0;

/// The value of each point beyond the first that a free cell would score.
pub(crate) const NEIGHBOUR: f32 = 0.4;

/// The value of starting the next round.
pub(crate) const START: f32 = 1.0;

/// With a lead of this many points, the odds of winning are e to 1.
pub(crate) const DOUBT: f32 = 12.0;

/// Move ordering: the value of filling a line, in addition to its tile's points.
pub(crate) const FILLED: f32 = 0.5;
/// Move ordering: the value of each tile in the fullest possible column of the filled line.
pub(crate) const FILLED_COLUMN: f32 = 0.35;
pub(crate) const FILLED_COLOR: f32 = 0.45;
/// Move ordering: the fraction of that value for a line that misses 0 to 4 tiles afterwards.
pub(crate) const PROMISED: [f32; 5] = [1.0, 0.6, 0.4, 0.25, 0.15];
/// Move ordering: the value of taking the marker.
pub(crate) const MARKER: f32 = 0.6;

/// The maximum number of moves searched per position, except at the root.
pub(crate) const WIDTH: usize = 12;
