//! Programs are checked before they play: whoever cannot play is not let in, and told why.

use crate::{
    commands::{announcer::Voice, print, processors},
    failure::OrFailure,
};
use meeple_arena::tournament::Config;
use meeple_bots::{
    Host, Program,
    check_bot::{Checkup, Outcome, Report},
};
use meeple_core::{Contestant, Limits, Seat, SeatInfo, text::printable};
use meeple_session::TimeControl;
use meeple_terminal::failure::{Failure, warn};
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

/// How long an answer may take where the clock is for a whole game.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// Somebody who was not let in.
#[derive(Debug, Clone, Serialize)]
pub(in crate::commands) struct Refused {
    pub(super) name: String,
    pub(super) why: String,
}

/// Checks every program among the entrants; who fails is taken out of the list.
pub(super) fn check(
    config: &Config,
    host: &Host,
    entrants: &mut Vec<SeatInfo>,
    limits: &Limits,
    voice: Voice,
) -> Result<Vec<Refused>, Failure> {
    let kind = config.kind().or_failure()?;
    let time = match config.time {
        Some(TimeControl::Move(time)) => time,
        Some(TimeControl::Game { .. } | TimeControl::None) | None => USUAL_TIME,
    };
    let checkup = |command: &str| {
        let (protocol, command) = host.spoken(command);
        let mut program: Program = command.parse().ok()?;
        program.memory = host.memory;
        program.nice = host.nice;
        program.between = host.between;
        program.start_up = Some(time);
        let limits = Limits { time: Some(time), ..limits.clone() };
        Some(Checkup { kind, program, protocol, limits, kennel: host.kennel.clone(), seed: 0 })
    };
    let programs: Vec<(usize, Checkup)> = entrants
        .iter()
        .enumerate()
        .filter_map(|(index, info)| match &info.who {
            Contestant::Program { command } => Some((index, checkup(command)?)),
            Contestant::Person | Contestant::Computer { .. } => None,
        })
        .collect();
    let reports = check_all(&programs, entrants, config.jobs, voice)?;
    let mut refused = Vec::new();
    for (index, why) in reports.into_iter().rev() {
        refused.push(Refused { name: entrants.remove(index).name, why });
    }
    refused.reverse();
    Ok(refused)
}

/// Who failed, in their order, and why.
fn check_all(
    programs: &[(usize, Checkup)],
    entrants: &[SeatInfo],
    jobs: Option<usize>,
    voice: Voice,
) -> Result<Vec<(usize, String)>, Failure> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let stopped = AtomicUsize::new(0);
    let work = || {
        while let Some((index, checkup)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Ok(report) = checkup.run(|_| ()) else {
                stopped.fetch_add(1, Ordering::Relaxed);
                return;
            };
            let why = reason(&report);
            tell(voice, &entrants[*index].name, why.as_deref());
            if let Some(why) = why {
                failed.lock().unwrap_or_else(PoisonError::into_inner).push((*index, why));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.unwrap_or_else(processors).min(programs.len()) {
            scope.spawn(work);
        }
    });
    if stopped.into_inner() > 0 {
        return Err(Failure::Interrupted);
    }
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort_unstable();
    Ok(failed)
}

/// A program was checked; `why` it failed, if it did. Where that cannot be said, the games will
/// find out.
fn tell(voice: Voice, name: &str, why: Option<&str>) {
    let shown = printable(name);
    match (voice, why) {
        (Voice::Programs, why) => {
            let passed = why.is_none();
            let told = json!({"event": "checked", "name": name, "passed": passed, "why": why});
            print(&told.to_string()).ok();
        }
        (Voice::People, None) => warn("meeple", format_args!("{shown} is fit to play")),
        (Voice::People, Some(why)) => {
            warn("meeple", format_args!("{shown} does not play: {}", printable(why)));
        }
        (Voice::Quiet, _) => {}
    }
}

/// At which step a bot failed and how, if it did.
fn reason(report: &Report) -> Option<String> {
    let step = report.steps.iter().find(|step| !step.is_passed())?;
    let Outcome::Failed(failure) = &step.outcome else { return None };
    let (number, name, verdict) = (step.number, step.name, &failure.verdict);
    Some(format!(
        "step {number} of its check ({name}): {}: {verdict}. {}",
        verdict.name(),
        failure.advice
    ))
}

/// Starts every program once, so that what cannot start is refused before any game.
pub(super) fn try_to_start(host: &Host, entrants: &[SeatInfo]) -> Result<(), Failure> {
    for info in entrants.iter().filter(|info| matches!(info.who, Contestant::Program { .. })) {
        match host.sit(&info.who, Seat::new(0)) {
            Ok(player) => player.into_iter().for_each(|mut player| player.end(None)),
            Err(verdict) => return Err(Failure::Failed(verdict.to_string())),
        }
    }
    Ok(())
}
