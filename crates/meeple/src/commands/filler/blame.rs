//! Saying who misbehaved, and what follows from it.

use crate::failure::{Failure, warn};
use meeple_arena::Seating;
use meeple_core::{Consequence, Event, Match, Seat, Verdict, text::printable};
use std::{fmt::Write, sync::Arc};

/// Says who misbehaved, and what it wrote to stderr. A game with such a bot
/// was not played to its end, or not by both.
pub(crate) fn blame(game: &Match, seating: &Seating) -> Result<(), Failure> {
    let mut faults = Vec::new();
    let mut is_fatal = false;
    for (index, info) in game.header().seats.iter().enumerate() {
        let seat = Seat::new(index);
        if let Some(verdict) = seating.verdict(seat) {
            is_fatal |= is_fatal_verdict(verdict);
            let stderr = seating.last_words(seat);
            faults.push(fault(seat, &info.name, verdict, game.log(), &stderr));
        }
    }
    if is_fatal {
        faults.push(
            "meeple check-bot filler says how to mend a program. One of the Meeple protocol is \
             named json:PATH"
                .into(),
        );
        return Err(Failure::Failed(faults.join("\nmeeple: ")));
    }
    for fault in faults {
        warn("meeple", fault);
    }
    Ok(())
}

/// Whether a bot failed to answer, and not only with a bad move: getting stuck happens in good
/// games too.
pub(super) fn is_fatal_verdict(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Illegal { .. })
}

/// `player 1 (bots/mine) loses (F7): time-out: ...`, and the last lines of its stderr.
pub(super) fn fault(
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
