//! A game's prompt as a value, for whoever does not know its type.

use super::{
    game::Prompt,
    start::{self, House, Setting},
    telling,
};
use crate::{console::Console, failure::Failure, paint::Paint};
use meeple_bots::Host;
use meeple_core::{Match, Replay};
use std::path::Path;

/// What can be done with a game's prompt.
pub(crate) struct PromptEntry {
    /// Plays a game from its start.
    pub(super) play: fn(Setting, House, Console<'_>) -> Result<(), Failure>,
    /// Continues a game that was read from this record.
    pub(super) go_on: fn(&Path, Replay, House, Console<'_>) -> Result<(), Failure>,
    /// The board after so many deals and moves.
    pub(super) draw_at: fn(&Match, usize, Paint) -> String,
    /// A whole game, told from the start.
    pub(super) tell: fn(&Match, Paint) -> String,
    /// Who sits where when nothing is said.
    pub(super) default_seats: fn() -> Vec<String>,
    /// The host of the game's tables.
    pub(super) host: fn(&House) -> Host,
}

impl PromptEntry {
    /// The entry of this prompt.
    pub(crate) const fn of<P: Prompt>() -> Self {
        PromptEntry {
            play: start::play_game::<P>,
            go_on: start::go_on::<P>,
            draw_at: telling::draw_at::<P>,
            tell: telling::tell::<P>,
            default_seats: start::usual_seats::<P>,
            host: House::host::<P>,
        }
    }
}
