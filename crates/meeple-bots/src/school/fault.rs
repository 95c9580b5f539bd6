//! Who misbehaved, and what follows from it, in words.

use meeple_core::{Consequence, Event, Seat, text::printable};
use std::{fmt::Write, sync::Arc};

/// How a bot misbehaved, as a log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misbehaviour {
    /// `player 1 (bots/mine) loses (F7): time-out: ...`, and the last lines of its stderr.
    pub text: String,
    /// Whether it failed to answer, and not only with a bad move: getting stuck happens in good
    /// games too.
    pub is_fatal: bool,
}

/// How the bot of this name misbehaved last, if it did.
pub fn misbehaviour(seat: Seat, name: &str, log: &[Arc<Event>]) -> Option<Misbehaviour> {
    log.iter().rev().find_map(|event| {
        let Event::Fault { seat: whose, verdict, seen, then, stderr } = &**event else {
            return None;
        };
        let is_fatal = verdict != "illegal";
        let consequence = match then {
            Consequence::Plays if is_fatal => "is stuck, and the other goes on (F7)",
            Consequence::Plays => "is stuck (F5)",
            Consequence::Out => "is out",
            Consequence::Ends => "loses (F7)",
        };
        let (player, name) = (seat.index() + 1, printable(name));
        let mut text = format!("player {player} ({name}) {consequence}: {verdict}: {seen}");
        for line in stderr {
            let _ = write!(text, "\n  its stderr: {line}");
        }
        (*whose == seat).then_some(Misbehaviour { text, is_fatal })
    })
}
