//! Parses the names of contestants and seats them at a table.
//!
//! A contestant is named the same way everywhere:
//!
//! ```text
//! you                      a person; you:name=Ann:colour=red
//! perfect                  a computer player (`meeple games` lists them)
//! perfect:stall=nibble     ... with parameters
//! ./my_bot                 a program, by its path
//! 'python3 bot.py --fast'  a program, by its command line
//! json:./my_bot            ... with a protocol other than the default: json, edu or 42
//! ```

use crate::{
    IdlePolicy, ProcessSupervisor, Program,
    game_runner::StartedPlayer,
    json::JsonProgram,
    program::BadCommand,
    school::{AnswerReading, Dialect, FillerProgram},
};
use meeple_ai::roster::{PlayerError, Resources, Roster, roster};
use meeple_core::{
    AnyPlayer, Contestant, Game, GameOptions, OptionKey, OptionsError, Seat, SeatInfo, Verdict,
    options::parse, text::nearest,
};
use meeple_games::{GameKind, filler::Filler};
use meeple_session::{PERSON, Referee, setup::make_names_unique};
use meeple_view::{AnyView, view};
use std::{env, path::Path, time::Duration};

/// Parses contestants and seats players at the tables of one game.
#[derive(Clone)]
pub struct PlayerLauncher {
    /// The game's computer players.
    pub roster: Roster,
    /// How the game is shown to programs.
    pub view: &'static dyn AnyView,
    /// The resources that the computer players share.
    pub resources: Resources,
    /// Decides the penalty when a player fails.
    pub referee: Referee,
    /// The protocol of programs that are named without a protocol prefix.
    pub protocol: Protocol,
    /// Starts and stops the programs.
    pub supervisor: ProcessSupervisor,
    /// The maximum memory a program may map, in bytes; `None` means no limit.
    pub memory: Option<u64>,
    /// See [`Program::nice`].
    pub nice: Option<u8>,
    /// See [`Program::idle_policy`].
    pub idle_policy: IdlePolicy,
    /// See [`Program::start_up`].
    pub start_up: Option<Duration>,
}

/// A protocol between Meeple and a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The Meeple protocol, for every game.
    Json,
    /// The Filler protocol of one of the schools.
    Filler {
        /// The school's dialect.
        dialect: Dialect,
        /// How strictly answers are parsed.
        reading: AnswerReading,
    },
}

impl Protocol {
    /// The prefixes that choose a protocol for one program.
    pub const PREFIXES: [&str; 3] = ["json", "edu", "42"];

    /// Returns the default protocol of a game: 01-edu's dialect for Filler, because most Filler bots use
    /// it, and the Meeple protocol for every other game.
    pub fn default_for(game: &str) -> Self {
        let (dialect, reading) = (Dialect::default(), AnswerReading::default());
        if game == Filler::NAME { Protocol::Filler { dialect, reading } } else { Protocol::Json }
    }

    /// Returns the protocol's prefix.
    pub fn prefix(self) -> &'static str {
        match self {
            Protocol::Json => "json",
            Protocol::Filler { dialect, .. } => dialect.word(),
        }
    }

    /// Returns the protocol with this prefix, if any; only the Filler dialects use `reading`.
    pub fn from_prefix(word: &str, reading: AnswerReading) -> Option<Self> {
        match word {
            "json" => Some(Protocol::Json),
            word => word.parse().ok().map(|dialect| Protocol::Filler { dialect, reading }),
        }
    }

    /// Returns whether this game can be played with this protocol.
    pub fn supports(self, game: &str) -> bool {
        self == Protocol::Json || game == Filler::NAME
    }

    fn reading(self) -> AnswerReading {
        match self {
            Protocol::Json => AnswerReading::default(),
            Protocol::Filler { reading, .. } => reading,
        }
    }
}

/// Why a text does not name a contestant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// It is not a player, a file or a command.
    #[error("{name:?} is not a file, a command or a {game} player: {guess}(players: {known})")]
    Unknown {
        /// The name as typed.
        name: String,
        /// The game's name.
        game: &'static str,
        /// A question that suggests the nearest name; may be empty.
        guess: String,
        /// All known names.
        known: String,
    },
    /// It is a computer player with invalid parameters.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The options after `you` are invalid.
    #[error("{typed}: {error}")]
    Person {
        /// The text as typed.
        typed: String,
        /// What is wrong.
        error: OptionsError,
    },
    /// It is not a valid command line.
    #[error(transparent)]
    Command(#[from] BadCommand),
    /// The game cannot be played with this protocol.
    #[error("{typed:?}: {game} bots use the protocol \"json\", not {protocol:?}")]
    OtherGame {
        /// The text as typed.
        typed: String,
        /// The protocol's prefix.
        protocol: &'static str,
        /// The game's name.
        game: &'static str,
    },
}

/// A person's options: `you:name=Ann:colour=red`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct PersonOptions {
    name: Option<String>,
    colour: Option<String>,
}

impl GameOptions for PersonOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::text(
            "name",
            "shown",
            "a word",
            "you",
            |person| person.name.as_deref(),
            |person, name| person.name = Some(name),
        ),
        OptionKey::text(
            "colour",
            "where the game lets people choose one",
            "a colour",
            "asked",
            |person| person.colour.as_deref(),
            |person, colour| person.colour = Some(colour),
        ),
    ];
}

impl PlayerLauncher {
    /// Creates the launcher of this game.
    pub fn for_game(kind: GameKind, resources: Resources) -> Self {
        PlayerLauncher::new(roster(kind), view(kind), resources)
    }

    /// Creates a launcher with this roster of computer players and this view of the game.
    pub fn new(roster: Roster, view: &'static dyn AnyView, resources: Resources) -> Self {
        let (protocol, supervisor) =
            (Protocol::default_for(roster.game), ProcessSupervisor::default());
        PlayerLauncher {
            roster,
            view,
            resources,
            referee: Referee::for_name(roster.game),
            protocol,
            supervisor,
            memory: None,
            nice: None,
            idle_policy: IdlePolicy::default(),
            start_up: None,
        }
    }

    /// Parses several contestants and makes their names unique.
    pub fn parse_contestants(
        &self,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<SeatInfo>, ContestantError> {
        let seats = texts.into_iter().map(|text| self.parse_contestant(text.as_ref()));
        let mut seats = seats.collect::<Result<Vec<_>, _>>()?;
        make_names_unique(&mut seats);
        Ok(seats)
    }

    /// Parses a contestant; the displayed name is the text as typed.
    pub fn parse_contestant(&self, text: &str) -> Result<SeatInfo, ContestantError> {
        let mut parts = text.split(':');
        let first = parts.next().unwrap_or_default();
        if first == PERSON {
            let to_error = |error| ContestantError::Person { typed: text.into(), error };
            let PersonOptions { name, colour } = parse(parts).map_err(to_error)?;
            let name = name.unwrap_or_else(|| PERSON.into());
            return Ok(SeatInfo { name, colour, who: Contestant::Person });
        }
        let who = match self.roster.find(first) {
            Some(_) => self.roster.parse(text)?,
            None => self.parse_program(text)?,
        };
        Ok(SeatInfo { name: text.into(), colour: None, who })
    }

    fn parse_program(&self, text: &str) -> Result<Contestant, ContestantError> {
        let (protocol, command) = self.split_protocol(text);
        let game = self.roster.game;
        if !protocol.supports(game) {
            let (typed, protocol) = (text.into(), protocol.prefix());
            return Err(ContestantError::OtherGame { typed, protocol, game });
        }
        let program: Program = command.parse()?;
        let executable = &program.words()[0];
        if executable.contains('/') || is_command(executable) {
            return Ok(Contestant::Program { command: text.into() });
        }
        let names: Vec<&str> = [PERSON]
            .into_iter()
            .chain(self.roster.players.iter().map(|entry| entry.name))
            .collect();
        let guess = nearest(executable, names.iter().copied());
        let guess = guess.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default();
        let (name, known) = (executable.clone(), names.join(", "));
        Err(ContestantError::Unknown { name, game, guess, known })
    }

    /// Returns the protocol of a program; `None` for other contestants.
    pub fn protocol_of(&self, who: &Contestant) -> Option<Protocol> {
        match who {
            Contestant::Program { command } => Some(self.split_protocol(command).0),
            Contestant::Person | Contestant::Computer { .. } => None,
        }
    }

    /// Splits `text` into the program's protocol and its command.
    pub fn split_protocol<'a>(&self, text: &'a str) -> (Protocol, &'a str) {
        let prefixed = text.split_once(':').and_then(|(prefix, command)| {
            Some((Protocol::from_prefix(prefix, self.protocol.reading())?, command))
        });
        prefixed.unwrap_or((self.protocol, text))
    }

    /// Creates the player for a seat and starts its program, if it is one; `Ok(None)` for a person.
    pub fn start_player(&self, who: &Contestant, seat: Seat) -> StartedPlayer {
        match who {
            Contestant::Person => Ok(None),
            Contestant::Computer { player, parameters } => {
                let created = self.roster.seat_as(player, parameters, &self.resources);
                created.map(Some).map_err(|error| cannot_start(player, error.to_string()))
            }
            Contestant::Program { command } => self.start_program(command, seat).map(Some),
        }
    }

    fn start_program(&self, text: &str, seat: Seat) -> Result<Box<dyn AnyPlayer>, Verdict> {
        let (protocol, command) = self.split_protocol(text);
        let program: Result<Program, BadCommand> = command.parse();
        let mut program = program.map_err(|error| cannot_start(text, error.to_string()))?;
        (program.memory, program.nice) = (self.memory, self.nice);
        (program.idle_policy, program.start_up) = (self.idle_policy, self.start_up);
        Ok(match protocol {
            Protocol::Json => {
                Box::new(JsonProgram::start(&program, seat, self.view, &self.supervisor)?)
            }
            Protocol::Filler { dialect, reading } => {
                let protocol = (dialect, reading);
                Box::new(FillerProgram::start(&program, seat, protocol, &self.supervisor)?)
            }
        })
    }

    /// Creates the players of all seats in order; see [`PlayerLauncher::start_player`].
    pub fn start_players(&self, seats: &[SeatInfo]) -> Vec<StartedPlayer> {
        let seats = seats.iter().enumerate();
        seats.map(|(index, info)| self.start_player(&info.who, Seat::new(index))).collect()
    }
}

fn cannot_start(program: &str, reason: String) -> Verdict {
    Verdict::CannotStart { program: program.into(), reason }
}

/// Returns whether `name` is a file or a command in `PATH`.
fn is_command(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    Path::new(name).is_file() || env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Splits a list of contestants at commas outside quotes; a quoted item loses its quotes.
///
/// ```
/// use meeple_bots::player_launcher::split_list;
///
/// assert_eq!(split_list("you, 'python3 bot.py a,b',perfect"), [
///     "you", "python3 bot.py a,b", "perfect",
/// ]);
/// ```
pub fn split_list(text: &str) -> Vec<String> {
    let (mut parts, mut quote) = (vec![String::new()], None);
    for character in text.chars() {
        let part = parts.last_mut().expect("parts is never empty");
        match (quote, character) {
            (None, ',') => parts.push(String::new()),
            (None, '\'' | '"') if part.trim().is_empty() => quote = Some(character),
            (Some(open), character) if character == open => quote = None,
            (_, character) => part.push(character),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(kind: GameKind) -> PlayerLauncher {
        PlayerLauncher::for_game(kind, Resources::default())
    }

    #[track_caller]
    fn check_names(launcher: &PlayerLauncher, texts: &[&str], expected: &[&str]) {
        let seats = launcher.parse_contestants(texts).expect("all of them are known");
        let names: Vec<&str> = seats.iter().map(|info| info.name.as_str()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn names_are_shortened_as_long_as_they_stay_unique() {
        let chomp = launcher(GameKind::Chomp);
        check_names(&chomp, &["you", "perfect:stall=nibble"], &["you", "perfect"]);
        check_names(&chomp, &["you", "you"], &["you 1", "you 2"]);
        check_names(&chomp, &["perfect:slip=5", "perfect"], &["perfect:slip=5", "perfect"]);
        check_names(
            &chomp,
            &["perfect:slip=5", "perfect:slip=5"],
            &["perfect:slip=5 1", "perfect:slip=5 2"],
        );
        check_names(&chomp, &["you:name=Ann", "you:name=Bo"], &["Ann", "Bo"]);
        let filler = launcher(GameKind::Filler);
        check_names(&filler, &["./my bot", "'sh' -c 'cat'"], &["./my bot", "'sh' -c 'cat'"]);
    }

    #[track_caller]
    fn check_refused(launcher: &PlayerLauncher, text: &str, expected: &str) {
        let error = launcher.parse_contestant(text).expect_err("it is refused").to_string();
        assert_eq!(error, expected);
    }

    #[test]
    fn an_unknown_name_is_refused_with_a_guess() {
        let chomp = launcher(GameKind::Chomp);
        check_refused(
            &chomp,
            "yu",
            "\"yu\" is not a file, a command or a chomp player: did you mean \"you\"? (players: \
             you, perfect, max, hard, casual, normal, easy, mcts, random)",
        );
        check_refused(&chomp, "", "the bot's command is empty");
        check_refused(&chomp, "json:", "the bot's command is empty");
        check_refused(
            &chomp,
            "edu:./bot",
            "\"edu:./bot\": chomp bots use the protocol \"json\", not \"edu\"",
        );
        let error = launcher(GameKind::Filler)
            .parse_contestant("champoin")
            .expect_err("misspelt")
            .to_string();
        assert!(error.contains("did you mean \"champion\"?"), "{error}");
    }

    #[test]
    fn a_prefix_chooses_the_protocol_of_a_program() {
        let filler = launcher(GameKind::Filler);
        let split = |text| {
            let (protocol, command) = filler.split_protocol(text);
            (protocol.prefix(), command)
        };
        assert_eq!(split("./bot"), ("edu", "./bot"));
        assert_eq!(split("json:./bot"), ("json", "./bot"));
        assert_eq!(split("42:python3 a:b"), ("42", "python3 a:b"));
        assert_eq!(split("c:/bot"), ("edu", "c:/bot"));
        assert_eq!(
            Protocol::PREFIXES
                .map(|word| Protocol::from_prefix(word, AnswerReading::Strict).is_some()),
            [true; 3]
        );
    }
}
