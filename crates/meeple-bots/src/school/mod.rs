//! Filler over pipes in the two dialects of the school project, and its engines.
//!
//! ```text
//! engine's side   Dialect::question ──► bot ──► AnswerReading::read              (program)
//! bot's side      Questions ──► computer player ──► Dialect::answer        (serve)
//! observer        Transcript ──► what any engine printed, turn by turn
//! ```
//!
//! Meeple's version of a school's engine accepts that school's options (`official_words`) and maps
//! (`maps`), sets up the requested game (`EngineSetup`), and prints it byte for byte as that
//! school's engine does (`faces`, `trace`).
//!
//! `docs/rules/filler.md` has the rules F1 to F11, `docs/bots.md` what goes over the pipes.

mod answer;
mod dialect;
mod engine_setup;
pub mod maps;
mod misbehaviour;
pub mod official_options;
pub mod output;
mod program;
mod question;
mod serve;
pub mod trace;
mod transcript;

pub use answer::{AnswerReading, BadSchoolAnswer};
pub use dialect::{Dialect, LatestPieceMarks, UnknownDialect};
pub use engine_setup::{EngineArgs, EngineSetup, EngineSetupError};
pub use misbehaviour::{Misbehaviour, misbehaviour};
pub use program::FillerProgram;
pub use question::{BadQuestion, Questions, SchoolQuestion};
pub use serve::serve;
pub use transcript::{
    DrawingError, EngineResult, Transcript, TranscriptEnd, TranscriptError, TranscriptEvent,
    TranscriptState, TranscriptTurn,
};
