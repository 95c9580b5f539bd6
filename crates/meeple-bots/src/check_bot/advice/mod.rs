//! Advice on how to fix a bot, based on how it failed.

mod filler;
mod illegal;
mod json;

use crate::{Exit, Protocol};
use meeple_core::{AnyGame, Seat, Verdict};

/// The evidence of a failure.
pub(super) struct FailureEvidence<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) protocol: Protocol,
    /// The bot's output after the question.
    pub(super) said: &'a [u8],
    /// The bot's output after its stdin was closed.
    pub(super) said_late: &'a [u8],
    /// The last lines of its stderr, made printable.
    pub(super) stderr: &'a [String],
    /// The position it was asked about.
    pub(super) position: &'a dyn AnyGame,
    /// The bot's seat.
    pub(super) seat: Seat,
    /// What is special about that position; may be empty.
    pub(super) hint: &'a str,
}

const FLUSH: &str = "Flush after every line (Python: print(..., flush=True); C: fflush(stdout); \
                     C++: std::endl; Rust: stdout().flush()).";

/// Returns one to three sentences for this failure, and what is special about the situation.
pub(super) fn advise(evidence: &FailureEvidence<'_>) -> String {
    let advice = match evidence.verdict {
        Verdict::TimeOut { heard, .. } if heard.is_empty() => nothing_heard(evidence),
        Verdict::TimeOut { .. } | Verdict::LineTooLong { .. } => {
            "The answer has no line feed: end every answer with one (\\n).".into()
        }
        Verdict::Late { .. } | Verdict::Flag { .. } => "Think for a shorter time.".into(),
        Verdict::NeverRead { .. } => {
            "It starts, but never reads: read your input line by line, and answer each question."
                .into()
        }
        Verdict::BadAnswer { answer, .. } => match evidence.protocol {
            Protocol::Json => json::bad_answer(evidence, answer),
            Protocol::Filler { dialect, .. } => filler::bad_answer(evidence, answer, dialect),
        },
        Verdict::Illegal { mv, .. } => illegal::illegal(evidence, mv),
        Verdict::Crash { how } => crash(evidence, how),
        Verdict::ClosedPipe { .. } => {
            "It closed its end of the pipe while the game goes on: keep stdin and stdout open, and \
             answer until the input ends."
                .into()
        }
        // CannotStart, NoRoom, Broken: the verdict says it all.
        _ => String::new(),
    };
    let mut sentences = vec![advice.as_str(), evidence.hint];
    let where_it_sits = where_it_sits(evidence);
    sentences.push(&where_it_sits);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Returns a reminder of the bot's seat, unless it is the first: many bots are only tried there.
fn where_it_sits(evidence: &FailureEvidence<'_>) -> String {
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

fn nothing_heard(evidence: &FailureEvidence<'_>) -> String {
    if !evidence.said_late.is_empty() {
        return format!(
            "Its answer came only when the time was over and its input was closed: most likely it \
             had stayed in a buffer. {FLUSH} If it does, it needs more time (--time), or reads all \
             its input before it answers: {}",
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

fn crash(evidence: &FailureEvidence<'_>, how: &str) -> String {
    // Only these two exit codes say what is wrong.
    let status = [0, 127].into_iter().find(|&status| how == Exit::Status(status).to_string());
    let is_stuck = evidence.position.legal_move_texts() == ["stop"];
    match (status, evidence.protocol) {
        (Some(0), Protocol::Filler { .. }) if is_stuck => {
            "It left because nothing can be laid: a bot that leaves loses the whole game (F7). \
             Answer `0 0` instead, and go on reading until the input ends."
                .into()
        }
        (_, Protocol::Filler { .. }) if is_stuck => {
            "It fails where nothing can be laid, which happens in every game. Answer `0 0` then."
                .into()
        }
        (Some(0), _) => {
            "It left while the game goes on: read and answer in a loop, until the input ends."
                .into()
        }
        (Some(127), _) if evidence.stderr.iter().any(|line| line.contains("\\r")) => {
            "The file has Windows line ends: take the carriage returns out of it (sed -i 's/\\r$//' \
             FILE)."
                .into()
        }
        (Some(127), _) => {
            "A shell does not find a command of it: see the lines of its stderr.".into()
        }
        (Some(_) | None, _) => {
            "It failed by itself: the last lines of its stderr, if there are any, say where.".into()
        }
    }
}

/// Splits the output into lines, without line endings.
fn lines(said: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(said).lines().map(ToOwned::to_owned).collect()
}
