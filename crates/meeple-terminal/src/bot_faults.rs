//! Reports bots that misbehaved in a school's game.

use crate::command_error::{CommandError, warn};
use meeple_bots::school::misbehaviour;
use meeple_core::{GameHistory, Seat};

/// Prints which bots misbehaved, with their stderr. Returns an error if a fault was fatal, which means that
/// the game wasn't played to its end, or not by both.
pub fn report_bot_faults(game: &GameHistory) -> Result<(), CommandError> {
    let seats = game.header().seats.iter().enumerate();
    let found: Vec<_> = seats
        .filter_map(|(index, info)| misbehaviour(Seat::new(index), &info.name, game.log()))
        .collect();
    if found.iter().any(|fault| fault.is_fatal) {
        let advice = "Run `meeple check-bot filler` to find the problem. If the program uses the Meeple \
                      protocol, name it json:PATH.";
        let texts = found.iter().map(|fault| fault.text.as_str());
        return Err(CommandError::Failed(
            texts.chain([advice]).collect::<Vec<_>>().join("\nmeeple: "),
        ));
    }
    for fault in found {
        warn("meeple", fault.text);
    }
    Ok(())
}
