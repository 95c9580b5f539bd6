//! A player without foresight: it looks at its own move and no further.
//!
//! It wants many tiles on a line and few on the floor; of equals it takes the
//! one that fills its line, then the one whose tile will score most, then the
//! longest line, then the first of the list.

use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Turn, options::NoOptions};
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
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<AzulMove>, NoChoice> {
        let Turn::Seat(seat) = position.turn() else { return Err(NoChoice::NotNow) };
        let board = position.board(seat).ok_or(NoChoice::NotNow)?;
        let mut best: Option<(Worth, AzulMove)> = None;
        for mv in position.legal_moves() {
            let worth = match mv {
                AzulMove::Draft(action) => Worth::of_draft(position, board, action),
                AzulMove::Wall(action) => {
                    let cell = Row::new(action.row.into()).zip(Column::new(action.column.into()));
                    let points = cell.map_or(0, |(row, column)| points_at(board, row, column));
                    Worth { points, ..Worth::default() }
                }
            };
            // The first of equals stays.
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| Choice::silent(mv)).ok_or(NoChoice::NotNow)
    }
}

/// How good a move looks, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
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
