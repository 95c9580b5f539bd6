//! `meeple filler audit`: runs the school's grading as one command.
//!
//! The school lets the bot play five games on each of three maps, changing sides, against one of its official
//! robots, and requires four wins out of five; terminator is the bonus. The opponents here are Meeple's own
//! versions of those robots. Answers are judged strictly and the pieces are the school's, so that a bot that
//! passes here passes there.
//!
//! - `task_result`: the result of a task, as a line or as JSON
//! - `lost_game`: a game that wasn't won: why, and how to play it again

mod lost_game;
mod task_result;

use super::{
    setup::{limits, seed, series_tournament, threads},
    summary::SeriesSummary,
};
use crate::{
    cli::AuditArgs,
    commands::{print, print_json},
};
use lost_game::{LostGame, replay_options};
use meeple_arena::tournament::{self, TournamentEvent};
use meeple_bots::{
    ProcessSupervisor,
    school::{AnswerReading, EngineArgs, EngineSetup},
};
use meeple_core::{Seat, text::printable};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, progress::GamesBar};
use serde_json::{Value, json};
use task_result::{AuditTaskResult, HEAD};

/// One task that the bot must pass.
struct AuditTask {
    opponent: &'static str,
    map: &'static str,
    is_bonus: bool,
}

const TASKS: [AuditTask; 4] = [
    AuditTask { opponent: "wall_e", map: "map00", is_bonus: false },
    AuditTask { opponent: "h2_d2", map: "map01", is_bonus: false },
    AuditTask { opponent: "bender", map: "map02", is_bonus: false },
    AuditTask { opponent: "terminator", map: "map01", is_bonus: true },
];

const GAMES: u64 = 5;
const REQUIRED_WINS: u64 = 4;

pub(super) fn run(
    args: &AuditArgs,
    env: (&ProcessSupervisor, &Interrupt),
) -> Result<(), CommandError> {
    try_to_start(&setup(args, &TASKS[0], env)?)?;
    let mut results = Vec::new();
    for task in &TASKS {
        let graded = grade(args, task, env)?;
        if !args.json {
            let head = if results.is_empty() { HEAD } else { "" };
            print(&format!("{head}{}", graded.lines()))?;
        }
        results.push(graded);
    }
    print_result(args, &results)
}

fn setup(
    args: &AuditArgs,
    task: &AuditTask,
    (supervisor, interrupt): (&ProcessSupervisor, &Interrupt),
) -> Result<EngineSetup, CommandError> {
    let dialect = args.common.dialect;
    let engine_args = EngineArgs {
        bots: [&args.bot, task.opponent],
        map: task.map,
        dialect,
        reading: AnswerReading::Strict,
        pieces: args.common.pieces.unwrap_or(dialect.pieces()),
        memory: args.common.memory,
        limits: limits(&args.common, interrupt),
        seed: seed(&args.common)?,
        supervisor,
    };
    Ok(EngineSetup::new(engine_args)?)
}

/// Starts the bot once, so that a bot that can't start is rejected before any game.
fn try_to_start(setup: &EngineSetup) -> Result<(), CommandError> {
    match setup.launcher.start_player(&setup.contestants[0].who, Seat::new(0)) {
        Ok(Some(mut player)) => player.on_end(None),
        Ok(None) => {}
        Err(verdict) => return Err(CommandError::Failed(verdict.to_string())),
    }
    Ok(())
}

/// Plays the games of a task.
fn grade<'a>(
    args: &AuditArgs,
    task: &'a AuditTask,
    env: (&ProcessSupervisor, &Interrupt),
) -> Result<AuditTaskResult<'a>, CommandError> {
    let setup = setup(args, task, env)?;
    let options = replay_options(&args.common, &setup.contestants[0].who);
    let games = series_tournament(setup, GAMES, threads(&args.common));
    let bar = GamesBar::start(&format!("{} on {}", task.opponent, task.map), GAMES);
    let (mut lost, mut played) = (Vec::new(), 0);
    let ledger = tournament::play(&games, None, &mut |event| {
        if let TournamentEvent::Played(game) = event {
            played += 1;
            lost.extend(LostGame::of((played, game), args, task, &options));
            bar.advance();
        }
    });
    bar.finish();
    let ledger = ledger.map_err(|error| CommandError::Failed(error.to_string()))?;
    if !ledger.is_complete {
        return Err(CommandError::Interrupted);
    }
    Ok(AuditTaskResult {
        task,
        summary: SeriesSummary::from_ledger(&ledger),
        lost,
        seed: games.seed,
    })
}

/// Prints whether the bot passes; returns an error if it doesn't.
fn print_result(args: &AuditArgs, results: &[AuditTaskResult<'_>]) -> Result<(), CommandError> {
    let is_passed = results.iter().all(|result| result.task.is_bonus || result.is_passed());
    if args.json {
        let tasks: Vec<Value> = results.iter().map(AuditTaskResult::json).collect();
        print_json(&json!({"bot": args.bot, "passed": is_passed, "tasks": tasks}))?;
    } else {
        let bonus = results.iter().filter(|result| result.task.is_bonus);
        let bonus =
            if bonus.clone().all(AuditTaskResult::is_passed) { " with the bonus" } else { "" };
        let verdict = if is_passed { format!("passed{bonus}") } else { "not passed".into() };
        print(&format!("{}: {verdict}", printable(&args.bot)))?;
    }
    if is_passed {
        return Ok(());
    }
    Err(CommandError::Failed(format!(
        "{} does not pass the audit; meeple check-bot filler may show why",
        printable(&args.bot)
    )))
}
