//! Playing: bot processes, what can go wrong with them, protocols, many games.
//!
//! A bot is any program that speaks over stdin and stdout. It may be silent,
//! slow, chatty, broken or hostile: whatever it does becomes a [`Verdict`]
//! with a name, never a panic, never a hang, and when its game is over nothing
//! that it started is left running.
//!
//! ```text
//! Program ──start──► Process ──read(clock)──► bytes | Silence
//!  a command line     owns the bot, its pipes        a Verdict, or stopped from outside
//!                     and all its descendants
//! ```
//!
//! This crate needs a Unix; finding descendants that hide needs Linux's `/proc`.

pub mod filler;
pub mod process;
pub mod program;
mod stderr_tail;
pub mod sweep;
pub mod verdict;

pub use process::{Clock, Process, Silence};
pub use program::Program;
pub use verdict::Verdict;
