//! `meeple train`: trains an evaluation function for Azul by self-play.
//!
//! - `training`: each generation plays, learns, and is tested against the best so far
//! - `games`: plays many games in parallel and returns them in order
//! - `folder`: stores everything on disk, so that an interrupted run can continue

mod folder;
mod games;
mod training;

use super::{
    available_parallelism, print,
    progress_reporter::{OutputMode, ProgressReporter},
};
use crate::cli::TrainArgs;
use folder::{TrainFolder, TrainingConfig};
use meeple_core::{Game, Limits, options::parse};
use meeple_games::azul::{Azul, Options};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
};
use serde_json::json;
use std::fmt::Write;
use training::{Training, TrainingReport};

/// Trains until all generations are done or the user stops it, then prints the results.
pub(super) fn run(args: &TrainArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let options: Options = parse(&args.options)?;
    Azul::new(&options)?; // rejects invalid options
    let config = TrainingConfig::from_args(args, &options);
    let _shutdown_guard = interrupt.shut_down_gracefully(); // games are saved before the process exits
    let mode = OutputMode::from(&args.output);
    let mut training = Training {
        folder: TrainFolder::open(&args.out, &config)?,
        config,
        options,
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        jobs: args.jobs.map_or_else(available_parallelism, |jobs| jobs as usize),
        progress: ProgressReporter::new(mode, interrupt.stop_flag()),
    };
    let report = training.run();
    let baseline = training.baseline_name();
    let Training { progress, .. } = training;
    progress.finish()?;
    let Some(report) = report? else {
        warn("meeple", "stopped; run the same command again to continue");
        return Err(CommandError::Interrupted);
    };
    print_report(&report, baseline, args, mode)
}

fn print_report(
    report: &TrainingReport,
    baseline: &str,
    args: &TrainArgs,
    mode: OutputMode,
) -> Result<(), CommandError> {
    let weights = args.out.join("weights.bin");
    if mode == OutputMode::Json {
        let weights_path = report.best.map(|_| weights.display().to_string());
        let generations = &report.generations;
        let result = json!({"event": "result", "generations": generations, "final": report.final_match, "weights": weights_path});
        return print(&result.to_string());
    }
    let mut text = String::new();
    for result in &report.generations {
        let _ = writeln!(text, "{}", result.sentence(baseline));
    }
    match (&report.final_match, report.best) {
        (Some(score), Some(best)) => {
            let _ = writeln!(text, "Final match: generation {best} against {baseline}: {score}.");
            let _ = writeln!(text, "Weights saved in {}.", weights.display());
        }
        _ => {
            let _ = writeln!(text, "No generation was better than {baseline}.");
        }
    }
    print(&text)
}
