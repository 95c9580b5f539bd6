//! The Meeple protocol over pipes: JSON lines, for every game and any number of seats.
//!
//! ```text
//! engine's side   start, turn ──► bot ──► parse_bot_line             (program)
//! bot's side      EngineMessage ──► built-in player ──► MoveAnswer   (serve)
//!
//! < {"type":"turn","ply":0,"seat":0,"moves":["0,1","1,0"],...}
//! > 1,0
//! ```
//!
//! Every turn carries the whole position and all legal moves, so a bot needs neither memory nor
//! rules. `docs/bots.md` describes every key; [`meeple_session::protocol`] defines the lines.

mod program;
mod serve;

pub use program::JsonProgram;
pub use serve::{BadMessage, serve};
