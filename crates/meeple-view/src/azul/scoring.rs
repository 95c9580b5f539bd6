//! What the last deal or move scored, line by line: which tile for which runs.

use crate::{Scene, words::counted};
use meeple_core::{Event, Seat};
use meeple_games::azul::{Azul, Bonus, Column, Row, ScoreLine, TileColor, Wall};
use serde::Serialize;
use std::iter::successors;

/// Something that was scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// Whose score it is.
    pub seat: Seat,
    /// What for.
    pub what: ScoredFor,
    /// By how much the score changed.
    pub points: i32,
    /// The score after it.
    pub score: u16,
    /// The tile, where one went to the wall.
    pub tile: Option<WallTile>,
    /// All of it in words.
    pub sentence: String,
}

/// What a score changes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoredFor {
    /// A tile on the wall (A10).
    Tile,
    /// A full line without a free cell: its tiles fell to the floor (A16).
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
pub struct WallTile {
    /// Its row, which is also the number of the line that it left.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// Its colour.
    pub colour: TileColor,
    /// The tiles that it scored with, itself among them.
    pub run: Vec<Cell>,
}

/// A cell of the wall, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cell {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

impl Cell {
    fn new(row: Row, column: Column) -> Self {
        Cell { row: row.index() as u8 + 1, column: column.index() as u8 + 1 }
    }

    pub(super) fn has_tile(self, wall: &Wall) -> bool {
        let row = Row::new(usize::from(self.row) - 1);
        let column = Column::new(usize::from(self.column) - 1);
        row.zip(column).is_some_and(|(row, column)| wall.has_tile(row, column))
    }

    fn step(self, down: i8, right: i8) -> Option<Self> {
        let inside = |number: &u8| (1..=5).contains(number);
        let row = self.row.checked_add_signed(down).filter(inside)?;
        let column = self.column.checked_add_signed(right).filter(inside)?;
        Some(Cell { row, column })
    }
}

/// The tiles in an unbroken row or column with this cell, the cell among them, in reading order.
pub(super) fn runs_through(cell: Cell, has_tile: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut run = vec![cell];
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let steps = successors(cell.step(down, right), |cell| cell.step(down, right));
        run.extend(steps.take_while(|&cell| has_tile(cell)));
    }
    run.sort_unstable();
    run
}

/// What the last deal or move of this scene scored; `before` is the position before it.
pub(super) fn scored(scene: &Scene<'_, Azul>, before: &Azul) -> Vec<Scored> {
    let lines = match scene.line.last().map(|ply| &*ply.event) {
        Some(Event::Move { mv, .. }) => mv.parse().ok().map(|mv| before.score_lines(mv)),
        Some(Event::Deal { deal }) => {
            deal.parse().ok().map(|deal| before.score_lines_of_deal(&deal))
        }
        _ => None,
    };
    let mut totals: Vec<i32> = before.boards().iter().map(|board| board.score().into()).collect();
    // The tiles that went to the wall earlier in the same tiling: they count (A10).
    let mut placed = Vec::new();
    let mut told = Vec::new();
    for line in lines.unwrap_or_default() {
        let (seat, what, points) = weigh(line);
        let (Some(total), Some(board)) = (totals.get_mut(seat.index()), before.board(seat)) else {
            continue;
        };
        let has_tile = |cell: Cell| cell.has_tile(board.wall()) || placed.contains(&(seat, cell));
        let tile = wall_tile(line, has_tile);
        placed
            .extend(tile.as_ref().map(|tile| (seat, Cell { row: tile.row, column: tile.column })));
        *total += points;
        let sentence = format!("{}: {}", scene.name(seat), tell(line));
        // Bonuses come one line a kind, also where there is nothing of it.
        if points > 0 || matches!(what, ScoredFor::Floor | ScoredFor::NoCell) {
            told.push(Scored { seat, what, points, score: *total as u16, tile, sentence });
        }
    }
    told
}

/// Whose line it is, what for, and by how much the score changes.
fn weigh(line: ScoreLine) -> (Seat, ScoredFor, i32) {
    match line {
        ScoreLine::Tile { seat, points, .. } => (seat, ScoredFor::Tile, points.into()),
        ScoreLine::NoCell { seat, .. } => (seat, ScoredFor::NoCell, 0),
        ScoreLine::Floor { seat, lost, .. } => (seat, ScoredFor::Floor, -i32::from(lost)),
        ScoreLine::Bonus { seat, bonus, points, .. } => {
            let what = match bonus {
                Bonus::Rows => ScoredFor::Rows,
                Bonus::Columns => ScoredFor::Columns,
                Bonus::Colors => ScoredFor::Colours,
            };
            (seat, what, points.into())
        }
    }
}

fn wall_tile(line: ScoreLine, has_tile: impl Fn(Cell) -> bool) -> Option<WallTile> {
    let ScoreLine::Tile { row, column, color, .. } = line else { return None };
    let cell = Cell::new(row, column);
    let run = runs_through(cell, has_tile);
    Some(WallTile { row: cell.row, column: cell.column, colour: color, run })
}

/// `blue in row 3, column 5: 2 across, +2 = 9`.
fn tell(line: ScoreLine) -> String {
    match line {
        ScoreLine::Tile { row, column, color, horizontal, vertical, points, score, .. } => {
            let Cell { row, column } = Cell::new(row, column);
            let runs = match (horizontal, vertical) {
                (1, 1) => "alone".into(),
                (1, down) => format!("{down} down"),
                (across, 1) => format!("{across} across"),
                (across, down) => format!("{across} across and {down} down"),
            };
            format!("{color} in row {row}, column {column}: {runs}, +{points} = {score}")
        }
        ScoreLine::NoCell { row, color, tiles, .. } => {
            let (row, falls) = (row.index() + 1, if tiles == 1 { "falls" } else { "fall" });
            format!("no cell for {color} in row {row}: {tiles} {falls} to the floor (A16)")
        }
        ScoreLine::Floor { slots, penalty, lost, score, .. } => {
            let slots = counted(slots.into(), "slot");
            let held = if lost < penalty { ", not below 0 (A11)" } else { "" };
            format!("{slots} of the floor, -{penalty}{held} = {score}")
        }
        ScoreLine::Bonus { bonus, complete, points, score, .. } => {
            format!("{}, +{points} = {score} (A12)", tell_complete(bonus, complete))
        }
    }
}

/// `2 complete rows`.
pub(super) fn tell_complete(bonus: Bonus, complete: u8) -> String {
    let noun = match bonus {
        Bonus::Rows => "complete row",
        Bonus::Columns => "complete column",
        Bonus::Colors => "complete colour",
    };
    counted(complete.into(), noun)
}
