//! The schools: Filler over pipes in their two dialects, and their engines.
//!
//! ```text
//! engine's side   Dialect::question ──► bot ──► Reading::read              (program)
//! bot's side      Questions ──► one of our players ──► Dialect::answer     (serve)
//! onlooker        Transcript ──► what any engine printed, turn by turn
//! ```
//!
//! An engine of ours takes a school's words (`official_words`) and maps (`maps`), arranges the
//! game that was asked for (`Arrangement`), and prints it byte for byte as that school does
//! (`faces`, `trace`).
//!
//! The rules F1 to F11 are in `docs/rules/filler.md`, what goes over the pipes
//! is in `docs/bots.md`.

mod answer;
mod arrangement;
mod dialect;
pub mod faces;
mod fault;
pub mod maps;
pub mod official_words;
mod program;
mod question;
mod serve;
pub mod trace;
mod transcript;

pub use answer::{NotAnAnswer, Reading};
pub use arrangement::{Arrangement, CannotArrange, Wanted};
pub use dialect::{Dialect, Marks, UnknownDialect};
pub use fault::{Misbehaviour, misbehaviour};
pub use program::FillerProgram;
pub use question::{BadQuestion, Question, Questions};
pub use serve::serve;
pub use transcript::{Breakage, End, Ended, NotATranscript, Seen, Told, Transcript, Turn};
