//! Filler over pipes: the two dialects, from both sides, and games between programs.
//!
//! ```text
//! engine's side   Dialect::question ──► bot ──► Judge::read        (game, chair)
//! bot's side      Questions ──► one of our players ──► Dialect::answer   (serve)
//! ```
//!
//! [`FillerGame`] plays one game between two [`Contestant`]s, step by step;
//! [`series`] plays many, both sides with the same pieces. The rules F1 to F9
//! are in `docs/rules/filler.md`, what goes over the pipes is in `docs/bots.md`.

mod answer;
mod chair;
mod dialect;
mod game;
mod pieces;
mod question;
pub mod series;
mod serve;

pub use answer::{Judge, NotAnAnswer};
pub use chair::{Answered, Ask, Chair, Contestant, Reply};
pub use dialect::{Dialect, Marks, UnknownDialect};
pub use game::{Ending, FillerGame, Setup, Step, Stopped, Tally, Turned};
pub use pieces::{Pieces, SeededPieces};
pub use question::{BadQuestion, Question, Questions};
pub use serve::serve;
