//! `meeple play`: sets the table, then the plain prompts take over.

use super::paint;
use crate::{
    cli::PlayArgs,
    console::Console,
    failure::Failure,
    plain::{self, Order, Setting},
    table_files,
};

pub(super) fn run(args: PlayArgs) -> Result<(), Failure> {
    let resources = table_files::resources(&args.cache)?;
    let paint = paint(args.plain);
    let console = Console::standard(paint)?;
    match (args.resume, args.game) {
        (Some(path), _) => plain::resume(&path, resources, console),
        (None, Some(kind)) => {
            let setting = Setting {
                options: args.options,
                seats: args.seats,
                order: if args.shuffle { Order::Shuffled } else { Order::AsNamed },
                seed: args.seed,
                record: args.record,
            };
            plain::play(kind, setting, resources, console)
        }
        (None, None) => Err(Failure::Usage("name a game, or a record with --resume".into())),
    }
}
