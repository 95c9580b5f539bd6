//! What the last deal or move scored, line by line: which tile, for which runs.

use crate::{ViewScene, words::format_count};
use meeple_core::{CellName, Event, Seat};
use meeple_games::azul::{Azul, EndBonus, ScoreLine, TileColour, Wall, WallColumn, WallRow};
use serde::Serialize;
use std::iter::successors;

/// One change of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreChange {
    /// The seat whose score changed.
    pub seat: Seat,
    /// The reason.
    pub what: ScoreReason,
    /// The change in points.
    pub points: i32,
    /// The score after it.
    pub score: u16,
    /// The tile, if one went to the wall.
    pub tile: Option<ScoredTile>,
    /// The change in words.
    pub sentence: String,
}

/// The reason for a change of score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ScoreReason {
    /// A tile on the wall (A10).
    Tile,
    /// A full line without a free cell, whose tiles fell to the floor (A16).
    NoCell,
    /// The floor (A11).
    Floor,
    /// Complete rows (A12).
    Rows,
    /// Complete columns (A12).
    Columns,
    /// Colours with all five tiles (A12).
    Colours,
}

/// A tile that went to the wall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoredTile {
    /// Its row, which is also the number of the line that it came from.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// Its colour.
    pub colour: TileColour,
    /// The tiles that it scored with, including itself.
    pub run: Vec<WallCell>,
}

/// A cell of the wall, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WallCell {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

impl WallCell {
    fn new(row: WallRow, column: WallColumn) -> Self {
        WallCell { row: row.index() as u8 + 1, column: column.index() as u8 + 1 }
    }

    /// Returns the name of the cell for people: `C4`.
    pub fn name(self) -> CellName {
        CellName { column: u16::from(self.column) - 1, row: u16::from(self.row) - 1 }
    }

    pub(super) fn has_tile(self, wall: &Wall) -> bool {
        let row = WallRow::new(usize::from(self.row) - 1);
        let column = WallColumn::new(usize::from(self.column) - 1);
        row.zip(column).is_some_and(|(row, column)| wall.has_tile(row, column))
    }

    fn step(self, down: i8, right: i8) -> Option<Self> {
        let inside = |number: &u8| (1..=5).contains(number);
        let row = self.row.checked_add_signed(down).filter(inside)?;
        let column = self.column.checked_add_signed(right).filter(inside)?;
        Some(WallCell { row, column })
    }
}

/// Returns the tiles in an unbroken row or column with this cell, including the cell, in reading order.
pub(super) fn runs_through(cell: WallCell, has_tile: impl Fn(WallCell) -> bool) -> Vec<WallCell> {
    let mut run = vec![cell];
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let steps = successors(cell.step(down, right), |cell| cell.step(down, right));
        run.extend(steps.take_while(|&cell| has_tile(cell)));
    }
    run.sort_unstable();
    run
}

/// Returns what the last deal or move of this scene scored; `before` is the position before it.
pub(super) fn score_changes(scene: &ViewScene<'_, Azul>, before: &Azul) -> Vec<ScoreChange> {
    let lines = match scene.plies.last().map(|ply| &*ply.event) {
        Some(Event::Move { mv, .. }) => mv.parse().ok().map(|mv| before.score_lines(mv)),
        Some(Event::Deal { deal }) => {
            deal.parse().ok().map(|deal| before.score_lines_of_deal(&deal))
        }
        _ => None,
    };
    let mut totals: Vec<i32> = before.boards().iter().map(|board| board.score().into()).collect();
    // Tiles placed earlier in the same tiling phase count too (A10).
    let mut placed = Vec::new();
    let mut told = Vec::new();
    for line in lines.unwrap_or_default() {
        let (seat, what, points) = reason_and_points(line);
        let (Some(total), Some(board)) = (totals.get_mut(seat.index()), before.board(seat)) else {
            continue;
        };
        let has_tile =
            |cell: WallCell| cell.has_tile(board.wall()) || placed.contains(&(seat, cell));
        let tile = wall_tile(line, has_tile);
        placed.extend(
            tile.as_ref().map(|tile| (seat, WallCell { row: tile.row, column: tile.column })),
        );
        *total += points;
        let sentence = format!("{}: {}", scene.name(seat), describe_line(line));
        // There is one bonus line of each kind, even if it is worth nothing.
        if points > 0 || matches!(what, ScoreReason::Floor | ScoreReason::NoCell) {
            told.push(ScoreChange { seat, what, points, score: *total as u16, tile, sentence });
        }
    }
    told
}

/// Returns the seat, the reason and the change in points.
fn reason_and_points(line: ScoreLine) -> (Seat, ScoreReason, i32) {
    match line {
        ScoreLine::Tile { seat, points, .. } => (seat, ScoreReason::Tile, points.into()),
        ScoreLine::NoCell { seat, .. } => (seat, ScoreReason::NoCell, 0),
        ScoreLine::Floor { seat, lost, .. } => (seat, ScoreReason::Floor, -i32::from(lost)),
        ScoreLine::Bonus { seat, bonus, points, .. } => {
            let what = match bonus {
                EndBonus::Rows => ScoreReason::Rows,
                EndBonus::Columns => ScoreReason::Columns,
                EndBonus::Colours => ScoreReason::Colours,
            };
            (seat, what, points.into())
        }
    }
}

fn wall_tile(line: ScoreLine, has_tile: impl Fn(WallCell) -> bool) -> Option<ScoredTile> {
    let ScoreLine::Tile { row, column, colour, .. } = line else { return None };
    let cell = WallCell::new(row, column);
    let run = runs_through(cell, has_tile);
    Some(ScoredTile { row: cell.row, column: cell.column, colour, run })
}

/// Describes a line: `blue on E3, 2 across: +2 points, total 9`.
fn describe_line(line: ScoreLine) -> String {
    match line {
        ScoreLine::Tile { row, column, colour, horizontal, vertical, points, score, .. } => {
            let cell = WallCell::new(row, column).name();
            let runs = match (horizontal, vertical) {
                (1, 1) => "alone".into(),
                (1, down) => format!("{down} down"),
                (across, 1) => format!("{across} across"),
                (across, down) => format!("{across} across and {down} down"),
            };
            format!("{colour} on {cell}, {runs}: +{}, total {score}", count_points(points.into()))
        }
        // A16
        ScoreLine::NoCell { row, colour, tiles, .. } => {
            let (row, falls) = (row.index() + 1, if tiles == 1 { "falls" } else { "fall" });
            let tiles = format_count(tiles.into(), "tile");
            format!("no cell for {colour} in row {row}: {tiles} {falls} to the floor")
        }
        ScoreLine::Floor { slots, penalty, lost, score, .. } => {
            let slots = format_count(slots.into(), "floor slot");
            // A11
            let held = if lost < penalty { ", but never below 0" } else { "" };
            format!("{slots} used: -{}{held}, total {score}", count_points(penalty.into()))
        }
        // A12
        ScoreLine::Bonus { bonus, complete, points, score, .. } => {
            let complete = describe_complete(bonus, complete);
            format!("{complete}: +{}, total {score}", count_points(points.into()))
        }
    }
}

fn count_points(points: usize) -> String {
    format_count(points, "point")
}

/// Counts a bonus: `2 complete rows`.
pub(super) fn describe_complete(bonus: EndBonus, complete: u8) -> String {
    let noun = match bonus {
        EndBonus::Rows => "complete row",
        EndBonus::Columns => "complete column",
        EndBonus::Colours => "complete colour",
    };
    format_count(complete.into(), noun)
}
