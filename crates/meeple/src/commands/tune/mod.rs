//! `meeple tune`: a player's parameters, chosen by letting it play against itself.
//!
//! - `wanted`: from the words of the command line to what is asked for
//! - `news`: what is told while games are played
//! - `finding`: the result, in letters and as data
//! - `curve`: the course of the parameters, as a line of signs, a table and a drawing

mod curve;
mod finding;
mod news;
mod wanted;

use super::{announcer::Voice, print, processors};
use crate::{cli::TuneArgs, failure::OrFailure};
use finding::Finding;
use meeple_ai::roster::Resources;
use meeple_arena::tuning::{Plan, Spsa, TuneFolder, TuneTrouble, Tuner};
use meeple_bots::Host;
use meeple_core::Limits;
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
    prompt::now,
};
use news::Crier;

pub(super) fn run(args: &TuneArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let plan = wanted::plan(args)?;
    let _care = interrupt.takes_care(); // the curve is drawn before we go
    let voice = Voice::from(&args.say);
    let mut search = plan.search();
    let opened = args.out.as_deref().map(|out| TuneFolder::open(out, &plan, &mut search));
    let (mut folder, found) = opened.transpose().or_failure()?.unzip();
    let found = found.unwrap_or_default();
    let tuner = Tuner {
        plan: &plan,
        host: Host::of(args.game, Resources::default()),
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        now,
        jobs: args.jobs.map_or_else(processors, |jobs| jobs as usize),
    };
    let mut crier = Crier::new(&plan, voice, interrupt.stop_flag());
    crier.begin(&found);
    let searched = tuner.search(&mut search, folder.as_mut(), &mut |told| crier.hear(told));
    crier.finish()?;
    if let Some(folder) = &folder {
        draw(folder, &plan, &search)?;
    }
    if !searched.map_err(|trouble| failed(&trouble))? {
        return Err(stopped(&plan, &search, args));
    }
    let Some(finding) = conclude(&tuner, &search, folder.as_ref(), voice)? else {
        return Err(stopped(&plan, &search, args));
    };
    if let Some(folder) = &folder {
        folder.write("result.json", finding.json().to_string().as_bytes()).or_failure()?;
    }
    finding.tell(voice)
}

/// Plays the final match, unless what was found is what there was; nothing if it was stopped.
fn conclude<'a>(
    tuner: &Tuner<'a>,
    search: &'a Spsa,
    folder: Option<&TuneFolder>,
    voice: Voice,
) -> Result<Option<Finding<'a>>, Failure> {
    let (plan, found) = (tuner.plan, search.result());
    if plan.is_usual(&found) {
        return Ok(Some(Finding { plan, search, found, comparison: None }));
    }
    let mut crier = Crier::new(plan, voice, tuner.limits.stop.clone());
    crier.begin_final();
    let compared = tuner.compare(&found, folder, &mut |news| crier.hear_match(&news));
    crier.finish()?;
    let comparison = compared.map_err(|trouble| failed(&trouble))?;
    Ok(comparison.map(|comparison| Finding { plan, search, found, comparison: Some(comparison) }))
}

/// The course of the parameters, for whoever looks into the folder.
fn draw(folder: &TuneFolder, plan: &Plan, search: &Spsa) -> Result<(), Failure> {
    folder.write("curve.csv", curve::csv(plan, search).as_bytes()).or_failure()?;
    folder.write("curve.svg", curve::svg(plan, search).as_bytes()).or_failure()
}

/// Says how to go on.
fn stopped(plan: &Plan, search: &Spsa, args: &TuneArgs) -> Failure {
    let (done, steps) = (search.done(), plan.steps());
    let how = match &args.out {
        Some(_) => "the same command goes on from there",
        None => "nothing was kept: --out DIR would have kept it",
    };
    warn("meeple", format_args!("stopped after step {done} of {steps}; {how}"));
    Failure::Interrupted
}

fn failed(trouble: &TuneTrouble) -> Failure {
    Failure::Failed(trouble.to_string())
}
