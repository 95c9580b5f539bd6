//! The Meeple protocol over pipes: JSON lines, for every game and any number of seats.
//!
//! ```text
//! engine's side   start, turn ──► bot ──► Line::read                 (program)
//! bot's side      Message ──► one of our players ──► Answer          (serve)
//!
//! < {"type":"turn","ply":0,"seat":0,"moves":["0,1","1,0"],...}
//! > 1,0
//! ```
//!
//! Every turn carries the whole position and all legal moves, so that a bot
//! needs neither memory nor rules. `docs/bots.md` describes it key by key, the
//! lines themselves are [`meeple_session::protocol`].

mod program;
mod serve;

pub use program::JsonProgram;
pub use serve::{BadMessage, serve};
