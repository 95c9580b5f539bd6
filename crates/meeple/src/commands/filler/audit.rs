//! `meeple filler audit`: the school's grading as one command.
//!
//! The school lets the bot play five games on each of three maps, changing
//! sides, against a robot of the official ones, and wants four wins of five;
//! terminator is the bonus. The opponents here are our stand-ins.

use super::arrangement::{Arrangement, threads};
use crate::{
    cli::AuditArgs,
    commands::{print, print_json},
    failure::Failure,
    interrupt::Interrupt,
};
use meeple_arena::{
    Kennel,
    series::{self, Summary},
};
use serde_json::{Value, json};
use std::fmt::Write;

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
    let mut results = Vec::new();
    for task in &TASKS {
        let bots = [args.bot.as_str(), task.opponent];
        let arrangement = Arrangement::new(bots, task.map, &args.common, house)?;
        let series = arrangement.series(GAMES, threads(&args.common));
        let mut faults = Vec::new();
        let summary = series::play(&series, |game| {
            if let Some(verdict) = &game.verdicts[0] {
                let fault = format!("game {}: {}: {verdict}", game.number + 1, verdict.name());
                let stderr = game.stderr[0].iter().map(|line| format!("\n  its stderr: {line}"));
                faults.push(fault + &stderr.collect::<String>());
            }
        });
        let summary = summary.map_err(|error| Failure::Failed(error.to_string()))?;
        if summary.games < GAMES {
            return Err(Failure::Interrupted);
        }
        let result = Graded { task, summary, faults, seed: series.seed };
        if !args.json {
            print(&result.line(results.is_empty()))?;
        }
        results.push(result);
    }
    let is_passed = results.iter().all(|result| result.task.is_bonus || result.is_passed());
    if args.json {
        let tasks: Vec<Value> = results.iter().map(Graded::json).collect();
        print_json(&json!({"bot": args.bot, "passed": is_passed, "tasks": tasks}))?;
    } else {
        let bonus = results.iter().filter(|result| result.task.is_bonus);
        let bonus = if bonus.clone().all(Graded::is_passed) { ", with the bonus" } else { "" };
        let verdict = if is_passed { format!("passed{bonus}") } else { "not passed".into() };
        print(&format!("{}: {verdict}", args.bot))?;
    }
    if is_passed {
        return Ok(());
    }
    Err(Failure::Failed(format!("{} does not pass the audit", args.bot)))
}

/// How a task went.
struct Graded<'a> {
    task: &'a Task,
    summary: Summary,
    faults: Vec<String>,
    seed: u64,
}

impl Graded<'_> {
    fn is_passed(&self) -> bool {
        self.summary.contestants[0].wins >= WINS_WANTED
    }

    fn word(&self) -> &'static str {
        match (self.is_passed(), self.task.is_bonus) {
            (true, false) => "passed",
            (false, false) => "FAILED",
            (true, true) => "bonus",
            (false, true) => "no bonus",
        }
    }

    fn line(&self, is_first: bool) -> String {
        let mut text = String::new();
        if is_first {
            text.push_str("opponent    map    won  wanted      cells  ms/move   slowest  seed\n");
        }
        let Task { opponent, map, .. } = self.task;
        let [ours, theirs] = &self.summary.contestants[..] else { return text };
        let cells = format!("{:.0}:{:.0}", ours.average_score, theirs.average_score);
        let (wins, word, seed) = (ours.wins, self.word(), self.seed);
        let _ = writeln!(
            text,
            "{opponent:<10}  {map}  {wins}/{GAMES}  {WINS_WANTED}  {cells:>13}  {:>7.1}  \
             {:>5.0} ms  {seed}  {word}",
            ours.average_ms, ours.slowest_ms,
        );
        for fault in &self.faults {
            let _ = writeln!(text, "  {fault}");
        }
        text
    }

    fn json(&self) -> Value {
        json!({
            "opponent": self.task.opponent,
            "map": self.task.map,
            "bonus": self.task.is_bonus,
            "wanted": WINS_WANTED,
            "passed": self.is_passed(),
            "seed": self.seed,
            "faults": self.faults,
            "summary": self.summary,
        })
    }
}
