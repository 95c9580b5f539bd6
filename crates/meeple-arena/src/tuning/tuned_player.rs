//! The computer player being tuned, and its parameters.

use super::{ParameterRange, ParameterRangeError};
use meeple_ai::roster::{PlayerError, Roster, roster};
use meeple_core::{Contestant, OptionInfo, OptionValues, OptionsError, text::nearest};
use meeple_games::{GameKind, UnknownGame};
use meeple_session::PERSON;

/// The computer player being tuned.
#[derive(Debug, Clone)]
pub(super) struct TunedPlayer {
    roster: Roster,
    /// The name of the player.
    player: String,
    /// The parameters that the user set explicitly.
    overrides: OptionValues,
    /// All parameters of the player.
    parameters: Vec<OptionInfo>,
}

/// Why the configuration of a tuning run is invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TuningConfigError {
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game's options are invalid.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The player is unknown, or one of its parameters is invalid.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A range is invalid.
    #[error(transparent)]
    Range(#[from] ParameterRangeError),
    /// A person cannot be tuned.
    #[error("{PERSON:?}: a person cannot be tuned; name a computer player (players: {known})")]
    Person {
        /// The computer players.
        known: String,
    },
    /// A program cannot be tuned, because its parameters are unknown.
    #[error("{command:?}: a program cannot be tuned; name a computer player (players: {known})")]
    Program {
        /// The program's command.
        command: String,
        /// The computer players.
        known: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter {name:?}: {guess}(parameters: {known})")]
    UnknownParameter {
        /// The player.
        player: String,
        /// The parameter.
        name: String,
        /// A question that suggests the nearest parameter name; may be empty.
        guess: String,
        /// All parameters of the player.
        known: String,
    },
    /// The parameter is not a number.
    #[error("{name} of {player} is not a number; only numbers can be tuned")]
    NotANumber {
        /// The player.
        player: String,
        /// The parameter.
        name: String,
    },
    /// A parameter is named twice.
    #[error("{name} is given twice")]
    DuplicateParameter {
        /// The parameter.
        name: String,
    },
    /// There are too many steps.
    #[error(
        "{steps} steps are more than the limit of {most}; play fewer games or more per step (--batch)"
    )]
    TooMany {
        /// The number of steps.
        steps: usize,
        /// The maximum number of steps.
        most: usize,
    },
    /// No parameter is named.
    #[error("nothing to tune: name a parameter of {player} as key=low..high ({known})")]
    Nothing {
        /// The player.
        player: String,
        /// All parameters of the player.
        known: String,
    },
}

impl TunedPlayer {
    /// Parses a player: `champion`, or `champion:samples=6` with parameters.
    pub(super) fn parse(kind: GameKind, text: &str) -> Result<Self, TuningConfigError> {
        let roster = roster(kind);
        let names = || roster.players.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        let name = text.split(':').next().unwrap_or_default();
        let Some(entry) = roster.find(name) else {
            return Err(match roster.parse(text) {
                _ if name == PERSON => TuningConfigError::Person { known: names() },
                _ if text.contains(['/', ' ']) => {
                    TuningConfigError::Program { command: text.into(), known: names() }
                }
                Err(error) => error.into(),
                Ok(_) => unreachable!("nobody of this name is in the roster"),
            });
        };
        let Contestant::Computer { player, parameters } = roster.parse(text)? else {
            unreachable!("the roster has computer players only")
        };
        Ok(TunedPlayer { roster, player, overrides: parameters, parameters: entry.parameters() })
    }

    /// Checks that these are distinct numeric parameters of the player.
    pub(super) fn check(&self, ranges: &[ParameterRange]) -> Result<(), TuningConfigError> {
        let player = self.player.clone();
        if ranges.is_empty() {
            return Err(TuningConfigError::Nothing { player, known: self.parameter_list() });
        }
        for (index, range) in ranges.iter().enumerate() {
            let name = range.name.clone();
            let names = || self.parameters.iter().map(|parameter| parameter.name);
            if !names().any(|known| known == name) {
                let guess = nearest(&name, names()).map(|near| format!("did you mean {near:?}? "));
                let guess = guess.unwrap_or_default();
                return Err(TuningConfigError::UnknownParameter {
                    player,
                    name,
                    guess,
                    known: self.parameter_list(),
                });
            }
            if ranges[..index].iter().any(|other| other.name == name) {
                return Err(TuningConfigError::DuplicateParameter { name });
            }
            self.check_numeric(range)?;
        }
        Ok(())
    }

    /// Returns the player's current value of this parameter, if it is a number.
    pub(super) fn current_value(&self, range: &ParameterRange) -> Option<u32> {
        match self.overrides.number(&range.name) {
            Some(number) => u32::try_from(number).ok(),
            None => {
                self.parameters.iter().find(|info| info.name == range.name)?.default.parse().ok()
            }
        }
    }

    /// Returns the player's specification with these values, such as `champion:samples=6`.
    pub(super) fn spec_with<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a ParameterRange, u32)>,
    ) -> String {
        let mut parameters = self.overrides.clone();
        for (range, value) in values {
            parameters.set_number(range.name.clone(), value.into());
        }
        let words = parameters.words().into_iter().map(|word| format!(":{word}"));
        format!("{}{}", self.player, words.collect::<String>())
    }

    fn parameter_list(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    }

    /// Checks that the parameter is numeric and that both ends of the range are valid values.
    fn check_numeric(&self, range: &ParameterRange) -> Result<(), TuningConfigError> {
        let ParameterRange { name, low, high } = range;
        let not_a_number =
            || TuningConfigError::NotANumber { player: self.player.clone(), name: name.clone() };
        for value in [low, high] {
            let parsed = self.roster.parse(&format!("{}:{name}={value}", self.player));
            if let Err(PlayerError::Parameters {
                error: OptionsError::Value { possible, .. }, ..
            }) = &parsed
                && !possible.starts_with(|first: char| first.is_ascii_digit())
            {
                return Err(not_a_number()); // the possible values are words
            }
            let Contestant::Computer { parameters, .. } = parsed? else {
                return Err(not_a_number());
            };
            if parameters.number(name).is_none() {
                return Err(not_a_number());
            }
        }
        Ok(())
    }
}
