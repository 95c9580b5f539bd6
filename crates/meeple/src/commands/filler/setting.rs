//! From the words of the command line to a game that can be played.

use crate::{
    cli::{FillerArgs, FillerCommonArgs},
    failure::Failure,
    interrupt::Interrupt,
};
use meeple_ai::roster::roster;
use meeple_arena::filler::{Contestant, Dialect, Judge, Setup};
use meeple_core::text::nearest;
use meeple_games::{
    GameKind,
    filler::{BadMap, Board, FillerOptions, STANDARD_MAPS},
};
use std::{env, fs, io::ErrorKind, path::Path, thread};

/// A game, or the first of a series.
pub(super) struct Setting {
    pub(super) contestants: [Contestant; 2],
    pub(super) setup: Setup,
}

impl Setting {
    pub(super) fn of(args: &FillerArgs, interrupt: &Interrupt) -> Result<Self, Failure> {
        let player = |player: &Option<String>| {
            contestant(player.as_deref().unwrap_or_default(), &args.common)
        };
        let contestants = [player(&args.player1)?, player(&args.player2)?];
        let options = map(&args.file)?;
        Ok(Setting { contestants, setup: setup(options, &args.common, interrupt)? })
    }
}

/// The bot that is meant; a misspelt name of ours is guessed when nothing else has that name.
pub(super) fn contestant(text: &str, common: &FillerCommonArgs) -> Result<Contestant, Failure> {
    let memory = common.memory.map(|mib| mib << 20);
    let contestant =
        Contestant::read(text, memory).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Contestant::Program(program) = &contestant {
        let word = &program.words()[0];
        if !word.contains('/') && !is_command(word) {
            let names: Vec<&str> = roster(GameKind::Filler).iter().map(|p| p.name).collect();
            let guess = nearest(word, names.iter().copied());
            let guess = guess.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default();
            let names = names.join(", ");
            return Err(Failure::Usage(format!(
                "{word:?} is no file, no command and none of our bots: {guess}(bots: {names})"
            )));
        }
    }
    Ok(contestant)
}

/// Whether a shell would find this word.
fn is_command(word: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(word).is_file())
}

/// Everything but the bots.
pub(super) fn setup(
    options: FillerOptions,
    common: &FillerCommonArgs,
    interrupt: &Interrupt,
) -> Result<Setup, Failure> {
    let seed = match common.seed {
        Some(seed) => seed,
        // Short enough to be typed again.
        None => {
            getrandom::u32().map_err(|error| Failure::Failed(format!("no seed: {error}")))?.into()
        }
    };
    Ok(Setup {
        options,
        dialect: common.dialect,
        judge: if common.strict { Judge::Strict } else { Judge::Lenient },
        limit: common.time,
        seed,
        time: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        stop: interrupt.stop_flag(),
    })
}

/// How many games at a time.
pub(super) fn threads(common: &FillerCommonArgs) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    common.threads.map_or_else(processors, |threads| threads as usize)
}

/// The map: a file, or one of ours by name.
pub(super) fn map(name: &str) -> Result<FillerOptions, Failure> {
    let path = Path::new(name);
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(_) if STANDARD_MAPS.iter().any(|(standard, _)| *standard == name) => {
            return Ok(FillerOptions { map: Some(name.into()), ..FillerOptions::default() });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let names = STANDARD_MAPS.iter().map(|(name, _)| *name);
            let guess = nearest(name, names).map(|near| format!(" (did you mean {near:?}?)"));
            let guess = guess.unwrap_or_default();
            return Err(Failure::Failed(format!("there is no map {name:?}{guess}: {error}")));
        }
        Err(error) => return Err(Failure::file(path, &error)),
    };
    let text = String::from_utf8_lossy(&bytes); // what is no text is no cell either (F8)
    let board = match text.strip_prefix("Plateau") {
        Some(_) => with_head(&text),
        None => Board::from_text(&text),
    };
    let board = board.map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
    Ok(FillerOptions::on(&board))
}

/// A map of the 42 dialect as its school writes them: head, column numbers, row numbers, O and X.
fn with_head(text: &str) -> Result<Board, BadMap> {
    let letter = |mark: char| {
        let cell = Dialect::FortyTwo.cell(mark);
        cell.map_or(mark, meeple_games::filler::Cell::mark)
    };
    let cells = |row: &str| row.chars().skip(4).map(letter).collect::<String>();
    let rows: Vec<String> = text.trim_end_matches('\n').split('\n').skip(2).map(cells).collect();
    Board::from_rows(rows.iter().map(String::as_str)).map_err(|error| BadMap {
        line: error.line + 2,
        column: error.column + 4,
        fault: error.fault,
    })
}
