//! `meeple play`: sets the table, then the prompts take over.

use super::paint;
use crate::{
    cli::PlayArgs,
    console::Console,
    failure::Failure,
    interrupt::Interrupt,
    prompt::{self, House, Order, Setting},
    table_files,
};
use meeple_arena::{Kennel, host::split_list};

pub(super) fn run(args: PlayArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let house = House {
        resources: table_files::resources(&args.cache)?,
        kennel: Kennel::adopting(), // a game starts bots and nothing else
        interrupt: interrupt.clone(),
    };
    let console = Console::standard(paint(args.plain))?;
    match (args.resume, args.game) {
        (Some(path), _) => prompt::resume(&path, house, console),
        (None, Some(kind)) => {
            let setting = Setting {
                options: args.options,
                seats: args.seats.as_deref().map(split_list).unwrap_or_default(),
                order: if args.shuffle { Order::Shuffled } else { Order::AsNamed },
                seed: args.seed,
                deals: args.deals,
                record: args.record,
            };
            prompt::play(kind, setting, house, console)
        }
        (None, None) => Err(Failure::Usage("name a game, or a record with --resume".into())),
    }
}
