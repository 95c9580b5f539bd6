//! Filler over pipes: the two dialects, from both sides.
//!
//! ```text
//! engine's side   Dialect::question ──► bot ──► Reading::read              (program)
//! bot's side      Questions ──► one of our players ──► Dialect::answer     (serve)
//! onlooker        Transcript ──► what any engine printed, turn by turn
//! ```
//!
//! The rules F1 to F11 are in `docs/rules/filler.md`, what goes over the pipes
//! is in `docs/bots.md`.

mod answer;
mod dialect;
mod program;
mod question;
mod serve;
mod transcript;

pub use answer::{NotAnAnswer, Reading};
pub use dialect::{Dialect, Marks, UnknownDialect};
pub use program::FillerProgram;
pub use question::{BadQuestion, Question, Questions};
pub use serve::serve;
pub use transcript::{Breakage, End, Ended, NotATranscript, Seen, Told, Transcript, Turn};
