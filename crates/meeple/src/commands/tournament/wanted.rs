//! From the words of the command line, or a file, to what is asked for.

use crate::{
    cli::{MatchArgs, MeasureArgs, ProgramArgs, TournamentArgs},
    failure::OrFailure,
};
use meeple_ai::roster::roster;
use meeple_arena::tournament::{CONFIG, Config, Named, Schedule};
use meeple_bots::bounded;
use meeple_games::GameKind;
use meeple_terminal::failure::Failure;
use std::{
    fs::{self, File},
    io::Read,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// No tournament's file is longer.
const LONGEST_FILE: u64 = 1 << 20;
/// How many games a match has if nothing is said.
const GAMES_OF_A_MATCH: u64 = 100;
/// How many games a sequential test has at most if nothing is said.
const GAMES_OF_A_TEST: u64 = 100_000;

/// What is asked for, and where it is kept.
pub(in crate::commands) struct Wanted {
    pub(super) config: Config,
    pub(super) out: Option<PathBuf>,
    /// Whether programs are checked before they play.
    pub(super) is_checked: bool,
}

pub(super) fn of_match(args: &MatchArgs) -> Result<Wanted, Failure> {
    let mut config = Config::new(args.game, Vec::new());
    config.schedule = Schedule::Match;
    // A sequential test ends by itself.
    config.games = if args.programs.sprt.is_some() { GAMES_OF_A_TEST } else { GAMES_OF_A_MATCH };
    add_words(&mut config, args.game, &args.words)?;
    add_measure(&mut config, &args.measure);
    add_programs(&mut config, &args.programs);
    Ok(Wanted { config, out: args.measure.out.clone(), is_checked: false })
}

pub(super) fn of_tournament(args: &TournamentArgs) -> Result<Wanted, Failure> {
    let (mut config, mut out) = begin(&args.what)?;
    let kind = config.kind().or_failure()?;
    add_words(&mut config, kind, &args.words)?;
    if let Some(schedule) = &args.schedule {
        let bad = |why| Failure::Usage(format!("--schedule: {why}"));
        config.schedule = schedule.parse().map_err(bad)?;
    }
    config.rounds = args.rounds.or(config.rounds);
    add_measure(&mut config, &args.measure);
    add_programs(&mut config, &args.programs);
    out = args.measure.out.clone().or(out);
    Ok(Wanted { config, out, is_checked: !args.no_check })
}

/// All our players of a game, with their usual parameters: everybody meets everybody.
pub(in crate::commands) fn of_roster(
    kind: GameKind,
    options: &[String],
    games: u64,
    args: &MeasureArgs,
) -> Result<Wanted, Failure> {
    let players = roster(kind).players.iter();
    let players = players.map(|player| Named::Plain(player.name.into()));
    let mut config = Config::new(kind, players.collect());
    config.games = games;
    if let Some(word) = options.iter().find(|word| !is_option(word)) {
        return Err(Failure::Usage(format!("{word:?} is no option: key=value is meant")));
    }
    add_words(&mut config, kind, options)?;
    add_measure(&mut config, args);
    Ok(Wanted { config, out: args.out.clone(), is_checked: false })
}

/// A game, or what a file says; a file's games are kept in the folder of its name.
fn begin(what: &str) -> Result<(Config, Option<PathBuf>), Failure> {
    let path = Path::new(what);
    let is_file = path.extension().is_some_and(|extension| extension == "toml") || path.is_file();
    if !is_file {
        let kind: GameKind = what.parse().map_err(|error| {
            Failure::Usage(format!("{error}; or name a file that ends in .toml"))
        })?;
        return Ok((Config::new(kind, Vec::new()), None));
    }
    let bytes = bounded::read(path, "tournament", LONGEST_FILE)?;
    let bad = |why: &dyn std::fmt::Display| Failure::Usage(format!("{what}: {why}"));
    let text = String::from_utf8(bytes).map_err(|error| bad(&error))?;
    let config = Config::read(&text).map_err(|error| bad(&error))?;
    // A file that stands in a tournament's folder goes on there.
    let is_inside = path.file_name().is_some_and(|name| name == CONFIG);
    let out = if is_inside {
        path.parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
            .into()
    } else {
        path.with_extension("")
    };
    Ok((config, Some(out)))
}

/// Contestants, folders of them, and options.
fn add_words(config: &mut Config, kind: GameKind, words: &[String]) -> Result<(), Failure> {
    let (options, contestants): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| is_option(word));
    for contestant in contestants {
        if Path::new(contestant).is_dir() {
            let programs = programs(Path::new(contestant))?;
            config.contestants.extend(programs.into_iter().map(Named::Plain));
        } else {
            config.contestants.push(Named::Plain(contestant.clone()));
        }
    }
    let options: Vec<&str> = options.into_iter().map(String::as_str).collect();
    config.options.extend(kind.read_options(&options)?);
    Ok(())
}

/// `width=5`, but not `perfect:slip=5`, `./a=b` or `bot --fast=1`.
fn is_option(word: &str) -> bool {
    let key = word.split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// The programs in a folder: files that may be run, or say by what they are to be run.
fn programs(folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |error: &std::io::Error| Failure::file(folder, error);
    let entries = fs::read_dir(folder).map_err(|error| failed(&error))?;
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| failed(&error))?.path();
        let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes()[0] == b'.');
        if !is_hidden && is_program(&path) {
            let path = path.to_str().map(str::to_owned);
            let why = || Failure::Usage(format!("{}: a name that is no text", folder.display()));
            programs.push(path.ok_or_else(why)?);
        }
    }
    if programs.is_empty() {
        let why = format!("{}: no file in it can be run; chmod +x makes one so", folder.display());
        return Err(Failure::Usage(why));
    }
    programs.sort_unstable();
    Ok(programs)
}

fn is_program(path: &Path) -> bool {
    let Ok(about) = path.metadata() else { return false };
    let says_how = || {
        let mut start = [0; 2];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *b"#!"
    };
    about.is_file() && (about.permissions().mode() & 0o111 != 0 || says_how())
}

/// What the command line says goes before what a file says.
fn add_measure(config: &mut Config, args: &MeasureArgs) {
    config.games = args.games.unwrap_or(config.games);
    config.time = args.time.or(config.time);
    config.nodes = args.nodes.or(config.nodes);
    config.seed = args.seed.map_or(config.seed, |seed| seed as i64);
    config.jobs = args.jobs.map(|jobs| jobs as usize).or(config.jobs);
    config.seatings = args.seatings.map_or(config.seatings, Into::into);
}

fn add_programs(config: &mut Config, args: &ProgramArgs) {
    config.sprt = args.sprt.clone().or_else(|| config.sprt.take());
    config.ponder |= args.ponder;
    config.memory = args.memory.or(config.memory);
    config.nice = args.nice.or(config.nice);
    config.dialect = args.dialect.clone().or_else(|| config.dialect.take());
    config.faults = args.faults.unwrap_or(config.faults);
    config.plies = args.plies.map(|plies| plies as usize).or(config.plies);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_from_contestants() {
        for option in ["width=5", "map=../a=b", "players="] {
            assert!(is_option(option), "{option}");
        }
        for contestant in ["greedy", "perfect:slip=5", "./a=b", "bot --fast=1", "=5", "A=b ./bot"] {
            assert!(!is_option(contestant), "{contestant}");
        }
    }
}
