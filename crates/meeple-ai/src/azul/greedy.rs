//! A player that only looks at its own move.
//!
//! It prefers many tiles on a line and few on the floor. Ties go to the move that fills its line,
//! then to the one whose tile will score most, then to the longest line, then to the first in the
//! list. A node is one compared move.

use crate::{
    roster::{Resources, Seatable},
    search::{Budget, best_of},
};
use meeple_core::{
    Choice, ChooseError, Game, Limits, Player, RankedMove, Turn, options::NoOptions,
};
use meeple_games::azul::{
    Azul, Destination, DraftAction, FLOOR_LINE_SLOTS, Marker, Move, PlayerBoard, Source,
    TileColour, WallColumn, WallRow, WallSide, points_for_runs, wall_column_of,
};
use rand::Rng;

/// A player that takes the best immediate move; deterministic.
#[derive(Debug, Clone, Copy, Default)]
pub struct Greedy;

impl Seatable<Azul> for Greedy {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        Greedy
    }
}

impl Player<Azul> for Greedy {
    fn choose(
        &mut self,
        position: &Azul,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let board = position.board(seat).ok_or(ChooseError::NotNow)?;
        let mut budget = Budget::start(limits);
        let mut compared = Vec::new();
        for mv in position.legal_moves() {
            if !budget.spend(1) {
                break;
            }
            compared.push(RankedMove { mv, value: Worth::of(position, board, mv).value() });
        }
        let unseen = || position.legal_moves().next().map(Choice::from_move);
        budget.to_result(best_of(compared, &budget).or_else(unseen))
    }
}

/// The criteria for comparing moves, most important first.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    /// Tiles placed on a line minus tiles dropped to the floor.
    tiles: i32,
    /// 1 if the move fills the line, else 0.
    fills: u8,
    /// The score of the line's tile on the current wall, if the move fills the line.
    points: u8,
    /// The length of the line.
    capacity: u8,
}

impl Worth {
    fn of(position: &Azul, board: &PlayerBoard, mv: Move) -> Self {
        match mv {
            Move::Draft(action) => Worth::of_draft(position, board, action),
            Move::Wall(action) => {
                let cell =
                    WallRow::new(action.row.into()).zip(WallColumn::new(action.column.into()));
                let points = cell.map_or(0, |(row, column)| points_at(board, row, column));
                Worth { points, ..Worth::default() }
            }
        }
    }

    /// Combines the criteria into one number, in tiles: each part weighs less than one step of the part
    /// before it.
    fn value(self) -> f64 {
        let Worth { tiles, fills, points, capacity } = self;
        let rest = 500 * u32::from(fills) + 10 * u32::from(points) + u32::from(capacity);
        f64::from(tiles) + f64::from(rest) / 1000.0
    }

    fn of_draft(position: &Azul, board: &PlayerBoard, action: DraftAction) -> Self {
        let DraftAction { source, colour: color, destination } = action;
        let taken = i32::from(position.market().tiles_at(source)[color]);
        let marker = source == Source::Centre && position.marker() == Marker::Centre;
        let row = match destination {
            Destination::PatternLine(row) => WallRow::new(row.into()),
            Destination::Floor => None,
        };
        let room = row.map_or(0, |row| i32::from(row.capacity() - board.line(row).count_filled));
        let placed = taken.min(room);
        let slots = (FLOOR_LINE_SLOTS - board.floor().slots_used()) as i32;
        let dropped = (taken - placed + i32::from(marker)).min(slots);
        let fills = placed > 0 && placed == room;
        let points =
            row.filter(|_| fills).map_or(0, |row| best_points(position, board, row, color));
        Worth {
            tiles: placed - dropped,
            fills: fills.into(),
            points,
            capacity: row.map_or(0, WallRow::capacity),
        }
    }
}

/// Returns the best score of this line's tile on the current wall.
fn best_points(position: &Azul, board: &PlayerBoard, row: WallRow, color: TileColour) -> u8 {
    match position.side() {
        WallSide::Colour => points_at(board, row, wall_column_of(row, color)),
        WallSide::Grey => {
            let columns = board.wall().free_columns(row, color);
            columns.map(|column| points_at(board, row, column)).max().unwrap_or(0)
        }
    }
}

fn points_at(board: &PlayerBoard, row: WallRow, column: WallColumn) -> u8 {
    let (horizontal, vertical) = board.wall().runs(row, column);
    points_for_runs(horizontal, vertical)
}
