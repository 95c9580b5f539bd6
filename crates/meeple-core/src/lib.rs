//! Traits and types shared by every game.
//!
//! A game is a **position** (a plain value) and three methods that change it: [`Game::play`],
//! [`Game::play_unchecked`] and [`Game::apply_deal`]. Chance takes turns like a player. Its decisions
//! are *deals*, drawn only when they become visible, so no position contains hidden information.
//!
//! - [`game`], [`any_game`]: the trait [`Game`] and its type-erased form
//! - [`game_history`], [`table`], [`record`]: a game in progress, with the source of its deals, and on disk
//! - [`player`], [`verdict`]: computer players, and how a player can fail
//! - `conformance`, [`perft`]: tests for every implementation of [`Game`]
//!
//! This crate contains no concrete game apart from `tree_game`, does no file IO and reads no
//! clock.
//!
//! ```
//! use meeple_core::{Game, Turn, tree_game::TreeGame};
//!
//! // A two-ply game tree spelled as text: seat 0 chooses a or b, then seat 1.
//! let mut game: TreeGame = "tree=0(a:1(c:1,0|d:0,1)|b:1,0)".parse()?;
//! let mv = "b".parse()?;
//! game.play(mv)?;
//! assert_eq!(game.turn(), Turn::Over);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod amounts;
pub mod any_game;
mod cell_name;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod deals;
pub mod game;
pub mod game_history;
pub mod millis;
mod option_values;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod player;
mod position_hasher;
pub mod record;
pub mod rng;
mod starting_position;
pub mod table;
pub mod text;
#[cfg(any(test, feature = "tree-game"))]
pub mod tree_game;
pub mod verdict;

pub use any_game::{AnyGame, DealError, PlayError};
pub use cell_name::CellName;
pub use deals::{DealSource, SeededDeals, TypedDeals};
pub use game::{Game, ImpossibleDeal, NoDeal, Seat, Turn};
pub use game_history::{EventError, GameHistory, Ply};
pub use millis::Millis;
pub use option_values::OptionValues;
pub use options::{GameOptions, OptionInfo, OptionKey, OptionsError};
pub use outcome::{MAX_SEATS, Outcome, SeatResult};
pub use player::{AnyPlayer, Choice, ChooseError, GameClock, Limits, Player, RankedMove};
pub use position_hasher::PositionHasher;
pub use record::{
    Consequence, Contestant, EndEvent, EndedBy, Event, Header, Notes, RecordError, Replay, SeatInfo,
};
pub use starting_position::StartingPosition;
pub use table::{FaultRule, OpenTableError, Penalty, Table, TableDue};
pub use text::{KeyValues, ParseError};
pub use verdict::Verdict;

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
