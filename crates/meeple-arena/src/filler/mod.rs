//! Filler over pipes: the two dialects, from both sides.
//!
//! ```text
//! engine's side   Dialect::question ──► bot ──► Reading::read              (program)
//! bot's side      Questions ──► one of our players ──► Dialect::answer     (serve)
//! ```
//!
//! The rules F1 to F11 are in `docs/rules/filler.md`, what goes over the pipes
//! is in `docs/bots.md`.

mod answer;
mod dialect;
mod program;
mod question;
mod serve;

pub use answer::{NotAnAnswer, Reading};
pub use dialect::{Dialect, Marks, UnknownDialect};
pub use program::FillerProgram;
pub use question::{BadQuestion, Question, Questions};
pub use serve::serve;
