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
            "The answer came in several writes, and the school's engine reads once: the rest comes \
             too late. Write the whole line at once, as one string with its line feed, and then \
             flush (Python: sys.stdout.write(f\"{x} {y}\\n\"); print makes two writes of it under \
             -u or PYTHONUNBUFFERED)."
                .into()
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
    let has_letters = first.contains(|letter: char| letter.is_alphabetic());
    if has_letters || said.iter().skip(1).any(|line| reads(line)) {
        return "Everything on stdout is taken for the answer, whenever it is written, and only the \
                first line counts: write debugging to stderr (Python: print(..., \
                file=sys.stderr); C: fprintf(stderr, ...))."
            .into();
    }
    format!("The answer is {form}: nothing before, between or behind them but that.")
}
