//! A whole game, judged step by step; what is known is told at the end, or when somebody stops it.

use super::{
    Desk,
    report::{self, Listing},
};
use crate::{cli::AnalyzeArgs, commands::print};
use meeple_ai::analysis::Runner;
use meeple_core::{Match, NoChoice};
use meeple_terminal::{
    analysis_file::AnalysisFile,
    failure::{Failure, warn},
    progress::StepsBar,
};
use std::{path::Path, sync::Arc};

pub(super) fn run(
    args: &AnalyzeArgs,
    mut desk: Desk<'_>,
    game: Match,
    path: &Path,
) -> Result<(), Failure> {
    let _care = desk.interrupt.takes_care(); // what is known is said before we go
    let has_place = path != Path::new("-") && !args.record.no_save;
    let file = AnalysisFile::beside(has_place.then_some(path));
    let mut runner = Runner::new(Arc::new(game), desk.adviser.unit(), desk.effort, file);
    // Lines for a program and a bar do not go together.
    let bar = (!args.json).then(|| StepsBar::start("analyzing", runner.analysis().steps()));
    let ended = loop {
        match runner.step(&mut *desk.adviser, &desk.limits) {
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
    for warning in runner.store_mut().warnings() {
        warn("meeple", warning);
    }
    if args.json {
        print(&runner.summary().line())?;
    } else {
        let listing = if args.record.all { Listing::All } else { Listing::Notable };
        print(&report::text(runner.analysis(), runner.unit(), listing, desk.paint))?;
    }
    ended.map_err(|error| match error {
        NoChoice::Stopped => Failure::Interrupted,
        error => Failure::Failed(error.to_string()),
    })
}
