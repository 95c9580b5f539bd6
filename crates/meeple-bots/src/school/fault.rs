//! Who misbehaved, and what follows from it, in words.

use meeple_core::{Consequence, Event, Seat, Verdict, text::printable};
use std::{fmt::Write, sync::Arc};

/// Whether a bot failed to answer, and not only with a bad move: getting stuck happens in good
/// games too.
pub fn is_fatal_verdict(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Illegal { .. })
}

/// `player 1 (bots/mine) loses (F7): time-out: ...`, and the last lines of its stderr.
pub fn fault(
    seat: Seat,
    name: &str,
    verdict: &Verdict,
    log: &[Arc<Event>],
    stderr: &[String],
) -> String {
    let (player, name, kind) = (seat.index() + 1, printable(name), verdict.name());
    let followed = log.iter().rev().find_map(|event| match **event {
        Event::Fault { seat: whose, then, .. } if whose == seat => Some(then),
        _ => None,
    });
    let consequence = match (followed, verdict) {
        (Some(Consequence::Plays), Verdict::Illegal { .. }) => "is stuck (F5)",
        (Some(Consequence::Plays), _) => "is stuck, and the other goes on (F7)",
        (Some(Consequence::Out), _) => "is out",
        (Some(Consequence::Ends) | None, _) => "loses (F7)",
    };
    let mut text = format!("player {player} ({name}) {consequence}: {kind}: {verdict}");
    for line in stderr {
        let _ = write!(text, "\n  its stderr: {line}");
    }
    text
}
