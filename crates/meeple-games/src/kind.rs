//! The one list of games.

use crate::{azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use meeple_core::{
    AnyGame, BadOptions, FaultRule, Game, Header, ParseError, Penalty,
    options::{parse, to_json},
    text::nearest,
};
use serde_json::{Map, Value};
use std::{
    fmt::{self, Display},
    str::FromStr,
};
use strum::VariantArray;

/// A game that Meeple plays. Each layer matches this exhaustively once, so
/// that a new game makes the compiler list what is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::VariantArray)]
pub enum GameKind {
    /// Bite a bar of chocolate; who eats the poisoned square loses.
    Chomp,
    /// Fill the board with random pieces; who owns more cells wins.
    Filler,
    /// Draft tiles, fill lines, tile a wall; most points win.
    Azul,
    /// Lay tiles of grass to own the largest square.
    Grass,
}

/// Something that can be done with any game, once its type is known.
pub trait GameTask {
    /// What comes of it.
    type Output;
    /// Does it with game `G`.
    fn run<G: Game>(self) -> Self::Output;
}

impl GameKind {
    /// Every game, in the order in which they are shown: that of the enum, none left out.
    pub const ALL: &'static [GameKind] = Self::VARIANTS;

    /// Does `task` with this game's type.
    pub fn run<T: GameTask>(self, task: T) -> T::Output {
        match self {
            GameKind::Chomp => task.run::<Chomp>(),
            GameKind::Filler => task.run::<Filler>(),
            GameKind::Azul => task.run::<Azul>(),
            GameKind::Grass => task.run::<Grass>(),
        }
    }

    /// The position that this text spells.
    pub fn read_position(self, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        struct Read<'a>(&'a str);
        impl GameTask for Read<'_> {
            type Output = Result<Box<dyn AnyGame>, ParseError>;
            fn run<G: Game>(self) -> Self::Output {
                Ok(Box::new(self.0.parse::<G>()?))
            }
        }
        self.run(Read(text))
    }

    /// The options that these words (`width=5`) spell, as a record has them.
    pub fn read_options(self, words: &[&str]) -> Result<Map<String, Value>, BadOptions> {
        struct Read<'a>(&'a [&'a str]);
        impl GameTask for Read<'_> {
            type Output = Result<Map<String, Value>, BadOptions>;
            fn run<G: Game>(self) -> Self::Output {
                let options: G::Options = parse(self.0)?;
                Ok(to_json(&options))
            }
        }
        self.run(Read(words))
    }

    /// What follows when a player of this game fails.
    pub fn fault_rule(self) -> FaultRule {
        match self {
            GameKind::Filler => crate::filler::edu_faults,
            GameKind::Chomp | GameKind::Azul | GameKind::Grass => Penalty::usual,
        }
    }

    /// The game's one word.
    pub fn name(self) -> &'static str {
        struct Name;
        impl GameTask for Name {
            type Output = &'static str;
            fn run<G: Game>(self) -> &'static str {
                G::NAME
            }
        }
        self.run(Name)
    }

    /// The game in one sentence.
    pub fn about(self) -> &'static str {
        struct About;
        impl GameTask for About {
            type Output = &'static str;
            fn run<G: Game>(self) -> &'static str {
                G::ABOUT
            }
        }
        self.run(About)
    }

    /// The rules as Markdown, numbered.
    pub fn rules(self) -> &'static str {
        struct Rules;
        impl GameTask for Rules {
            type Output = &'static str;
            fn run<G: Game>(self) -> &'static str {
                G::RULES
            }
        }
        self.run(Rules)
    }
}

impl Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No game has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", explain(name))]
pub struct UnknownGame {
    /// The name as it was given.
    pub name: String,
}

fn explain(name: &str) -> String {
    let names = || GameKind::ALL.iter().map(|kind| kind.name());
    let known = names().collect::<Vec<_>>().join(", ");
    if name.trim().is_empty() {
        return format!("a game is named by its word (games: {known})");
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

/// The first position of the game that a record's first line describes.
pub fn open_record(header: &Header) -> Result<Box<dyn AnyGame>, String> {
    struct Open<'a>(&'a Header);
    impl GameTask for Open<'_> {
        type Output = Result<Box<dyn AnyGame>, String>;
        fn run<G: Game>(self) -> Self::Output {
            self.0.open::<G>()
        }
    }
    let kind: GameKind = header.game.parse().map_err(|error: UnknownGame| error.to_string())?;
    kind.run(Open(header))
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
    fn a_name_that_is_empty_is_asked_for() {
        let asked = "a game is named by its word (games: chomp, filler, azul, grass)";
        for name in ["", " "] {
            assert_eq!(name.parse::<GameKind>().expect_err("no name").to_string(), asked);
        }
    }
}
