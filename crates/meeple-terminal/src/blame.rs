//! Saying who misbehaved at a school's table.

use crate::failure::{Failure, warn};
use meeple_bots::{
    Seating,
    school::{fault, is_fatal_verdict},
};
use meeple_core::{Match, Seat};

/// Says who misbehaved, and what it wrote to stderr. A game with such a bot
/// was not played to its end, or not by both.
pub fn blame(game: &Match, seating: &Seating) -> Result<(), Failure> {
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
