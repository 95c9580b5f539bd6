//! What lies where: the table, the boards, the bag and the lid.

use super::{
    moves::{self, AzulLegalMove},
    scoring::{self, Scored},
    telling,
};
use crate::Scene;
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::azul::{
    Azul, Column, FLOOR_PENALTIES, FloorLine, Marker, Phase, PlayerBoard, Row, TileColor,
    TileCounts, WallSide, get_wall_color, get_wall_column_for_color,
};
use serde::Serialize;

/// Everything on the table and on the boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AzulPicture {
    /// The round, from 1; between rounds the one that comes.
    pub round: u8,
    /// What happens next.
    pub phase: Stage,
    /// Who moves next; `None` at a deal and when the game is over.
    pub to_move: Option<Seat>,
    /// What is due, in a sentence.
    pub due: String,
    /// The number of the line whose tile the seat to move must put on the grey wall (A16).
    pub line_to_tile: Option<u8>,
    /// Who started this round, or starts the one to be dealt.
    pub starter: Seat,
    /// Whether the starting-player marker lies in the centre.
    pub marker_in_centre: bool,
    /// The factories, in the order of their numbers.
    pub factories: Vec<Heap>,
    /// The tiles in the centre.
    pub centre: Heap,
    /// The tiles in the bag.
    pub bag: Heap,
    /// The tiles in the lid.
    pub lid: Heap,
    /// The colours of the walls' cells, row by row; `None` on the grey side.
    pub wall_colours: Option<Vec<Vec<TileColor>>>,
    /// The boards, seat by seat.
    pub boards: Vec<SeatBoard>,
    /// The last move, if no deal came after it.
    pub last_move: Option<LastMove>,
    /// What the last deal or move scored, in the order in which it happened.
    pub scored: Vec<Scored>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The starter is drawn (A4).
    DrawStarter,
    /// The factories are filled (A13).
    Deal,
    /// Tiles are drafted (A5).
    Draft,
    /// A full line waits for its cell on the grey wall (A16).
    Tile,
    /// The game has ended.
    Over,
}

/// Tiles that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heap {
    /// How many there are.
    pub total: u32,
    /// The colours that are there.
    pub groups: Vec<Group>,
}

/// The tiles of one colour in a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The colour.
    pub colour: TileColor,
    /// How many there are.
    pub count: u8,
}

/// A player's board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatBoard {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub name: String,
    /// Points so far.
    pub score: u16,
    /// Whether this player took the marker and starts the next round, also where the floor had no
    /// slot for it (A7).
    pub has_marker: bool,
    /// The pattern lines, from the top.
    pub lines: Vec<Line>,
    /// The tiles on the wall, row by row; `None` is a free cell.
    pub wall: Vec<Vec<Option<TileColor>>>,
    /// The floor.
    pub floor: Floor,
    /// Complete rows of the wall (A12).
    pub complete_rows: u8,
    /// Complete columns of the wall (A12).
    pub complete_columns: u8,
    /// Colours with all five tiles on the wall (A12).
    pub complete_colours: u8,
}

/// A pattern line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, which is also how many tiles it has room for.
    pub line: u8,
    /// The colour of its tiles; `None` when it is empty.
    pub colour: Option<TileColor>,
    /// How many tiles it holds.
    pub filled: u8,
    /// Whether it is full: its tile goes to the wall when the draft ends.
    pub full: bool,
    /// The column to which its tile will go; `None` when it is empty, or the wall grey.
    pub column: Option<u8>,
}

/// A floor line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Floor {
    /// The slots from the left: the marker first, then the tiles by colour.
    pub slots: Vec<FloorSlot>,
    /// What the used slots cost together.
    pub cost: u16,
}

/// A slot of the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FloorSlot {
    /// What it costs when something lies there.
    pub cost: u16,
    /// What lies there.
    pub holds: Option<Slot>,
}

/// What lies on a slot of the floor. In JSON the colour, or `"marker"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// The starting-player marker.
    Marker,
    /// A tile.
    #[serde(untagged)]
    Tile(TileColor),
}

/// A move that was made, and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    #[serde(flatten)]
    pub made: AzulLegalMove,
}

impl Heap {
    fn of(tiles: TileCounts) -> Self {
        Heap { total: tiles.total(), groups: Group::all(tiles) }
    }
}

impl Group {
    /// The colours of a heap.
    pub(super) fn all(tiles: TileCounts) -> Vec<Self> {
        tiles.colors().map(|colour| Group { colour, count: tiles[colour] }).collect()
    }
}

impl Stage {
    fn of(phase: Phase) -> Self {
        match phase {
            Phase::DrawStarter => Stage::DrawStarter,
            Phase::Deal => Stage::Deal,
            Phase::Draft => Stage::Draft,
            Phase::Tile => Stage::Tile,
            Phase::Over => Stage::Over,
        }
    }
}

pub(super) fn picture(scene: &Scene<'_, Azul>) -> AzulPicture {
    let game = scene.position;
    let table = game.market();
    let factories = (0..game.factory_count()).map(|index| Heap::of(table.factory(index)));
    let before = scene.line.last().and_then(|ply| ply.before.as_any().downcast_ref::<Azul>());
    AzulPicture {
        round: game.round(),
        phase: Stage::of(game.phase()),
        to_move: match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        },
        due: telling::tell_due(scene),
        line_to_tile: game.line_to_tile().map(|(row, _)| row.capacity()),
        starter: game.starter(),
        marker_in_centre: game.marker() == Marker::Center,
        factories: factories.collect(),
        centre: Heap::of(table.centre()),
        bag: Heap::of(game.bag()),
        lid: Heap::of(game.lid()),
        wall_colours: (game.side() == WallSide::Colour).then(wall_colours),
        boards: (0..game.players()).filter_map(|seat| board(scene, Seat::new(seat))).collect(),
        last_move: before.and_then(|before| last_move(scene, before)),
        scored: before.map_or(Vec::new(), |before| scoring::scored(scene, before)),
    }
}

fn wall_colours() -> Vec<Vec<TileColor>> {
    let colours = |row: Row| Column::ALL.map(|column| get_wall_color(row, column)).to_vec();
    Row::ALL.map(colours).to_vec()
}

fn board(scene: &Scene<'_, Azul>, seat: Seat) -> Option<SeatBoard> {
    let (game, board) = (scene.position, scene.position.board(seat)?);
    let wall = board.wall();
    let tiles = |row: Row| Column::ALL.map(|column| wall.tile_at(row, column)).to_vec();
    Some(SeatBoard {
        seat,
        name: scene.name(seat).into(),
        score: board.score(),
        has_marker: game.marker() == Marker::Taken(seat),
        lines: Row::ALL.map(|row| line(game.side(), board, row)).to_vec(),
        wall: Row::ALL.map(tiles).to_vec(),
        floor: floor(*board.floor()),
        complete_rows: wall.complete_rows(),
        complete_columns: wall.complete_columns(),
        complete_colours: wall.complete_colors(),
    })
}

fn line(side: WallSide, board: &PlayerBoard, row: Row) -> Line {
    let line = board.line(row);
    let cell = |color| get_wall_column_for_color(row, color).index() as u8 + 1;
    Line {
        line: row.capacity(),
        colour: line.color,
        filled: line.count_filled,
        full: board.is_line_full(row),
        column: line.color.filter(|_| side == WallSide::Colour).map(cell),
    }
}

fn floor(floor: FloorLine) -> Floor {
    let marker = floor.has_marker.then_some(Slot::Marker);
    let tiles = floor
        .tiles
        .colors()
        .flat_map(|color| std::iter::repeat_n(Slot::Tile(color), floor.tiles[color].into()));
    let mut used = marker.into_iter().chain(tiles);
    let slots = FLOOR_PENALTIES
        .map(|penalty| FloorSlot { cost: penalty.unsigned_abs() as u16, holds: used.next() });
    Floor { slots: slots.to_vec(), cost: floor.penalty() }
}

fn last_move(scene: &Scene<'_, Azul>, before: &Azul) -> Option<LastMove> {
    let Event::Move { seat, mv, .. } = &*scene.line.last()?.event else { return None };
    Some(LastMove { seat: *seat, made: moves::look_at(before, mv.parse().ok()?)? })
}
