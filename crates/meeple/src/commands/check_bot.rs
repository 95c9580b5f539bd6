//! `meeple check-bot`: the steps of [`meeple_bots::check_bot`], for people and for programs.

use super::{print, print_json};
use crate::cli::CheckBotArgs;
use meeple_ai::roster::Resources;
use meeple_bots::{
    Host, Kennel, Program, Protocol,
    check_bot::{self, Checkup, Outcome, Report, Step},
    school::{Dialect, Reading},
};
use meeple_core::{Contestant, Limits, text::printable};
use meeple_terminal::{
    failure::Failure,
    interrupt::Interrupt,
    window::{self, wrap_with},
};
use serde_json::{Value, json};
use std::fmt::Write;

/// How many bytes of a message are shown.
const SHOWN: usize = 600;
/// How many bytes of a message programs get.
const SHOWN_TO_PROGRAMS: usize = 16 << 10;
/// Where the words behind a step begin.
const INDENT: &str = "                             ";

pub(super) fn run(args: &CheckBotArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let kennel = Kennel::adopting(); // this command starts bots and nothing else
    let _care = interrupt.takes_care(); // the bots go before we do
    let _exit = interrupt.on_exit({
        let kennel = kennel.clone();
        move || kennel.kill_everybody()
    });
    let (mut program, protocol) = contestant(args)?;
    let limits = Limits { time: Some(args.time), stop: interrupt.stop_flag(), ..Limits::default() };
    // Set in many containers, it would hide a missing flush.
    program.unset = &["PYTHONUNBUFFERED"];
    let checkup = Checkup { kind: args.game, program, protocol, limits, kennel, seed: args.seed };
    let mut printed = Ok(());
    let report = checkup.run(|step| {
        if !args.json && printed.is_ok() {
            printed = print(&shown_step(step));
        }
    });
    let report = report.map_err(|_| Failure::Interrupted)?;
    printed?;
    if args.json {
        print_json(&as_json(&report, args, protocol))?;
    } else {
        print(&shown_end(&report))?;
    }
    if report.is_passed() {
        return Ok(());
    }
    let (program, step) = (printable(&args.program), report.steps.len());
    Err(Failure::Failed(format!("{program} fails at step {step}: mend it, and check again")))
}

/// The program that is to be checked, and what it speaks.
fn contestant(args: &CheckBotArgs) -> Result<(Program, Protocol), Failure> {
    let game = args.game;
    let mut host = Host::of(game, Resources::default());
    let asked = args.dialect.as_deref();
    if let Some(protocol) = asked.and_then(|word| Protocol::of(word, Reading::Strict)) {
        if !protocol.plays(game.name()) {
            let why = format!("--dialect {} is for filler: {game} has only json", protocol.word());
            return Err(Failure::Usage(why));
        }
        host.protocol = protocol;
    }
    let typed = args.program.as_str();
    let info = host.read(typed).map_err(|error| Failure::Usage(error.to_string()))?;
    match info.who {
        Contestant::Program { .. } => {}
        Contestant::Computer { .. } => {
            let why = format!(
                "{typed} is one of ours; to check it as a program, name it as one: \
                 'meeple bot {game} {typed}'"
            );
            return Err(Failure::Usage(why));
        }
        Contestant::Person => {
            return Err(Failure::Usage("people are not checked: name a program".into()));
        }
    }
    let (protocol, command) = host.spoken(typed);
    let program: Result<Program, _> = command.parse();
    let program = program.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok((program, as_its_school(protocol)))
}

/// 01-edu's engine looks at one read only, 42's reads lines.
fn as_its_school(protocol: Protocol) -> Protocol {
    match protocol {
        Protocol::Filler { dialect: dialect @ Dialect::Edu, .. } => {
            Protocol::Filler { dialect, reading: Reading::Strict }
        }
        Protocol::Filler { dialect, .. } => Protocol::Filler { dialect, reading: Reading::Lenient },
        Protocol::Json => Protocol::Json,
    }
}

/// ` 2 answers             ok      "7 2" after 3.1 ms`
fn shown_step(step: &Step) -> String {
    let (word, seen) = match &step.outcome {
        Outcome::Passed(seen) => ("ok", seen.clone()),
        Outcome::Failed(failure) => {
            ("FAILED", format!("{}: {}", failure.situation, failure.verdict.name()))
        }
    };
    let head = format!("{:>2} {:<19}{word:<6} ", step.number, step.name);
    prose(&printable(&seen), &head, INDENT)
}

/// What is said when no more steps follow.
fn shown_end(report: &Report) -> String {
    let mut text = String::from("\n");
    if let Some(Step { outcome: Outcome::Failed(failure), .. }) = report.steps.last() {
        text.push_str(&shown_failure(failure));
    }
    for warning in &report.warnings {
        text.push_str(&prose(&printable(warning), "Warning: ", "  "));
        text.push('\n');
    }
    let done = report.steps.len();
    let _ = match (report.is_passed(), report.warnings.len()) {
        (true, 0) => write!(text, "All {done} steps passed."),
        (true, 1) => write!(text, "All {done} steps passed, with a warning."),
        (true, count) => write!(text, "All {done} steps passed, with {count} warnings."),
        (false, _) => Ok(()),
    };
    text
}

fn shown_failure(failure: &check_bot::Failure) -> String {
    let mut text = String::new();
    if !failure.sent.is_empty() {
        let _ = writeln!(text, "It was sent {}:", bytes(failure.sent.len()));
        text.push_str(&escaped(&failure.sent, ""));
    }
    if !failure.sent.is_empty() || !failure.said.is_empty() {
        let end = if failure.said.is_empty() { "." } else { ":" };
        let _ = writeln!(text, "It said {}{end}", bytes(failure.said.len()));
        text.push_str(&escaped(&failure.said, "\""));
    }
    if !failure.said_late.is_empty() {
        let count = bytes(failure.said_late.len());
        let _ = writeln!(text, "Later, its input closed, it said {count}:");
        text.push_str(&escaped(&failure.said_late, "\""));
    }
    let verdict = format!("{}: {}", failure.verdict.name(), failure.verdict);
    text.push_str(&prose(&printable(&verdict), "Verdict: ", "  "));
    text.push('\n');
    if !failure.stderr.is_empty() {
        text.push_str("The last of its stderr:\n");
        for line in &failure.stderr {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push_str(&prose(&printable(&failure.advice), "How to mend it: ", "  "));
    text.push('\n');
    if !failure.command.is_empty() {
        let _ = writeln!(text, "To see more:\n  {}", printable(&failure.command));
    }
    text.push('\n');
    text
}

/// Words, wrapped where they go to a window.
fn prose(words: &str, first: &str, others: &str) -> String {
    match window::of_stdout() {
        Some(columns) => wrap_with(words, columns, first, others),
        None => format!("{first}{words}"),
    }
}

fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// Every line with its end to be seen, between quotes where white space matters; the beginning
/// of what is long.
fn escaped(said: &[u8], quote: &str) -> String {
    let shown = &said[..said.len().min(SHOWN)];
    let mut text = String::new();
    for line in shown.split_inclusive(|&byte| byte == b'\n') {
        let _ = writeln!(text, "  {quote}{}{quote}", spelled(line));
    }
    if shown.len() < said.len() {
        let _ = writeln!(text, "  ... and {} more", bytes(said.len() - shown.len()));
    }
    text
}

/// `0 1\r\n` spelled as that; letters stay as they are.
fn spelled(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks().map(|chunk| {
        let invalid = chunk.invalid().escape_ascii();
        format!("{}{invalid}", printable(&chunk.valid().replace('\\', "\\\\")))
    });
    chunks.collect()
}

fn as_json(report: &Report, args: &CheckBotArgs, protocol: Protocol) -> Value {
    let text = |bytes: &[u8]| spelled(&bytes[..bytes.len().min(SHOWN_TO_PROGRAMS)]);
    let steps: Vec<Value> = report
        .steps
        .iter()
        .map(|step| match &step.outcome {
            Outcome::Passed(seen) => json!({
                "step": step.number, "name": step.name, "passed": true, "seen": seen,
            }),
            Outcome::Failed(failure) => json!({
                "step": step.number,
                "name": step.name,
                "passed": false,
                "situation": failure.situation,
                "verdict": failure.verdict.name(),
                "reason": failure.verdict.to_string(),
                "sent": text(&failure.sent),
                "sent_bytes": failure.sent.len(),
                "said": text(&failure.said),
                "said_bytes": failure.said.len(),
                "said_late": text(&failure.said_late),
                "stderr": failure.stderr,
                "advice": failure.advice,
                "command": failure.command,
            }),
        })
        .collect();
    json!({
        "game": args.game.name(),
        "program": args.program,
        "dialect": protocol.word(),
        "passed": report.is_passed(),
        "steps": steps,
        "warnings": report.warnings,
    })
}
