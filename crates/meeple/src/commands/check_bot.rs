//! `meeple check-bot`: runs the checks of [`meeple_bots::check_bot`] and prints them as text or JSON.

use super::{print, print_json};
use crate::cli::CheckBotArgs;
use meeple_ai::roster::Resources;
use meeple_bots::{
    PlayerLauncher, ProcessSupervisor, Program, Protocol,
    check_bot::{self, BotCheck, CheckReport, CheckStep, StepOutcome},
    school::{AnswerReading, Dialect},
};
use meeple_core::{Contestant, Limits, text::printable};
use meeple_terminal::{
    command_error::CommandError,
    interrupt::Interrupt,
    window::{self, wrap_with},
};
use serde_json::{Value, json};
use std::fmt::Write;

/// Most bytes of a message that are shown.
const SHOWN_BYTES: usize = 600;
/// Most bytes of a message in the JSON output.
const JSON_BYTES: usize = 16 << 10;
/// The indentation of the text after a step's name.
const INDENT: &str = "                             ";

pub(super) fn run(args: &CheckBotArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let supervisor = ProcessSupervisor::with_orphan_adoption(); // all processes this command starts are bots
    let _shutdown = interrupt.shut_down_gracefully(); // the bots are killed before this process exits
    let _exit = interrupt.on_exit({
        let supervisor = supervisor.clone();
        move || supervisor.kill_all()
    });
    let (mut program, protocol) = contestant(args)?;
    let limits = Limits { time: Some(args.time), stop: interrupt.stop_flag(), ..Limits::default() };
    // This variable is set in many containers and would hide a missing flush.
    program.unset = &["PYTHONUNBUFFERED"];
    let check =
        BotCheck { kind: args.game, program, protocol, limits, supervisor, seed: args.seed };
    let mut printed = Ok(());
    let report = check.run(|step| {
        if !args.json && printed.is_ok() {
            printed = print(&step_text(step));
        }
    });
    let report = report.map_err(|_| CommandError::Interrupted)?;
    printed?;
    if args.json {
        print_json(&as_json(&report, args, protocol))?;
    } else {
        print(&end_text(&report))?;
    }
    if report.is_passed() {
        return Ok(());
    }
    let (program, step) = (printable(&args.program), report.steps.len());
    Err(CommandError::Failed(format!(
        "{program} failed at step {step}; fix it and run the check again"
    )))
}

/// Returns the program to check, and its protocol.
fn contestant(args: &CheckBotArgs) -> Result<(Program, Protocol), CommandError> {
    let game = args.game;
    let mut launcher = PlayerLauncher::for_game(game, Resources::default());
    let asked = args.dialect.as_deref();
    if let Some(protocol) =
        asked.and_then(|word| Protocol::from_prefix(word, AnswerReading::Strict))
    {
        if !protocol.supports(game.name()) {
            let why = format!("--dialect {} is for filler; {game} uses json", protocol.prefix());
            return Err(CommandError::Usage(why));
        }
        launcher.protocol = protocol;
    }
    let typed = args.program.as_str();
    let info =
        launcher.parse_contestant(typed).map_err(|error| CommandError::Usage(error.to_string()))?;
    match info.who {
        Contestant::Program { .. } => {}
        Contestant::Computer { .. } => {
            let why = format!(
                "{typed} is a computer player, not a program; to check it as a bot, use \
                 'meeple bot {game} {typed}'"
            );
            return Err(CommandError::Usage(why));
        }
        Contestant::Person => {
            return Err(CommandError::Usage("a person cannot be checked; name a program".into()));
        }
    }
    let (protocol, command) = launcher.split_protocol(typed);
    let program: Result<Program, _> = command.parse();
    let program = program.map_err(|error| CommandError::Usage(error.to_string()))?;
    Ok((program, with_school_reading(protocol)))
}

/// Sets how answers are read: 01-edu's engine uses a single read, 42's engine reads lines.
fn with_school_reading(protocol: Protocol) -> Protocol {
    match protocol {
        Protocol::Filler { dialect: dialect @ Dialect::Edu, .. } => {
            Protocol::Filler { dialect, reading: AnswerReading::Strict }
        }
        Protocol::Filler { dialect, .. } => {
            Protocol::Filler { dialect, reading: AnswerReading::Lenient }
        }
        Protocol::Json => Protocol::Json,
    }
}

/// Returns a line such as ` 2 answers             ok      "7 2" after 3.1 ms`.
fn step_text(step: &CheckStep) -> String {
    let (word, seen) = match &step.outcome {
        StepOutcome::Passed(seen) => ("ok", seen.clone()),
        StepOutcome::Failed(failure) => {
            ("FAILED", format!("{}: {}", failure.situation, failure.verdict.name()))
        }
    };
    let head = format!("{:>2} {:<19}{word:<6} ", step.number, step.name);
    wrap_for_stdout(&printable(&seen), &head, INDENT)
}

/// Returns the text printed after the last step.
fn end_text(report: &CheckReport) -> String {
    let mut text = String::from("\n");
    if let Some(CheckStep { outcome: StepOutcome::Failed(failure), .. }) = report.steps.last() {
        text.push_str(&failure_text(failure));
    }
    for warning in &report.warnings {
        text.push_str(&wrap_for_stdout(&printable(warning), "Warning: ", "  "));
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

fn failure_text(failure: &check_bot::CheckFailure) -> String {
    let mut text = String::new();
    if !failure.sent.is_empty() {
        let _ = writeln!(text, "Sent to the bot ({}):", bytes(failure.sent.len()));
        text.push_str(&escape_lines(&failure.sent, ""));
    }
    if !failure.sent.is_empty() || !failure.said.is_empty() {
        let _ = match failure.said.len() {
            0 => writeln!(text, "The bot wrote nothing."),
            count => writeln!(text, "Written by the bot ({}):", bytes(count)),
        };
        text.push_str(&escape_lines(&failure.said, "\""));
    }
    if !failure.said_late.is_empty() {
        let count = bytes(failure.said_late.len());
        let _ = writeln!(text, "Written after its input was closed ({count}):");
        text.push_str(&escape_lines(&failure.said_late, "\""));
    }
    let verdict = format!("{}: {}", failure.verdict.name(), failure.verdict);
    text.push_str(&wrap_for_stdout(&printable(&verdict), "Verdict: ", "  "));
    text.push('\n');
    if !failure.stderr.is_empty() {
        text.push_str("Last lines of its stderr:\n");
        for line in &failure.stderr {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push_str(&wrap_for_stdout(&printable(&failure.advice), "How to fix it: ", "  "));
    text.push('\n');
    if !failure.command.is_empty() {
        let _ = writeln!(text, "To play such a game:\n  {}", printable(&failure.command));
    }
    text.push('\n');
    text
}

/// Returns the text, wrapped if standard output is a terminal.
fn wrap_for_stdout(words: &str, first: &str, others: &str) -> String {
    match window::stdout_columns() {
        Some(columns) => wrap_with(words, columns, first, others),
        None => format!("{first}{words}"),
    }
}

fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// Shows each line with its line ending visible, in quotes where white space matters; long text is cut.
fn escape_lines(said: &[u8], quote: &str) -> String {
    let shown = &said[..said.len().min(SHOWN_BYTES)];
    let mut text = String::new();
    for line in shown.split_inclusive(|&byte| byte == b'\n') {
        let _ = writeln!(text, "  {quote}{}{quote}", escape_bytes(line));
    }
    if shown.len() < said.len() {
        let _ = writeln!(text, "  ... and {} more", bytes(said.len() - shown.len()));
    }
    text
}

/// Escapes control characters and invalid UTF-8, such as `0 1\r\n`; printable characters stay as they are.
fn escape_bytes(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks().map(|chunk| {
        let invalid = chunk.invalid().escape_ascii();
        format!("{}{invalid}", printable(&chunk.valid().replace('\\', "\\\\")))
    });
    chunks.collect()
}

fn as_json(report: &CheckReport, args: &CheckBotArgs, protocol: Protocol) -> Value {
    let text = |bytes: &[u8]| escape_bytes(&bytes[..bytes.len().min(JSON_BYTES)]);
    let steps: Vec<Value> = report
        .steps
        .iter()
        .map(|step| match &step.outcome {
            StepOutcome::Passed(seen) => json!({
                "step": step.number, "name": step.name, "passed": true, "seen": seen,
            }),
            StepOutcome::Failed(failure) => json!({
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
        "dialect": protocol.prefix(),
        "passed": report.is_passed(),
        "steps": steps,
        "warnings": report.warnings,
    })
}
