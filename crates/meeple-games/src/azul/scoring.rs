//! Scoring at the end of a round and of the game, step by step (A10 to A12).
//!
//! Every step is passed to a [`ScoreKeeper`] as a [`ScoreLine`], so that a UI can show which tile
//! scored what, in order. When only the result matters, `()` ignores the steps.

use super::{
    board::PlayerBoard,
    constants::{COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS},
    tile::{TileColour, TileCounts},
    wall::{WallColumn, WallRow, points_for_runs},
};
use meeple_core::Seat;

/// One step of the scoring; it may change the score by 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ScoreLine {
    /// The tile of a full line went to the wall (A10).
    Tile {
        /// The player.
        seat: Seat,
        /// The row, from 0.
        row: WallRow,
        /// The column, from 0.
        column: WallColumn,
        /// The tile's colour.
        colour: TileColour,
        /// The length of the horizontal run through the tile, including the tile.
        horizontal: u8,
        /// The length of the vertical run through the tile, including the tile.
        vertical: u8,
        /// The points scored.
        points: u8,
        /// The score afterwards.
        score: u16,
    },
    /// A full line had no free cell on the grey wall, so its tiles fell to the floor (A16).
    NoCell {
        /// The player.
        seat: Seat,
        /// The row.
        row: WallRow,
        /// The colour.
        colour: TileColour,
        /// The number of tiles that fell.
        tiles: u8,
    },
    /// The penalty of the floor line (A11).
    Floor {
        /// The player.
        seat: Seat,
        /// The number of slots used, including the marker's.
        slots: u8,
        /// The penalty of those slots.
        penalty: u16,
        /// The points lost: less than the penalty if the score reached 0.
        lost: u16,
        /// The score afterwards.
        score: u16,
    },
    /// A bonus at the end of the game (A12); each kind is listed, even if it is 0.
    Bonus {
        /// The player.
        seat: Seat,
        /// The kind of bonus.
        bonus: EndBonus,
        /// The number of complete rows, columns or colours.
        complete: u8,
        /// The points for all of them.
        points: u16,
        /// The score afterwards.
        score: u16,
    },
}

/// A kind of bonus (A12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndBonus {
    /// Complete rows.
    Rows,
    /// Complete columns.
    Columns,
    /// Colours with all five tiles.
    Colours,
}

impl EndBonus {
    /// All kinds, in scoring order.
    pub const ALL: [EndBonus; 3] = [EndBonus::Rows, EndBonus::Columns, EndBonus::Colours];

    /// Returns the points for one complete row, column or colour.
    pub const fn points(self) -> u16 {
        match self {
            EndBonus::Rows => ROW_BONUS,
            EndBonus::Columns => COLUMN_BONUS,
            EndBonus::Colours => COLOUR_BONUS,
        }
    }

    /// Returns how many of them this board has completed.
    pub fn count(self, board: &PlayerBoard) -> u8 {
        match self {
            EndBonus::Rows => board.wall().complete_rows(),
            EndBonus::Columns => board.wall().complete_columns(),
            EndBonus::Colours => board.wall().complete_colours(),
        }
    }
}

/// A receiver of scoring steps.
pub trait ScoreKeeper {
    /// Called for each scoring step, in order.
    fn record(&mut self, line: ScoreLine);
}

/// Ignores all steps.
impl ScoreKeeper for () {
    fn record(&mut self, _: ScoreLine) {}
}

impl ScoreKeeper for Vec<ScoreLine> {
    fn record(&mut self, line: ScoreLine) {
        self.push(line);
    }
}

/// Moves the tile of a full line to the wall and scores it; returns the number of tiles for the lid
/// (A10).
pub(super) fn tile_line(
    board: &mut PlayerBoard,
    seat: Seat,
    (row, column): (WallRow, WallColumn),
    colour: TileColour,
    keeper: &mut impl ScoreKeeper,
) -> u8 {
    board.wall_mut().place_tile(row, column, colour);
    board.clear_line(row);
    let (horizontal, vertical) = board.wall().runs(row, column);
    let points = points_for_runs(horizontal, vertical);
    board.add_points(points.into());
    let score = board.score();
    keeper.record(ScoreLine::Tile {
        seat,
        row,
        column,
        colour,
        horizontal,
        vertical,
        points,
        score,
    });
    row.capacity() - 1
}

/// Subtracts the penalty of the floor line and clears it; returns its tiles for the lid (A11).
pub(super) fn score_floor(
    board: &mut PlayerBoard,
    seat: Seat,
    keeper: &mut impl ScoreKeeper,
) -> TileCounts {
    let floor = std::mem::take(board.floor_mut());
    let penalty = floor.penalty();
    let lost = board.subtract_points(penalty);
    if penalty > 0 {
        let (slots, score) = (floor.slots_used() as u8, board.score());
        keeper.record(ScoreLine::Floor { seat, slots, penalty, lost, score });
    }
    floor.tiles
}

/// Adds the end-of-game bonuses (A12).
pub(super) fn add_bonuses(board: &mut PlayerBoard, seat: Seat, keeper: &mut impl ScoreKeeper) {
    for bonus in EndBonus::ALL {
        let complete = bonus.count(board);
        let points = u16::from(complete) * bonus.points();
        board.add_points(points);
        let score = board.score();
        keeper.record(ScoreLine::Bonus { seat, bonus, complete, points, score });
    }
}
