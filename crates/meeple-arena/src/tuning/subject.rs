//! Who is tuned: one of our players, and which of its parameters can be.

use super::{BadRange, Range};
use meeple_ai::roster::{BadPlayer, Roster, roster};
use meeple_core::{BadOptions, Contestant, KeyInfo, options::value_text, text::nearest};
use meeple_games::{GameKind, UnknownGame};
use meeple_session::PERSON;
use serde_json::{Map, Value};

/// Who is tuned.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    roster: Roster,
    /// Its word.
    player: String,
    /// The parameters that it was named with.
    given: Map<String, Value>,
    /// All that it has.
    known: Vec<KeyInfo>,
}

/// Why nothing can be tuned so.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadTuning {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game's options are wrong.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// There is no such player, or a value is none of its own.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// A range is none.
    #[error(transparent)]
    Range(#[from] BadRange),
    /// A person has no parameters.
    #[error("{PERSON:?}: people are not tuned, only players of ours (players: {known})")]
    Person {
        /// Who is.
        known: String,
    },
    /// Nobody knows a program's parameters.
    #[error("{command:?}: programs are not tuned, only players of ours (players: {known})")]
    Program {
        /// The program.
        command: String,
        /// Who is.
        known: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter {name:?}: {guess}(parameters: {known})")]
    Unknown {
        /// The player.
        player: String,
        /// The parameter.
        name: String,
        /// The one that may have been meant, as a question.
        guess: String,
        /// All there are.
        known: String,
    },
    /// The parameter is a word or a list.
    #[error("{name} of {player} is no number, and only numbers can be tuned")]
    NoNumber {
        /// The player.
        player: String,
        /// The parameter.
        name: String,
    },
    /// The same parameter twice.
    #[error("{name} is to be tuned twice")]
    Twice {
        /// The parameter.
        name: String,
    },
    /// The steps are too many.
    #[error("{steps} steps are more than {most}: fewer games, or more of them a step (--batch)")]
    TooMany {
        /// How many.
        steps: usize,
        /// How many there may be.
        most: usize,
    },
    /// Nothing is to be tuned.
    #[error("nothing is to be tuned: name a parameter of {player} as key=low..high ({known})")]
    Nothing {
        /// The player.
        player: String,
        /// What could be.
        known: String,
    },
}

impl Subject {
    /// Reads who is tuned: `champion`, or `champion:samples=6` with what it has from the outset.
    pub(super) fn read(kind: GameKind, text: &str) -> Result<Self, BadTuning> {
        let roster = roster(kind);
        let names = || roster.players.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let word = text.split(':').next().unwrap_or_default();
        let Some(player) = roster.find(word) else {
            return Err(match roster.read(text) {
                _ if word == PERSON => BadTuning::Person { known: names() },
                _ if text.contains(['/', ' ']) => {
                    BadTuning::Program { command: text.into(), known: names() }
                }
                Err(error) => error.into(),
                Ok(_) => unreachable!("nobody of this name is in the roster"),
            });
        };
        let Contestant::Computer { player: word, parameters } = roster.read(text)? else {
            unreachable!("the roster has computer players only")
        };
        Ok(Subject { roster, player: word, given: parameters, known: player.parameters() })
    }

    /// Whether all these are numbers that it has.
    pub(super) fn check(&self, ranges: &[Range]) -> Result<(), BadTuning> {
        let player = self.player.clone();
        if ranges.is_empty() {
            return Err(BadTuning::Nothing { player, known: self.list() });
        }
        for (index, range) in ranges.iter().enumerate() {
            let name = range.name.clone();
            let names = || self.known.iter().map(|parameter| parameter.name);
            if !names().any(|known| known == name) {
                let guess = nearest(&name, names()).map(|near| format!("did you mean {near:?}? "));
                let guess = guess.unwrap_or_default();
                return Err(BadTuning::Unknown { player, name, guess, known: self.list() });
            }
            if ranges[..index].iter().any(|other| other.name == name) {
                return Err(BadTuning::Twice { name });
            }
            self.check_number(range)?;
        }
        Ok(())
    }

    /// What it has of this parameter, where that is a number.
    pub(super) fn usual(&self, range: &Range) -> Option<u32> {
        match self.given.get(&range.name).and_then(Value::as_u64) {
            Some(number) => u32::try_from(number).ok(),
            None => self.known.iter().find(|one| one.name == range.name)?.default.parse().ok(),
        }
    }

    /// It with these values, as it is named everywhere.
    pub(super) fn with<'a>(&self, values: impl IntoIterator<Item = (&'a Range, u32)>) -> String {
        let mut parameters = self.given.clone();
        for (range, value) in values {
            parameters.insert(range.name.clone(), value.into());
        }
        let words = parameters.iter().map(|(key, value)| format!(":{key}={}", value_text(value)));
        format!("{}{}", self.player, words.collect::<String>())
    }

    fn list(&self) -> String {
        let names: Vec<&str> = self.known.iter().map(|parameter| parameter.name).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    }

    /// Whether both ends of the range are values of the parameter, and numbers.
    fn check_number(&self, range: &Range) -> Result<(), BadTuning> {
        let Range { name, low, high } = range;
        let no_number = || BadTuning::NoNumber { player: self.player.clone(), name: name.clone() };
        for value in [low, high] {
            let read = self.roster.read(&format!("{}:{name}={value}", self.player));
            if let Err(BadPlayer::Parameters { error: BadOptions::Value { possible, .. }, .. }) =
                &read
                && !possible.starts_with(|first: char| first.is_ascii_digit())
            {
                return Err(no_number()); // it is one of a few words
            }
            let Contestant::Computer { parameters, .. } = read? else { return Err(no_number()) };
            if !parameters.get(name).is_some_and(Value::is_u64) {
                return Err(no_number());
            }
        }
        Ok(())
    }
}
