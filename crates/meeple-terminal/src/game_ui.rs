//! What the terminal knows of each game: its prompt, its board, and a few words and numbers.

use crate::{
    prompt::PromptEntry,
    screen::boards::{Board, azul, chomp, filler, grass},
};
use meeple_games::GameKind;
use std::ops::RangeInclusive;

/// What the terminal must know of one game.
pub(crate) struct GameUi {
    /// How it is played line by line.
    pub(crate) prompt: PromptEntry,
    /// Makes an empty board of the full screen.
    pub(crate) board: fn() -> Box<dyn Board>,
    /// How it is played on the full screen, in a few sentences and keys.
    pub(crate) help: &'static str,
    /// What is asked for when it is practised.
    pub(crate) task: &'static str,
    /// Options that differ from one position to practise to the next, and from what to what.
    pub(crate) sizes: &'static [(&'static str, RangeInclusive<u32>)],
    /// The options and the player of the game that lives on its card.
    pub(crate) card: (&'static [&'static str], &'static str),
}

impl GameUi {
    /// That of this game.
    pub(crate) fn of(kind: GameKind) -> &'static GameUi {
        match kind {
            GameKind::Chomp => &chomp::UI,
            GameKind::Filler => &filler::UI,
            GameKind::Azul => &azul::UI,
            GameKind::Grass => &grass::UI,
        }
    }
}
