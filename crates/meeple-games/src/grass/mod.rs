//! Laying Grass: place grass tiles to own the largest square.
//!
//! ```text
//!     A B C D E F G H
//!   A . . . . . . . .      Seat 0 has just placed the upper five cells, with
//!   B . . 0 0 0 . . .      the corner of their rectangle at BC. The bonus
//!   C . 0 0 S 0 . . .      square CD now has seat 0 on all four sides: it is
//!   D . 0 0 0 . 1 1 .      captured, and a stone may be placed. No tile may
//!   E . . . . . . 1 .      cover DE now: it is next to seats 0 and 1.
//! ```
//!
//! A game for two to nine players from a television show. [`Grass`] is the game (a
//! [`meeple_core::Game`]), [`Tile`] a shape, [`TileQueue`] the tiles to come, [`Holdings`] a player's
//! coupons and bonuses, and [`Board`] everything on the board. The rules G1 to G15 are in
//! `docs/rules/grass.md`. `ReferenceGrass` is the reference implementation, used as the oracle in tests.

mod board;
mod bonus;
mod cell;
mod cell_set;
mod colour;
mod deal;
mod game;
mod holdings;
mod illegal_move;
mod legal_placements;
mod mv;
mod options;
mod phase;
mod placeable_area;
mod position;
#[cfg(any(test, feature = "reference"))]
mod reference;
mod shapes;
#[cfg(test)]
mod tests;
mod tile;
mod tile_queue;
mod turns;
mod validation;

pub use board::{Board, PlacedTile};
pub use bonus::{BonusKind, BonusSquare, BonusSquares, MAX_BONUSES};
pub use cell::{Cell, MAX_SIDE};
pub use cell_set::{CellIter, CellSet};
pub use colour::{Colour, UnknownColour};
pub use deal::Deal;
pub use game::{Grass, ROUNDS, tiles_in_play};
pub use holdings::Holdings;
pub use illegal_move::IllegalMove;
pub use legal_placements::LegalPlacements;
pub use mv::Move;
pub use options::{FinalTiles, Options, TieBreak};
pub use phase::Phase;
pub use placeable_area::{PlaceableArea, PlacementRule};
#[cfg(any(test, feature = "reference"))]
pub use reference::ReferenceGrass;
pub use shapes::{ShapeList, TILE_COUNT};
pub use tile::{Orientation, OrientedTile, Tile, TileNumber};
pub use tile_queue::{TileQueue, VISIBLE_TILES};

use crate::GameEntry;

/// The entry of Laying Grass in the list of games.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Grass>();
