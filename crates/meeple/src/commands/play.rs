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
    screen::{self, SaveMode},
};

pub(super) fn run(
    args: PlayArgs,
    keeping: SaveMode,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let resources = table_files::resources(&args.tables, DefaultMemory::Fixed, interrupt)?;
    let house = Env { resources, time: args.table.time, ..env(interrupt) };
    // Deals from a real table are typed in at the prompt.
    if is_at_terminal() && !args.table.plain && args.table.deals == DealsArg::Seed {
        return match (&args.table.resume, args.game) {
            (Some(path), _) => screen::resume(path, house, keeping),
            (None, Some(kind)) => screen::play(kind, args.table.game_setup(), house, keeping),
            (None, None) => Err(no_game()),
        };
    }
    let console = Console::standard(paint(args.table.plain))?;
    match (&args.table.resume, args.game) {
        (Some(path), _) => prompt::resume(path, house, console),
        (None, Some(kind)) => prompt::play(kind, args.table.game_setup(), house, console),
        (None, None) => Err(no_game()),
    }
}

fn no_game() -> CommandError {
    CommandError::Usage("name a game, or a record with --resume".into())
}

/// Does the same for the program of a single game, which may be a game from outside Meeple.
pub(crate) fn run_game<P: Prompt>(
    args: TableArgs,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let house = Env { command: GameOf::<P>::NAME, time: args.time, ..env(interrupt) };
    let console = Console::standard(paint(args.plain))?;
    match &args.resume {
        Some(path) => prompt::resume_game::<P>(path, house, console),
        None => prompt::play_game::<P>(args.game_setup(), house, console),
    }
}

pub(super) fn env(interrupt: &Interrupt) -> Env {
    // A game starts no processes other than bots.
    Env {
        kennel: ProcessSupervisor::with_orphan_adoption(),
        interrupt: interrupt.clone(),
        ..Env::default()
    }
}
