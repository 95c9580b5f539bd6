//! The roster: which computer players can be seated at which game.
//!
//! A player is named by a word and its parameters, `perfect:stall=nibble`;
//! the parameters are [`Options`], so that they are checked, documented and
//! recorded like those of a game.
//!
//! ```
//! use meeple_ai::roster::{Resources, Seated};
//! use meeple_games::GameKind;
//!
//! let seated = Seated::new(GameKind::Chomp, "random", &Resources::default())?;
//! assert_eq!(seated.name, "random");
//! # Ok::<(), meeple_ai::roster::BadPlayer>(())
//! ```

use crate::{azul, chomp, filler, grass};
use meeple_core::{
    AnyPlayer, BadOptions, Game, Key, Options, Player,
    options::{NoOptions, parse, to_json},
    player::{RandomPlayer, erase},
    record::Who,
    text::nearest,
};
use meeple_games::GameKind;
use serde_json::{Map, Value};

/// Who can be seated at this game, the strongest first.
pub fn roster(kind: GameKind) -> &'static [PlayerKind] {
    match kind {
        GameKind::Chomp => chomp::ROSTER,
        GameKind::Filler => filler::ROSTER,
        GameKind::Azul => azul::ROSTER,
        GameKind::Grass => grass::ROSTER,
    }
}

/// What players may share: tables that are built once and used by every seat.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    /// Chomp's table of perfect play.
    pub chomp: chomp::SharedSolver,
}

/// A player that can be seated: how it is made from its parameters.
pub trait Seatable<G: Game>: Player<G> + Sized + 'static {
    /// Its parameters.
    type Options: Options;
    /// The player with these parameters.
    fn seat(options: Self::Options, resources: &Resources) -> Self;
}

impl<G: Game> Seatable<G> for RandomPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        RandomPlayer
    }
}

/// A kind of player in the roster.
#[derive(Debug)]
pub struct PlayerKind {
    /// The word that seats it.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    parameters: fn() -> Vec<Parameter>,
    build: fn(&[&str], &Resources) -> Result<Built, BadOptions>,
}

/// A parameter of a player or an option of a game, for help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The word before the `=`.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it may be.
    pub possible: String,
    /// What it is when not given.
    pub default: &'static str,
}

impl Parameter {
    /// Every key of a table of options.
    pub fn all<O: Options>() -> Vec<Parameter> {
        let describe = |key: &Key<O>| Parameter {
            name: key.name,
            about: key.about,
            possible: key.possible(),
            default: key.default,
        };
        O::KEYS.iter().map(describe).collect()
    }
}

type Built = (Box<dyn AnyPlayer>, Map<String, Value>);

impl PlayerKind {
    /// The roster's entry for player `P` of game `G`.
    pub const fn of<G: Game, P: Seatable<G>>(name: &'static str, about: &'static str) -> Self {
        PlayerKind { name, about, parameters: Parameter::all::<P::Options>, build: build::<G, P> }
    }

    /// Its parameters.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.parameters)()
    }
}

fn build<G: Game, P: Seatable<G>>(
    words: &[&str],
    resources: &Resources,
) -> Result<Built, BadOptions> {
    let options: P::Options = parse(words)?;
    let parameters = to_json(&options);
    Ok((erase(P::seat(options, resources)), parameters))
}

/// A computer player, ready to choose.
pub struct Seated {
    /// Its word in the roster.
    pub name: &'static str,
    /// The parameters that were given.
    pub parameters: Map<String, Value>,
    /// The player itself.
    pub player: Box<dyn AnyPlayer>,
}

impl Seated {
    /// The player that `spec` names: a word, then `:key=value` as often as needed.
    pub fn new(kind: GameKind, spec: &str, resources: &Resources) -> Result<Self, BadPlayer> {
        let mut words = spec.split(':');
        let name = words.next().unwrap_or_default();
        let entry = roster(kind).iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| BadPlayer::unknown(kind, name))?;
        let (player, parameters) = (entry.build)(&words.collect::<Vec<_>>(), resources)
            .map_err(|error| BadPlayer::Parameters { name: entry.name, error })?;
        Ok(Seated { name: entry.name, parameters, player })
    }

    /// How a record describes it.
    pub fn who(&self) -> Who {
        Who::Computer { player: self.name.into(), parameters: self.parameters.clone() }
    }
}

/// Why a player could not be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// Nobody of this name plays this game.
    #[error("no computer player {name:?} plays {kind}: {guess}(players: {known})")]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The game.
        kind: GameKind,
        /// The name that may have been meant, as a question.
        guess: String,
        /// Everybody who does.
        known: String,
    },
    /// The player exists, its parameters are wrong.
    #[error("player {name}: {error}")]
    Parameters {
        /// The player.
        name: &'static str,
        /// What is wrong.
        error: BadOptions,
    },
}

impl BadPlayer {
    fn unknown(kind: GameKind, name: &str) -> Self {
        let names = || roster(kind).iter().map(|entry| entry.name);
        let guess = nearest(name, names()).map(|near| format!("did you mean {near:?}? "));
        BadPlayer::Unknown {
            name: name.into(),
            kind,
            guess: guess.unwrap_or_default(),
            known: names().collect::<Vec<_>>().join(", "),
        }
    }
}
