//! Azul: draft tiles from the factories, fill pattern lines, tile a wall.
//!
//! ```text
//!  1 [B B Y R]   2 [K K K W]   3 [. . . .]   4 [Y Y Y W]   5 [R R K K]
//!                     centre: W W R and the marker
//!
//!          [B]    B . . . .       take all tiles of one colour from one place,
//!        [. Y]    . . Y . .       put them on one line; what does not fit
//!      [. . .]    . . . . .       falls to the floor and costs points; a full
//!    [K K K K]    . K . . .       line sends one tile to the wall
//!  [. . . . .]    . . . . .
//! ```
//!
//! [`Azul`] is the game (a [`meeple_core::Game`]) for two to four players, with either side of the wall.
//! [`list_legal_actions`] and [`can_place_in_pattern_line`] tell what can be drafted, [`IllegalMove`]
//! why a move is illegal, and [`ScoreLine`] how points were scored. The rules A1 to A16 are in
//! `docs/rules/azul.md`. `ReferenceAzul` is the reference implementation, used as the oracle in tests.

mod board;
mod constants;
mod deal;
mod game;
mod hash;
mod history;
mod legality;
mod market;
mod moves;
mod options;
#[cfg(any(test, feature = "reference"))]
mod reference;
#[cfg(any(test, feature = "reference"))]
mod reference_position;
mod round;
mod scoring;
mod stalemate;
#[cfg(test)]
mod tests;
mod text;
mod tile;
mod validation;
mod wall;

pub use board::{FloorLine, PatternLine, PlayerBoard};
pub use constants::{
    COLOUR_BONUS, COLOUR_COUNT, COLUMN_BONUS, FACTORY_COUNT_2P, FACTORY_COUNT_3P, FACTORY_COUNT_4P,
    FLOOR_LINE_SLOTS, FLOOR_PENALTIES, LAST_ROUND, MAX_FACTORIES, MAX_PLAYERS, MAX_POINTS,
    MIN_PLAYERS, PATTERN_LINE_COUNT, ROW_BONUS, TILES_PER_COLOUR, TILES_PER_FACTORY, TOTAL_TILES,
    factory_count,
};
pub use deal::{Deal, FactoryTiles, Supply};
pub use game::{Azul, EndReason, Marker, Phase};
pub use legality::{IllegalMove, can_place_in_pattern_line, check_draft, list_legal_actions};
pub use market::Market;
pub use moves::{Destination, DraftAction, Move, Source, WallAction};
pub use options::{Options, Starter, WallSide};
#[cfg(any(test, feature = "reference"))]
pub use reference::ReferenceAzul;
pub use scoring::{EndBonus, ScoreKeeper, ScoreLine};
pub use tile::{TileColour, TileCounts};
pub use validation::ImpossiblePosition;
pub use wall::{Wall, WallColumn, WallRow, points_for_runs, wall_colour_at, wall_column_of};

use crate::GameEntry;

/// The entry of Azul in the list of games.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Azul>();
