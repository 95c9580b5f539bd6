//! Describes how a bot misbehaved, and the consequence.

use meeple_core::{Consequence, Event, Seat, text::printable, verdict::is_illegal_move};
use std::{fmt::Write, sync::Arc};

/// How a bot misbehaved, according to the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misbehaviour {
    /// `player 1 (bots/mine) loses (F7): time-out: ...`, and the last lines of its stderr.
    pub text: String,
    /// Whether it failed to answer. A bad move is not fatal: getting stuck happens in good games too.
    pub is_fatal: bool,
}

/// Returns the latest misbehaviour of this seat's bot, if any; `name` is its name.
pub fn misbehaviour(seat: Seat, name: &str, log: &[Arc<Event>]) -> Option<Misbehaviour> {
    log.iter().rev().find_map(|event| {
        let Event::Fault { seat: whose, verdict, seen, then, stderr } = &**event else {
            return None;
        };
        let is_fatal = !is_illegal_move(verdict);
        let consequence = match then {
            Consequence::Plays if is_fatal => "is stuck; the opponent continues (F7)",
            Consequence::Plays => "is stuck (F5)",
            Consequence::Out => "is out",
            Consequence::Ends => "loses (F7)",
        };
        let (player, name) = (seat.index() + 1, printable(name));
        let mut text = format!("player {player} ({name}) {consequence}: {verdict}: {seen}");
        for line in stderr {
            let _ = write!(text, "\n  stderr: {line}");
        }
        (*whose == seat).then_some(Misbehaviour { text, is_fatal })
    })
}
