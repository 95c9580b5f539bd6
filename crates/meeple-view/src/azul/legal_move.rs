//! The effects of a move: where its tiles go, and what they cost.

use super::{
    scoring::{WallCell, runs_through},
    shown_position::ColourGroup,
};
use meeple_core::{Game, Seat, Turn};
use meeple_games::azul::{
    Azul, Destination, DraftAction, FLOOR_LINE_SLOTS, FLOOR_PENALTIES, Marker, Move, Source,
    TileColour, WallAction, WallColumn, WallRow, points_for_runs,
};
use serde::{Serialize, Serializer};

/// A legal move with its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LegalMove {
    /// Takes tiles from the table (A5).
    Draft(ShownDraft),
    /// Puts a tile of a full line on the grey wall (A16).
    Wall(ShownTiling),
}

/// A draft, chosen as source, colour and destination, with its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownDraft {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the tiles are taken from.
    pub source: ShownSource,
    /// Their colour.
    pub colour: TileColour,
    /// Where they go.
    pub place: ShownDestination,
    /// The number of tiles taken.
    pub takes: u8,
    /// The other tiles on the factory, which slide to the centre.
    pub slides: Vec<ColourGroup>,
    /// The number of tiles that fit on the line.
    pub fits: u8,
    /// The number of tiles that the line still needs afterwards; 0 on the floor.
    pub misses: u8,
    /// Whether the line becomes full.
    pub fills_line: bool,
    /// The number of tiles that fall to the floor, including those that find no slot there.
    pub falls: u8,
    /// The number of those that find no slot and go to the lid (A7).
    pub to_lid: u8,
    /// The cost in points of the tiles that fall, given what is already on the floor.
    pub cost: u16,
    /// Whether the starting-player marker comes with them (A5).
    pub takes_marker: bool,
    /// The cost of the marker in points.
    pub marker_cost: u16,
    /// Whether these are the last tiles on the table, so that the draft ends (A9).
    pub ends_draft: bool,
}

/// The placement of a full line's tile on a cell of its row, with its points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownTiling {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
    /// The tile's colour.
    pub colour: TileColour,
    /// The points it scores (A10).
    pub points: u8,
    /// The tiles that it scores with, including itself.
    pub run: Vec<WallCell>,
}

/// The source of a draft; in JSON the number of the factory, or `"centre"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownSource {
    /// A factory, counted from 1.
    Factory(u8),
    /// The centre.
    Centre,
}

/// The destination of a draft; in JSON the number of the line, or `"floor"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownDestination {
    /// A pattern line, counted from 1.
    Line(u8),
    /// The floor.
    Floor,
}

impl Serialize for ShownSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ShownSource::Factory(number) => serializer.serialize_u8(*number),
            ShownSource::Centre => serializer.serialize_str("centre"),
        }
    }
}

impl Serialize for ShownDestination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ShownDestination::Line(number) => serializer.serialize_u8(*number),
            ShownDestination::Floor => serializer.serialize_str("floor"),
        }
    }
}

/// Returns a move with its effects; `None` if it is not legal.
pub(super) fn legal_move(game: &Azul, mv: Move) -> Option<LegalMove> {
    game.check_move(mv).ok()?;
    let Turn::Seat(seat) = game.turn() else { return None };
    Some(match mv {
        Move::Draft(action) => LegalMove::Draft(shown_draft(game, seat, action)?),
        Move::Wall(action) => LegalMove::Wall(shown_tiling(game, seat, action)?),
    })
}

fn shown_draft(game: &Azul, seat: Seat, action: DraftAction) -> Option<ShownDraft> {
    let DraftAction { source, colour, destination } = action;
    let (board, lying) = (game.board(seat)?, game.market().tiles_at(source));
    let takes = lying[colour];
    let (place, room) = match destination {
        Destination::PatternLine(row) => {
            let row = WallRow::new(row.into())?;
            (ShownDestination::Line(row.capacity()), row.capacity() - board.line(row).count_filled)
        }
        Destination::Floor => (ShownDestination::Floor, 0),
    };
    let (fits, falls) = (takes.min(room), takes.saturating_sub(room));
    let takes_marker = source == Source::Centre && game.marker() == Marker::Centre;
    // A5: the marker takes a slot before this move's tiles; A7: if there is one.
    let used = board.floor().slots_used();
    let marked = (used + usize::from(takes_marker)).min(FLOOR_LINE_SLOTS);
    let filled = (marked + usize::from(falls)).min(FLOOR_LINE_SLOTS);
    let others = ColourGroup::all(lying).into_iter().filter(|group| group.colour != colour);
    Some(ShownDraft {
        mv: action.to_string(),
        source: match source {
            Source::Factory(index) => ShownSource::Factory(index + 1),
            Source::Centre => ShownSource::Centre,
        },
        colour,
        place,
        takes,
        slides: if source == Source::Centre { Vec::new() } else { others.collect() },
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

/// Returns the cost of a range of floor slots, counted from 0 (A2).
fn cost_of_slots(first: usize, end: usize) -> u16 {
    FLOOR_PENALTIES[first..end].iter().map(|penalty| penalty.unsigned_abs() as u16).sum()
}

fn shown_tiling(game: &Azul, seat: Seat, action: WallAction) -> Option<ShownTiling> {
    let (row, colour) = game.line_to_tile()?;
    let wall = game.board(seat)?.wall();
    let cell = WallCell { row: action.row + 1, column: action.column + 1 };
    let (horizontal, vertical) = wall.runs(row, WallColumn::new(action.column.into())?);
    Some(ShownTiling {
        mv: action.to_string(),
        row: cell.row,
        column: cell.column,
        colour,
        points: points_for_runs(horizontal, vertical),
        run: runs_through(cell, |cell| cell.has_tile(wall)),
    })
}
