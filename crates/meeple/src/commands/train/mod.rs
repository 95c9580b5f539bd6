//! `meeple train`: trains an evaluation from games that a player plays against itself.
//!
//! - `training`: one generation after another plays, learns and is compared with the best so far
//! - `games`: plays many games in parallel and returns them in order
//! - `folder`: stores everything on disk, so that an interrupted run can continue

mod folder;
mod games;
mod training;

use super::{
    announcer::{Announcer, OutputMode},
    print, processors,
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

pub(super) fn run(args: &TrainArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let options: Options = parse(&args.options)?;
    Azul::new(&options)?; // rejects invalid options
    let config = TrainingConfig::of(args, &options);
    let _graceful = interrupt.shut_down_gracefully(); // games are saved before the process exits
    let mode = OutputMode::from(&args.output);
    let mut training = Training {
        folder: TrainFolder::open(&args.out, &config)?,
        config,
        options,
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        jobs: args.jobs.map_or_else(processors, |jobs| jobs as usize),
        announcer: Announcer::new(mode, interrupt.stop_flag()),
    };
    let report = training.run();
    let baseline = training.baseline_name();
    let Training { announcer, .. } = training;
    announcer.finish()?;
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
    if mode == OutputMode::Programs {
        let kept = report.best.map(|_| weights.display().to_string());
        let lessons = &report.lessons;
        let result =
            json!({"event": "result", "lessons": lessons, "final": report.last, "weights": kept});
        return print(&result.to_string());
    }
    let mut text = String::new();
    for lesson in &report.lessons {
        let _ = writeln!(text, "{}", lesson.sentence(baseline));
    }
    match (&report.last, report.best) {
        (Some(last), Some(best)) => {
            let _ = writeln!(text, "Final match: generation {best} against {baseline}: {last}.");
            let _ = writeln!(text, "Weights saved in {}.", weights.display());
        }
        _ => {
            let _ = writeln!(text, "No generation was better than {baseline}.");
        }
    }
    print(&text)
}
