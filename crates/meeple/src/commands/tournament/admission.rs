//! Checks programs before they play: a program that fails is refused, with the reason.

use crate::{
    commands::{available_parallelism, print, progress_reporter::OutputMode},
    errors::IntoCommandError,
};
use meeple_arena::tournament::TournamentConfig;
use meeple_bots::{
    PlayerLauncher, Program,
    check_bot::{BotCheck, CheckReport, StepOutcome},
};
use meeple_core::{Contestant, Limits, Seat, SeatInfo, text::printable};
use meeple_session::TimeControl;
use meeple_terminal::command_error::{CommandError, warn};
use serde::Serialize;
use serde_json::json;
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// Time limit for an answer if the time control is per game.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// A program that was refused, and why.
#[derive(Debug, Clone, Serialize)]
pub(in crate::commands) struct RefusedProgram {
    pub(super) name: String,
    pub(super) why: String,
}

/// Checks every program among the entrants, removes those that fail and returns them.
pub(super) fn check(
    config: &TournamentConfig,
    launcher: &PlayerLauncher,
    entrants: &mut Vec<SeatInfo>,
    limits: &Limits,
    mode: OutputMode,
) -> Result<Vec<RefusedProgram>, CommandError> {
    let kind = config.kind().or_command_error()?;
    let time = match config.time {
        Some(TimeControl::Move(time)) => time,
        Some(TimeControl::Game { .. } | TimeControl::None) | None => DEFAULT_TIME,
    };
    let check_of = |command: &str| {
        let (protocol, command) = launcher.split_protocol(command);
        let mut program: Program = command.parse().ok()?;
        program.memory = launcher.memory;
        program.nice = launcher.nice;
        program.idle_policy = launcher.idle_policy;
        program.start_up = Some(time);
        let limits = Limits { time: Some(time), ..limits.clone() };
        Some(BotCheck {
            kind,
            program,
            protocol,
            limits,
            supervisor: launcher.supervisor.clone(),
            seed: 0,
        })
    };
    let programs: Vec<(usize, BotCheck)> = entrants
        .iter()
        .enumerate()
        .filter_map(|(index, info)| match &info.who {
            Contestant::Program { command } => Some((index, check_of(command)?)),
            Contestant::Person | Contestant::Computer { .. } => None,
        })
        .collect();
    let reports = check_all(&programs, entrants, config.jobs, mode)?;
    let mut refused = Vec::new();
    for (index, why) in reports.into_iter().rev() {
        refused.push(RefusedProgram { name: entrants.remove(index).name, why });
    }
    refused.reverse();
    Ok(refused)
}

/// Returns the programs that failed, sorted by index, with the reasons.
fn check_all(
    programs: &[(usize, BotCheck)],
    entrants: &[SeatInfo],
    jobs: Option<usize>,
    mode: OutputMode,
) -> Result<Vec<(usize, String)>, CommandError> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let stopped = AtomicUsize::new(0);
    let work = || {
        while let Some((index, check)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Ok(report) = check.run(|_| ()) else {
                stopped.fetch_add(1, Ordering::Relaxed);
                return;
            };
            let why = reason(&report);
            report_check(mode, &entrants[*index].name, why.as_deref());
            if let Some(why) = why {
                failed.lock().unwrap_or_else(PoisonError::into_inner).push((*index, why));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.unwrap_or_else(available_parallelism).min(programs.len()) {
            scope.spawn(work);
        }
    });
    if stopped.into_inner() > 0 {
        return Err(CommandError::Interrupted);
    }
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort_unstable();
    Ok(failed)
}

/// Reports that a program was checked, and why it failed, if it did. Errors while printing are ignored,
/// because the games will meet them too.
fn report_check(mode: OutputMode, name: &str, why: Option<&str>) {
    let shown = printable(name);
    match (mode, why) {
        (OutputMode::Json, why) => {
            let passed = why.is_none();
            let event = json!({"event": "checked", "name": name, "passed": passed, "why": why});
            print(&event.to_string()).ok();
        }
        (OutputMode::Progress, None) => warn("meeple", format_args!("{shown} passed the check")),
        (OutputMode::Progress, Some(why)) => {
            warn("meeple", format_args!("{shown} does not play: {}", printable(why)));
        }
        (OutputMode::Quiet, _) => {}
    }
}

/// Returns the step at which a bot failed and how, if it did.
fn reason(report: &CheckReport) -> Option<String> {
    let step = report.steps.iter().find(|step| !step.is_passed())?;
    let StepOutcome::Failed(failure) = &step.outcome else { return None };
    let (number, name, verdict) = (step.number, step.name, &failure.verdict);
    Some(format!(
        "step {number} of the check ({name}) failed: {}: {verdict}. {}",
        verdict.name(),
        failure.advice
    ))
}

/// Starts every program once, so that one that can't start is rejected before any game.
pub(super) fn try_to_start(
    launcher: &PlayerLauncher,
    entrants: &[SeatInfo],
) -> Result<(), CommandError> {
    for info in entrants.iter().filter(|info| matches!(info.who, Contestant::Program { .. })) {
        match launcher.start_player(&info.who, Seat::new(0)) {
            Ok(player) => player.into_iter().for_each(|mut player| player.on_end(None)),
            Err(verdict) => return Err(CommandError::Failed(verdict.to_string())),
        }
    }
    Ok(())
}
