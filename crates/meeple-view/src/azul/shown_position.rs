//! The picture of an Azul position: the table, the boards, the bag and the lid.

use super::{
    legal_move::{self, LegalMove},
    narration,
    scoring::{self, ScoreChange},
};
use crate::ViewScene;
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::azul::{
    Azul, FLOOR_PENALTIES, FloorLine, Marker, Phase, PlayerBoard, TileColour, TileCounts,
    WallColumn, WallRow, WallSide, wall_colour_at, wall_column_of,
};
use serde::Serialize;

/// Everything on the table and on the boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPosition {
    /// The round, counted from 1; between rounds, the next one.
    pub round: u8,
    /// What happens next.
    pub phase: ShownPhase,
    /// The seat to move; `None` at a deal and when the game is over.
    pub to_move: Option<Seat>,
    /// What happens next, in a sentence.
    pub due: String,
    /// The number of the line whose tile the seat to move must put on the grey wall (A16).
    pub line_to_tile: Option<u8>,
    /// The seat that started this round, or starts the one to be dealt.
    pub starter: Seat,
    /// Whether the starting-player marker lies in the centre.
    pub marker_in_centre: bool,
    /// The factories, in the order of their numbers.
    pub factories: Vec<TilePile>,
    /// The tiles in the centre.
    pub centre: TilePile,
    /// The tiles in the bag.
    pub bag: TilePile,
    /// The tiles in the lid.
    pub lid: TilePile,
    /// The colours of the walls' cells, row by row; `None` on the grey side.
    pub wall_colours: Option<Vec<Vec<TileColour>>>,
    /// The boards, seat by seat.
    pub boards: Vec<ShownPlayerBoard>,
    /// The last move, if no deal came after it.
    pub last_move: Option<LastMove>,
    /// What the last deal or move scored, in the order in which it happened.
    pub scored: Vec<ScoreChange>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownPhase {
    /// The starter is drawn (A4).
    DrawStarter,
    /// The factories are filled (A13).
    Deal,
    /// Tiles are drafted (A5).
    Draft,
    /// A player chooses a cell of the grey wall for a full line (A16).
    Tile,
    /// The game is over.
    Over,
}

/// A pile of tiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilePile {
    /// The number of tiles.
    pub total: u32,
    /// The tiles by colour, without absent colours.
    pub groups: Vec<ColourGroup>,
}

/// The tiles of one colour in a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ColourGroup {
    /// The colour.
    pub colour: TileColour,
    /// The number of tiles.
    pub count: u8,
}

/// A player's board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPlayerBoard {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// Points so far.
    pub score: u16,
    /// Whether this player took the marker and starts the next round, even if the floor had no slot for it
    /// (A7).
    pub has_marker: bool,
    /// The pattern lines, from the top.
    pub lines: Vec<ShownPatternLine>,
    /// The tiles on the wall, row by row; `None` is a free cell.
    pub wall: Vec<Vec<Option<TileColour>>>,
    /// The floor.
    pub floor: ShownFloor,
    /// Complete rows of the wall (A12).
    pub complete_rows: u8,
    /// Complete columns of the wall (A12).
    pub complete_columns: u8,
    /// Colours with all five tiles on the wall (A12).
    pub complete_colours: u8,
}

/// A pattern line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPatternLine {
    /// Its number, which is also its capacity.
    pub line: u8,
    /// The colour of its tiles; `None` when it is empty.
    pub colour: Option<TileColour>,
    /// The number of tiles on it.
    pub filled: u8,
    /// Whether it is full, so that a tile goes to the wall when the draft ends.
    pub full: bool,
    /// The column to which its tile will go; `None` if it is empty or the wall is grey.
    pub column: Option<u8>,
}

/// A floor line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownFloor {
    /// The slots from the left: the marker first, then the tiles by colour.
    pub slots: Vec<FloorSlot>,
    /// The total cost of the used slots.
    pub cost: u16,
}

/// A slot of the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FloorSlot {
    /// The cost if the slot is used.
    pub cost: u16,
    /// What lies on the slot, if anything.
    pub holds: Option<FloorSlotContent>,
}

/// The content of a floor slot; in JSON the colour, or `"marker"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorSlotContent {
    /// The starting-player marker.
    Marker,
    /// A tile.
    #[serde(untagged)]
    Tile(TileColour),
}

/// The last move and its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    #[serde(flatten)]
    pub made: LegalMove,
}

impl TilePile {
    fn of(tiles: TileCounts) -> Self {
        TilePile { total: tiles.total(), groups: ColourGroup::all(tiles) }
    }
}

impl ColourGroup {
    /// Returns the tiles by colour, without absent colours.
    pub(super) fn all(tiles: TileCounts) -> Vec<Self> {
        tiles.colours().map(|colour| ColourGroup { colour, count: tiles[colour] }).collect()
    }
}

impl ShownPhase {
    fn of(phase: Phase) -> Self {
        match phase {
            Phase::DrawStarter => ShownPhase::DrawStarter,
            Phase::Deal => ShownPhase::Deal,
            Phase::Draft => ShownPhase::Draft,
            Phase::Tile => ShownPhase::Tile,
            Phase::Over => ShownPhase::Over,
        }
    }
}

pub(super) fn picture(scene: &ViewScene<'_, Azul>) -> ShownPosition {
    let game = scene.position;
    let table = game.market();
    let factories = (0..game.factory_count()).map(|index| TilePile::of(table.factory(index)));
    let before = scene.plies.last().and_then(|ply| ply.before.as_any().downcast_ref::<Azul>());
    ShownPosition {
        round: game.round(),
        phase: ShownPhase::of(game.phase()),
        to_move: match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        },
        due: narration::describe_next(scene),
        line_to_tile: game.line_to_tile().map(|(row, _)| row.capacity()),
        starter: game.starter(),
        marker_in_centre: game.marker() == Marker::Centre,
        factories: factories.collect(),
        centre: TilePile::of(table.centre()),
        bag: TilePile::of(game.bag()),
        lid: TilePile::of(game.lid()),
        wall_colours: (game.side() == WallSide::Colour).then(wall_colours),
        boards: (0..game.players()).filter_map(|seat| board(scene, Seat::new(seat))).collect(),
        last_move: before.and_then(|before| last_move(scene, before)),
        scored: before.map_or(Vec::new(), |before| scoring::score_changes(scene, before)),
    }
}

fn wall_colours() -> Vec<Vec<TileColour>> {
    let colours = |row: WallRow| WallColumn::ALL.map(|column| wall_colour_at(row, column)).to_vec();
    WallRow::ALL.map(colours).to_vec()
}

fn board(scene: &ViewScene<'_, Azul>, seat: Seat) -> Option<ShownPlayerBoard> {
    let (game, board) = (scene.position, scene.position.board(seat)?);
    let wall = board.wall();
    let tiles = |row: WallRow| WallColumn::ALL.map(|column| wall.tile_at(row, column)).to_vec();
    Some(ShownPlayerBoard {
        seat,
        name: scene.name(seat).into(),
        score: board.score(),
        has_marker: game.marker() == Marker::Taken(seat),
        lines: WallRow::ALL.map(|row| line(game.side(), board, row)).to_vec(),
        wall: WallRow::ALL.map(tiles).to_vec(),
        floor: floor(*board.floor()),
        complete_rows: wall.complete_rows(),
        complete_columns: wall.complete_columns(),
        complete_colours: wall.complete_colours(),
    })
}

fn line(side: WallSide, board: &PlayerBoard, row: WallRow) -> ShownPatternLine {
    let line = board.line(row);
    let cell = |colour| wall_column_of(row, colour).index() as u8 + 1;
    ShownPatternLine {
        line: row.capacity(),
        colour: line.colour,
        filled: line.count_filled,
        full: board.is_line_full(row),
        column: line.colour.filter(|_| side == WallSide::Colour).map(cell),
    }
}

fn floor(floor: FloorLine) -> ShownFloor {
    let marker = floor.has_marker.then_some(FloorSlotContent::Marker);
    let tiles = floor.tiles.colours().flat_map(|colour| {
        std::iter::repeat_n(FloorSlotContent::Tile(colour), floor.tiles[colour].into())
    });
    let mut used = marker.into_iter().chain(tiles);
    let slots = FLOOR_PENALTIES
        .map(|penalty| FloorSlot { cost: penalty.unsigned_abs() as u16, holds: used.next() });
    ShownFloor { slots: slots.to_vec(), cost: floor.penalty() }
}

fn last_move(scene: &ViewScene<'_, Azul>, before: &Azul) -> Option<LastMove> {
    let Event::Move { seat, mv, .. } = &*scene.plies.last()?.event else { return None };
    Some(LastMove { seat: *seat, made: legal_move::legal_move(before, mv.parse().ok()?)? })
}
