//! `meeple play`: sets up a game and plays it on the full screen or at the prompt.

use super::{is_at_terminal, paint};
use crate::{
    cli::{DealsArg, PlayArgs, TableArgs},
    table_files::{self, DefaultMemory},
};
use meeple_bots::ProcessSupervisor;
use meeple_core::Game;
use meeple_terminal::{
    command_error::CommandError,
    console::Console,
    interrupt::Interrupt,
    prompt::{self, Env, GameOf, Prompt},
    record_file,
    screen::{self, SaveMode},
};

pub(super) fn run(args: PlayArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    if args.tables.is_given() {
        table_files::check_game(&args.tables, &game_name(&args)?)?;
    }
    let save_mode = SaveMode::from(&args.save);
    let resources = table_files::resources(&args.tables, DefaultMemory::Fixed, interrupt)?;
    let env = Env { resources, time: args.table.time, ..env(interrupt) };
    // Deals from a real table are typed in at the prompt.
    if is_at_terminal() && !args.table.plain && args.table.deals == DealsArg::Seed {
        return match (&args.table.resume, args.game) {
            (Some(path), _) => screen::resume(path, env, save_mode),
            (None, Some(kind)) => screen::play(kind, args.table.game_setup(), env, save_mode),
            (None, None) => Err(no_game()),
        };
    }
    let console = Console::standard(paint(args.table.plain))?;
    match (&args.table.resume, args.game) {
        (Some(path), _) => prompt::resume(path, env, console),
        (None, Some(kind)) => prompt::play(kind, args.table.game_setup(), env, console),
        (None, None) => Err(no_game()),
    }
}

/// Returns the name of the game to be started or resumed.
fn game_name(args: &PlayArgs) -> Result<String, CommandError> {
    match (&args.table.resume, args.game) {
        (Some(path), _) => Ok(record_file::read(path)?.game.header().game.clone()),
        (None, Some(kind)) => Ok(kind.name().into()),
        (None, None) => Err(no_game()),
    }
}

fn no_game() -> CommandError {
    CommandError::Usage("name a game, or a record with --resume".into())
}

/// Runs the program of a single game, which may be a game from outside Meeple.
pub(crate) fn run_game<P: Prompt>(
    args: TableArgs,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let env = Env { command: GameOf::<P>::NAME, time: args.time, ..env(interrupt) };
    let console = Console::standard(paint(args.plain))?;
    match &args.resume {
        Some(path) => prompt::resume_game::<P>(path, env, console),
        None => prompt::play_game::<P>(args.game_setup(), env, console),
    }
}

/// Returns the environment of a game: its processes, the interrupt handler and default resources.
pub(super) fn env(interrupt: &Interrupt) -> Env {
    // A game starts no processes other than bots.
    Env {
        supervisor: ProcessSupervisor::with_orphan_adoption(),
        interrupt: interrupt.clone(),
        ..Env::default()
    }
}
