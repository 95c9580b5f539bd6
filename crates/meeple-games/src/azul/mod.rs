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
//! [`Azul`] is the game (a [`meeple_core::Game`]) for two to four players, on
//! both sides of the boards. [`list_legal_actions`] and
//! [`can_place_in_pattern_line`] say what may be drafted, [`IllegalMove`] why
//! not, [`ScoreLine`] what was scored for what. [`PlainAzul`] is the same game
//! written straight from the rules, as the oracle of the tests. The rules A1 to
//! A16 are in `docs/rules/azul.md`.

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
mod plain;
mod plain_position;
mod possible;
mod round;
mod scoring;
mod stalemate;
#[cfg(test)]
mod tests;
mod text;
mod tile;
mod wall;

pub use board::{FloorLine, PatternLine, PlayerBoard};
pub use constants::{
    COLOR_BONUS, COLOR_COUNT, COLUMN_BONUS, FACTORY_COUNT_2P, FACTORY_COUNT_3P, FACTORY_COUNT_4P,
    FLOOR_LINE_SLOTS, FLOOR_PENALTIES, LAST_ROUND, MAX_FACTORIES, MAX_PLAYERS, MIN_PLAYERS,
    MOST_POINTS, PATTERN_LINE_COUNT, ROW_BONUS, TILES_PER_COLOR, TILES_PER_FACTORY, TOTAL_TILES,
    factory_count,
};
pub use deal::{Deal, Offer, Supply};
pub use game::{Azul, End, Marker, Phase};
pub use legality::{IllegalMove, can_place_in_pattern_line, explain_draft, list_legal_actions};
pub use market::Market;
pub use moves::{AzulMove, Destination, DraftAction, Source, WallAction};
pub use options::{AzulOptions, Starter, WallSide};
pub use plain::PlainAzul;
pub use possible::ImpossiblePosition;
pub use scoring::{Bonus, ScoreKeeper, ScoreLine};
pub use tile::{TileColor, TileCounts};
pub use wall::{Column, Row, Wall, get_wall_color, get_wall_column_for_color, points_for_runs};

use crate::GameEntry;

/// What can be done with Azul.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Azul>();
