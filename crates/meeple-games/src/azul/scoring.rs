//! The end of a round and of the game, line by line (A10 to A12).
//!
//! Whatever is scored is told to a [`ScoreKeeper`] as a [`ScoreLine`], so that
//! a screen can say which tile scored what, in the order in which it happened.
//! Nobody listens while games are only played: `()` keeps nothing.

use super::{
    board::PlayerBoard,
    constants::{COLOR_BONUS, COLUMN_BONUS, ROW_BONUS},
    tile::{TileColor, TileCounts},
    wall::{Column, Row, points_for_runs},
};
use meeple_core::Seat;

/// One thing that changed a score, or would have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ScoreLine {
    /// A full line's tile went to the wall (A10).
    Tile {
        /// Whose.
        seat: Seat,
        /// The row, counted from 0.
        row: Row,
        /// The column, counted from 0.
        column: Column,
        /// The tile.
        color: TileColor,
        /// The horizontal run through it, itself counted.
        horizontal: u8,
        /// The vertical run through it, itself counted.
        vertical: u8,
        /// What it scored.
        points: u8,
        /// The score after it.
        score: u16,
    },
    /// A full line's tile had no free cell on the grey wall: its tiles fell to the floor (A16).
    NoCell {
        /// Whose.
        seat: Seat,
        /// The row.
        row: Row,
        /// The colour.
        color: TileColor,
        /// How many tiles fell.
        tiles: u8,
    },
    /// The floor line was paid for (A11).
    Floor {
        /// Whose.
        seat: Seat,
        /// How many slots were used, the marker's too.
        slots: u8,
        /// What they cost.
        penalty: u16,
        /// What was lost: less than the penalty when the score reached 0.
        lost: u16,
        /// The score after it.
        score: u16,
    },
    /// A bonus at the end of the game (A12); one line a kind, also when it is 0.
    Bonus {
        /// Whose.
        seat: Seat,
        /// What for.
        bonus: Bonus,
        /// How many of them are complete.
        complete: u8,
        /// What they scored together.
        points: u16,
        /// The score after it.
        score: u16,
    },
}

/// What a bonus is for (A12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    /// Complete rows.
    Rows,
    /// Complete columns.
    Columns,
    /// Colours with all five tiles.
    Colors,
}

impl Bonus {
    /// Every kind, in the order in which they are scored.
    pub const ALL: [Bonus; 3] = [Bonus::Rows, Bonus::Columns, Bonus::Colors];

    /// Points for one.
    pub const fn points(self) -> u16 {
        match self {
            Bonus::Rows => ROW_BONUS,
            Bonus::Columns => COLUMN_BONUS,
            Bonus::Colors => COLOR_BONUS,
        }
    }

    /// How many this board has.
    pub fn count(self, board: &PlayerBoard) -> u8 {
        match self {
            Bonus::Rows => board.wall().complete_rows(),
            Bonus::Columns => board.wall().complete_columns(),
            Bonus::Colors => board.wall().complete_colors(),
        }
    }
}

/// Someone who is told what is scored.
pub trait ScoreKeeper {
    /// This was scored.
    fn note(&mut self, line: ScoreLine);
}

/// Nobody.
impl ScoreKeeper for () {
    fn note(&mut self, _: ScoreLine) {}
}

impl ScoreKeeper for Vec<ScoreLine> {
    fn note(&mut self, line: ScoreLine) {
        self.push(line);
    }
}

/// Moves the tile of a full line to the wall and scores it; returns the tiles
/// for the lid (A10).
pub(super) fn tile_line(
    board: &mut PlayerBoard,
    seat: Seat,
    (row, column): (Row, Column),
    color: TileColor,
    keeper: &mut impl ScoreKeeper,
) -> u8 {
    board.wall_mut().put(row, column, color);
    board.clear_line(row);
    let (horizontal, vertical) = board.wall().runs(row, column);
    let points = points_for_runs(horizontal, vertical);
    board.gain(points.into());
    let score = board.score();
    keeper.note(ScoreLine::Tile { seat, row, column, color, horizontal, vertical, points, score });
    row.capacity() - 1
}

/// Pays for the floor line and clears it; returns its tiles, for the lid (A11).
pub(super) fn pay_floor(
    board: &mut PlayerBoard,
    seat: Seat,
    keeper: &mut impl ScoreKeeper,
) -> TileCounts {
    let floor = std::mem::take(board.floor_mut());
    let penalty = floor.penalty();
    let lost = board.lose(penalty);
    if penalty > 0 {
        let (slots, score) = (floor.slots_used() as u8, board.score());
        keeper.note(ScoreLine::Floor { seat, slots, penalty, lost, score });
    }
    floor.tiles
}

/// Adds the bonuses (A12).
pub(super) fn add_bonuses(board: &mut PlayerBoard, seat: Seat, keeper: &mut impl ScoreKeeper) {
    for bonus in Bonus::ALL {
        let complete = bonus.count(board);
        let points = u16::from(complete) * bonus.points();
        board.gain(points);
        let score = board.score();
        keeper.note(ScoreLine::Bonus { seat, bonus, complete, points, score });
    }
}
