//! `meeple tune`: tunes a player's parameters by letting it play against itself.
//!
//! - `args`: turns command-line arguments into a tuning plan
//! - `reporter`: progress output while games are played
//! - `result`: the result, as text and as JSON
//! - `curve`: the history of the parameters, as a sparkline, a CSV table and an SVG drawing

mod args;
mod curve;
mod reporter;
mod result;

use super::{available_parallelism, print, progress_reporter::OutputMode};
use crate::{cli::TuneArgs, errors::IntoCommandError};
use meeple_ai::roster::Resources;
use meeple_arena::tuning::{Spsa, TuneFolder, Tuner, TuningError, TuningPlan};
use meeple_bots::PlayerLauncher;
use meeple_core::Limits;
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    prompt::now,
};
use reporter::TuningReporter;
use result::TuningResult;

pub(super) fn run(args: &TuneArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let plan = args::plan(args)?;
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the curve is drawn before the process exits
    let mode = OutputMode::from(&args.output);
    let mut search = plan.search();
    let opened = args.out.as_deref().map(|out| TuneFolder::open(out, &plan, &mut search));
    let (mut folder, found) = opened.transpose().or_command_error()?.unzip();
    let found = found.unwrap_or_default();
    let tuner = Tuner {
        plan: &plan,
        launcher: PlayerLauncher::for_game(args.game, Resources::default()),
        limits: Limits { stop: interrupt.stop_flag(), ..Limits::default() },
        now,
        jobs: args.jobs.map_or_else(available_parallelism, |jobs| jobs as usize),
    };
    let mut reporter = TuningReporter::new(&plan, mode, interrupt.stop_flag());
    reporter.begin(&found);
    let searched =
        tuner.run_search(&mut search, folder.as_mut(), &mut |event| reporter.on_event(event));
    reporter.finish()?;
    if let Some(folder) = &folder {
        draw(folder, &plan, &search)?;
    }
    if !searched.map_err(|error| failed(&error))? {
        return Err(stopped(&plan, &search, args));
    }
    let Some(result) = play_final(&tuner, &search, folder.as_ref(), mode)? else {
        return Err(stopped(&plan, &search, args));
    };
    if let Some(folder) = &folder {
        folder.write("result.json", result.json().to_string().as_bytes()).or_command_error()?;
    }
    result.print_result(mode)
}

/// Plays the final match, unless the search ended where it started; returns `None` if it was stopped.
fn play_final<'a>(
    tuner: &Tuner<'a>,
    search: &'a Spsa,
    folder: Option<&TuneFolder>,
    mode: OutputMode,
) -> Result<Option<TuningResult<'a>>, CommandError> {
    let (plan, found) = (tuner.plan, search.result());
    if plan.is_original(&found) {
        return Ok(Some(TuningResult { plan, search, found, comparison: None }));
    }
    let mut reporter = TuningReporter::new(plan, mode, tuner.limits.stop.clone());
    reporter.begin_final();
    let compared = tuner.compare(&found, folder, &mut |event| reporter.on_match_event(&event));
    reporter.finish()?;
    let comparison = compared.map_err(|error| failed(&error))?;
    Ok(comparison.map(|comparison| TuningResult {
        plan,
        search,
        found,
        comparison: Some(comparison),
    }))
}

/// Writes the history of the parameters to the folder, as a table and a drawing.
fn draw(folder: &TuneFolder, plan: &TuningPlan, search: &Spsa) -> Result<(), CommandError> {
    folder.write("curve.csv", curve::csv(plan, search).as_bytes()).or_command_error()?;
    folder.write("curve.svg", curve::svg(plan, search).as_bytes()).or_command_error()
}

/// Prints how to continue, and returns the error for an interrupted command.
fn stopped(plan: &TuningPlan, search: &Spsa, args: &TuneArgs) -> CommandError {
    let (done, steps) = (search.steps_done(), plan.steps());
    let how = match &args.out {
        Some(_) => "run the same command again to continue",
        None => "nothing was saved (use --out DIR to be able to continue)",
    };
    warn("meeple", format_args!("stopped after step {done} of {steps}; {how}"));
    CommandError::Interrupted
}

fn failed(error: &TuningError) -> CommandError {
    CommandError::Failed(error.to_string())
}
