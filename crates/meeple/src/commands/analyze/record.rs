//! Analyses a whole game, step by step, and prints the results at the end or when interrupted.

use super::{
    AnalysisContext,
    report::{self, StepFilter},
};
use crate::{cli::AnalyzeArgs, commands::print};
use meeple_ai::analysis::AnalysisRunner;
use meeple_core::{ChooseError, GameHistory};
use meeple_terminal::{
    analysis_file::AnalysisFile,
    command_error::{CommandError, warn},
    progress::StepsBar,
};
use meeple_view::view;
use std::{path::Path, sync::Arc};

pub(super) fn run(
    args: &AnalyzeArgs,
    mut context: AnalysisContext<'_>,
    game: GameHistory,
    path: &Path,
) -> Result<(), CommandError> {
    let _shutdown_guard = context.interrupt.shut_down_gracefully(); // the results so far are printed before the process exits
    let is_saved = path != Path::new("-") && !args.record.no_save;
    let file = AnalysisFile::beside_record(is_saved.then_some(path));
    let mut runner =
        AnalysisRunner::new(Arc::new(game), context.adviser.unit(), context.effort, file);
    // Lines of JSON and a progress bar don't go together.
    let bar = (!args.json).then(|| StepsBar::start("analysing", runner.analysis().steps()));
    let ended = loop {
        match runner.step(&mut *context.adviser, &context.limits) {
            Ok(Some(_)) => {}
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
        bar.iter().for_each(StepsBar::advance);
        if args.json {
            let analysis = runner.analysis();
            print(&analysis.line(analysis.judged().len() - 1).expect("a step was just judged"))?;
        }
    };
    bar.iter().for_each(StepsBar::finish);
    for warning in runner.store_mut().take_warnings() {
        warn("meeple", warning);
    }
    if args.json {
        print(&runner.summary().line())?;
    } else {
        let listing = if args.record.all { StepFilter::All } else { StepFilter::Notable };
        print(&report::text(
            runner.analysis(),
            view(args.game),
            runner.unit(),
            listing,
            context.paint,
        ))?;
    }
    ended.map_err(|error| match error {
        ChooseError::Stopped => CommandError::Interrupted,
        error => CommandError::Failed(error.to_string()),
    })
}
