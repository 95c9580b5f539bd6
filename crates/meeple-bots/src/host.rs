//! The host: reads who is to sit at a table, and seats them.
//!
//! A contestant is named in one way wherever one is named:
//!
//! ```text
//! you                      a person; you:name=Ann:colour=red
//! perfect                  one of ours (`meeple games` lists them)
//! perfect:stall=nibble     ... with parameters
//! ./my_bot                 a program, by its path
//! 'python3 bot.py --fast'  a program, by its command line
//! json:./my_bot            ... that is not spoken with as is usual here: json, edu or 42
//! ```

use crate::{
    Between, Kennel, Program,
    json::JsonProgram,
    program::BadCommand,
    school::{Dialect, FillerProgram, Reading},
    seating::Arrival,
};
use meeple_ai::roster::{BadPlayer, Resources, Roster, roster};
use meeple_core::{
    AnyPlayer, BadOptions, Contestant, Game, Key, Options, Seat, SeatInfo, Verdict, options::parse,
    text::nearest,
};
use meeple_games::{GameKind, filler::Filler};
use meeple_session::{PERSON, Referee, setup::tell_apart};
use meeple_view::{AnyView, view};
use std::{env, path::Path, time::Duration};

/// Who reads names and seats players at the tables of one game.
#[derive(Clone)]
pub struct Host {
    /// The game's own players.
    pub roster: Roster,
    /// How the game is shown to programs.
    pub view: &'static dyn AnyView,
    /// What they share.
    pub resources: Resources,
    /// Who decides what follows when a player fails.
    pub referee: Referee,
    /// What programs speak here, unless they are named with another protocol.
    pub protocol: Protocol,
    /// Where programs run.
    pub kennel: Kennel,
    /// The most memory a program may map, in bytes.
    pub memory: Option<u64>,
    /// [`Program::nice`].
    pub nice: Option<u8>,
    /// [`Program::between`].
    pub between: Between,
    /// [`Program::start_up`].
    pub start_up: Option<Duration>,
}

/// What is spoken with programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The Meeple protocol, for every game.
    Json,
    /// One of Filler's dialects.
    Filler {
        /// Which.
        dialect: Dialect,
        /// How answers are read.
        reading: Reading,
    },
}

impl Protocol {
    /// The words by which a protocol is chosen for one program.
    pub const WORDS: [&str; 3] = ["json", "edu", "42"];

    /// What programs speak in this game unless something else is said: in Filler the dialect of
    /// 01-edu, because most of its bots do, and everywhere else the Meeple protocol.
    pub fn usual(game: &str) -> Self {
        let (dialect, reading) = (Dialect::default(), Reading::default());
        if game == Filler::NAME { Protocol::Filler { dialect, reading } } else { Protocol::Json }
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Json => "json",
            Protocol::Filler { dialect, .. } => dialect.word(),
        }
    }

    /// The protocol of this word; `reading` is how answers of a dialect are read.
    pub fn of(word: &str, reading: Reading) -> Option<Self> {
        match word {
            "json" => Some(Protocol::Json),
            word => word.parse().ok().map(|dialect| Protocol::Filler { dialect, reading }),
        }
    }

    /// Whether this game can be played in it.
    pub fn plays(self, game: &str) -> bool {
        self == Protocol::Json || game == Filler::NAME
    }

    fn reading(self) -> Reading {
        match self {
            Protocol::Json => Reading::default(),
            Protocol::Filler { reading, .. } => reading,
        }
    }
}

/// Why a text names nobody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadContestant {
    /// No player, no file, no command.
    #[error("{name:?} is no file, no command and none of {game}'s players: {guess}({known})")]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The game.
        game: &'static str,
        /// The name that may have been meant, as a question.
        guess: String,
        /// Everybody who is known.
        known: String,
    },
    /// It is one of ours, with bad parameters.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// Wrong words behind `you`.
    #[error("{typed}: {error}")]
    Person {
        /// What was given.
        typed: String,
        /// What is wrong.
        error: BadOptions,
    },
    /// It is no command line.
    #[error(transparent)]
    Command(#[from] BadCommand),
    /// The game is not played in this protocol.
    #[error("{typed:?}: {game} is not played in {protocol:?}, only in \"json\"")]
    OtherGame {
        /// What was given.
        typed: String,
        /// The protocol's word.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
}

/// What a person may be called: `you:name=Ann:colour=red`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Person {
    name: Option<String>,
    colour: Option<String>,
}

impl Options for Person {
    const KEYS: &'static [Key<Self>] = &[
        Key::text("name", "shown", "a word", "you", |p| p.name.as_deref(), |p, t| p.name = Some(t)),
        Key::text(
            "colour",
            "where the game lets people choose one",
            "a colour",
            "asked",
            |person| person.colour.as_deref(),
            |person, colour| person.colour = Some(colour),
        ),
    ];
}

impl Host {
    /// A host of this game.
    pub fn of(kind: GameKind, resources: Resources) -> Self {
        Host { referee: Referee::of(kind), ..Host::new(roster(kind), view(kind), resources) }
    }

    /// A host for the players of this roster, whose game is shown so.
    pub fn new(roster: Roster, view: &'static dyn AnyView, resources: Resources) -> Self {
        let (protocol, kennel) = (Protocol::usual(roster.game), Kennel::default());
        Host {
            roster,
            view,
            resources,
            referee: Referee::default(),
            protocol,
            kennel,
            memory: None,
            nice: None,
            between: Between::default(),
            start_up: None,
        }
    }

    /// Everybody who is named, with names that tell them apart.
    pub fn read_all(
        &self,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<SeatInfo>, BadContestant> {
        let seats = texts.into_iter().map(|text| self.read(text.as_ref()));
        let mut seats = seats.collect::<Result<Vec<_>, _>>()?;
        tell_apart(&mut seats);
        Ok(seats)
    }

    /// Who is named; the name shown is the text as it was typed.
    pub fn read(&self, text: &str) -> Result<SeatInfo, BadContestant> {
        let mut words = text.split(':');
        let word = words.next().unwrap_or_default();
        if word == PERSON {
            let bad = |error| BadContestant::Person { typed: text.into(), error };
            let Person { name, colour } = parse(words).map_err(bad)?;
            let name = name.unwrap_or_else(|| PERSON.into());
            return Ok(SeatInfo { name, colour, who: Contestant::Person });
        }
        let who = match self.roster.find(word) {
            Some(_) => self.roster.read(text)?,
            None => self.read_program(text)?,
        };
        Ok(SeatInfo { name: text.into(), colour: None, who })
    }

    fn read_program(&self, text: &str) -> Result<Contestant, BadContestant> {
        let (protocol, command) = self.spoken(text);
        let game = self.roster.game;
        if !protocol.plays(game) {
            let (typed, protocol) = (text.into(), protocol.word());
            return Err(BadContestant::OtherGame { typed, protocol, game });
        }
        let program: Program = command.parse()?;
        let word = &program.words()[0];
        if word.contains('/') || is_command(word) {
            return Ok(Contestant::Program { command: text.into() });
        }
        let names: Vec<&str> =
            [PERSON].into_iter().chain(self.roster.players.iter().map(|p| p.name)).collect();
        let guess = nearest(word, names.iter().copied());
        let guess = guess.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default();
        let (name, known) = (word.clone(), names.join(", "));
        Err(BadContestant::Unknown { name, game, guess, known })
    }

    /// What is spoken with whoever sits there, if it is a program.
    pub fn spoken_by(&self, who: &Contestant) -> Option<Protocol> {
        match who {
            Contestant::Program { command } => Some(self.spoken(command).0),
            Contestant::Person | Contestant::Computer { .. } => None,
        }
    }

    /// What is spoken with the program that `text` names, and its command.
    pub fn spoken<'a>(&self, text: &'a str) -> (Protocol, &'a str) {
        let named = text.split_once(':').and_then(|(word, command)| {
            Some((Protocol::of(word, self.protocol.reading())?, command))
        });
        named.unwrap_or((self.protocol, text))
    }

    /// Takes a seat for one game; a program is started.
    pub fn sit(&self, who: &Contestant, seat: Seat) -> Arrival {
        match who {
            Contestant::Person => Ok(None),
            Contestant::Computer { player, parameters } => {
                let seated = self.roster.seat_as(player, parameters, &self.resources);
                seated.map(Some).map_err(|error| cannot_start(player, error.to_string()))
            }
            Contestant::Program { command } => self.start(command, seat).map(Some),
        }
    }

    fn start(&self, text: &str, seat: Seat) -> Result<Box<dyn AnyPlayer>, Verdict> {
        let (protocol, command) = self.spoken(text);
        let program: Result<Program, BadCommand> = command.parse();
        let mut program = program.map_err(|error| cannot_start(text, error.to_string()))?;
        (program.memory, program.nice) = (self.memory, self.nice);
        (program.between, program.start_up) = (self.between, self.start_up);
        Ok(match protocol {
            Protocol::Json => {
                Box::new(JsonProgram::start(&program, seat, self.view, &self.kennel)?)
            }
            Protocol::Filler { dialect, reading } => {
                let speech = (dialect, reading);
                Box::new(FillerProgram::start(&program, seat, speech, &self.kennel)?)
            }
        })
    }

    /// Everybody takes their seats.
    pub fn sit_all(&self, seats: &[SeatInfo]) -> Vec<Arrival> {
        let seats = seats.iter().enumerate();
        seats.map(|(index, info)| self.sit(&info.who, Seat::new(index))).collect()
    }
}

fn cannot_start(program: &str, reason: String) -> Verdict {
    Verdict::CannotStart { program: program.into(), reason }
}

/// Whether a shell would find this word.
fn is_command(word: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    Path::new(word).is_file() || env::split_paths(&path).any(|folder| folder.join(word).is_file())
}

/// Splits a list of contestants at its commas; what stands in quotes stays together.
///
/// ```
/// use meeple_bots::host::split_list;
///
/// assert_eq!(split_list("you, 'python3 bot.py a,b',perfect"), [
///     "you", "python3 bot.py a,b", "perfect",
/// ]);
/// ```
pub fn split_list(text: &str) -> Vec<String> {
    let (mut parts, mut quote) = (vec![String::new()], None);
    for letter in text.chars() {
        let part = parts.last_mut().expect("it begins with one");
        match (quote, letter) {
            (None, ',') => parts.push(String::new()),
            (None, '\'' | '"') if part.trim().is_empty() => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            (_, letter) => part.push(letter),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(kind: GameKind) -> Host {
        Host::of(kind, Resources::default())
    }

    #[track_caller]
    fn names(host: &Host, texts: &[&str], expected: &[&str]) {
        let seats = host.read_all(texts).expect("all of them are known");
        let names: Vec<&str> = seats.iter().map(|info| info.name.as_str()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn contestants_are_called_by_what_tells_them_apart() {
        let chomp = host(GameKind::Chomp);
        names(&chomp, &["you", "perfect:stall=nibble"], &["you", "perfect"]);
        names(&chomp, &["you", "you"], &["you 1", "you 2"]);
        names(&chomp, &["perfect:slip=5", "perfect"], &["perfect:slip=5", "perfect"]);
        names(
            &chomp,
            &["perfect:slip=5", "perfect:slip=5"],
            &["perfect:slip=5 1", "perfect:slip=5 2"],
        );
        names(&chomp, &["you:name=Ann", "you:name=Bo"], &["Ann", "Bo"]);
        let filler = host(GameKind::Filler);
        names(&filler, &["./my bot", "'sh' -c 'cat'"], &["./my bot", "'sh' -c 'cat'"]);
    }

    #[track_caller]
    fn refused(host: &Host, text: &str, expected: &str) {
        let error = host.read(text).expect_err("nobody of that name").to_string();
        assert_eq!(error, expected);
    }

    #[test]
    fn who_is_unknown_is_refused_with_a_guess() {
        let chomp = host(GameKind::Chomp);
        refused(
            &chomp,
            "yu",
            "\"yu\" is no file, no command and none of chomp's players: did you mean \"you\"? \
             (you, perfect, max, hard, casual, normal, easy, mcts, random)",
        );
        refused(&chomp, "", "the bot's command is empty");
        refused(&chomp, "json:", "the bot's command is empty");
        refused(
            &chomp,
            "edu:./bot",
            "\"edu:./bot\": chomp is not played in \"edu\", only in \"json\"",
        );
        let error = host(GameKind::Filler).read("champoin").expect_err("misspelt").to_string();
        assert!(error.contains("did you mean \"champion\"?"), "{error}");
    }

    #[test]
    fn a_program_may_be_named_with_what_it_speaks() {
        let filler = host(GameKind::Filler);
        let spoken = |text| {
            let (protocol, command) = filler.spoken(text);
            (protocol.word(), command)
        };
        assert_eq!(spoken("./bot"), ("edu", "./bot"));
        assert_eq!(spoken("json:./bot"), ("json", "./bot"));
        assert_eq!(spoken("42:python3 a:b"), ("42", "python3 a:b"));
        assert_eq!(spoken("c:/bot"), ("edu", "c:/bot"));
        assert_eq!(
            Protocol::WORDS.map(|word| Protocol::of(word, Reading::Strict).is_some()),
            [true; 3]
        );
    }
}
