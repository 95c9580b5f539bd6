//! What a move would do: where its tiles go, and what they cost.

use super::{
    picture::Group,
    scoring::{Cell, runs_through},
};
use meeple_core::{Game, Seat, Turn};
use meeple_games::azul::{
    Azul, AzulMove, Column, Destination, DraftAction, FLOOR_LINE_SLOTS, FLOOR_PENALTIES, Marker,
    Row, Source, TileColor, WallAction, points_for_runs,
};
use serde::{Serialize, Serializer};

/// A move, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AzulLegalMove {
    /// Takes tiles from the table (A5).
    Draft(Draft),
    /// Puts the tile of a full line on the grey wall (A16).
    Wall(Tiling),
}

/// A draft, chosen as source, colour and place, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the tiles are taken from.
    pub source: TakenFrom,
    /// Their colour.
    pub colour: TileColor,
    /// Where they go.
    pub place: Place,
    /// How many are taken.
    pub takes: u8,
    /// What else lies on the factory and slides to the centre.
    pub slides: Vec<Group>,
    /// How many find room on the line.
    pub fits: u8,
    /// How many the line then still misses; 0 on the floor.
    pub misses: u8,
    /// Whether the line becomes full.
    pub fills_line: bool,
    /// How many fall to the floor, also those that find no slot there.
    pub falls: u8,
    /// How many of those find no slot and go to the lid (A7).
    pub to_lid: u8,
    /// What those that fall cost in points, on the floor as it stands.
    pub cost: u16,
    /// Whether the starting-player marker comes with them (A5).
    pub takes_marker: bool,
    /// What the marker costs in points.
    pub marker_cost: u16,
    /// Whether these are the last tiles on the table, so that the draft ends (A9).
    pub ends_draft: bool,
}

/// The tile of a full line on a cell of its row, and what it scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tiling {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
    /// The tile.
    pub colour: TileColor,
    /// What it scores (A10).
    pub points: u8,
    /// The tiles that it scores with, itself among them.
    pub run: Vec<Cell>,
}

/// Where tiles are taken from. In JSON the number of the factory, or `"centre"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenFrom {
    /// A factory, counted from 1.
    Factory(u8),
    /// The centre.
    Centre,
}

/// Where tiles go. In JSON the number of the line, or `"floor"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A pattern line, counted from 1.
    Line(u8),
    /// The floor.
    Floor,
}

impl Serialize for TakenFrom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TakenFrom::Factory(number) => serializer.serialize_u8(*number),
            TakenFrom::Centre => serializer.serialize_str("centre"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Line(number) => serializer.serialize_u8(*number),
            Place::Floor => serializer.serialize_str("floor"),
        }
    }
}

/// What this move does; `None` if it is not legal.
pub(super) fn look_at(game: &Azul, mv: AzulMove) -> Option<AzulLegalMove> {
    game.explain(mv).ok()?;
    let Turn::Seat(seat) = game.turn() else { return None };
    Some(match mv {
        AzulMove::Draft(action) => AzulLegalMove::Draft(look_at_draft(game, seat, action)?),
        AzulMove::Wall(action) => AzulLegalMove::Wall(look_at_tiling(game, seat, action)?),
    })
}

fn look_at_draft(game: &Azul, seat: Seat, action: DraftAction) -> Option<Draft> {
    let DraftAction { source, color, destination } = action;
    let (board, lying) = (game.board(seat)?, game.market().tiles_at(source));
    let takes = lying[color];
    let (place, room) = match destination {
        Destination::PatternLine(row) => {
            let row = Row::new(row.into())?;
            (Place::Line(row.capacity()), row.capacity() - board.line(row).count_filled)
        }
        Destination::Floor => (Place::Floor, 0),
    };
    let (fits, falls) = (takes.min(room), takes.saturating_sub(room));
    let takes_marker = source == Source::Center && game.marker() == Marker::Center;
    // A5: the marker has its slot before this move's tiles; A7: if there is one.
    let used = board.floor().slots_used();
    let marked = (used + usize::from(takes_marker)).min(FLOOR_LINE_SLOTS);
    let filled = (marked + usize::from(falls)).min(FLOOR_LINE_SLOTS);
    let others = Group::all(lying).into_iter().filter(|group| group.colour != color);
    Some(Draft {
        mv: action.to_string(),
        source: match source {
            Source::Factory(index) => TakenFrom::Factory(index + 1),
            Source::Center => TakenFrom::Centre,
        },
        colour: color,
        place,
        takes,
        slides: if source == Source::Center { Vec::new() } else { others.collect() },
        fits,
        misses: room - fits,
        fills_line: fits > 0 && fits == room,
        falls,
        to_lid: falls - (filled - marked) as u8,
        cost: cost_of_slots(marked, filled),
        takes_marker,
        marker_cost: cost_of_slots(used, marked),
        ends_draft: game.market().tiles().total() == u32::from(takes),
    })
}

/// What these slots of the floor cost, the first counted from 0 (A2).
fn cost_of_slots(first: usize, end: usize) -> u16 {
    FLOOR_PENALTIES[first..end].iter().map(|penalty| penalty.unsigned_abs() as u16).sum()
}

fn look_at_tiling(game: &Azul, seat: Seat, action: WallAction) -> Option<Tiling> {
    let (row, colour) = game.line_to_tile()?;
    let wall = game.board(seat)?.wall();
    let cell = Cell { row: action.row + 1, column: action.column + 1 };
    let (horizontal, vertical) = wall.runs(row, Column::new(action.column.into())?);
    Some(Tiling {
        mv: action.to_string(),
        row: cell.row,
        column: cell.column,
        colour,
        points: points_for_runs(horizontal, vertical),
        run: runs_through(cell, |cell| cell.has_tile(wall)),
    })
}
