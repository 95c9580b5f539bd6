//! `meeple train`: trains an evaluation from games that a player plays against itself.
//!
//! - `school`: one generation after another plays, learns and is compared with the best so far
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
use meeple_games::{
    GameKind,
    azul::{Azul, Options},
};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
};
use serde_json::json;
use std::fmt::Write;
use training::{Training, TrainingReport};

pub(super) fn run(args: &TrainArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    if args.game != GameKind::Azul {
        let game = args.game.name();
        return Err(CommandError::Usage(format!("nothing is learned for {game}: only azul is")));
    }
    let options: Options = parse(&args.options)?;
    Azul::new(&options)?; // rejects invalid options
    let config = TrainingConfig::of(args, &options);
    let _care = interrupt.shut_down_gracefully(); // games are saved before the process exits
    let voice = OutputMode::from(&args.say);
    let mut school = Training {
        folder: TrainFolder::open(&args.out, &config)?,
        config,
        options,
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        jobs: args.jobs.map_or_else(processors, |jobs| jobs as usize),
        announcer: Announcer::new(voice, interrupt.stop_flag()),
    };
    let report = school.run();
    let before = school.baseline_name();
    let Training { announcer, .. } = school;
    announcer.finish()?;
    let Some(report) = report? else {
        warn("meeple", "stopped; the same command goes on from there");
        return Err(CommandError::Interrupted);
    };
    print_report(&report, before, args, voice)
}

fn print_report(
    report: &TrainingReport,
    before: &str,
    args: &TrainArgs,
    voice: OutputMode,
) -> Result<(), CommandError> {
    let weights = args.out.join("weights.bin");
    if voice == OutputMode::Programs {
        let kept = report.best.map(|_| weights.display().to_string());
        let lessons = &report.lessons;
        let told =
            json!({"event": "result", "lessons": lessons, "final": report.last, "weights": kept});
        return print(&told.to_string());
    }
    let mut text = String::new();
    for lesson in &report.lessons {
        let _ = writeln!(text, "{}", lesson.sentence(before));
    }
    match (&report.last, report.best) {
        (Some(last), Some(best)) => {
            let _ = writeln!(text, "Generation {best} against {before}: {last}.");
            let _ = writeln!(text, "Its weights: {}", weights.display());
        }
        _ => {
            let _ = writeln!(text, "No generation was better than {before}.");
        }
    }
    print(&text)
}
