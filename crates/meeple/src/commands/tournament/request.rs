//! Turns command-line arguments or a file into the configuration of a match or tournament.

use crate::{
    cli::{MatchArgs, MeasureArgs, ProgramArgs, TournamentArgs},
    errors::IntoCommandError,
};
use meeple_ai::roster::roster;
use meeple_arena::tournament::{CONFIG_FILE, NamedContestant, Schedule, TournamentConfig};
use meeple_bots::bounded;
use meeple_games::GameKind;
use meeple_terminal::command_error::CommandError;
use std::{
    fs::{self, File},
    io::Read,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// Most bytes read from a tournament file.
const LONGEST_FILE: u64 = 1 << 20;
/// Default number of games of a match.
const GAMES_OF_A_MATCH: u64 = 100;
/// Default maximum number of games of a sequential test.
const GAMES_OF_A_TEST: u64 = 100_000;

/// The configuration of a tournament, and where to store it.
pub(in crate::commands) struct TournamentRequest {
    pub(super) config: TournamentConfig,
    pub(super) out: Option<PathBuf>,
    /// Whether programs are checked before they play.
    pub(super) is_checked: bool,
    /// The given options that have no effect unless a program plays.
    pub(super) program_options: Vec<&'static str>,
}

pub(super) fn of_match(args: &MatchArgs) -> Result<TournamentRequest, CommandError> {
    let mut config = TournamentConfig::new(args.game, Vec::new());
    config.schedule = Schedule::Match;
    // A sequential test ends as soon as it is decided.
    config.sprt.clone_from(&args.sprt);
    config.games = if args.sprt.is_some() { GAMES_OF_A_TEST } else { GAMES_OF_A_MATCH };
    add_words(&mut config, args.game, &args.words)?;
    add_measure(&mut config, &args.measure);
    add_programs(&mut config, &args.programs);
    Ok(TournamentRequest {
        config,
        out: args.measure.out.clone(),
        is_checked: false,
        program_options: args.programs.only_for_programs(),
    })
}

pub(super) fn of_tournament(args: &TournamentArgs) -> Result<TournamentRequest, CommandError> {
    let (mut config, mut out) = begin(&args.what)?;
    let kind = config.kind().or_command_error()?;
    add_words(&mut config, kind, &args.words)?;
    if let Some(schedule) = &args.schedule {
        let bad = |why| CommandError::Usage(format!("--schedule: {why}"));
        config.schedule = schedule.parse().map_err(bad)?;
    }
    config.rounds = args.rounds.or(config.rounds);
    add_measure(&mut config, &args.measure);
    add_programs(&mut config, &args.programs);
    out = args.measure.out.clone().or(out);
    let mut program_options = args.programs.only_for_programs();
    program_options.extend(args.no_check.then_some("--no-check"));
    Ok(TournamentRequest { config, out, is_checked: !args.no_check, program_options })
}

/// Returns a round robin of all computer players of a game, with their default parameters.
pub(in crate::commands) fn of_roster(
    kind: GameKind,
    options: &[String],
    games: u64,
    args: &MeasureArgs,
) -> Result<TournamentRequest, CommandError> {
    let players = roster(kind).players.iter();
    let players = players.map(|player| NamedContestant::Plain(player.name.into()));
    let mut config = TournamentConfig::new(kind, players.collect());
    config.games = games;
    if let Some(word) = options.iter().find(|word| !is_option(word)) {
        return Err(CommandError::Usage(format!("{word:?} is not an option: write key=value")));
    }
    add_words(&mut config, kind, options)?;
    add_measure(&mut config, args);
    Ok(TournamentRequest {
        config,
        out: args.out.clone(),
        is_checked: false,
        program_options: Vec::new(),
    })
}

/// Parses a game's name or a tournament file; the games of a file go to the folder named after it.
fn begin(what: &str) -> Result<(TournamentConfig, Option<PathBuf>), CommandError> {
    let path = Path::new(what);
    let is_file = path.extension().is_some_and(|extension| extension == "toml") || path.is_file();
    if !is_file {
        let kind: GameKind = what.parse().map_err(|error| {
            CommandError::Usage(format!("{error}; a tournament file must end in .toml"))
        })?;
        return Ok((TournamentConfig::new(kind, Vec::new()), None));
    }
    let bytes = bounded::read(path, "tournament", LONGEST_FILE)?;
    let bad = |why: &dyn std::fmt::Display| CommandError::Usage(format!("{what}: {why}"));
    let text = String::from_utf8(bytes).map_err(|error| bad(&error))?;
    let config = TournamentConfig::from_toml(&text).map_err(|error| bad(&error))?;
    // A file inside a tournament's folder continues that tournament.
    let is_inside = path.file_name().is_some_and(|name| name == CONFIG_FILE);
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

/// Adds contestants (also folders of them) and game options to the configuration.
fn add_words(
    config: &mut TournamentConfig,
    kind: GameKind,
    words: &[String],
) -> Result<(), CommandError> {
    let (options, contestants): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| is_option(word));
    for contestant in contestants {
        if Path::new(contestant).is_dir() {
            let programs = programs(Path::new(contestant))?;
            config.contestants.extend(programs.into_iter().map(NamedContestant::Plain));
        } else {
            config.contestants.push(NamedContestant::Plain(contestant.clone()));
        }
    }
    let options: Vec<&str> = options.into_iter().map(String::as_str).collect();
    config.options.extend(kind.parse_options(&options)?);
    Ok(())
}

/// Returns whether an argument is an option such as `width=5`, and not `perfect:slip=5`, `./a=b` or `bot
/// --fast=1`.
fn is_option(word: &str) -> bool {
    let key = word.split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Returns the programs in a folder, sorted: files that are executable or start with `#!`.
fn programs(folder: &Path) -> Result<Vec<String>, CommandError> {
    let failed = |error: &std::io::Error| CommandError::file(folder, error);
    let entries = fs::read_dir(folder).map_err(|error| failed(&error))?;
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| failed(&error))?.path();
        let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes()[0] == b'.');
        if !is_hidden && is_program(&path) {
            let path = path.to_str().map(str::to_owned);
            let why = || {
                CommandError::Usage(format!("{}: a file name is not valid UTF-8", folder.display()))
            };
            programs.push(path.ok_or_else(why)?);
        }
    }
    if programs.is_empty() {
        let why = format!(
            "{}: no programs found; make your bots executable with chmod +x",
            folder.display()
        );
        return Err(CommandError::Usage(why));
    }
    programs.sort_unstable();
    Ok(programs)
}

fn is_program(path: &Path) -> bool {
    let Ok(about) = path.metadata() else { return false };
    let has_shebang = || {
        let mut start = [0; 2];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *b"#!"
    };
    about.is_file() && (about.permissions().mode() & 0o111 != 0 || has_shebang())
}

/// Adds the given options; the command line overrides a file.
fn add_measure(config: &mut TournamentConfig, args: &MeasureArgs) {
    config.games = args.games.unwrap_or(config.games);
    config.time = args.time.or(config.time);
    config.nodes = args.nodes.or(config.nodes);
    config.seed = args.seed.map_or(config.seed, |seed| seed as i64);
    config.jobs = args.jobs.map(|jobs| jobs as usize).or(config.jobs);
    config.seatings = args.seatings.map_or(config.seatings, Into::into);
}

fn add_programs(config: &mut TournamentConfig, args: &ProgramArgs) {
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
    fn options_are_distinguished_from_contestants() {
        for option in ["width=5", "map=../a=b", "players="] {
            assert!(is_option(option), "{option}");
        }
        for contestant in ["greedy", "perfect:slip=5", "./a=b", "bot --fast=1", "=5", "A=b ./bot"] {
            assert!(!is_option(contestant), "{contestant}");
        }
    }
}
