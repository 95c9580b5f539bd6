//! A running game with people, computer players and programs.
//!
//! [`Session`] owns the game and everything that front ends must agree on: what
//! is legal, whose turn it is, clocks, what a failure leads to, what undo takes
//! back, offers, narration. It performs no IO, starts no threads and reads no
//! clock. A front end (prompt, full screen, web room) drives it:
//!
//! ```
//! use meeple_games::GameKind;
//! use meeple_session::{Action, Config, Due, Session, opening};
//! use std::time::Instant;
//!
//! let now = Instant::now(); // time is a parameter
//! let options = ["width=3".to_owned(), "height=2".to_owned()];
//! let table = opening::without_players(GameKind::Chomp, &options, 7)?;
//! let mut session = Session::start(table, Config::of(GameKind::Chomp), now);
//! let update = session.advance(now)?; // deals, if there are any
//! assert_eq!(update.entries.len(), 1); // the start of the record: store it, then show it
//! let Due::Person(seat) = session.due() else { panic!("two people play") };
//! let refusal = session.apply(Action::Play { seat, mv: "9,9", at: None }, now).unwrap_err();
//! assert!(refusal.to_string().starts_with("Square 9,9 is outside the bar"));
//! session.apply(Action::Play { seat, mv: "1,1", at: None }, now)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`opening`]: a table from option words; [`setup`]: defaults for seats and players
//! - [`protocol`]: the Meeple protocol for programs, without a wire

mod action;
mod clocks;
mod config;
mod narration;
mod offers;
pub mod opening;
pub mod protocol;
mod referee;
mod refusal;
mod session;
pub mod setup;
mod snapshot;
pub mod thinking_time;
pub mod time_control;
mod turns;

pub use action::{Action, Applied, Due, Entry, Notice, Reply, Request, Ticket, Update};
pub use clocks::{Clocks, Spent};
pub use config::{COMPUTER_GRACE, Config, INFO_LINES, OPPONENT, PERSON, PROGRAM_TIME, People};
pub use narration::Narrated;
pub use offers::{Offers, TakeBack, replay, rotate_seats};
pub use referee::{Referee, illegal};
pub use refusal::Refusal;
pub use session::Session;
pub use snapshot::{ClockSnapshot, SeatKind, SeatSnapshot, Snapshot, TakeBackSnapshot};
pub use thinking_time::{ThinkingTime, thinking_times};
pub use time_control::TimeControl;
