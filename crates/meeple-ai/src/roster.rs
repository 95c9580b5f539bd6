//! The roster: which computer players are available for which game.
//!
//! A player is written as a name followed by its parameters: `perfect:stall=nibble`.
//! The parameters are [`GameOptions`], so they are validated, documented and recorded like a game's
//! options. Every game has the levels `easy`, `normal`, `hard` and `max`. Players that search
//! also accept a pace: `hard:time=2s` ([`Pace`]).
//!
//! ```
//! use meeple_ai::roster::{Resources, roster};
//! use meeple_core::{Limits, rng::{RngStream, seeded}};
//! use meeple_games::{GameKind, chomp::{Board, Chomp}};
//!
//! let mut player = roster(GameKind::Chomp).seat("perfect:stall=nibble", &Resources::default())?;
//! let bar = Chomp::from_board(Board::new(5, 4)?);
//! let choice = player.choose_text(&bar, &Limits::default(), &mut seeded(1, RngStream::Deals))?;
//! assert_eq!(choice.mv, "2,2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    chomp,
    entry::AiEntry,
    pace::{Pace, Paced},
};
use meeple_core::{
    AnyPlayer, Contestant, Game, GameOptions, OptionInfo, OptionValues, OptionsError, Player,
    options::{NoOptions, describe, from_values, parse, to_values},
    player::{RandomPlayer, erase},
    text::nearest,
};
use meeple_games::GameKind;

/// Returns the computer players available for this game.
pub fn roster(kind: GameKind) -> Roster {
    Roster { game: kind.name(), players: AiEntry::of(kind).players }
}

/// The computer players of one game.
#[derive(Debug, Clone, Copy)]
pub struct Roster {
    /// The game's name.
    pub game: &'static str,
    /// The players, in the order in which they are listed; never empty.
    pub players: &'static [PlayerKind],
}

impl Roster {
    /// Returns the first player of the list, which is one of the strongest.
    pub fn strongest(self) -> &'static PlayerKind {
        self.players.first().expect("every game has a computer player")
    }

    /// Looks up a player by its name.
    pub fn find(self, name: &str) -> Option<&'static PlayerKind> {
        self.players.iter().find(|player| player.name == name)
    }

    /// Parses a player specification: a name, followed by any number of `:key=value`.
    pub fn parse(self, spec: &str) -> Result<Contestant, PlayerError> {
        let mut words = spec.split(':');
        let kind = self.known(words.next().unwrap_or_default())?;
        let parameters = kind.check(&words.collect::<Vec<_>>());
        let parameters = parameters.map_err(|error| kind.refused(error))?;
        Ok(Contestant::Computer { player: kind.name.into(), parameters })
    }

    /// Creates the player described by `spec`.
    pub fn seat(
        self,
        spec: &str,
        resources: &Resources,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        match self.parse(spec)? {
            Contestant::Computer { player, parameters } => {
                self.seat_as(&player, &parameters, resources)
            }
            Contestant::Person | Contestant::Program { .. } => {
                unreachable!("the roster has computer players only")
            }
        }
    }

    /// Creates a player from its name and parameters as stored in a record.
    pub fn seat_as(
        self,
        name: &str,
        parameters: &OptionValues,
        resources: &Resources,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        let kind = self.known(name)?;
        kind.build(parameters, resources).map_err(|error| kind.refused(error))
    }

    fn known(self, name: &str) -> Result<&'static PlayerKind, PlayerError> {
        self.find(name).ok_or_else(|| {
            let names = || self.players.iter().map(|player| player.name);
            let guess = nearest(name, names()).map(|near| format!("did you mean {near:?}? "));
            PlayerError::Unknown {
                name: name.into(),
                game: self.game,
                guess: guess.unwrap_or_default(),
                known: names().collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// Tables that players share: built once and used by every seat.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    /// Chomp's table of solved positions.
    pub chomp: chomp::SharedSolver,
}

/// A player that can be created from its parameters.
pub trait Seatable<G: Game>: Player<G> + Sized + 'static {
    /// The player's parameters.
    type Options: GameOptions;
    /// Creates the player with these parameters.
    fn seat(options: Self::Options, resources: &Resources) -> Self;
}

impl<G: Game> Seatable<G> for RandomPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        RandomPlayer
    }
}

/// A named strength: a player with fixed parameters and a pace.
///
/// Every game has its levels in a module of its own, for example [`azul::levels`](crate::azul::levels).
///
/// ```
/// use meeple_ai::{azul::levels::Easy, roster::{Level, Resources}};
/// use meeple_core::{Game, Limits, Player, deals::seeded_deal, rng::{RngStream, seeded}};
/// use meeple_games::azul::{Azul, Options};
///
/// let mut azul = Azul::new(&Options::default())?;
/// azul.apply_deal(&seeded_deal(&azul, 1, 0).expect("a deal is due"))?;
/// let mut player = Easy::player(&Resources::default());
/// let choice = player.choose(&azul, &Limits::default(), &mut seeded(1, RngStream::Other(0)))?;
/// azul.play(choice.mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Level<G: Game> {
    /// The player behind this level.
    type Player: Seatable<G>;
    /// How long it thinks, unless the caller's limits are narrower.
    const PACE: Pace;
    /// Returns the level's fixed parameters.
    fn options() -> <Self::Player as Seatable<G>>::Options;
    /// Creates the player, which thinks at the level's pace.
    fn player(resources: &Resources) -> Paced<Self::Player> {
        Paced { player: Self::Player::seat(Self::options(), resources), pace: Self::PACE }
    }
}

/// A kind of computer player, as listed in the roster.
#[derive(Debug, Clone, Copy)]
pub struct PlayerKind {
    /// The name used to select it.
    pub name: &'static str,
    /// A short description of how it plays.
    pub about: &'static str,
    /// Its default pace; `None` if it doesn't search.
    pub pace: Option<Pace>,
    parameters: fn() -> Vec<OptionInfo>,
    check: Check,
    build: Build,
}

type Check = fn(&[&str]) -> Result<OptionValues, OptionsError>;
type Build = fn(&OptionValues, &Resources) -> Result<Box<dyn AnyPlayer>, OptionsError>;

impl PlayerKind {
    /// Creates the roster entry for player `P` of game `G`.
    pub const fn new<G: Game, P: Seatable<G>>(name: &'static str, about: &'static str) -> Self {
        PlayerKind {
            name,
            about,
            pace: None,
            parameters: describe::<P::Options>,
            check: check::<P::Options>,
            build: build::<G, P>,
        }
    }

    /// Creates the roster entry for a player without parameters that needs no shared resources.
    pub const fn simple<G: Game, P: Player<G> + Default + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        PlayerKind {
            name,
            about,
            pace: None,
            parameters: Vec::new,
            check: check::<NoOptions>,
            build: |parameters, _| from_values(parameters).map(|NoOptions| erase(P::default())),
        }
    }

    /// Creates the roster entry for a level: a player with fixed parameters and a pace.
    pub const fn level<G: Game, L: Level<G>>(name: &'static str, about: &'static str) -> Self {
        PlayerKind {
            name,
            about,
            pace: Some(L::PACE),
            parameters: Vec::new,
            check: check::<NoOptions>,
            build: |parameters, resources| {
                let NoOptions = from_values(parameters)?;
                Ok(erase(L::Player::seat(L::options(), resources)))
            },
        }
    }

    /// Marks the player as one that searches, with this default pace.
    #[must_use]
    pub const fn with_pace(self, pace: Pace) -> Self {
        PlayerKind { pace: Some(pace), ..self }
    }

    /// Returns the parameters the player accepts, including those of its pace.
    pub fn parameters(&self) -> Vec<OptionInfo> {
        let mut parameters = (self.parameters)();
        if self.pace.is_some() {
            parameters.extend(describe::<Pace>());
        }
        parameters
    }

    /// Parses `key=value` words into parameters.
    fn check(&self, words: &[&str]) -> Result<OptionValues, OptionsError> {
        let is_pace = |word: &&&str| {
            self.pace.is_some() && word.split_once('=').is_some_and(|(key, _)| is_pace_key(key))
        };
        let (pace, own): (Vec<&str>, Vec<&str>) = words.iter().partition(is_pace);
        let mut parameters = (self.check)(&own).map_err(|error| self.with_all_keys(error))?;
        parameters.extend(to_values(&parse::<Pace>(pace)?));
        Ok(parameters)
    }

    /// Extends an unknown-key error with all accepted keys, including those of the pace.
    fn with_all_keys(&self, error: OptionsError) -> OptionsError {
        let OptionsError::Key { key, .. } = error else { return error };
        let names: Vec<&str> = self.parameters().iter().map(|known| known.name).collect();
        let near = nearest(&key, names.iter().copied()).map(Into::into);
        let known = if names.is_empty() { "none".into() } else { names.join(", ") };
        OptionsError::Key { key, nearest: near, known }
    }

    /// Creates the player with these parameters; without a given pace it uses its default.
    fn build(
        &self,
        parameters: &OptionValues,
        resources: &Resources,
    ) -> Result<Box<dyn AnyPlayer>, OptionsError> {
        let Some(usual) = self.pace else { return (self.build)(parameters, resources) };
        let (pace, own) = parameters.clone().partition(is_pace_key);
        let player = (self.build)(&own, resources)?;
        let given: Pace = from_values(&pace)?;
        let pace = if given == Pace::FREE { usual } else { given };
        Ok(Box::new(Paced { player, pace }))
    }

    fn refused(&self, error: OptionsError) -> PlayerError {
        PlayerError::Parameters { name: self.name, error }
    }
}

fn is_pace_key(name: &str) -> bool {
    Pace::KEYS.iter().any(|key| key.name == name)
}

fn check<O: GameOptions>(words: &[&str]) -> Result<OptionValues, OptionsError> {
    parse(words).map(|options: O| to_values(&options))
}

fn build<G: Game, P: Seatable<G>>(
    parameters: &OptionValues,
    resources: &Resources,
) -> Result<Box<dyn AnyPlayer>, OptionsError> {
    Ok(erase(P::seat(from_values(parameters)?, resources)))
}

/// An error that occurs when a player is created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The game has no player of this name.
    #[error("no computer player {name:?} plays {game}: {guess}(players: {known})")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The game.
        game: &'static str,
        /// The most similar known name, as a question; empty if there is none.
        guess: String,
        /// The names of all players of the game.
        known: String,
    },
    /// The player exists, but its parameters are invalid.
    #[error("player {name}: {error}")]
    Parameters {
        /// The player's name.
        name: &'static str,
        /// The invalid parameter.
        error: OptionsError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::chomp::Chomp;

    const THINKING: PlayerKind = PlayerKind::new::<Chomp, chomp::PerfectPlayer>("deep", "thinks")
        .with_pace(Pace::nodes(100));
    const LEVEL: PlayerKind = PlayerKind::level::<Chomp, Nibbler>("easy", "nibbles");

    struct Nibbler;

    impl Level<Chomp> for Nibbler {
        type Player = chomp::PerfectPlayer;
        const PACE: Pace = Pace::FREE;
        fn options() -> chomp::PerfectOptions {
            chomp::PerfectOptions { stall: Some(chomp::Stall::Nibble), slip: None }
        }
    }

    #[test]
    fn a_pace_is_accepted_besides_the_parameters_only_by_players_that_search() {
        let read = |kind: &PlayerKind, words: &[&str]| kind.check(words);
        let both = read(&THINKING, &["time=2s", "slip=3", "nodes=1k"]).expect("both are fine");
        assert_eq!(both.to_string(), r#"{"slip":3,"time":"2s","nodes":"1000"}"#);
        let error = read(&LEVEL, &["slip=3"]).expect_err("a level is settled").to_string();
        assert_eq!(error, "unknown option \"slip\" (options: time, nodes)");
        let idle = PlayerKind::new::<Chomp, RandomPlayer>("random", "anything");
        assert!(read(&idle, &["time=2s"]).is_err(), "it would be ignored");
        let names: Vec<&str> = THINKING.parameters().iter().map(|known| known.name).collect();
        assert_eq!(names, ["stall", "slip", "time", "nodes"]);
    }
}
