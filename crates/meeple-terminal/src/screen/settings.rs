//! The user's settings, saved between runs.

use super::theme::{Palette, Shade, SymbolSet};
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The user's settings. Missing fields get their defaults; unknown fields are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The background: light or dark.
    pub(crate) shade: Shade,
    /// The colours of the seats.
    pub(crate) palette: Palette,
    /// Unicode symbols or ASCII only.
    pub(crate) signs: SymbolSet,
    /// Whether animations are off.
    pub(crate) is_still: bool,
    /// The most recently played game.
    pub(crate) last_game: Option<String>,
    /// The most recent setup of each game.
    pub(crate) games: BTreeMap<String, LastSetup>,
}

impl Settings {
    /// Returns the index of the most recently played game, or else of the first one.
    pub(crate) fn last_game_index(&self) -> usize {
        let last = self.last_game.as_deref();
        GameKind::ALL.iter().position(|kind| Some(kind.name()) == last).unwrap_or(0)
    }
}

/// The most recent setup of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LastSetup {
    /// The options, as typed: `width=5`.
    pub(crate) options: Vec<String>,
    /// The players, as typed: `you`, `normal`.
    pub(crate) seats: Vec<String>,
    /// Whether the seats were shuffled.
    pub(crate) is_shuffled: bool,
}
