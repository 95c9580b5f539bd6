//! External programs: how they run, what is spoken with them, who sits at a table with them.
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
//! json: the Meeple protocol over pipes
//! school: Filler's two dialects, and the schools' engines that speak them
//! check_bot: a program is walked through everything it will meet
//! ```
//!
//! This crate needs a Unix; finding descendants that hide needs Linux's `/proc`.

pub mod bounded;
mod cannot_start;
pub mod check_bot;
mod exit;
pub mod files;
mod guarded;
pub mod host;
pub mod json;
mod kennel;
mod players;
pub mod process;
pub mod program;
mod remarks;
pub mod school;
pub mod seating;
mod stderr_tail;

pub use exit::{Exit, PipeEnd};
pub use host::{BadContestant, Host, Protocol};
pub use kennel::Kennel;
pub use players::{Answered, Players, Reply};
pub use process::{Clock, Exchange, Process, Silence};
pub use program::{Between, Program, START_UP};
pub use remarks::Remarks;
pub use seating::{Asked, Seating, Stopped};
