//! `meeple filler audit`: the school's grading as one command.
//!
//! The school lets the bot play five games on each of three maps, changing
//! sides, against a robot of the official ones, and wants four wins of five;
//! terminator is the bonus. The opponents here are our stand-ins. Answers are
//! judged strictly, and the pieces are the school's, so that a bot that passes
//! here passes there.
//!
//! - `graded`: how a task went, as a line or as JSON
//! - `lost`: a game that was not won: why, and how to play it again

mod graded;
mod lost;

use super::{
    summary::Summary,
    wanted::{limits, many, seed, threads},
};
use crate::{
    cli::AuditArgs,
    commands::{print, print_json},
};
use graded::{Graded, HEAD};
use lost::LostGame;
use meeple_arena::tournament::{self, News};
use meeple_bots::{
    Kennel,
    school::{Arrangement, Reading, Wanted},
};
use meeple_core::{Seat, text::printable};
use meeple_terminal::{failure::Failure, interrupt::Interrupt, progress::GamesBar};
use serde_json::{Value, json};

/// What is asked of a bot.
struct Task {
    opponent: &'static str,
    map: &'static str,
    is_bonus: bool,
}

const TASKS: [Task; 4] = [
    Task { opponent: "wall_e", map: "map00", is_bonus: false },
    Task { opponent: "h2_d2", map: "map01", is_bonus: false },
    Task { opponent: "bender", map: "map02", is_bonus: false },
    Task { opponent: "terminator", map: "map01", is_bonus: true },
];

const GAMES: u64 = 5;
const WINS_WANTED: u64 = 4;

pub(super) fn run(args: &AuditArgs, house: (&Kennel, &Interrupt)) -> Result<(), Failure> {
    try_to_start(&arrangement(args, &TASKS[0], house)?)?;
    let mut results = Vec::new();
    for task in &TASKS {
        let graded = grade(args, task, house)?;
        if !args.json {
            let head = if results.is_empty() { HEAD } else { "" };
            print(&format!("{head}{}", graded.lines()))?;
        }
        results.push(graded);
    }
    tell(args, &results)
}

fn arrangement(
    args: &AuditArgs,
    task: &Task,
    (kennel, interrupt): (&Kennel, &Interrupt),
) -> Result<Arrangement, Failure> {
    let dialect = args.common.dialect;
    let wanted = Wanted {
        bots: [&args.bot, task.opponent],
        map: task.map,
        dialect,
        reading: Reading::Strict,
        pieces: args.common.pieces.unwrap_or(dialect.pieces()),
        memory: args.common.memory,
        limits: limits(&args.common, interrupt),
        seed: seed(&args.common)?,
        kennel,
    };
    Ok(Arrangement::new(wanted)?)
}

/// Starts the bot once, so that one that cannot start is refused before any game.
fn try_to_start(arrangement: &Arrangement) -> Result<(), Failure> {
    match arrangement.host.sit(&arrangement.contestants[0].who, Seat::new(0)) {
        Ok(Some(mut player)) => player.end(None),
        Ok(None) => {}
        Err(verdict) => return Err(Failure::Failed(verdict.to_string())),
    }
    Ok(())
}

/// Plays the games of a task.
fn grade<'a>(
    args: &AuditArgs,
    task: &'a Task,
    house: (&Kennel, &Interrupt),
) -> Result<Graded<'a>, Failure> {
    let games = many(arrangement(args, task, house)?, GAMES, threads(&args.common));
    let bar = GamesBar::start(&format!("{} on {}", task.opponent, task.map), GAMES);
    let (mut lost, mut played) = (Vec::new(), 0);
    let ledger = tournament::play(&games, None, &mut |news| {
        if let News::Played(game) = news {
            played += 1;
            lost.extend(LostGame::of((played, game), args, task));
            bar.advance();
        }
    });
    bar.finish();
    let ledger = ledger.map_err(|trouble| Failure::Failed(trouble.to_string()))?;
    if !ledger.is_complete {
        return Err(Failure::Interrupted);
    }
    Ok(Graded { task, summary: Summary::of(&ledger), lost, seed: games.seed })
}

/// Says whether the bot passes.
fn tell(args: &AuditArgs, results: &[Graded<'_>]) -> Result<(), Failure> {
    let is_passed = results.iter().all(|result| result.task.is_bonus || result.is_passed());
    if args.json {
        let tasks: Vec<Value> = results.iter().map(Graded::json).collect();
        print_json(&json!({"bot": args.bot, "passed": is_passed, "tasks": tasks}))?;
    } else {
        let bonus = results.iter().filter(|result| result.task.is_bonus);
        let bonus = if bonus.clone().all(Graded::is_passed) { ", with the bonus" } else { "" };
        let verdict = if is_passed { format!("passed{bonus}") } else { "not passed".into() };
        print(&format!("{}: {verdict}", printable(&args.bot)))?;
    }
    if is_passed {
        return Ok(());
    }
    Err(Failure::Failed(format!("{} does not pass the audit", printable(&args.bot))))
}
