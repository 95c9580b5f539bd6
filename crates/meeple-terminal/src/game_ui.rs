//! What the terminal needs to know about each game: its prompt, its board, and a few texts and numbers.

use crate::{
    prompt::PromptEntry,
    screen::boards::{BoardWidget, azul, chomp, filler, grass},
};
use meeple_core::GameHistory;
use meeple_games::GameKind;
use std::ops::RangeInclusive;

/// Returns which game it is.
pub(crate) fn kind_of(game: &GameHistory) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// What the terminal needs to know about one game.
pub(crate) struct GameUi {
    /// Plays the game line by line.
    pub(crate) prompt: PromptEntry,
    /// Creates an empty board for the full screen.
    pub(crate) board: fn() -> Box<dyn BoardWidget>,
    /// How to play on the full screen, in a few sentences and keys.
    pub(crate) help: &'static str,
    /// The task shown in practice.
    pub(crate) task: &'static str,
    /// Options that vary between practice positions, with their ranges.
    pub(crate) sizes: &'static [(&'static str, RangeInclusive<u32>)],
    /// Options and player of the demo game shown on the game's card.
    pub(crate) card: (&'static [&'static str], &'static str),
}

impl GameUi {
    /// Returns the entry of this game.
    pub(crate) fn of(kind: GameKind) -> &'static GameUi {
        match kind {
            GameKind::Chomp => &chomp::UI,
            GameKind::Filler => &filler::UI,
            GameKind::Azul => &azul::UI,
            GameKind::Grass => &grass::UI,
        }
    }
}
