//! The picture of a Laying Grass position.

use super::{
    GrassSeat, NextTile, TileInHand,
    letters::letters,
    narration,
    serialised::{number, texts},
};
use crate::{ViewScene, as_text::text};
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, BonusSquare, Cell, CellSet, Grass, Move, Orientation, Phase, ROUNDS,
    TieBreak, Tile,
};
use serde::Serialize;

/// A position as shown on a screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPosition {
    /// The round: 0 for the start tiles, 1 to 9, and 10 for the final coupons.
    pub round: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// What happens next: `deal`, `start`, `tile`, `stone`, `robbery`, `stolen`, `final` or `over`.
    pub phase: &'static str,
    /// The seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// What happens next, in words.
    pub due: String,
    /// The number of rows and of columns of the board.
    pub side: usize,
    /// The rows of the board from the top: `.` is empty, a digit is the seat that owns the cell,
    /// `#` is a stone, `E` `S` `R` are bonus squares.
    pub board: Vec<String>,
    /// Who can still place a tile on each cell unless something is stolen (G9), row by row: `.` is everyone,
    /// a digit only that seat, `x` nobody; `#` is not free.
    pub open_to: Vec<String>,
    /// The numbered tiles on the board.
    pub tiles: Vec<ShownTile>,
    /// The 1x1 tiles on the board.
    pub singles: Vec<ShownSingle>,
    /// The bonus squares that can still be captured.
    pub bonuses: Vec<ShownBonus>,
    /// The bonus squares that were captured.
    pub captured: Vec<ShownCapture>,
    /// The stones.
    #[serde(serialize_with = "texts")]
    pub stones: Vec<Cell>,
    /// The tile in hand, if one is to be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<TileInHand>,
    /// The visible upcoming tiles.
    pub next: Vec<NextTile>,
    /// The number of tiles in the queue, including the drawn one.
    pub tiles_left: usize,
    /// Whether this turn's coupon is spent (G6).
    pub coupon_spent: bool,
    /// The tie-break between equal squares: `grass` on the board, or `in-square` (G15).
    pub tie: &'static str,
    /// The players in seat order.
    pub seats: Vec<GrassSeat>,
    /// The last move that changed the board, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<LastMove>,
}

/// A numbered tile on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownTile {
    /// Its number.
    pub tile: u8,
    /// Its owner.
    pub owner: Seat,
    /// A letter that no adjacent tile has; the tile keeps it while it is on the board.
    pub letter: char,
    /// The top left corner of its rectangle.
    #[serde(serialize_with = "text")]
    pub corner: Cell,
    /// Its orientation.
    #[serde(serialize_with = "text")]
    pub orientation: Orientation,
    /// The cells it covers, row by row.
    #[serde(serialize_with = "texts")]
    pub cells: Vec<Cell>,
}

/// A 1x1 tile, which cannot be stolen (G12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownSingle {
    /// Its cell.
    #[serde(serialize_with = "text")]
    pub cell: Cell,
    /// Its owner.
    pub owner: Seat,
}

/// A bonus square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownBonus {
    /// Its cell.
    #[serde(serialize_with = "text")]
    pub cell: Cell,
    /// What it gives: `exchange`, `stone` or `robbery` (G10 to G12).
    pub bonus: &'static str,
}

/// A captured bonus square (G10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownCapture {
    /// The square.
    #[serde(flatten)]
    pub square: ShownBonus,
    /// Its owner.
    pub owner: Seat,
}

/// The last move that changed the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// The seat that made it.
    pub seat: Seat,
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells it changed: those placed, removed or stolen.
    #[serde(serialize_with = "texts")]
    pub cells: Vec<Cell>,
}

impl ShownPosition {
    pub(super) fn of(scene: &ViewScene<'_, Grass>) -> Self {
        let (game, board) = (scene.position, scene.position.board());
        ShownPosition {
            round: game.round(),
            rounds: ROUNDS,
            phase: phase(game.phase()),
            to_move: match game.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            due: narration::describe_next(scene),
            side: board.side(),
            board: draw_board(board, |cell| owner_mark(board, cell)),
            open_to: open_to(board),
            tiles: laid_tiles(scene),
            singles: owned(board, board.singles().cells())
                .map(|(cell, owner)| ShownSingle { cell, owner })
                .collect(),
            bonuses: board.bonuses().iter().copied().map(ShownBonus::of).collect(),
            captured: captured(board),
            stones: board.stones().cells().collect(),
            hand: TileInHand::of(game),
            next: NextTile::all(game),
            tiles_left: game.queue().len(),
            coupon_spent: game.is_coupon_spent(),
            tie: match game.tie_break_rule() {
                TieBreak::Grass => "grass",
                TieBreak::InSquare => "in-square",
            },
            seats: GrassSeat::all(scene),
            last_change: last_change(scene),
        }
    }
}

impl ShownBonus {
    pub(super) fn of(bonus: BonusSquare) -> Self {
        let word = match bonus.kind {
            BonusKind::Exchange => "exchange",
            BonusKind::Stone => "stone",
            BonusKind::Robbery => "robbery",
        };
        ShownBonus { cell: bonus.cell, bonus: word }
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "deal",
        Phase::Start => "start",
        Phase::Tile => "tile",
        Phase::Stone => "stone",
        Phase::Robbery => "robbery",
        Phase::Stolen => "stolen",
        Phase::Final => "final",
        Phase::Over => "over",
    }
}

/// Draws the board with one character per cell.
fn draw_board(board: &Board, mark: impl Fn(Cell) -> char) -> Vec<String> {
    let row = |row| (0..board.side()).map(|column| mark(Cell::new(row, column))).collect();
    (0..board.side()).map(row).collect()
}

fn owner_mark(board: &Board, cell: Cell) -> char {
    let bonus = || board.bonuses().iter().find(|bonus| bonus.cell == cell);
    match board.owner(cell) {
        Some(seat) => digit(seat),
        None if board.stones().contains(cell) => '#',
        None => bonus().map_or('.', |bonus| bonus.kind.letter()),
    }
}

fn digit(seat: Seat) -> char {
    char::from(b'0' + seat.index() as u8)
}

/// G9: a tile must not touch other players' cells.
fn open_to(board: &Board) -> Vec<String> {
    let everybody = || (0..board.seats()).map(Seat::new);
    let beside: Vec<CellSet> = everybody().map(|seat| board.territory(seat).neighbours()).collect();
    let free = free(board);
    draw_board(board, |cell| {
        let mut near = everybody().filter(|seat| beside[seat.index()].contains(cell));
        match (near.next(), near.next()) {
            _ if !free.contains(cell) => '#',
            (None, _) => '.',
            (Some(seat), None) => digit(seat),
            (Some(_), Some(_)) => 'x',
        }
    })
}

/// Returns the cells on which something can still be placed: empty ones and bonus squares.
pub(super) fn free(board: &Board) -> CellSet {
    board.empty_cells().or(&board.bonuses().iter().map(|bonus| bonus.cell).collect())
}

fn laid_tiles(scene: &ViewScene<'_, Grass>) -> Vec<ShownTile> {
    let (board, letters) = (scene.position.board(), letters(scene));
    let tiles = board.tiles().map(|(tile, placed)| ShownTile {
        tile: number(tile),
        owner: placed.owner,
        letter: letters[&tile],
        corner: placed.corner,
        orientation: placed.orientation,
        cells: board.cells_of(tile, placed).collect(),
    });
    tiles.collect()
}

fn captured(board: &Board) -> Vec<ShownCapture> {
    let captured = board.captured().iter().filter_map(|&bonus| {
        Some(ShownCapture { square: ShownBonus::of(bonus), owner: board.owner(bonus.cell)? })
    });
    captured.collect()
}

/// Pairs cells with their owners, skipping cells without one.
fn owned(board: &Board, cells: impl Iterator<Item = Cell>) -> impl Iterator<Item = (Cell, Seat)> {
    cells.filter_map(|cell| Some((cell, board.owner(cell)?)))
}

fn last_change(scene: &ViewScene<'_, Grass>) -> Option<LastMove> {
    scene.plies.iter().rev().find_map(|ply| {
        let Event::Move { seat, mv, .. } = &*ply.event else { return None };
        let before: &Grass = ply.before.as_any().downcast_ref()?;
        let cells = changed_cells(before, mv.parse().ok()?)?;
        Some(LastMove { seat: *seat, mv: mv.clone(), cells })
    })
}

/// Returns the cells of the board that a move changes; `None` if it changes none.
fn changed_cells(before: &Grass, mv: Move) -> Option<Vec<Cell>> {
    match mv {
        Move::Place { corner, orientation } => Some(placed_cells(before, corner, orientation)),
        Move::Stone(cell) | Move::Remove(cell) => Some(vec![cell]),
        Move::Steal(cell) => {
            let (tile, placed) = before.board().tile_at(cell)?;
            Some(before.board().cells_of(tile, placed).collect())
        }
        Move::Exchange(_) | Move::Discard | Move::Stop => None,
    }
}

/// Returns the cells that the tile in hand covers when placed like this.
pub(super) fn placed_cells(before: &Grass, corner: Cell, orientation: Orientation) -> Vec<Cell> {
    let shape = before.shape_in_hand().unwrap_or(Tile::SINGLE);
    shape.oriented(orientation).cells_at(corner).collect()
}
