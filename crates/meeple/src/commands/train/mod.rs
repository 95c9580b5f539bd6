//! `meeple train`: what positions are worth, learned from games of a player against itself.
//!
//! - `school`: generation after generation: play, learn, compare
//! - `games`: many games at a time, told in order
//! - `folder`: all of it on disk, so that it goes on where it was stopped

mod folder;
mod games;
mod school;

use super::{
    announcer::{Announcer, Voice},
    print, processors,
};
use crate::cli::TrainArgs;
use folder::{Config, TrainFolder};
use meeple_core::{Game, Limits, options::parse};
use meeple_games::{
    GameKind,
    azul::{Azul, AzulOptions},
};
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
};
use school::{Report, School};
use serde_json::json;
use std::fmt::Write;

pub(super) fn run(args: &TrainArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    if args.game != GameKind::Azul {
        let game = args.game.name();
        return Err(Failure::Usage(format!("nothing is learned for {game}: only azul is")));
    }
    let options: AzulOptions = parse(&args.options)?;
    Azul::new(&options)?; // or it is said why not
    let config = Config::of(args, &options);
    let _care = interrupt.takes_care(); // what was played is kept before we go
    let voice = Voice::from(&args.say);
    let mut school = School {
        folder: TrainFolder::open(&args.out, &config)?,
        config,
        options,
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        jobs: args.jobs.map_or_else(processors, |jobs| jobs as usize),
        announcer: Announcer::new(voice, interrupt.stop_flag()),
    };
    let report = school.attend();
    let before = school.name_before();
    let School { announcer, .. } = school;
    announcer.finish()?;
    let Some(report) = report? else {
        warn("meeple", "stopped; the same command goes on from there");
        return Err(Failure::Interrupted);
    };
    tell(&report, before, args, voice)
}

fn tell(report: &Report, before: &str, args: &TrainArgs, voice: Voice) -> Result<(), Failure> {
    let weights = args.out.join("weights.bin");
    if voice == Voice::Programs {
        let kept = report.best.map(|_| weights.display().to_string());
        let lessons = &report.lessons;
        let told =
            json!({"event": "result", "lessons": lessons, "final": report.last, "weights": kept});
        return print(&told.to_string());
    }
    let mut text = String::new();
    for lesson in &report.lessons {
        let _ = writeln!(text, "{}", lesson.told(before));
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
