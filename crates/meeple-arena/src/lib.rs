//! Playing: who sits at a table, what follows when they fail, many games.
//!
//! A bot is any program that speaks over stdin and stdout. It may be silent,
//! slow, chatty, broken or hostile: whatever it does becomes a
//! [`Verdict`](meeple_core::Verdict) with a name, never a panic, never a hang,
//! and when its game is over nothing that it started is left running.
//!
//! ```text
//! Host ──sits──► players ──► Seating ──asks, judges──► Table
//!  reads names                  │
//!                               └─ Referee: what follows from a verdict
//! tournament: many games on the same deals, every contestant on every seat
//! rating: how strong they are, and how sure that is
//! opening: a table from options as words; strength: how strong our players are
//! tuning: a player's parameters, chosen by playing against itself
//! check_bot: a program is walked through everything it will meet
//! ```
//!
//! This crate needs a Unix; finding descendants that hide needs Linux's `/proc`.

mod cannot_start;
pub mod check_bot;
pub mod filler;
mod guarded;
pub mod host;
pub mod json;
mod kennel;
pub mod process;
pub mod program;
pub mod rating;
mod remarks;
pub mod report;
pub mod seating;
mod stderr_tail;
pub mod tournament;
pub mod tuning;
pub mod workplace;

pub use host::{BadContestant, Host, Protocol};
pub use kennel::Kennel;
pub use meeple_ai::strength;
pub use meeple_session::{
    Clocks, Referee, ThinkingTime, TimeControl, opening, thinking_time, thinking_times,
    time_control,
};
pub use process::{Clock, Exchange, Process, Silence};
pub use program::{Between, Program, START_UP};
pub use remarks::Remarks;
pub use seating::{Asked, Seating, Stopped};
