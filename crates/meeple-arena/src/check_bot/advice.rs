//! How to mend a bot, from what was seen of its failure.

use super::judge::placements;
use crate::{
    Protocol,
    filler::{Dialect, Reading},
};
use meeple_core::{AnyGame, Seat, Verdict, verdict::Exit};
use meeple_games::filler::Placement;

/// What was seen.
pub(super) struct Evidence<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) protocol: Protocol,
    /// What it said to the question.
    pub(super) said: &'a [u8],
    /// What it said only when its input was closed.
    pub(super) said_late: &'a [u8],
    /// The position it was asked about.
    pub(super) position: &'a dyn AnyGame,
    /// Where the bot sits.
    pub(super) seat: Seat,
    /// What is special about that position.
    pub(super) hint: &'a str,
}

const FLUSH: &str = "Flush after every line (Python: print(..., flush=True); C: fflush(stdout); \
                     C++: std::endl; Rust: stdout().flush()).";

/// One to three sentences that fit this failure, and what is special about the situation.
pub(super) fn advise(evidence: &Evidence<'_>) -> String {
    let advice = match evidence.verdict {
        Verdict::TimeOut { heard, .. } if heard.is_empty() => nothing_heard(evidence),
        Verdict::TimeOut { .. } | Verdict::LineTooLong { .. } => {
            "The answer has no line feed: end every answer with one (\\n).".into()
        }
        Verdict::Late { .. } => "Think for a shorter time.".into(),
        Verdict::BadAnswer { answer, .. } => match evidence.protocol {
            Protocol::Json => bad_json(evidence, answer),
            Protocol::Filler { dialect, .. } => bad_filler(evidence, answer, dialect),
        },
        Verdict::Illegal { mv, .. } => illegal(evidence, mv),
        Verdict::Crash { exit } => crash(evidence, *exit),
        Verdict::ClosedPipe { .. } => {
            "It closed its end of the pipe while the game goes on: keep stdin and stdout open, and \
             answer until the input ends."
                .into()
        }
        Verdict::CannotStart { .. } | Verdict::Broken { .. } => String::new(),
    };
    let mut sentences = vec![advice.as_str(), evidence.hint];
    let where_it_sits = where_it_sits(evidence);
    sentences.push(&where_it_sits);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Somebody who always sits first may not have thought of this.
fn where_it_sits(evidence: &Evidence<'_>) -> String {
    let (seat, is_told) = (evidence.seat, evidence.hint.contains("seat"));
    match (evidence.verdict, evidence.protocol) {
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, _) if seat.index() == 0 || is_told => {
            String::new()
        }
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, Protocol::Json) => {
            format!("It sits on seat {seat} here, as `seat` says.")
        }
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, Protocol::Filler { .. }) => {
            "It is player 2 here, as the first line says (`$$$ exec p2`).".into()
        }
        _ => String::new(),
    }
}

fn nothing_heard(evidence: &Evidence<'_>) -> String {
    if !evidence.said_late.is_empty() {
        return format!(
            "It answered only when its input was closed: the answer had stayed in a buffer. \
             {FLUSH} If it does, it reads all its input before it answers: {}",
            match evidence.protocol {
                Protocol::Json => "read one line, and answer it.",
                Protocol::Filler { .. } => {
                    "read as many lines as the heads of board and piece say, and answer."
                }
            }
        );
    }
    match evidence.protocol {
        Protocol::Json => "It said nothing at all, and nothing when its input was closed. Each \
                           message is one line: answer each `turn` as soon as its line is read, \
                           within `time_ms` milliseconds. If it needs more time, check it with \
                           --time."
            .into(),
        Protocol::Filler { .. } => {
            "It said nothing at all, and nothing when its input was closed. Behind the last line \
             of the piece nothing more is sent until the answer came: a bot that waits for \
             another line waits for ever. If it needs more time, check it with --time."
                .into()
        }
    }
}

fn bad_json(evidence: &Evidence<'_>, answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer).trim().to_owned();
    let moves = evidence.position.legal_texts();
    let is_legal = |text: &str| moves.iter().any(|mv| mv == text);
    let later = lines(evidence.said).into_iter().chain(lines(evidence.said_late)).skip(1);
    let commas = text.split_whitespace().collect::<Vec<_>>().join(",");
    if text.is_empty() {
        "An empty line is taken for the answer: write the move, and one line feed.".into()
    } else if text.starts_with(['{', '"']) {
        let example = moves.first().map(String::as_str).unwrap_or_default();
        format!(
            "An answer in JSON is an object with the move's text, {{\"move\":\"{example}\"}}, on \
             one line; bare text, {example}, will do as well."
        )
    } else if let Some(mv) = text.parse().ok().and_then(|index: usize| moves.get(index)) {
        format!(
            "That looks like the number of a move: the answer is its text, as in `moves`. Number \
             {text}, counted from 0, would be {mv}."
        )
    } else if is_legal(&commas) {
        format!("Write a move as it stands in `moves`: {commas}, with a comma.")
    } else if let Some(quoted) = moves.iter().find(|mv| text.contains(mv.as_str())) {
        format!("Write the move alone, as it stands in `moves`: {quoted}, and a line feed.")
    } else {
        let later = later.map(|line| line.trim().to_owned()).find(|line| is_legal(line));
        let later = later.map(|mv| format!(" {mv}, which came behind it, would have been legal."));
        format!(
            "Everything on stdout is taken for the answer: write debugging to stderr (Python: \
             print(..., file=sys.stderr)), or begin such lines with `info `.{}",
            later.unwrap_or_default()
        )
    }
}

fn bad_filler(evidence: &Evidence<'_>, answer: &[u8], dialect: Dialect) -> String {
    let order = dialect.order("X (the column)", "Y (the row)");
    let form = format!("{}, one space, {} and a line feed", order.0, order.1);
    let reads = |line: &str| Reading::Strict.read(dialect, format!("{line}\n").as_bytes()).is_ok();
    let all = [evidence.said, evidence.said_late].concat();
    let said = lines(&all);
    let first = said.first().map(String::as_str).unwrap_or_default();
    if !answer.contains(&b'\n') {
        let is_whole = all.contains(&b'\n') && reads(first);
        return if is_whole && answer.len() < all.len() {
            format!(
                "The answer came in several writes, and the school's engine reads once: the rest \
                 comes too late. Write the whole line at once, as one string with its line feed, \
                 and then flush (Python: print(f\"{{x}} {{y}}\", flush=True), and do not run it \
                 with -u)."
            )
        } else {
            format!("The line feed is missing: the answer is {form} (\\n).")
        };
    }
    if answer.contains(&b'\r') {
        return "The line ends in CR LF (\\r\\n), which the school's engine does not take: write \
                \\n alone (Python on Windows: sys.stdout.reconfigure(newline='\\n'))."
            .into();
    }
    if reads(first) {
        return "The school's engine reads once, and where something follows the line feed it \
                takes Y for 0: write one line for each question, no empty line behind it, and \
                debugging to stderr."
            .into();
    }
    if said.iter().skip(1).any(|line| reads(line)) {
        return "Everything on stdout is taken for the answer, and only the first line counts: \
                write debugging to stderr (Python: print(..., file=sys.stderr); C: fprintf(stderr, \
                ...))."
            .into();
    }
    format!("The answer is {form}: nothing before, between or behind them but that.")
}

fn illegal(evidence: &Evidence<'_>, mv: &str) -> String {
    let legal = |mv: &str| evidence.position.explain_text(mv).is_ok();
    if let Some(swapped) = swapped(mv).filter(|swapped| legal(swapped)) {
        let order = match evidence.protocol {
            Protocol::Filler { dialect: Dialect::Edu, .. } => "X, the column, comes first",
            Protocol::Filler { dialect: Dialect::FortyTwo, .. } => "Y, the row, comes first",
            Protocol::Json if evidence.position.name() == "filler" => "the column comes first",
            Protocol::Json => "the row comes first",
        };
        let swapped = spelled(&swapped, evidence.protocol);
        return format!(
            "Rows and columns are exchanged: {swapped} would have been legal. In an answer {order}."
        );
    }
    match evidence.protocol {
        Protocol::Json => "Answer with one of `moves`, letter by letter: all of them are legal, \
                           and nothing else is."
            .into(),
        Protocol::Filler { dialect, .. } => {
            let example = placements(evidence.position).first().copied();
            let example = example.map(|at| dialect.answer(at).trim_end().to_owned());
            let (cells, size) = marks(evidence, dialect);
            format!(
                "A piece's filled cells lie on the board, on free or own cells, exactly one of \
                 them on an own cell ({cells}) and none on the other's (F4). The answer is where \
                 the top left corner of its rectangle goes, empty margins included: {:?} would \
                 have been legal. {size}",
                example.unwrap_or_default(),
            )
        }
    }
}

/// A move as the protocol spells it.
fn spelled(mv: &str, protocol: Protocol) -> String {
    match (mv.parse::<Placement>(), protocol) {
        (Ok(at), Protocol::Filler { dialect, .. }) => dialect.answer(at).trim_end().to_owned(),
        _ => mv.to_owned(),
    }
}

/// The letters of the bot's cells, and how sizes are read.
fn marks(evidence: &Evidence<'_>, dialect: Dialect) -> (&'static str, &'static str) {
    match (dialect, evidence.seat.index()) {
        (Dialect::Edu, 0) => ("`@` or `a`", "Heads say columns first, then rows."),
        (Dialect::Edu, _) => ("`$` or `s`", "Heads say columns first, then rows."),
        (Dialect::FortyTwo, 0) => ("`O` or `o`", "Heads say rows first, then columns."),
        (Dialect::FortyTwo, _) => ("`X` or `x`", "Heads say rows first, then columns."),
    }
}

fn crash(evidence: &Evidence<'_>, exit: Exit) -> String {
    let is_stuck = evidence.position.legal_texts() == ["stop"];
    match (exit, evidence.protocol) {
        (Exit::Status(0), Protocol::Filler { .. }) if is_stuck => {
            "It left because nothing can be laid: a bot that leaves loses the whole game (F7). \
             Answer `0 0` instead, and go on reading until the input ends."
                .into()
        }
        (_, Protocol::Filler { .. }) if is_stuck => {
            "It fails where nothing can be laid, which happens in every game. Answer `0 0` then."
                .into()
        }
        (Exit::Status(0), _) => {
            "It left while the game goes on: read and answer in a loop, until the input ends."
                .into()
        }
        (Exit::Status(127), _) => {
            "A shell does not find a command of it: see the lines of its stderr.".into()
        }
        (Exit::Status(_) | Exit::Signal(_), _) => {
            "It failed by itself: the last lines of its stderr, if there are any, say where.".into()
        }
    }
}

/// The move with its row and column exchanged, where it has both.
fn swapped(mv: &str) -> Option<String> {
    if let Some((first, second)) = mv.split_once(',') {
        return Some(format!("{second},{first}"));
    }
    let words: Vec<&str> = mv.split(' ').collect();
    match words[..] {
        ["wall", row, column] => Some(format!("wall {column} {row}")),
        [verb @ ("lay" | "stone" | "steal" | "remove"), cell, ..] => {
            let swapped: String = cell.chars().rev().collect();
            let rest = words[2..].iter().map(|word| format!(" {word}"));
            Some(format!("{verb} {swapped}{}", rest.collect::<String>()))
        }
        _ => None,
    }
}

/// The lines of what was said, without their ends.
fn lines(said: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(said).lines().map(ToOwned::to_owned).collect()
}
