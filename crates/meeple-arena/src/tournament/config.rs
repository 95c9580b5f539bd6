//! What is asked for, as a file says it.
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
//! Only `game` and `contestants` must be there. The same file stands in a
//! tournament's folder, as it was run.

use super::{
    Schedule, Seatings,
    names::{cut_long_names, shorten},
};
use meeple_bots::{BadContestant, Host, Protocol, school::Reading};
use meeple_core::{BadOptions, Contestant, SeatInfo};
use meeple_games::{GameKind, UnknownGame};
use meeple_session::{PERSON, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How many games an encounter has if nothing is said, before it is rounded up to whole blocks.
const USUAL_GAMES: u64 = 10;
/// After how many games running in which it failed somebody is withdrawn.
const USUAL_PATIENCE: u32 = 3;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game's name.
    pub game: String,
    /// Who plays.
    pub contestants: Vec<Named>,
    /// Who meets whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// How many rounds, where that is a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// How many games each encounter has; rounded up to whole blocks.
    #[serde(default = "usual_games")]
    pub games: u64,
    /// Which seatings a block has.
    #[serde(default)]
    pub seatings: Seatings,
    /// From which all seeds follow.
    #[serde(default)]
    pub seed: i64,
    /// How long everybody may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// How many positions our players may look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether programs may think while others are to move.
    #[serde(default)]
    pub ponder: bool,
    /// The most memory a program may have, in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// How nice programs are to others on the machine, 0 to 19.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nice: Option<u8>,
    /// What programs speak in Filler, unless they are named with it: json, edu or 42.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// After how many games running in which it failed somebody is withdrawn; 0 is never.
    #[serde(default = "usual_patience")]
    pub faults: u32,
    /// A game of more deals and moves is cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// A sequential test, such as "0,10".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// How many blocks are played at a time; one for each processor, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<usize>,
    /// The game's options.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
}

/// A contestant, with a name of its own or without.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a text, or { name = \"...\", plays = \"...\" }")]
pub enum Named {
    /// As a contestant is named everywhere.
    Plain(String),
    /// With a name to be shown.
    As {
        /// The name.
        name: String,
        /// As a contestant is named everywhere.
        plays: String,
    },
}

fn usual_games() -> u64 {
    USUAL_GAMES
}

fn usual_patience() -> u32 {
    USUAL_PATIENCE
}

/// Why a tournament cannot be arranged.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadConfig {
    /// The file is none.
    #[error("{0}")]
    Toml(String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game's options are wrong.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// Somebody cannot be read.
    #[error(transparent)]
    Contestant(#[from] BadContestant),
    /// A person would have to be asked.
    #[error("{PERSON:?}: people do not play here: use meeple play {game} --seats {PERSON},...")]
    Person {
        /// The game.
        game: String,
    },
    /// Two have the same name.
    #[error("two contestants are called {name:?}")]
    SameName {
        /// The name.
        name: String,
    },
    /// Nobody to play against.
    #[error("it takes two contestants at least, but {0} named")]
    Alone(&'static str),
    /// There are not enough for a table, or too many for a match.
    #[error("{game} has {seats} seats here, but {contestants} contestants are named{advice}")]
    Seats {
        /// The game.
        game: String,
        /// How many seats it has.
        seats: usize,
        /// How many contestants there are.
        contestants: usize,
        /// What could be done.
        advice: &'static str,
    },
    /// The sequential test makes no sense.
    #[error("{0}")]
    Sprt(String),
    /// A number is out of range.
    #[error("{what} must be {range}")]
    Range {
        /// Which.
        what: &'static str,
        /// What it may be.
        range: &'static str,
    },
}

impl Config {
    /// Nothing but a game and who plays.
    pub fn new(game: GameKind, contestants: Vec<Named>) -> Self {
        Config {
            game: game.name().into(),
            contestants,
            schedule: Schedule::default(),
            rounds: None,
            games: USUAL_GAMES,
            seatings: Seatings::default(),
            seed: 0,
            time: None,
            nodes: None,
            ponder: false,
            memory: None,
            nice: None,
            dialect: None,
            faults: USUAL_PATIENCE,
            plies: None,
            sprt: None,
            jobs: None,
            options: Map::new(),
        }
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Self, BadConfig> {
        toml::from_str(text).map_err(|error| BadConfig::Toml(error.to_string()))
    }

    /// The text of a file that says this.
    pub fn write(&self) -> String {
        toml::to_string(self).expect("every part of it can be written")
    }

    /// The game.
    pub fn kind(&self) -> Result<GameKind, BadConfig> {
        Ok(self.game.parse::<GameKind>()?)
    }

    /// Everybody who plays, with names that tell them apart.
    pub fn entrants(&self, host: &Host) -> Result<Vec<SeatInfo>, BadConfig> {
        let plays = self.contestants.iter().map(|named| match named {
            Named::Plain(plays) | Named::As { plays, .. } => plays,
        });
        let mut infos = host.read_all(plays)?;
        if infos.iter().any(|info| info.who == Contestant::Person) {
            return Err(BadConfig::Person { game: self.game.clone() });
        }
        shorten(&mut infos, host);
        for (info, named) in infos.iter_mut().zip(&self.contestants) {
            if let Named::As { name, .. } = named {
                info.name.clone_from(name);
            }
        }
        cut_long_names(&mut infos);
        for (index, info) in infos.iter().enumerate() {
            if info.name.trim().is_empty() {
                return Err(BadConfig::Range { what: "a contestant's name", range: "a word" });
            }
            if infos[..index].iter().any(|other| other.name == info.name) {
                return Err(BadConfig::SameName { name: info.name.clone() });
            }
        }
        Ok(infos)
    }

    /// What programs speak, unless they are named with it.
    pub fn protocol(&self) -> Result<Protocol, BadConfig> {
        let Some(word) = &self.dialect else { return Ok(Protocol::usual(&self.game)) };
        let protocol = Protocol::of(word, Reading::default());
        let protocol = protocol.filter(|protocol| protocol.plays(&self.game));
        protocol
            .ok_or(BadConfig::Range { what: "dialect", range: "json, in filler also edu or 42" })
    }

    /// A match has other seeds than a tournament.
    fn kind_of_seeds(&self) -> &'static str {
        if self.schedule == Schedule::Match { "a match" } else { "a tournament" }
    }

    /// What differs between this and what a folder was begun with, so that its games do not fit;
    /// nothing if they do. More games, other contestants or another schedule do no harm.
    pub fn conflict(&self, begun: &Config) -> Option<String> {
        let parts: [(&str, String, String); 11] = [
            ("game", self.game.clone(), begun.game.clone()),
            ("options", text(&self.options), text(&begun.options)),
            ("seatings", text(self.seatings), text(begun.seatings)),
            ("seed", text(self.seed), text(begun.seed)),
            ("time", text(self.time), text(begun.time)),
            ("nodes", text(self.nodes), text(begun.nodes)),
            ("ponder", text(self.ponder), text(begun.ponder)),
            ("memory", text(self.memory), text(begun.memory)),
            ("dialect", text(&self.dialect), text(&begun.dialect)),
            ("plies", text(self.plies), text(begun.plies)),
            ("schedule", self.kind_of_seeds().into(), begun.kind_of_seeds().into()),
        ];
        let (what, now, then) = parts.into_iter().find(|(_, now, then)| now != then)?;
        Some(format!("{what} was {then} there, and is {now} now"))
    }
}

fn text(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::Null) => "not given".into(),
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}
