//! The user's settings, kept between runs.

use super::theme::{Palette, Shade, SymbolSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All settings. Missing fields get their defaults, and unknown fields are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Light or dark.
    pub(crate) shade: Shade,
    /// The colours of the seats.
    pub(crate) palette: Palette,
    /// Unicode symbols or ASCII only.
    pub(crate) signs: SymbolSet,
    /// Whether animations are off.
    pub(crate) is_still: bool,
    /// The game played last.
    pub(crate) last_game: Option<String>,
    /// The last setup of each game.
    pub(crate) games: BTreeMap<String, LastSetup>,
}

/// The last setup of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LastSetup {
    /// The options, as words.
    pub(crate) options: Vec<String>,
    /// The players, as typed.
    pub(crate) seats: Vec<String>,
    /// Whether the seats were shuffled.
    pub(crate) is_shuffled: bool,
}
