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
        Verdict::TimeOut { heard, .. } if heard.is_empty() => no_output(evidence),
        Verdict::TimeOut { .. } | Verdict::LineTooLong { .. } => {
            "The answer has no line feed. End every answer with \\n.".into()
        }
        Verdict::Late { .. } | Verdict::Flag { .. } => "Answer faster.".into(),
        Verdict::NeverRead { .. } => {
            "The bot starts but never reads its input. Read stdin line by line and answer every turn."
                .into()
        }
        Verdict::BadAnswer { answer, .. } => match evidence.protocol {
            Protocol::Json => json::bad_answer(evidence, answer),
            Protocol::Filler { dialect, .. } => filler::bad_answer(evidence, answer, dialect),
        },
        Verdict::Illegal { mv, .. } => illegal::illegal(evidence, mv),
        Verdict::Crash { how } => crash(evidence, how),
        Verdict::ClosedPipe { .. } => {
            "The bot closed stdin or stdout during the game. Keep both open and answer until the \
             input ends."
                .into()
        }
        // CannotStart, OutOfResources, InternalError: the verdict says it all.
        _ => String::new(),
    };
    let mut sentences = vec![advice.as_str(), evidence.hint];
    let seat_reminder = seat_reminder(evidence);
    sentences.push(&seat_reminder);
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Returns a reminder of the bot's seat, unless it is the first: many bots are only tried there.
fn seat_reminder(evidence: &FailureEvidence<'_>) -> String {
    let (seat, is_in_hint) = (evidence.seat, evidence.hint.contains("seat"));
    match (evidence.verdict, evidence.protocol) {
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, _) if seat.index() == 0 || is_in_hint => {
            String::new()
        }
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, Protocol::Json) => {
            format!("The bot has seat {seat} here; see the key `seat`.")
        }
        (Verdict::Illegal { .. } | Verdict::Crash { .. }, Protocol::Filler { .. }) => {
            "The bot is player 2 here; see the first line (`$$$ exec p2`).".into()
        }
        _ => String::new(),
    }
}

fn no_output(evidence: &FailureEvidence<'_>) -> String {
    if !evidence.said_late.is_empty() {
        return format!(
            "The answer came only after the time was up and the input was closed. Most likely it \
             was still in a buffer. {FLUSH} If the bot already does that, it needs more time \
             (--time) or reads all its input before it answers: {}",
            match evidence.protocol {
                Protocol::Json => "read one line, then answer it.",
                Protocol::Filler { .. } => {
                    "read as many lines as the headers of board and piece announce, then answer."
                }
            }
        );
    }
    match evidence.protocol {
        Protocol::Json => {
            "The bot wrote nothing, not even after its input was closed. Each message \
                           is one line: answer every `turn` as soon as you have read its line, \
                           within `time_ms` milliseconds. If the bot needs more time, use --time."
                .into()
        }
        Protocol::Filler { .. } => {
            "The bot wrote nothing, not even after its input was closed. Nothing is sent after the \
             last line of the piece until the bot has answered, so do not wait for another line. \
             If the bot needs more time, use --time."
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
            "The bot exited because its piece fits nowhere. A bot that exits loses the whole game \
             (F7). Answer `0 0` instead and keep reading until the input ends."
                .into()
        }
        (_, Protocol::Filler { .. }) if is_stuck => {
            "The bot fails when its piece fits nowhere, which happens in every game. Answer `0 0` \
             in that case."
                .into()
        }
        (Some(0), _) => {
            "The bot exited during the game. Read and answer in a loop until the input ends.".into()
        }
        (Some(127), _) if evidence.stderr.iter().any(|line| line.contains("\\r")) => {
            "The file has Windows line endings. Remove the carriage returns (sed -i 's/\\r$//' \
             FILE)."
                .into()
        }
        (Some(127), _) => {
            "The shell did not find one of the bot's commands. See its stderr.".into()
        }
        (Some(_) | None, _) => {
            "The bot crashed. The last lines of its stderr, if any, may show where.".into()
        }
    }
}

/// Splits the output into lines, without line endings.
fn lines(said: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(said).lines().map(ToOwned::to_owned).collect()
}
