//! Laying Grass: lay tiles of grass to own the largest square.
//!
//! ```text
//!     A B C D E F G H
//!   A . . . . . . . .      Seat 0 has just laid the tile whose corner is BC.
//!   B . . 0 0 0 . . .      Its grass touches the older one, and seat 1's
//!   C . 0 0 . 0 . . .      cells only at corners. The bonus square CD is now
//!   D . 0 0 0 . 1 1 .      surrounded on four sides once DD, which it has,
//!   E . . . . . . 1 .      is seat 0's: it is captured.
//! ```
//!
//! The game of a television show, for two to nine players. [`Tile`] is a
//! shape, [`TileQueue`] where it comes from, [`Player`] what each holds,
//! [`Board`] what lies where, and [`Grass`] the game (a [`meeple_core::Game`]).
//! The rules G1 to G15 are in `docs/rules/grass.md`; [`PlainGrass`] is the
//! slow twin written straight from them.

mod board;
mod cell;
mod deal;
mod game;
mod illegal;
mod lays;
mod mv;
mod options;
mod plain;
mod player;
mod position;
mod possible;
mod queue;
mod rows;
mod shapes;
mod tile;

pub use board::{Board, Bonus, BonusKind, Bonuses, Ground, MAX_BONUSES, Placed, Placement};
pub use cell::{Cell, MAX_SIDE};
pub use deal::Deal;
pub use game::{Grass, Phase, ROUNDS, tiles_in_play};
pub use illegal::Illegal;
pub use lays::Lays;
pub use mv::Move;
pub use options::{FinalTiles, GrassOptions, TieBreak};
pub use plain::PlainGrass;
pub use player::{Colour, Player, UnknownColour};
pub use queue::{TileQueue, VISIBLE};
pub use rows::{Cells, Rows};
pub use shapes::{ShapeList, TILES};
pub use tile::{Orientation, Tile, TileNumber, Turned};
