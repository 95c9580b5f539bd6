//! `meeple analyze`: finds the best moves of a position, or the mistakes in a recorded game.

mod graph;
mod position;
mod record;
mod report;

use super::{available_parallelism, paint, show::read};
use crate::{
    cli::AnalyzeArgs,
    table_files::{self, DefaultMemory},
};
use meeple_ai::{
    advice::{AnyAdviser, HINT_TIME, adviser},
    analysis::AnalysisEffort,
};
use meeple_core::{Limits, Millis};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, paint::Paint};
use std::{num::NonZeroUsize, path::Path};

/// Default number of moves shown for a single position.
const DEFAULT_TOP: usize = 5;

/// What an analysis needs: the adviser, its limits, and how to print.
struct AnalysisContext<'a> {
    adviser: Box<dyn AnyAdviser>,
    effort: AnalysisEffort,
    limits: Limits,
    paint: Paint,
    interrupt: &'a Interrupt,
}

pub(super) fn run(args: &AnalyzeArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let record = match &args.what[..] {
        [file] if !file.contains('=') && args.at.is_none() => Some(Path::new(file)),
        _ => None,
    };
    if record.is_none() && (args.record.all || args.record.no_save) {
        let word = if args.record.all { "--all" } else { "--no-save" };
        return Err(CommandError::Usage(format!(
            "{word} is only for whole records, not for a position"
        )));
    }
    table_files::check_game(&args.tables, args.game.name())?;
    let (game, ply) = read(args.game, &args.what, args.at)?;
    let effort = effort(args, record);
    // With a limit on positions, the answer must be the same on every machine.
    let default_memory =
        if effort.nodes.is_some() { DefaultMemory::Fixed } else { DefaultMemory::HalfOfFree };
    let resources = table_files::resources(&args.tables, default_memory, interrupt)?;
    let context = AnalysisContext {
        adviser: adviser(args.game, &resources),
        effort,
        limits: effort.within(&Limits {
            threads: NonZeroUsize::new(available_parallelism()),
            stop: interrupt.stop_flag(),
            ..Limits::default()
        }),
        paint: paint(args.plain),
        interrupt,
    };
    match record {
        Some(path) => record::run(args, context, game, path),
        None => position::run(args, context, &game, ply),
    }
}

/// Returns the effort for each position: the default of all front ends, unless the user says otherwise.
fn effort(args: &AnalyzeArgs, record: Option<&Path>) -> AnalysisEffort {
    let default = match record {
        Some(_) => AnalysisEffort::for_game(args.game),
        None => AnalysisEffort {
            top: DEFAULT_TOP,
            nodes: None,
            time: Some(Millis::from_duration(HINT_TIME)),
        },
    };
    let (nodes, time) = match (args.nodes, args.time) {
        (None, None) => (default.nodes, default.time),
        (nodes, time) => (nodes, time.map(Millis::from_duration)),
    };
    AnalysisEffort { top: args.top.map_or(default.top, NonZeroUsize::get), nodes, time }
}
