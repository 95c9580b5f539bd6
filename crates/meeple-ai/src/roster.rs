//! The roster: which computer players can be seated at which game.
//!
//! A player is named by a word and its parameters, `perfect:stall=nibble`;
//! the parameters are [`Options`], so that they are checked, documented and
//! recorded like those of a game.
//!
//! ```
//! use meeple_ai::roster::{Resources, roster};
//! use meeple_core::{Limits, rng::{Stream, seeded}};
//! use meeple_games::{GameKind, chomp::{Board, Chomp}};
//!
//! let mut player = roster(GameKind::Chomp).seat("perfect:stall=nibble", &Resources::default())?;
//! let bar = Chomp::on(Board::new(5, 4)?);
//! let choice = player.choose_text(&bar, &Limits::default(), &mut seeded(1, Stream::Deals))?;
//! assert_eq!(choice.mv, "2,2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{azul, chomp, filler, grass};
use meeple_core::{
    AnyPlayer, BadOptions, Contestant, Game, Key, Options, Player,
    options::{NoOptions, from_json, parse, to_json},
    player::{RandomPlayer, erase},
    text::nearest,
};
use meeple_games::GameKind;
use serde_json::{Map, Value};

/// Who can be seated at this game.
pub fn roster(kind: GameKind) -> Roster {
    let players = match kind {
        GameKind::Chomp => chomp::ROSTER,
        GameKind::Filler => filler::ROSTER,
        GameKind::Azul => azul::ROSTER,
        GameKind::Grass => grass::ROSTER,
    };
    Roster { game: kind.name(), players }
}

/// The computer players of one game.
#[derive(Debug, Clone, Copy)]
pub struct Roster {
    /// The game's name.
    pub game: &'static str,
    /// The players, the strongest first; at least one.
    pub players: &'static [PlayerKind],
}

impl Roster {
    /// The strongest player.
    pub fn strongest(self) -> &'static PlayerKind {
        self.players.first().expect("every game has a computer player")
    }

    /// The player of this name.
    pub fn find(self, name: &str) -> Option<&'static PlayerKind> {
        self.players.iter().find(|player| player.name == name)
    }

    /// The contestant that `spec` names: a word, then `:key=value` as often as needed.
    pub fn read(self, spec: &str) -> Result<Contestant, BadPlayer> {
        let mut words = spec.split(':');
        let kind = self.known(words.next().unwrap_or_default())?;
        let parameters = (kind.check)(&words.collect::<Vec<_>>());
        let parameters = parameters.map_err(|error| kind.refused(error))?;
        Ok(Contestant::Computer { player: kind.name.into(), parameters })
    }

    /// Seats the player that `spec` names.
    pub fn seat(self, spec: &str, resources: &Resources) -> Result<Box<dyn AnyPlayer>, BadPlayer> {
        match self.read(spec)? {
            Contestant::Computer { player, parameters } => {
                self.seat_as(&player, &parameters, resources)
            }
            Contestant::Person | Contestant::Program { .. } => {
                unreachable!("the roster has computer players only")
            }
        }
    }

    /// Seats a player by its name and parameters, as a record has them.
    pub fn seat_as(
        self,
        name: &str,
        parameters: &Map<String, Value>,
        resources: &Resources,
    ) -> Result<Box<dyn AnyPlayer>, BadPlayer> {
        let kind = self.known(name)?;
        (kind.build)(parameters, resources).map_err(|error| kind.refused(error))
    }

    fn known(self, name: &str) -> Result<&'static PlayerKind, BadPlayer> {
        self.find(name).ok_or_else(|| {
            let names = || self.players.iter().map(|player| player.name);
            let guess = nearest(name, names()).map(|near| format!("did you mean {near:?}? "));
            BadPlayer::Unknown {
                name: name.into(),
                game: self.game,
                guess: guess.unwrap_or_default(),
                known: names().collect::<Vec<_>>().join(", "),
            }
        })
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
    check: Check,
    build: Build,
}

type Check = fn(&[&str]) -> Result<Map<String, Value>, BadOptions>;
type Build = fn(&Map<String, Value>, &Resources) -> Result<Box<dyn AnyPlayer>, BadOptions>;

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

impl PlayerKind {
    /// The roster's entry for player `P` of game `G`.
    pub const fn of<G: Game, P: Seatable<G>>(name: &'static str, about: &'static str) -> Self {
        PlayerKind {
            name,
            about,
            parameters: Parameter::all::<P::Options>,
            check: check::<P::Options>,
            build: build::<G, P>,
        }
    }

    /// The roster's entry for a player without parameters, which needs nothing to be seated.
    pub const fn simple<G: Game, P: Player<G> + Default + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        PlayerKind {
            name,
            about,
            parameters: Vec::new,
            check: check::<NoOptions>,
            build: |parameters, _| from_json(parameters).map(|NoOptions| erase(P::default())),
        }
    }

    /// Its parameters.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.parameters)()
    }

    fn refused(&self, error: BadOptions) -> BadPlayer {
        BadPlayer::Parameters { name: self.name, error }
    }
}

fn check<O: Options>(words: &[&str]) -> Result<Map<String, Value>, BadOptions> {
    parse(words).map(|options: O| to_json(&options))
}

fn build<G: Game, P: Seatable<G>>(
    parameters: &Map<String, Value>,
    resources: &Resources,
) -> Result<Box<dyn AnyPlayer>, BadOptions> {
    Ok(erase(P::seat(from_json(parameters)?, resources)))
}

/// Why a player could not be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// Nobody of this name plays this game.
    #[error("no computer player {name:?} plays {game}: {guess}(players: {known})")]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The game.
        game: &'static str,
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
