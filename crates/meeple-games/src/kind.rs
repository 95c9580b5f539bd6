//! The list of all games.

use crate::{GameEntry, azul, chomp, filler, grass};
use meeple_core::{
    AnyGame, FaultRule, Header, OptionValues, OptionsError, ParseError, text::nearest,
};
use std::{
    fmt::{self, Display},
    str::FromStr,
};
use strum::VariantArray;

/// A game that Meeple plays.
///
/// Each layer finds its entry for a game by an exhaustive match on this enum, so after adding a variant
/// the compiler lists most of what has to be written (`docs/new-game.md` lists everything).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::VariantArray)]
pub enum GameKind {
    /// Bite a bar of chocolate; the player who eats the poisoned square loses.
    Chomp,
    /// Fill the board with random pieces; the player who owns more cells wins.
    Filler,
    /// Draft tiles, fill pattern lines, tile a wall; the player with the most points wins.
    Azul,
    /// Place grass tiles to own the largest square.
    Grass,
}

impl GameKind {
    /// All games in display order, which is the order of the variants.
    pub const ALL: &'static [GameKind] = Self::VARIANTS;

    /// Returns the game's entry. This is the only place that maps the enum to the game types.
    pub fn entry(self) -> &'static GameEntry {
        match self {
            GameKind::Chomp => &chomp::ENTRY,
            GameKind::Filler => &filler::ENTRY,
            GameKind::Azul => &azul::ENTRY,
            GameKind::Grass => &grass::ENTRY,
        }
    }

    /// Parses a position; see [`GameEntry::parse_position`].
    pub fn parse_position(self, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        self.entry().parse_position(text)
    }

    /// Parses options; see [`GameEntry::parse_options`].
    pub fn parse_options(self, words: &[impl AsRef<str>]) -> Result<OptionValues, OptionsError> {
        self.entry().parse_options(words)
    }

    /// Returns [`GameEntry::fault_rule`].
    pub fn fault_rule(self) -> FaultRule {
        self.entry().fault_rule
    }

    /// Returns [`GameEntry::name`].
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns [`GameEntry::about`].
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    /// Returns [`GameEntry::how_to_play`].
    pub fn how_to_play(self) -> &'static str {
        self.entry().how_to_play
    }

    /// Returns [`GameEntry::rules`].
    pub fn rules(self) -> &'static str {
        self.entry().rules
    }
}

impl Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not the name of any game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", explain(name))]
pub struct UnknownGame {
    /// The name as given.
    pub name: String,
}

fn explain(name: &str) -> String {
    let names = || GameKind::ALL.iter().map(|kind| kind.name());
    let known = names().collect::<Vec<_>>().join(", ");
    if name.trim().is_empty() {
        return format!("no game is named (games: {known})");
    }
    let near = nearest(name, names()).map(|near| format!("did you mean {near:?}? "));
    format!("there is no game {name:?}: {}(games: {known})", near.unwrap_or_default())
}

impl FromStr for GameKind {
    type Err = UnknownGame;
    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let mut kinds = GameKind::ALL.iter().copied();
        kinds.find(|kind| kind.name() == name).ok_or_else(|| UnknownGame { name: name.into() })
    }
}

/// Creates the starting position of the game described by a record's header.
pub fn open_record(header: &Header) -> Result<Box<dyn AnyGame>, String> {
    let kind: GameKind = header.game.parse().map_err(|error: UnknownGame| error.to_string())?;
    kind.entry().open_record(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_misspellings_are_guessed() {
        for &kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let error = "chmop".parse::<GameKind>().expect_err("no such game").to_string();
        assert!(error.contains("did you mean \"chomp\"?"), "{error}");
    }

    #[test]
    fn an_empty_name_is_an_error() {
        let asked = "no game is named (games: chomp, filler, azul, grass)";
        for name in ["", " "] {
            assert_eq!(name.parse::<GameKind>().expect_err("no name").to_string(), asked);
        }
    }
}
