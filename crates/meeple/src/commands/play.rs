//! `meeple play`: sets the table, then the prompts take over.

use super::paint;
use crate::{
    cli::{PlayArgs, TableArgs},
    console::Console,
    failure::Failure,
    interrupt::Interrupt,
    prompt::{self, GameOf, House, Prompt},
    table_files::{self, Unsaid},
};
use meeple_arena::Kennel;
use meeple_core::Game;

pub(super) fn run(args: PlayArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let resources = table_files::resources(&args.tables, Unsaid::Usual, interrupt)?;
    let house = House { resources, time: args.table.time, ..house(interrupt) };
    let console = Console::standard(paint(args.table.plain))?;
    match (&args.table.resume, args.game) {
        (Some(path), _) => prompt::resume(path, house, console),
        (None, Some(kind)) => prompt::play(kind, args.table.setting(), house, console),
        (None, None) => Err(Failure::Usage("name a game, or a record with --resume".into())),
    }
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
