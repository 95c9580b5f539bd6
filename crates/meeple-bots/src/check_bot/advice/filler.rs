//! Advice for an invalid answer in one of Filler's dialects.

use super::{FailureEvidence, lines};
use crate::school::{AnswerReading, Dialect};

pub(super) fn bad_answer(
    evidence: &FailureEvidence<'_>,
    answer: &[u8],
    dialect: Dialect,
) -> String {
    let order = dialect.order("X (the column)", "Y (the row)");
    let form = format!("{}, one space, {} and a line feed", order.0, order.1);
    let reads =
        |line: &str| AnswerReading::Strict.read(dialect, format!("{line}\n").as_bytes()).is_ok();
    let all = [evidence.said, evidence.said_late].concat();
    let said = lines(&all);
    let first = said.first().map(String::as_str).unwrap_or_default();
    if !answer.contains(&b'\n') {
        let is_whole = all.contains(&b'\n') && reads(first);
        return if is_whole && answer.len() < all.len() {
            "The answer came in several writes, but the school's engine reads only once and misses \
             the rest. Write the whole line as one string with its line feed, then flush (Python: \
             sys.stdout.write(f\"{x} {y}\\n\"), because print writes twice with -u or \
             PYTHONUNBUFFERED)."
                .into()
        } else {
            format!("The line feed (\\n) is missing. The answer must be {form}.")
        };
    }
    if answer.contains(&b'\r') {
        return "The line ends with CR LF (\\r\\n), which the school's engine rejects. Write only \\n \
                (Python on Windows: sys.stdout.reconfigure(newline='\\n'))."
            .into();
    }
    if reads(first) {
        return "The school's engine reads once, and if anything follows the line feed, it reads Y \
                as 0. Write one line per turn, without an empty line after it, and write debug \
                output to stderr."
            .into();
    }
    let has_letters = first.contains(|letter: char| letter.is_alphabetic());
    if has_letters || said.iter().skip(1).any(|line| reads(line)) {
        return "Everything written to stdout counts as the answer, and only its first line is \
                read. Write debug output to stderr (Python: print(..., file=sys.stderr); C: \
                fprintf(stderr, ...))."
            .into();
    }
    format!("The answer must be exactly {form}.")
}
