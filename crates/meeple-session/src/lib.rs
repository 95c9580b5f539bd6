//! Runs a game with people, computer players and external programs.
//!
//! A [`Session`] owns a game and everything on which front ends must agree: legality, turn order,
//! clocks, the consequences of failures, undo, offers and narration. It does no IO, starts no
//! threads and reads no clock. A front end (the prompt, the full screen or a room of the server)
//! drives it:
//!
//! ```
//! use meeple_games::GameKind;
//! use meeple_session::{Action, Due, Refusal, Session, SessionConfig, open_table};
//! use std::time::Instant;
//!
//! let now = Instant::now(); // time is a parameter
//! let options = ["width=3".to_owned(), "height=2".to_owned()];
//! let table = open_table::open_anonymous(GameKind::Chomp, &options, 7)?; // two people
//! let mut session = Session::start(table, SessionConfig::for_game(GameKind::Chomp), now);
//! let update = session.advance(now)?; // deals, if there are any
//! assert_eq!(update.entries.len(), 1); // the start of the record: store it, then show it
//! let Due::Person(seat) = session.due() else { panic!("two people play") };
//! let refusal = session.apply(Action::Play { seat, mv: "9,9", at: None }, now).unwrap_err();
//! assert!(matches!(refusal, Refusal::Illegal { .. })); // and nothing has changed
//! session.apply(Action::Play { seat, mv: "1,1", at: None }, now)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`fair_seed`]: commitments to a seed, and the verification of records
//! - [`open_table`]: opens a table from `key=value` options
//! - [`setup`]: the default seats and players
//! - [`protocol`]: the Meeple protocol for bots, independent of the transport

mod action;
mod clocks;
mod config;
pub mod fair_seed;
mod narration;
mod offers;
pub mod open_table;
pub mod protocol;
mod referee;
mod refusal;
mod session;
pub mod setup;
mod snapshot;
pub mod thinking_time;
pub mod time_control;
mod turns;

pub use action::{Action, Due, LogEntry, MoveRequest, Notice, Reply, Ticket, Update, UpdateResult};
pub use clocks::{Clocks, SpentTime};
pub use config::{
    COMPUTER_GRACE, INFO_LINES, OPPONENT, PERSON, PROGRAM_TIME, People, SessionConfig,
};
pub use narration::NarrationEntry;
pub use offers::{Offers, TakeBackRequest, replay_event, rotate_seats};
pub use referee::{Referee, illegal_move_verdict};
pub use refusal::Refusal;
pub use session::Session;
pub use snapshot::{ClockSnapshot, SeatKind, SeatSnapshot, ShownMoves, Snapshot, TakeBackSnapshot};
pub use thinking_time::{ThinkingTime, thinking_times};
pub use time_control::TimeControl;

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
