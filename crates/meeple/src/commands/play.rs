//! `meeple play`: sets the table, then the full screen or the prompts take over.

use super::{is_at_terminal, paint};
use crate::{
    cli::{Deals, PlayArgs, TableArgs},
    table_files::{self, Unsaid},
};
use meeple_bots::Kennel;
use meeple_core::Game;
use meeple_terminal::{
    console::Console,
    failure::Failure,
    interrupt::Interrupt,
    prompt::{self, GameOf, House, Prompt},
    screen::{self, Keeping},
};

pub(super) fn run(args: PlayArgs, keeping: Keeping, interrupt: &Interrupt) -> Result<(), Failure> {
    let resources = table_files::resources(&args.tables, Unsaid::Usual, interrupt)?;
    let house = House { resources, time: args.table.time, ..house(interrupt) };
    // What is dealt at a real table is typed in, line by line.
    if is_at_terminal() && !args.table.plain && args.table.deals == Deals::Seed {
        return match (&args.table.resume, args.game) {
            (Some(path), _) => screen::resume(path, house, keeping),
            (None, Some(kind)) => screen::play(kind, args.table.setting(), house, keeping),
            (None, None) => Err(no_game()),
        };
    }
    let console = Console::standard(paint(args.table.plain))?;
    match (&args.table.resume, args.game) {
        (Some(path), _) => prompt::resume(path, house, console),
        (None, Some(kind)) => prompt::play(kind, args.table.setting(), house, console),
        (None, None) => Err(no_game()),
    }
}

fn no_game() -> Failure {
    Failure::Usage("name a game, or a record with --resume".into())
}

/// The same for the program of one game, which need not be one of Meeple's own.
pub(crate) fn run_game<P: Prompt>(args: TableArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let house = House { command: GameOf::<P>::NAME, time: args.time, ..house(interrupt) };
    let console = Console::standard(paint(args.plain))?;
    match &args.resume {
        Some(path) => prompt::resume_game::<P>(path, house, console),
        None => prompt::play_game::<P>(args.setting(), house, console),
    }
}

pub(super) fn house(interrupt: &Interrupt) -> House {
    // A game starts bots and nothing else.
    House { kennel: Kennel::adopting(), interrupt: interrupt.clone(), ..House::default() }
}
