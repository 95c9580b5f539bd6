//! The configuration of a tournament, as a TOML file.
//!
//! ```toml
//! game = "azul"
//! contestants = ["greedy", "./bots/ann.py", { name = "Bo", plays = "python3 bo.py" }]
//! schedule = "swiss"
//! games = 20
//! time = "2s"
//!
//! [options]
//! players = 2
//! ```
//!
//! Only `game` and `contestants` are required. A tournament's folder contains the same file, as it was run.

use super::{
    Schedule, Seatings,
    names::{cut_long_names, shorten},
};
use meeple_bots::{ContestantError, PlayerLauncher, Protocol, school::AnswerReading};
use meeple_core::{Contestant, OptionValues, OptionsError, SeatInfo};
use meeple_games::{GameKind, UnknownGame};
use meeple_session::{PERSON, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Default number of games per encounter, before rounding up to whole blocks.
const DEFAULT_GAMES: u64 = 10;
/// Default number of consecutive games with a fault after which a contestant is withdrawn.
const DEFAULT_FAULT_LIMIT: u32 = 3;

/// The configuration of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// The game's name.
    pub game: String,
    /// The contestants.
    pub contestants: Vec<NamedContestant>,
    /// How the contestants are paired.
    #[serde(default)]
    pub schedule: Schedule,
    /// Number of rounds, for schedules that let you choose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Games per encounter; rounded up to whole blocks.
    #[serde(default = "default_games")]
    pub games: u64,
    /// The seatings played in each block.
    #[serde(default)]
    pub seatings: Seatings,
    /// The seed from which the seeds of all blocks are derived.
    #[serde(default)]
    pub seed: i64,
    /// Time control of each game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Maximum number of positions a computer player may search per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether programs may think during their opponents' turns.
    #[serde(default)]
    pub ponder: bool,
    /// Memory limit of each program, in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Unix niceness of programs, 0 to 19.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nice: Option<u8>,
    /// Default protocol of programs in Filler: json, edu or 42.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Number of consecutive games with a fault after which a contestant is withdrawn; 0 means never.
    #[serde(default = "default_faults")]
    pub faults: u32,
    /// Maximum number of plies (deals and moves); a longer game is cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// A sequential test of a match: the two Elo hypotheses, for example `"0,10"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Number of blocks played in parallel; by default the number of processors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<usize>,
    /// The game's options.
    #[serde(default, skip_serializing_if = "OptionValues::is_empty")]
    pub options: OptionValues,
}

/// A contestant, optionally with a display name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a text, or { name = \"...\", plays = \"...\" }")]
pub enum NamedContestant {
    /// No display name: the contestant's specification, for example `greedy` or `./bots/ann.py`.
    Plain(String),
    /// With a display name.
    As {
        /// The display name.
        name: String,
        /// The contestant's specification.
        plays: String,
    },
}

fn default_games() -> u64 {
    DEFAULT_GAMES
}

fn default_faults() -> u32 {
    DEFAULT_FAULT_LIMIT
}

/// Why a configuration is not a valid tournament.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TournamentConfigError {
    /// The file is not valid.
    #[error("{0}")]
    Toml(String),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game's options are invalid.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A contestant's specification is invalid.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// A contestant is a person.
    #[error("{PERSON:?}: people cannot take part; use meeple play {game} --seats {PERSON},...")]
    Person {
        /// The game.
        game: String,
    },
    /// Two contestants have the same name.
    #[error("two contestants have the name {name:?}")]
    SameName {
        /// The name.
        name: String,
    },
    /// There are fewer than two contestants.
    #[error("at least two contestants are needed, but {0} given")]
    Alone(&'static str),
    /// There are too few contestants for a game, or too many for a match.
    #[error(
        "{game} has {seats} seats with these options, but {contestants} contestants are given{advice}"
    )]
    Seats {
        /// The game.
        game: String,
        /// Players per game.
        seats: usize,
        /// Number of contestants.
        contestants: usize,
        /// How to fix it.
        advice: &'static str,
    },
    /// The sequential test is invalid here.
    #[error("{0}")]
    Sprt(String),
    /// A value is out of range.
    #[error("{what} must be {range}")]
    Range {
        /// Name of the value.
        what: &'static str,
        /// The allowed values.
        range: &'static str,
    },
}

impl TournamentConfig {
    /// Creates a configuration with this game, these contestants and defaults for the rest.
    pub fn new(game: GameKind, contestants: Vec<NamedContestant>) -> Self {
        TournamentConfig {
            game: game.name().into(),
            contestants,
            schedule: Schedule::default(),
            rounds: None,
            games: DEFAULT_GAMES,
            seatings: Seatings::default(),
            seed: 0,
            time: None,
            nodes: None,
            ponder: false,
            memory: None,
            nice: None,
            dialect: None,
            faults: DEFAULT_FAULT_LIMIT,
            plies: None,
            sprt: None,
            jobs: None,
            options: OptionValues::new(),
        }
    }

    /// Parses a configuration file.
    pub fn from_toml(text: &str) -> Result<Self, TournamentConfigError> {
        toml::from_str(text).map_err(|error| TournamentConfigError::Toml(error.to_string()))
    }

    /// Formats the configuration as a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration can be written as TOML")
    }

    /// The game.
    pub fn kind(&self) -> Result<GameKind, TournamentConfigError> {
        Ok(self.game.parse::<GameKind>()?)
    }

    /// Resolves the contestants and gives each a distinct name; refuses people.
    pub fn entrants(
        &self,
        launcher: &PlayerLauncher,
    ) -> Result<Vec<SeatInfo>, TournamentConfigError> {
        let plays = self.contestants.iter().map(|named| match named {
            NamedContestant::Plain(plays) | NamedContestant::As { plays, .. } => plays,
        });
        let mut infos = launcher.parse_contestants(plays)?;
        if infos.iter().any(|info| info.who == Contestant::Person) {
            return Err(TournamentConfigError::Person { game: self.game.clone() });
        }
        shorten(&mut infos, launcher);
        for (info, named) in infos.iter_mut().zip(&self.contestants) {
            if let NamedContestant::As { name, .. } = named {
                info.name.clone_from(name);
            }
        }
        cut_long_names(&mut infos);
        for (index, info) in infos.iter().enumerate() {
            if info.name.trim().is_empty() {
                return Err(TournamentConfigError::Range {
                    what: "a contestant's name",
                    range: "at least one visible character",
                });
            }
            if infos[..index].iter().any(|other| other.name == info.name) {
                return Err(TournamentConfigError::SameName { name: info.name.clone() });
            }
        }
        Ok(infos)
    }

    /// Protocol of the programs whose specification doesn't name one.
    pub fn protocol(&self) -> Result<Protocol, TournamentConfigError> {
        let Some(word) = &self.dialect else { return Ok(Protocol::default_for(&self.game)) };
        let protocol = Protocol::from_prefix(word, AnswerReading::default());
        let protocol = protocol.filter(|protocol| protocol.supports(&self.game));
        protocol.ok_or(TournamentConfigError::Range {
            what: "dialect",
            range: "json (in filler also edu or 42)",
        })
    }

    /// Describes how seeds are derived: a match derives them differently from other schedules.
    fn seed_scheme(&self) -> &'static str {
        if self.schedule == Schedule::Match { "a match" } else { "a tournament" }
    }

    /// Describes the first difference from the configuration a folder was started with that makes its games
    /// unusable; `None` if they can be used. More games, other contestants or another schedule are no
    /// conflict (a match and other schedules are, because their seeds differ).
    pub fn conflict_with(&self, previous: &TournamentConfig) -> Option<String> {
        let parts: [(&str, String, String); 11] = [
            ("game", self.game.clone(), previous.game.clone()),
            ("options", text(&self.options), text(&previous.options)),
            ("seatings", text(self.seatings), text(previous.seatings)),
            ("seed", text(self.seed), text(previous.seed)),
            ("time", text(self.time), text(previous.time)),
            ("nodes", text(self.nodes), text(previous.nodes)),
            ("ponder", text(self.ponder), text(previous.ponder)),
            ("memory", text(self.memory), text(previous.memory)),
            ("dialect", text(&self.dialect), text(&previous.dialect)),
            ("plies", text(self.plies), text(previous.plies)),
            ("schedule", self.seed_scheme().into(), previous.seed_scheme().into()),
        ];
        let (what, now, then) = parts.into_iter().find(|(_, now, then)| now != then)?;
        Some(format!("{what} was {then}, now it is {now}"))
    }
}

fn text(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::Null) => "not set".into(),
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}
