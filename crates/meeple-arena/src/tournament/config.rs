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

use super::{Open, Schedule, Seatings, Telling, Tournament};
use crate::{
    BadContestant, Host, Protocol, Referee, TimeControl,
    filler::{Dialect, Reading},
    host::PERSON,
    rating::Sprt,
};
use meeple_core::{
    BadOptions, Contestant, Game, Header, Limits, Options, SeatInfo, Table, options::from_json,
};
use meeple_games::{GameKind, GameTask, UnknownGame};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// How many games an encounter has if nothing is said, before it is rounded up to whole blocks.
pub const USUAL_GAMES: u64 = 10;
/// After how many games running in which it failed somebody is withdrawn.
const USUAL_PATIENCE: u32 = 3;
/// No name that is shown is longer.
const LONGEST_NAME: usize = 40;
/// How long a move may take if nothing is said.
const USUAL_TIME: &str = "10";

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

/// What is needed of the program around a tournament.
pub struct House {
    /// Who seats the players.
    pub host: Host,
    /// What ends everything, and how long players may think besides the config's limits.
    pub limits: Limits,
    /// The time for a record.
    pub now: fn() -> String,
    /// How many processors there are.
    pub processors: usize,
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

    /// How long everybody may think: where nothing is said, ten seconds a move, or as long as the
    /// nodes last if only players of ours take part.
    fn control(&self, entrants: &[SeatInfo]) -> TimeControl {
        let are_ours = entrants.iter().all(|info| matches!(info.who, Contestant::Computer { .. }));
        match self.time {
            Some(control) => control,
            None if self.nodes.is_some() && are_ours => TimeControl::None,
            None => USUAL_TIME.parse().expect("a good time"),
        }
    }

    /// The tournament of these entrants, ready to be played.
    pub fn arrange(&self, entrants: Vec<SeatInfo>, house: House) -> Result<Tournament, BadConfig> {
        let kind = self.kind()?;
        match entrants.len() {
            0 => return Err(BadConfig::Alone("none is")),
            1 => return Err(BadConfig::Alone("only one is")),
            _ => {}
        }
        let is_match = self.schedule == Schedule::Match;
        let players = is_match.then_some(entrants.len());
        let Opened { seats, open } = kind.run(Opener { config: self, players, now: house.now })?;
        self.check_numbers()?;
        let refuse = |advice| BadConfig::Seats {
            game: self.game.clone(),
            seats,
            contestants: entrants.len(),
            advice,
        };
        if entrants.len() < seats {
            return Err(refuse(": it takes at least as many"));
        }
        if is_match && entrants.len() > seats {
            return Err(refuse(": meeple tournament lets more of them play"));
        }
        let sprt = self.sprt(entrants.len())?;
        let orders = self.seatings.orders(seats).len() as u64;
        let control = self.control(&entrants);
        Ok(Tournament {
            seats,
            schedule: self.schedule,
            rounds: self.rounds,
            seatings: self.seatings,
            games: self.games.div_ceil(orders) * orders,
            seed: self.seed as u64,
            referee: Referee { dialect: self.school() },
            host: house.host,
            open,
            limits: Limits { nodes: self.nodes, ..house.limits },
            control,
            longest: self.plies.unwrap_or(super::LONGEST_GAME),
            patience: (self.faults > 0).then_some(self.faults),
            sprt,
            jobs: self.jobs.unwrap_or(house.processors),
            telling: Telling::Lines,
            entrants,
        })
    }

    /// Whose rules of faults hold in Filler.
    fn school(&self) -> Dialect {
        self.dialect.as_deref().and_then(|word| word.parse().ok()).unwrap_or_default()
    }

    /// What programs speak, unless they are named with it.
    pub fn protocol(&self) -> Result<Protocol, BadConfig> {
        let Some(word) = &self.dialect else { return Ok(Protocol::usual(&self.game)) };
        let protocol = Protocol::of(word, Reading::default());
        let protocol = protocol.filter(|protocol| protocol.plays(&self.game));
        protocol
            .ok_or(BadConfig::Range { what: "dialect", range: "json, in filler also edu or 42" })
    }

    fn check_numbers(&self) -> Result<(), BadConfig> {
        let check = |is_good: bool, what, range| {
            if is_good { Ok(()) } else { Err(BadConfig::Range { what, range }) }
        };
        check((1..=100_000_000).contains(&self.games), "games", "1 to 100000000")?;
        check(self.nice.is_none_or(|nice| nice <= 19), "nice", "0 to 19")?;
        let memory = self.memory.is_none_or(|mib| (1..=1 << 20).contains(&mib));
        check(memory, "memory", "1 to 1048576 MiB")?;
        check(self.jobs.is_none_or(|jobs| (1..=256).contains(&jobs)), "jobs", "1 to 256")?;
        let rounds = self.rounds.is_none_or(|rounds| (1..=10_000).contains(&rounds));
        check(rounds, "rounds", "1 to 10000")?;
        check(self.nodes != Some(0), "nodes", "1 or more")?;
        check(self.plies != Some(0), "plies", "1 or more")
    }

    fn sprt(&self, entrants: usize) -> Result<Option<Sprt>, BadConfig> {
        let Some(text) = &self.sprt else { return Ok(None) };
        if entrants != 2 || self.schedule != Schedule::Match {
            return Err(BadConfig::Sprt(
                "a sequential test is for a match of two: meeple match, or schedule = \"match\""
                    .into(),
            ));
        }
        text.parse().map(Some).map_err(|error| BadConfig::Sprt(format!("{error}")))
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

/// A game with its options: how many seats it has, and how its tables are opened.
struct Opened {
    seats: usize,
    open: Box<Open>,
}

struct Opener<'a> {
    config: &'a Config,
    /// How many play, where that follows from who is named.
    players: Option<usize>,
    now: fn() -> String,
}

impl GameTask for Opener<'_> {
    type Output = Result<Opened, BadConfig>;
    fn run<G: Game>(self) -> Self::Output {
        let mut words = self.config.options.clone();
        let can_choose = <G::Options as Options>::KEYS.iter().any(|key| key.name == "players");
        if let Some(players) = self.players.filter(|_| can_choose) {
            words.entry("players").or_insert_with(|| players.into());
        }
        let options: G::Options = from_json(&words)?;
        let seats = G::new(&options)?.seats();
        let now = self.now;
        let open = move |seed, seats| {
            let header = Header::new::<G>(&options, seats);
            Table::open::<G>(&options, Header { seed: Some(seed), time: now(), ..header })
        };
        Ok(Opened { seats, open: Box::new(open) })
    }
}

/// `python3 bots/ann.py` is called `ann.py`, unless somebody else is.
fn shorten(infos: &mut [SeatInfo], host: &Host) {
    let short = |info: &SeatInfo| match &info.who {
        Contestant::Program { command } => file_name(host.spoken(command).1),
        Contestant::Person | Contestant::Computer { .. } => None,
    };
    let shorts: Vec<Option<String>> = infos.iter().map(short).collect();
    let names: Vec<String> = infos.iter().map(|info| info.name.clone()).collect();
    for (index, info) in infos.iter_mut().enumerate() {
        let Some(name) = &shorts[index] else { continue };
        let others = shorts.iter().enumerate().filter(|&(other, _)| other != index);
        let is_taken = others.clone().any(|(_, other)| other.as_ref() == Some(name))
            || others.clone().any(|(other, _)| names[other] == *name);
        if !is_taken {
            info.name.clone_from(name);
        }
    }
}

/// No name is longer than can be shown, unless it would not tell somebody apart.
fn cut_long_names(infos: &mut [SeatInfo]) {
    for index in 0..infos.len() {
        let name = &infos[index].name;
        if name.chars().count() > LONGEST_NAME {
            let short: String = name.chars().take(LONGEST_NAME - 1).chain(['~']).collect();
            if infos.iter().all(|info| info.name != short) {
                infos[index].name = short;
            }
        }
    }
}

/// The name of the last file that a command names.
fn file_name(command: &str) -> Option<String> {
    let program: crate::Program = command.parse().ok()?;
    let file =
        program.words().iter().rfind(|word| word.contains('/') || Path::new(word).is_file())?;
    Some(Path::new(file).file_name()?.to_str()?.to_owned())
}
