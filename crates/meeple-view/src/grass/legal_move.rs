//! The legal moves, with what each would do.

use super::{
    BonusSquare,
    picture::{free, laid_on},
    spelled::{number, text, texts},
};
use meeple_core::{Game, Seat, Turn};
use meeple_games::grass::{Board, Bonus, Cell, Grass, Move, Orientation, Placed, Rows, TileNumber};
use serde::Serialize;

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is.
    #[serde(flatten)]
    pub choice: Choice,
}

/// What a move is, and what it would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Choice {
    /// Lays the tile in hand.
    Lay {
        /// Its number; a 1x1 tile has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        tile: Option<u8>,
        /// How it would be turned.
        #[serde(serialize_with = "text")]
        orientation: Orientation,
        /// The top left corner of its rectangle.
        #[serde(serialize_with = "text")]
        corner: Cell,
        /// The cells that it would cover, row by row.
        #[serde(serialize_with = "texts")]
        cells: Vec<Cell>,
        /// The bonus squares that would be captured (G10).
        captures: Vec<BonusSquare>,
        /// The bonus squares that would be covered, and lost (G9).
        loses: Vec<BonusSquare>,
        /// The cells on which then nobody could lay a tile any more (G9).
        #[serde(serialize_with = "texts")]
        closes: Vec<Cell>,
        /// The side of the player's largest square after it.
        square: u8,
    },
    /// Spends a coupon on another tile (G7).
    Exchange {
        /// Which of the next tiles, from 1.
        number: u8,
        /// The tile that is got.
        tile: u8,
        /// Whether it fits anywhere; if not, it is discarded (G6).
        fits: bool,
    },
    /// Spends a coupon on taking a stone away (G8).
    Remove {
        /// Where the stone lies.
        #[serde(serialize_with = "text")]
        cell: Cell,
        /// Whether the tile in hand then fits anywhere; if not, it is discarded (G6).
        fits: bool,
    },
    /// Places a stone (G11).
    Stone {
        /// Where.
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
        /// Whose it is.
        owner: Seat,
        /// The cells that would become empty, row by row.
        #[serde(serialize_with = "texts")]
        cells: Vec<Cell>,
        /// Whether the thief can then lay it anywhere; if not, it is discarded (G12).
        fits: bool,
    },
    /// Gives up the tile in hand, which fits nowhere (G6).
    Discard {
        /// Its number.
        tile: u8,
    },
    /// Lays no more 1x1 tiles (G14).
    Stop,
}

impl LegalMove {
    /// All of them, in the game's order.
    pub(super) fn all(position: &Grass) -> Vec<LegalMove> {
        let Turn::Seat(seat) = position.turn() else { return Vec::new() };
        let foresight = Foresight::new(position, seat);
        let told = |mv: Move| LegalMove { mv: mv.to_string(), choice: foresight.choice(mv) };
        position.legal_moves().map(told).collect()
    }
}

/// What is needed to say what the moves of a position would do.
struct Foresight<'a> {
    position: &'a Grass,
    seat: Seat,
    /// The free cells that one of the others, and nobody else, can lay a tile on (G9).
    only_another: Rows,
}

impl<'a> Foresight<'a> {
    fn new(position: &'a Grass, seat: Seat) -> Self {
        let board = position.board();
        let (mut one, mut two) = (Rows::EMPTY, Rows::EMPTY);
        for other in (0..board.seats()).map(Seat::new).filter(|&other| other != seat) {
            let beside = board.territory(other).neighbours();
            (one, two) = (one.or(&beside), two.or(&one.and(&beside)));
        }
        let own = board.territory(seat).neighbours();
        let only_another = one.without(&two).without(&own).and(&free(board));
        Foresight { position, seat, only_another }
    }

    fn choice(&self, mv: Move) -> Choice {
        match mv {
            Move::Lay { corner, orientation } => self.lay(corner, orientation),
            Move::Exchange(place) => {
                let mut next = self.position.queue().next_tiles();
                let tile = next.nth(usize::from(place) - 1).expect("one of the next tiles");
                let fits = self.fits(self.position.board(), tile);
                Choice::Exchange { number: place, tile: number(tile), fits }
            }
            Move::Remove(cell) => {
                let mut board = self.position.board().clone();
                board.remove_stone(cell);
                Choice::Remove { cell, fits: self.fits(&board, self.in_hand()) }
            }
            Move::Stone(cell) => Choice::Stone { cell },
            Move::Steal(cell) => self.steal(cell),
            Move::Discard => Choice::Discard { tile: number(self.in_hand()) },
            Move::Stop => Choice::Stop,
        }
    }

    fn lay(&self, corner: Cell, orientation: Orientation) -> Choice {
        let (board, tile) = (self.position.board(), self.position.tile_in_hand());
        let cells = laid_on(self.position, corner, orientation);
        let mut after = board.clone();
        match tile {
            Some(tile) => after.place(tile, Placed { owner: self.seat, corner, orientation }),
            None => after.place_single(self.seat, corner),
        }
        after.capture(self.seat);
        let covered: Rows = cells.iter().copied().collect();
        let squares = |bonuses: &[Bonus], is_meant: &dyn Fn(Cell) -> bool| {
            let meant = bonuses.iter().filter(|bonus| is_meant(bonus.cell));
            meant.copied().map(BonusSquare::of).collect()
        };
        Choice::Lay {
            tile: tile.map(number),
            orientation,
            corner,
            captures: squares(after.captured(), &|cell| !board.is_captured(cell)),
            loses: squares(board.bonuses(), &|cell| covered.has(cell)),
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

    fn steal(&self, cell: Cell) -> Choice {
        let mut board = self.position.board().clone();
        let (tile, placed) = board.tile_at(cell).expect("a cell that can be stolen is a tile's");
        let cells = board.cells_of(tile, placed).collect();
        board.steal(cell);
        let (owner, fits) = (placed.owner, self.fits(&board, tile));
        Choice::Steal { cell, tile: number(tile), owner, cells, fits }
    }

    fn in_hand(&self) -> TileNumber {
        self.position.tile_in_hand().expect("these moves are made with a drawn tile in hand")
    }

    fn fits(&self, board: &Board, tile: TileNumber) -> bool {
        board.can_place_anywhere(self.seat, tile).is_some()
    }
}
