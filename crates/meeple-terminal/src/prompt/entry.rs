//! A game's prompt as a value, for code that is generic over games at run time.

use super::{
    game::Prompt,
    narration,
    start::{self, Env, GameSetup},
};
use crate::{command_error::CommandError, console::Console, paint::Paint};
use meeple_core::{GameHistory, Replay};
use std::path::Path;

/// The functions of a game's prompt.
pub(crate) struct PromptEntry {
    /// Plays a game from its start.
    pub(super) play: fn(GameSetup, Env, Console<'_>) -> Result<(), CommandError>,
    /// Continues a game that was read from this record.
    pub(super) resume: fn(&Path, Replay, Env, Console<'_>) -> Result<(), CommandError>,
    /// Draws the board after this many deals and moves.
    pub(super) draw_at: fn(&GameHistory, usize, Paint) -> String,
    /// Narrates a whole game from the start.
    pub(super) narrate: fn(&GameHistory, Paint) -> String,
}

impl PromptEntry {
    /// Creates the entry of this prompt.
    pub(crate) const fn of<P: Prompt>() -> Self {
        PromptEntry {
            play: start::play_game::<P>,
            resume: start::resume_replay::<P>,
            draw_at: narration::draw_at::<P>,
            narrate: narration::narrate::<P>,
        }
    }
}
