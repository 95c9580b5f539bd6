//! A player that looks one move ahead.
//!
//! It prefers many tiles on a line and few on the floor. Ties go to the move that fills its line,
//! then to the one whose tile will score most, then to the longest line, then to the first in the
//! list. Each compared move counts as one node.

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

/// A deterministic player that makes the move with the best immediate result.
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
            compared.push(RankedMove { mv, value: MoveScore::of(position, board, mv).value() });
        }
        let fallback = || position.legal_moves().next().map(Choice::from_move);
        budget.to_result(best_of(compared, &budget).or_else(fallback))
    }
}

/// The criteria by which moves are compared, most important first.
#[derive(Debug, Clone, Copy, Default)]
struct MoveScore {
    /// The tiles placed on a line minus the tiles dropped on the floor.
    tiles: i32,
    /// 1 if the move fills the line, else 0.
    fills: u8,
    /// The points for the tile on the current wall; 0 for a draft that does not fill its line.
    points: u8,
    /// The length of the line.
    capacity: u8,
}

impl MoveScore {
    fn of(position: &Azul, board: &PlayerBoard, mv: Move) -> Self {
        match mv {
            Move::Draft(action) => MoveScore::of_draft(position, board, action),
            Move::Wall(action) => {
                let cell =
                    WallRow::new(action.row.into()).zip(WallColumn::new(action.column.into()));
                let points = cell.map_or(0, |(row, column)| points_at(board, row, column));
                MoveScore { points, ..MoveScore::default() }
            }
        }
    }

    /// Combines the criteria into one number, in tiles. One step of a criterion outweighs all later
    /// criteria together.
    fn value(self) -> f64 {
        let MoveScore { tiles, fills, points, capacity } = self;
        let rest = 500 * u32::from(fills) + 10 * u32::from(points) + u32::from(capacity);
        f64::from(tiles) + f64::from(rest) / 1000.0
    }

    fn of_draft(position: &Azul, board: &PlayerBoard, action: DraftAction) -> Self {
        let DraftAction { source, colour, destination } = action;
        let taken = i32::from(position.market().tiles_at(source)[colour]);
        let takes_marker = source == Source::Centre && position.marker() == Marker::Centre;
        let row = match destination {
            Destination::PatternLine(row) => WallRow::new(row.into()),
            Destination::Floor => None,
        };
        let room = row.map_or(0, |row| i32::from(row.capacity() - board.line(row).count_filled));
        let placed = taken.min(room);
        let free_slots = (FLOOR_LINE_SLOTS - board.floor().slots_used()) as i32;
        let dropped = (taken - placed + i32::from(takes_marker)).min(free_slots);
        let fills = placed > 0 && placed == room;
        let points =
            row.filter(|_| fills).map_or(0, |row| best_points(position, board, row, colour));
        MoveScore {
            tiles: placed - dropped,
            fills: fills.into(),
            points,
            capacity: row.map_or(0, WallRow::capacity),
        }
    }
}

/// Returns the most points that this line's tile can score on the current wall.
fn best_points(position: &Azul, board: &PlayerBoard, row: WallRow, colour: TileColour) -> u8 {
    match position.side() {
        WallSide::Colour => points_at(board, row, wall_column_of(row, colour)),
        WallSide::Grey => {
            let columns = board.wall().free_columns(row, colour);
            columns.map(|column| points_at(board, row, column)).max().unwrap_or(0)
        }
    }
}

fn points_at(board: &PlayerBoard, row: WallRow, column: WallColumn) -> u8 {
    let (horizontal, vertical) = board.wall().runs(row, column);
    points_for_runs(horizontal, vertical)
}
