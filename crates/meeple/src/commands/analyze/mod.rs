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
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    analysis::Effort,
};
use meeple_core::{Limits, Millis};
use meeple_terminal::{failure::Failure, interrupt::Interrupt, paint::Paint};
use std::{num::NonZeroUsize, path::Path, time::Duration};

/// How long a single position is thought about.
const FOR_A_POSITION: Duration = Duration::from_secs(1);
/// How many moves of a single position are shown.
const TOP: usize = 5;

/// What is needed to think and to tell.
struct Desk<'a> {
    adviser: Box<dyn AnyAdviser>,
    effort: Effort,
    limits: Limits,
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
    let effort = effort(args, record);
    // Who counts positions wants the same answer on every machine.
    let unsaid = if effort.nodes.is_some() { Unsaid::Usual } else { Unsaid::HalfOfWhatIsFree };
    let resources = table_files::resources(&args.tables, unsaid, interrupt)?;
    let desk = Desk {
        adviser: adviser(args.game, &resources),
        effort,
        limits: effort.within(&Limits {
            threads: NonZeroUsize::new(processors()),
            stop: interrupt.stop_flag(),
            ..Limits::default()
        }),
        paint: paint(args.plain),
        interrupt,
    };
    match record {
        Some(path) => record::run(args, desk, game, path),
        None => position::run(args, desk, &game, ply),
    }
}

/// How much is thought about each position: as everywhere, unless the user says otherwise.
fn effort(args: &AnalyzeArgs, record: Option<&Path>) -> Effort {
    let unsaid = match record {
        Some(_) => Effort::of(args.game),
        None => Effort { top: TOP, nodes: None, time: Some(Millis::of(FOR_A_POSITION)) },
    };
    let (nodes, time) = match (args.nodes, args.time) {
        (None, None) => (unsaid.nodes, unsaid.time),
        (nodes, time) => (nodes, time.map(Millis::of)),
    };
    Effort { top: args.top.map_or(unsaid.top, NonZeroUsize::get), nodes, time }
}
