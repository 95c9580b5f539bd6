//! What there is to be seen.

use super::{
    GrassSeat, NextTile, TileInHand,
    letters::letters,
    spelled::{number, text, texts},
    told,
};
use crate::Scene;
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::grass::{
    Board, Bonus, BonusKind, Cell, Grass, Move, Orientation, Phase, ROUNDS, Rows, TieBreak, Tile,
};
use serde::Serialize;

/// A position as a screen shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GrassPicture {
    /// The round: 0 for the start tiles, 1 to 9, and 10 for the final coupons.
    pub round: u8,
    /// How many rounds there are.
    pub rounds: u8,
    /// What is due: `deal`, `start`, `tile`, `stone`, `robbery`, `stolen`, `final` or `over`.
    pub phase: &'static str,
    /// Who is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// What is due, in words.
    pub due: String,
    /// Rows, and columns, of the board.
    pub side: usize,
    /// The rows of the board from the top: `.` is empty, a digit is the seat that owns the cell,
    /// `#` is a stone, `E` `S` `R` are bonus squares.
    pub board: Vec<String>,
    /// Who can still lay a tile on a cell as long as nothing is stolen (G9), row by row: `.` is
    /// everybody, a digit only that seat, `x` nobody; `#` is not free.
    pub open_to: Vec<String>,
    /// The numbered tiles on the board.
    pub tiles: Vec<LaidTile>,
    /// The 1x1 tiles on the board.
    pub singles: Vec<SingleTile>,
    /// The bonus squares that are still to be had.
    pub bonuses: Vec<BonusSquare>,
    /// The bonus squares that were captured.
    pub captured: Vec<CapturedSquare>,
    /// The stones.
    #[serde(serialize_with = "texts")]
    pub stones: Vec<Cell>,
    /// The tile in hand, where one is to be laid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<TileInHand>,
    /// The tiles that can be seen coming.
    pub next: Vec<NextTile>,
    /// How many tiles are in the queue, the drawn one included.
    pub tiles_left: usize,
    /// Whether the coupon of this turn is spent (G6).
    pub coupon_spent: bool,
    /// What decides between equal squares: `grass` on the board, or `in-square` (G15).
    pub tie: &'static str,
    /// Everybody, in the order of the seats.
    pub seats: Vec<GrassSeat>,
    /// The last move that changed the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<LastChange>,
}

/// A numbered tile on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaidTile {
    /// Its number.
    pub tile: u8,
    /// Whose it is.
    pub owner: Seat,
    /// A letter that tells it from the tiles beside it; it keeps it while it lies.
    pub letter: char,
    /// The top left corner of its rectangle.
    #[serde(serialize_with = "text")]
    pub corner: Cell,
    /// How it is turned.
    #[serde(serialize_with = "text")]
    pub orientation: Orientation,
    /// What it covers, row by row.
    #[serde(serialize_with = "texts")]
    pub cells: Vec<Cell>,
}

/// A 1x1 tile, which cannot be stolen (G12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SingleTile {
    /// Where it lies.
    #[serde(serialize_with = "text")]
    pub cell: Cell,
    /// Whose it is.
    pub owner: Seat,
}

/// A bonus square that nobody has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BonusSquare {
    /// Where it is.
    #[serde(serialize_with = "text")]
    pub cell: Cell,
    /// What it gives: `exchange`, `stone` or `robbery` (G10 to G12).
    pub bonus: &'static str,
}

/// A captured bonus square (G10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CapturedSquare {
    /// The square.
    #[serde(flatten)]
    pub square: BonusSquare,
    /// Whose it is.
    pub owner: Seat,
}

/// The last move that changed the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastChange {
    /// Who made it.
    pub seat: Seat,
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells it changed: what was laid, placed, removed or stolen.
    #[serde(serialize_with = "texts")]
    pub cells: Vec<Cell>,
}

impl GrassPicture {
    pub(super) fn of(scene: &Scene<'_, Grass>) -> Self {
        let (game, board) = (scene.position, scene.position.board());
        GrassPicture {
            round: game.round(),
            rounds: ROUNDS,
            phase: phase(game.phase()),
            to_move: match game.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            due: told::due(scene),
            side: board.side(),
            board: drawn(board, |cell| owner_mark(board, cell)),
            open_to: open_to(board),
            tiles: laid_tiles(scene),
            singles: owned(board, board.singles().cells())
                .map(|(cell, owner)| SingleTile { cell, owner })
                .collect(),
            bonuses: board.bonuses().iter().copied().map(BonusSquare::of).collect(),
            captured: captured(board),
            stones: board.stones().cells().collect(),
            hand: TileInHand::of(game),
            next: NextTile::all(game),
            tiles_left: game.queue().len(),
            coupon_spent: game.is_coupon_spent(),
            tie: match game.tie() {
                TieBreak::Grass => "grass",
                TieBreak::InSquare => "in-square",
            },
            seats: GrassSeat::all(scene),
            last_change: last_change(scene),
        }
    }
}

impl BonusSquare {
    pub(super) fn of(bonus: Bonus) -> Self {
        let word = match bonus.kind {
            BonusKind::Exchange => "exchange",
            BonusKind::Stone => "stone",
            BonusKind::Robbery => "robbery",
        };
        BonusSquare { cell: bonus.cell, bonus: word }
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

/// The board, a mark for each cell.
fn drawn(board: &Board, mark: impl Fn(Cell) -> char) -> Vec<String> {
    let row = |row| (0..board.side()).map(|column| mark(Cell::new(row, column))).collect();
    (0..board.side()).map(row).collect()
}

fn owner_mark(board: &Board, cell: Cell) -> char {
    let bonus = || board.bonuses().iter().find(|bonus| bonus.cell == cell);
    match board.owner(cell) {
        Some(seat) => digit(seat),
        None if board.stones().has(cell) => '#',
        None => bonus().map_or('.', |bonus| bonus.kind.letter()),
    }
}

fn digit(seat: Seat) -> char {
    char::from(b'0' + seat.index() as u8)
}

/// G9: a tile keeps away from the cells of the others.
fn open_to(board: &Board) -> Vec<String> {
    let everybody = || (0..board.seats()).map(Seat::new);
    let beside: Vec<Rows> = everybody().map(|seat| board.territory(seat).neighbours()).collect();
    let free = free(board);
    drawn(board, |cell| {
        let mut near = everybody().filter(|seat| beside[seat.index()].has(cell));
        match (near.next(), near.next()) {
            _ if !free.has(cell) => '#',
            (None, _) => '.',
            (Some(seat), None) => digit(seat),
            (Some(_), Some(_)) => 'x',
        }
    })
}

/// The cells on which something can still be laid: empty ones and bonus squares.
pub(super) fn free(board: &Board) -> Rows {
    board.empty_cells().or(&board.bonuses().iter().map(|bonus| bonus.cell).collect())
}

fn laid_tiles(scene: &Scene<'_, Grass>) -> Vec<LaidTile> {
    let (board, letters) = (scene.position.board(), letters(scene));
    let tiles = board.tiles().map(|(tile, placed)| LaidTile {
        tile: number(tile),
        owner: placed.owner,
        letter: letters[&tile],
        corner: placed.corner,
        orientation: placed.orientation,
        cells: board.cells_of(tile, placed).collect(),
    });
    tiles.collect()
}

fn captured(board: &Board) -> Vec<CapturedSquare> {
    let captured = board.captured().iter().filter_map(|&bonus| {
        Some(CapturedSquare { square: BonusSquare::of(bonus), owner: board.owner(bonus.cell)? })
    });
    captured.collect()
}

/// Cells with their owners; cells without are left away.
fn owned(board: &Board, cells: impl Iterator<Item = Cell>) -> impl Iterator<Item = (Cell, Seat)> {
    cells.filter_map(|cell| Some((cell, board.owner(cell)?)))
}

fn last_change(scene: &Scene<'_, Grass>) -> Option<LastChange> {
    scene.line.iter().rev().find_map(|ply| {
        let Event::Move { seat, mv, .. } = &*ply.event else { return None };
        let before: &Grass = ply.before.as_any().downcast_ref()?;
        let cells = changed(before, mv.parse().ok()?)?;
        Some(LastChange { seat: *seat, mv: mv.clone(), cells })
    })
}

/// The cells of the board that a move changes.
fn changed(before: &Grass, mv: Move) -> Option<Vec<Cell>> {
    match mv {
        Move::Lay { corner, orientation } => Some(laid_on(before, corner, orientation)),
        Move::Stone(cell) | Move::Remove(cell) => Some(vec![cell]),
        Move::Steal(cell) => {
            let (tile, placed) = before.board().tile_at(cell)?;
            Some(before.board().cells_of(tile, placed).collect())
        }
        Move::Exchange(_) | Move::Discard | Move::Stop => None,
    }
}

/// The cells that the tile in hand covers when it is laid so.
pub(super) fn laid_on(before: &Grass, corner: Cell, orientation: Orientation) -> Vec<Cell> {
    let shape = before.shape_in_hand().unwrap_or(Tile::SINGLE);
    shape.turned(orientation).cells_at(corner).collect()
}
