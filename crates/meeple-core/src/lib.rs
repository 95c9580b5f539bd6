//! What a game is, and what can be done with any game.
//!
//! A game is a **position** (a plain value) and three verbs that change it:
//! [`Game::play`], [`Game::play_unchecked`] and [`Game::apply_deal`]. Chance is
//! a mover like any other: what it decides is a *deal*, drawn only when it
//! becomes visible, so no position holds a secret.
//!
//! This crate names no game, touches no file and reads no clock.
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
pub mod conformance;
pub mod deals;
pub mod game;
pub mod game_match;
pub mod millis;
mod mixer;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod record;
pub mod rng;
mod starting_position;
pub mod table;
pub mod text;
pub mod tree_game;
pub mod verdict;

pub use any_game::{AnyGame, DealError, PlayError};
pub use deals::{DealSource, SeededDeals, TypedDeals};
pub use game::{Game, ImpossibleDeal, NoDeal, Seat, Turn};
pub use game_match::{BadEvent, Match, Ply};
pub use millis::Millis;
pub use mixer::Mixer;
pub use options::{BadOptions, Key, KeyInfo, Options};
pub use outcome::{MAX_SEATS, Outcome, SeatResult};
pub use player::{AnyPlayer, Choice, GameClock, Limits, NoChoice, Player, Ranked};
pub use record::{
    Consequence, Contestant, End, EndedBy, Event, Header, Notes, RecordError, Replay, SeatInfo,
};
pub use starting_position::StartingPosition;
pub use table::{CannotOpen, Due, FaultRule, Penalty, Table};
pub use text::{ParseError, Words};
pub use verdict::Verdict;
