//! What the hand-made evaluation and the order of moves weigh, in points.
//!
//! Taken over from earlier experiments with two players, and not tuned here: most of the strength
//! comes from what was learned. There columns and neighbours on the wall mattered most, and not
//! to trust unfinished lines: with full credit for them 27 % of the games were won.

/// How likely a cell of each row is tiled within a round.
pub(crate) const TILED_A_ROUND: [f32; 5] = [0.6, 0.5, 0.4, 0.3, 0.25];

/// What part of its tile's points an unfinished line is worth that misses 1, 2, 3, 4 tiles.
pub(crate) const UNFINISHED: [f32; 4] = [0.35, 0.25, 0.175, 0.1];

/// A column that may be completed, and a colour.
pub(crate) const COLUMN: f32 = 7.0;
pub(crate) const COLOR: f32 = 13.0;
/// What is believed of them when none to five of their tiles are missing.
pub(crate) const BELIEVED: [f32; 6] = [1.0, 1.0, 0.8, 0.6, 0.4, 0.25];

/// A row that misses at most so many tiles...
pub(crate) const ROW_MISSES: u32 = 2;
/// ...for its bonus.
pub(crate) const ROW: f32 = 2.0;

/// Every point beyond the first that a free cell would score.
pub(crate) const NEIGHBOUR: f32 = 0.4;

/// To start the next round.
pub(crate) const START: f32 = 1.0;

/// With a lead of so many points the odds to win are e to 1.
pub(crate) const DOUBT: f32 = 12.0;

/// Where no search has been: a line that is filled counts its tile's points and this...
pub(crate) const FILLED: f32 = 0.5;
/// ...and for each tile in the column, and of the colour.
pub(crate) const FILLED_COLUMN: f32 = 0.35;
pub(crate) const FILLED_COLOR: f32 = 0.45;
/// What part of that a line is worth that misses none to four tiles afterwards.
pub(crate) const PROMISED: [f32; 5] = [1.0, 0.6, 0.4, 0.25, 0.15];
/// To take the marker.
pub(crate) const MARKER: f32 = 0.6;

/// How many moves are looked at, but at the root.
pub(crate) const WIDTH: usize = 12;
