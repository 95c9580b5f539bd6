//! The legal moves and their effects.

use super::{
    ShownBonus,
    serialised::{number, texts},
    shown_position::{free, placed_cells},
};
use crate::as_text::text;
use meeple_core::{Game, Seat, Turn};
use meeple_games::grass::{
    Board, BonusSquare, Cell, CellSet, Grass, Move, Orientation, PlacedTile, TileNumber,
};
use serde::Serialize;

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The kind of move, with its effects.
    #[serde(flatten)]
    pub choice: LegalMoveKind,
}

/// The kind of a move, with its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LegalMoveKind {
    /// Places the tile in hand.
    Lay {
        /// Its number; `None` for a 1x1 tile.
        #[serde(skip_serializing_if = "Option::is_none")]
        tile: Option<u8>,
        /// Its orientation.
        #[serde(serialize_with = "text")]
        orientation: Orientation,
        /// The top left corner of its rectangle.
        #[serde(serialize_with = "text")]
        corner: Cell,
        /// The cells that it would cover, row by row.
        #[serde(serialize_with = "texts")]
        cells: Vec<Cell>,
        /// The bonus squares that would be captured (G10).
        captures: Vec<ShownBonus>,
        /// The bonus squares that would be covered, and lost (G9).
        loses: Vec<ShownBonus>,
        /// The cells on which nobody could place a tile any more (G9).
        #[serde(serialize_with = "texts")]
        closes: Vec<Cell>,
        /// The side length of the player's largest square afterwards.
        square: u8,
    },
    /// Spends a coupon on another tile (G7).
    Exchange {
        /// The place among the next tiles, counted from 1.
        number: u8,
        /// The number of the tile received.
        tile: u8,
        /// Whether it fits anywhere; if not, it is discarded (G6).
        fits: bool,
    },
    /// Spends a coupon on removing a stone (G8).
    Remove {
        /// The stone's cell.
        #[serde(serialize_with = "text")]
        cell: Cell,
        /// Whether the tile in hand then fits anywhere; if not, it is discarded (G6).
        fits: bool,
    },
    /// Places a stone (G11).
    Stone {
        /// The stone's cell.
        #[serde(serialize_with = "text")]
        cell: Cell,
    },
    /// Steals a tile (G12).
    Steal {
        /// The cell that names it.
        #[serde(serialize_with = "text")]
        cell: Cell,
        /// Its number.
        tile: u8,
        /// The tile's owner.
        owner: Seat,
        /// The cells that would become empty, row by row.
        #[serde(serialize_with = "texts")]
        cells: Vec<Cell>,
        /// Whether the thief can then place it anywhere; if not, it is discarded (G12).
        fits: bool,
    },
    /// Discards the tile in hand, which fits nowhere (G6).
    Discard {
        /// Its number.
        tile: u8,
    },
    /// Places no more 1x1 tiles (G14).
    Stop,
}

impl LegalMove {
    /// Returns all legal moves in the game's order.
    pub(super) fn all(position: &Grass) -> impl Iterator<Item = LegalMove> {
        let seat = match position.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let all = |seat| {
            let foresight = MoveEffects::new(position, seat);
            let told = move |mv: Move| LegalMove { mv: mv.to_string(), choice: foresight.kind(mv) };
            position.legal_moves().map(told)
        };
        seat.into_iter().flat_map(all)
    }
}

/// Computes the effects of the moves in a position.
struct MoveEffects<'a> {
    position: &'a Grass,
    seat: Seat,
    /// The free cells on which exactly one other player, and nobody else, can place a tile (G9).
    only_another: CellSet,
}

impl<'a> MoveEffects<'a> {
    fn new(position: &'a Grass, seat: Seat) -> Self {
        let board = position.board();
        let (mut one, mut two) = (CellSet::EMPTY, CellSet::EMPTY);
        for other in (0..board.seats()).map(Seat::new).filter(|&other| other != seat) {
            let beside = board.territory(other).neighbours();
            (one, two) = (one.or(&beside), two.or(&one.and(&beside)));
        }
        let own = board.territory(seat).neighbours();
        let only_another = one.without(&two).without(&own).and(&free(board));
        MoveEffects { position, seat, only_another }
    }

    fn kind(&self, mv: Move) -> LegalMoveKind {
        match mv {
            Move::Place { corner, orientation } => self.lay(corner, orientation),
            Move::Exchange(place) => {
                let mut next = self.position.queue().next_tiles();
                let tile = next.nth(usize::from(place) - 1).expect("one of the next tiles");
                let fits = self.fits(self.position.board(), tile);
                LegalMoveKind::Exchange { number: place, tile: number(tile), fits }
            }
            Move::Remove(cell) => {
                let mut board = self.position.board().clone();
                board.remove_stone(cell);
                LegalMoveKind::Remove { cell, fits: self.fits(&board, self.in_hand()) }
            }
            Move::Stone(cell) => LegalMoveKind::Stone { cell },
            Move::Steal(cell) => self.steal(cell),
            Move::Discard => LegalMoveKind::Discard { tile: number(self.in_hand()) },
            Move::Stop => LegalMoveKind::Stop,
        }
    }

    fn lay(&self, corner: Cell, orientation: Orientation) -> LegalMoveKind {
        let (board, tile) = (self.position.board(), self.position.tile_in_hand());
        let cells = placed_cells(self.position, corner, orientation);
        let mut after = board.clone();
        match tile {
            Some(tile) => after.place(tile, PlacedTile { owner: self.seat, corner, orientation }),
            None => after.place_single(self.seat, corner),
        }
        after.capture(self.seat);
        let covered: CellSet = cells.iter().copied().collect();
        let squares = |bonuses: &[BonusSquare], is_meant: &dyn Fn(Cell) -> bool| {
            let meant = bonuses.iter().filter(|bonus| is_meant(bonus.cell));
            meant.copied().map(ShownBonus::of).collect()
        };
        LegalMoveKind::Lay {
            tile: tile.map(number),
            orientation,
            corner,
            captures: squares(after.captured(), &|cell| !board.is_captured(cell)),
            loses: squares(board.bonuses(), &|cell| covered.contains(cell)),
            closes: covered
                .neighbours()
                .and(&self.only_another)
                .without(&covered)
                .cells()
                .collect(),
            square: after.largest_square(self.seat),
            cells,
        }
    }

    fn steal(&self, cell: Cell) -> LegalMoveKind {
        let mut board = self.position.board().clone();
        let (tile, placed) = board.tile_at(cell).expect("a cell that can be stolen is a tile's");
        let cells = board.cells_of(tile, placed).collect();
        board.steal(cell);
        let (owner, fits) = (placed.owner, self.fits(&board, tile));
        LegalMoveKind::Steal { cell, tile: number(tile), owner, cells, fits }
    }

    fn in_hand(&self) -> TileNumber {
        self.position.tile_in_hand().expect("these moves are made with a drawn tile in hand")
    }

    fn fits(&self, board: &Board, tile: TileNumber) -> bool {
        board.can_place_anywhere(self.seat, tile).is_some()
    }
}
