//! Laying Grass: lay tiles of grass to own the largest square.
//!
//! ```text
//!     A B C D E F G H
//!   A . . . . . . . .      Seat 0 has just laid the upper five cells, with
//!   B . . 0 0 0 . . .      the corner of their rectangle at BC. The bonus
//!   C . 0 0 S 0 . . .      square CD now has seat 0 on all four sides: it is
//!   D . 0 0 0 . 1 1 .      captured, and a stone may be placed. Nobody else
//!   E . . . . . . 1 .      can lay anything on DE: it is next to seats 0 and 1.
//! ```
//!
//! The game of a television show, for two to nine players. [`Tile`] is a
//! shape, [`TileQueue`] where it comes from, [`Holdings`] what each holds,
//! [`Board`] what lies where, and [`Grass`] the game (a [`meeple_core::Game`]).
//! The rules G1 to G15 are in `docs/rules/grass.md`; [`PlainGrass`] is the
//! slow twin written straight from them.

mod board;
mod bonus;
mod cell;
mod colour;
mod deal;
mod game;
mod ground;
mod holdings;
mod illegal;
mod lays;
mod mv;
mod options;
mod phase;
mod plain;
mod position;
mod possible;
mod queue;
mod rows;
mod shapes;
#[cfg(test)]
mod tests;
mod tile;
mod turns;

pub use board::{Board, Placed};
pub use bonus::{Bonus, BonusKind, Bonuses, MAX_BONUSES};
pub use cell::{Cell, MAX_SIDE};
pub use colour::{Colour, UnknownColour};
pub use deal::Deal;
pub use game::{Grass, ROUNDS, tiles_in_play};
pub use ground::{Ground, LayRule};
pub use holdings::Holdings;
pub use illegal::Illegal;
pub use lays::Lays;
pub use mv::Move;
pub use options::{FinalTiles, GrassOptions, TieBreak};
pub use phase::Phase;
pub use plain::PlainGrass;
pub use queue::{TileQueue, VISIBLE};
pub use rows::{Cells, Rows};
pub use shapes::{ShapeList, TILES};
pub use tile::{Orientation, Tile, TileNumber, Turned};

use crate::GameEntry;

/// What can be done with Laying Grass.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Grass>();
