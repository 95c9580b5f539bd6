//! Saying who misbehaved at a school's table.

use crate::failure::{Failure, warn};
use meeple_bots::school::misbehaviour;
use meeple_core::{Match, Seat};

/// Says who misbehaved, and what it wrote to stderr. A game with such a bot
/// was not played to its end, or not by both.
pub fn blame(game: &Match) -> Result<(), Failure> {
    let seats = game.header().seats.iter().enumerate();
    let found: Vec<_> = seats
        .filter_map(|(index, info)| misbehaviour(Seat::new(index), &info.name, game.log()))
        .collect();
    if found.iter().any(|fault| fault.is_fatal) {
        let advice = "meeple check-bot filler says how to mend a program. One of the Meeple \
                      protocol is named json:PATH";
        let texts = found.iter().map(|fault| fault.text.as_str());
        return Err(Failure::Failed(texts.chain([advice]).collect::<Vec<_>>().join("\nmeeple: ")));
    }
    for fault in found {
        warn("meeple", fault.text);
    }
    Ok(())
}
