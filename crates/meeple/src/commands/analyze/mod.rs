//! `meeple analyze`: the best moves of a position and why, or what every move of a game lost.

mod graph;
mod position;
mod record;
mod report;

use super::{paint, processors, show::read};
use crate::{
    cli::AnalyzeArgs,
    table_files::{self, Unsaid},
};
use meeple_ai::advice::{AnyAdviser, adviser};
use meeple_core::Limits;
use meeple_terminal::{failure::Failure, interrupt::Interrupt, paint::Paint};
use std::{num::NonZeroUsize, path::Path, time::Duration};

/// How long a single position is thought about.
const FOR_A_POSITION: Duration = Duration::from_secs(1);
/// How long each position of a record is thought about.
const FOR_EACH: Duration = Duration::from_millis(200);
/// How many moves of a single position are shown.
const TOP: usize = 5;

/// What is needed to think and to tell.
struct Desk<'a> {
    adviser: Box<dyn AnyAdviser>,
    limits: Limits,
    top: usize,
    paint: Paint,
    interrupt: &'a Interrupt,
}

pub(super) fn run(args: &AnalyzeArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let record = match &args.what[..] {
        [file] if !file.contains('=') && args.at.is_none() => Some(Path::new(file)),
        _ => None,
    };
    if record.is_none() && (args.record.all || args.record.no_save) {
        let word = if args.record.all { "--all" } else { "--no-save" };
        return Err(Failure::Usage(format!("{word} is for a whole record, not for a position")));
    }
    let (game, ply) = read(args.game, &args.what, args.at)?;
    let (time, top) = if record.is_some() { (FOR_EACH, 1) } else { (FOR_A_POSITION, TOP) };
    // Who counts positions wants the same answer on every machine.
    let unsaid = if args.nodes.is_some() { Unsaid::Usual } else { Unsaid::HalfOfWhatIsFree };
    let resources = table_files::resources(&args.tables, unsaid, interrupt)?;
    let desk = Desk {
        adviser: adviser(args.game, &resources),
        limits: Limits {
            time: args.time.or(args.nodes.is_none().then_some(time)),
            nodes: args.nodes,
            threads: NonZeroUsize::new(processors()),
            stop: interrupt.stop_flag(),
            ..Limits::default()
        },
        top: args.top.map_or(top, NonZeroUsize::get),
        paint: paint(args.plain),
        interrupt,
    };
    match record {
        Some(path) => record::run(args, desk, &game, path),
        None => position::run(args, desk, &game, ply),
    }
}
