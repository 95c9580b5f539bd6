//! The Meeple protocol without a wire: JSON lines, for every game and any number of seats.
//!
//! ```text
//! engine's side   start, turn ──► bot ──► Line::read
//! bot's side      Message ──► one of our players ──► Answer
//!
//! < {"type":"turn","ply":0,"seat":0,"moves":["0,1","1,0"],...}
//! > 1,0
//! ```
//!
//! Every turn carries the whole position and all legal moves, so that a bot
//! needs neither memory nor rules. `docs/bots.md` describes it key by key.
//! Pipes and sockets carry these lines elsewhere.

mod answer;
mod conversation;
mod message;

pub use answer::{Answer, InfoLines, Line};
pub use conversation::{Conversation, read_line};
pub use message::{Ended, Limit, Message, Start, Turn};

/// The version of the protocol, in every `start`.
pub const PROTOCOL: u32 = 1;
