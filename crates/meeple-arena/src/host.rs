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
//! ```

use crate::{
    Kennel, Program,
    filler::{Dialect, FillerProgram, Reading},
    program::BadCommand,
    seating::Arrival,
};
use meeple_ai::roster::{BadPlayer, Resources, Roster};
use meeple_core::{
    BadOptions, Contestant, Key, Options, Seat, SeatInfo, Verdict, options::parse, text::nearest,
};
use std::{env, path::Path};

/// The word for a person.
pub const PERSON: &str = "you";

/// Who reads names and seats players at the tables of one game.
#[derive(Debug, Clone)]
pub struct Host {
    /// The game's own players.
    pub roster: Roster,
    /// What they share.
    pub resources: Resources,
    /// What programs speak here; `None` where none can play yet.
    pub protocol: Option<Protocol>,
    /// Where programs run.
    pub kennel: Kennel,
    /// The most memory a program may map, in bytes.
    pub memory: Option<u64>,
}

/// What is spoken with programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// One of Filler's dialects.
    Filler {
        /// Which.
        dialect: Dialect,
        /// How answers are read.
        reading: Reading,
    },
}

/// Why a text names nobody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadContestant {
    /// No player, no file, no command.
    #[error("{name:?} is {}: {guess}({known})", nobody(*takes_programs, game))]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The game.
        game: &'static str,
        /// Whether a program could be meant.
        takes_programs: bool,
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
    /// It is a program, but programs cannot play here.
    #[error("{typed:?} is a program, and programs cannot play {game} yet")]
    NoProtocol {
        /// What was given.
        typed: String,
        /// The game.
        game: &'static str,
    },
}

fn nobody(takes_programs: bool, game: &str) -> String {
    if takes_programs {
        "no file, no command and none of our players".into()
    } else {
        format!("nobody who plays {game}")
    }
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
    /// A host for the players of this roster, without programs.
    pub fn new(roster: Roster, resources: Resources) -> Self {
        Host { roster, resources, protocol: None, kennel: Kennel::default(), memory: None }
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
        let program: Program = text.parse()?;
        let word = &program.words()[0];
        let (game, takes_programs) = (self.roster.game, self.protocol.is_some());
        let is_program = word.contains('/') || is_command(word);
        if is_program && takes_programs {
            return Ok(Contestant::Program { command: text.into() });
        }
        if word.contains('/') {
            return Err(BadContestant::NoProtocol { typed: text.into(), game });
        }
        let names: Vec<&str> =
            [PERSON].into_iter().chain(self.roster.players.iter().map(|p| p.name)).collect();
        let guess = nearest(word, names.iter().copied());
        let guess = guess.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default();
        let (name, known) = (word.clone(), names.join(", "));
        Err(BadContestant::Unknown { name, game, takes_programs, guess, known })
    }

    /// Takes a seat for one game; a program is started.
    pub fn sit(&self, who: &Contestant, seat: Seat) -> Arrival {
        match who {
            Contestant::Person => Ok(None),
            Contestant::Computer { player, parameters } => {
                let seated = self.roster.seat_as(player, parameters, &self.resources);
                seated.map(Some).map_err(|error| cannot_start(player, error.to_string()))
            }
            Contestant::Program { command } => {
                let program: Result<Program, BadCommand> = command.parse();
                let mut program =
                    program.map_err(|error| cannot_start(command, error.to_string()))?;
                program.memory = self.memory;
                let Some(Protocol::Filler { dialect, reading }) = self.protocol else {
                    let game = self.roster.game;
                    return Err(cannot_start(command, format!("programs cannot play {game} yet")));
                };
                let started =
                    FillerProgram::start(&program, seat, (dialect, reading), &self.kennel)?;
                Ok(Some(Box::new(started)))
            }
        }
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

/// Computer players are called by their word alone; those who would then have the same name
/// get what tells them apart, parameters or a number.
fn tell_apart(seats: &mut [SeatInfo]) {
    let word = |info: &SeatInfo| match &info.who {
        Contestant::Computer { player, .. } => player.clone(),
        Contestant::Person | Contestant::Program { .. } => info.name.clone(),
    };
    let words: Vec<String> = seats.iter().map(word).collect();
    let typed: Vec<String> = seats.iter().map(|info| info.name.clone()).collect();
    let count = |names: &[String], name: &String| names.iter().filter(|n| *n == name).count();
    for (index, info) in seats.iter_mut().enumerate() {
        info.name = if count(&words, &words[index]) == 1 {
            words[index].clone()
        } else if count(&typed, &typed[index]) == 1 {
            typed[index].clone()
        } else {
            format!("{} {}", typed[index], count(&typed[..=index], &typed[index]))
        };
    }
}

/// Whether a shell would find this word.
fn is_command(word: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    Path::new(word).is_file() || env::split_paths(&path).any(|folder| folder.join(word).is_file())
}

/// Splits a list of contestants at its commas; what stands in quotes stays together.
///
/// ```
/// use meeple_arena::host::split_list;
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
    use meeple_ai::roster::roster;
    use meeple_games::GameKind;

    fn host(kind: GameKind) -> Host {
        Host::new(roster(kind), Resources::default())
    }

    fn filler() -> Host {
        let protocol = Protocol::Filler { dialect: Dialect::Edu, reading: Reading::Lenient };
        Host { protocol: Some(protocol), ..host(GameKind::Filler) }
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
        names(&filler(), &["./my bot", "'sh' -c 'cat'"], &["./my bot", "'sh' -c 'cat'"]);
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
            "\"yu\" is nobody who plays chomp: did you mean \"you\"? (you, perfect, random)",
        );
        refused(&chomp, "./bot", "\"./bot\" is a program, and programs cannot play chomp yet");
        refused(&chomp, "", "the bot's command is empty");
        let error = filler().read("champoin").expect_err("misspelt").to_string();
        assert!(error.contains("no file, no command"), "{error}");
        assert!(error.contains("did you mean \"champion\"?"), "{error}");
    }
}
