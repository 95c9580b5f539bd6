//! What the user has chosen, kept between runs.

use super::theme::{Palette, Shade, Signs};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that can be chosen. What is not there, or unknown, is as usual.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Light or dark.
    pub(crate) shade: Shade,
    /// Which colours the seats have.
    pub(crate) palette: Palette,
    /// Letters only, also where the terminal could show more.
    pub(crate) signs: Signs,
    /// Whether nothing moves.
    pub(crate) is_still: bool,
    /// What was played last.
    pub(crate) last_game: Option<String>,
    /// How each game was set up the last time.
    pub(crate) games: BTreeMap<String, LastSetting>,
}

/// How a game was set up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LastSetting {
    /// Its options as words.
    pub(crate) options: Vec<String>,
    /// Who sat where.
    pub(crate) seats: Vec<String>,
    /// Whether the seats were drawn by lot.
    pub(crate) is_shuffled: bool,
}
