//! The Meeple protocol, independent of the transport: JSON lines for any game and number of seats.
//!
//! ```text
//! engine's side   start, turn ──► bot ──► AnswerLine::read
//! bot's side      EngineMessage ──► a computer player ──► MoveAnswer
//!
//! < {"type":"turn","ply":0,"seat":0,"moves":["0,1","1,0"],...}
//! > 1,0
//! ```
//!
//! Every turn contains the whole position and all legal moves, so a bot needs neither memory nor
//! rules. `docs/bots.md` documents every key. The transports (pipes and sockets) are in other
//! crates.

mod answer;
mod conversation;
mod message;

pub use answer::{AnswerLine, InfoLines, MoveAnswer};
pub use conversation::{BotConversation, parse_bot_line};
pub use message::{EndMessage, EngineMessage, LimitsMessage, StartMessage, TurnMessage};

/// The protocol version, sent in every `start`.
pub const PROTOCOL: u32 = 1;
