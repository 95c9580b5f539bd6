//! A player without foresight: it looks at its own move and no further.
//!
//! It wants many tiles on a line and few on the floor; of equals it takes the
//! one that fills its line, then the one whose tile will score most, then the
//! longest line, then the first of the list. A node is a move that it weighs.

use crate::{
    roster::{Resources, Seatable},
    search::{Budget, best_of},
};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Ranked, Turn, options::NoOptions};
use meeple_games::azul::{
    Azul, AzulMove, Column, Destination, DraftAction, FLOOR_LINE_SLOTS, Marker, PlayerBoard, Row,
    Source, TileColor, WallSide, get_wall_column_for_color, points_for_runs,
};
use rand::Rng;

/// Takes what looks best at once; the same position, the same move.
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
    ) -> Result<Choice<AzulMove>, NoChoice> {
        let Turn::Seat(seat) = position.turn() else { return Err(NoChoice::NotNow) };
        let board = position.board(seat).ok_or(NoChoice::NotNow)?;
        let mut budget = Budget::start(limits);
        let mut compared = Vec::new();
        for mv in position.legal_moves() {
            if !budget.spend(1) {
                break;
            }
            compared.push(Ranked { mv, value: Worth::of(position, board, mv).value() });
        }
        let unseen = || position.legal_moves().next().map(Choice::silent);
        budget.answer(best_of(compared, &budget).or_else(unseen))
    }
}

/// How good a move looks, the most important first.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    /// Tiles that come to lie on a line, less what falls to the floor.
    tiles: i32,
    /// 1 if the line is then full.
    fills: u8,
    /// What its tile will score, as the wall is now.
    points: u8,
    /// The longer line.
    capacity: u8,
}

impl Worth {
    fn of(position: &Azul, board: &PlayerBoard, mv: AzulMove) -> Self {
        match mv {
            AzulMove::Draft(action) => Worth::of_draft(position, board, action),
            AzulMove::Wall(action) => {
                let cell = Row::new(action.row.into()).zip(Column::new(action.column.into()));
                let points = cell.map_or(0, |(row, column)| points_at(board, row, column));
                Worth { points, ..Worth::default() }
            }
        }
    }

    /// In tiles: each part weighs less than one step of those before it.
    fn value(self) -> f64 {
        let Worth { tiles, fills, points, capacity } = self;
        let rest = 500 * u32::from(fills) + 10 * u32::from(points) + u32::from(capacity);
        f64::from(tiles) + f64::from(rest) / 1000.0
    }

    fn of_draft(position: &Azul, board: &PlayerBoard, action: DraftAction) -> Self {
        let DraftAction { source, color, destination } = action;
        let taken = i32::from(position.market().tiles_at(source)[color]);
        let marker = source == Source::Center && position.marker() == Marker::Center;
        let row = match destination {
            Destination::PatternLine(row) => Row::new(row.into()),
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
            capacity: row.map_or(0, Row::capacity),
        }
    }
}

/// What the tile of this line can score on the wall as it is now.
fn best_points(position: &Azul, board: &PlayerBoard, row: Row, color: TileColor) -> u8 {
    match position.side() {
        WallSide::Colour => points_at(board, row, get_wall_column_for_color(row, color)),
        WallSide::Grey => {
            let columns = board.wall().free_columns(row, color);
            columns.map(|column| points_at(board, row, column)).max().unwrap_or(0)
        }
    }
}

fn points_at(board: &PlayerBoard, row: Row, column: Column) -> u8 {
    let (horizontal, vertical) = board.wall().runs(row, column);
    points_for_runs(horizontal, vertical)
}
