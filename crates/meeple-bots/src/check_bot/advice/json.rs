//! Advice for an invalid answer in the Meeple protocol.

use super::{FailureEvidence, lines};

/// Returns advice that fits the most likely mistake.
pub(super) fn bad_answer(evidence: &FailureEvidence<'_>, answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer).trim().to_owned();
    let moves = evidence.position.legal_move_texts();
    let is_legal = |text: &str| moves.iter().any(|mv| mv == text);
    let with_commas = text.split_whitespace().collect::<Vec<_>>().join(",");
    if moves == ["stop"] {
        "Nothing can be placed, so only `stop` is legal. Answer `stop`.".into()
    } else if text.is_empty() {
        "An empty line counts as an answer. Write the move followed by one line feed.".into()
    } else if text.starts_with(['{', '"']) {
        let example = moves.first().map(String::as_str).unwrap_or_default();
        format!(
            "A JSON answer is one line with an object that contains the move's text: \
             {{\"move\":\"{example}\"}}. The bare text {example} works too."
        )
    } else if let Some(mv) = text.parse().ok().and_then(|index: usize| moves.get(index)) {
        format!(
            "That looks like an index into `moves`. Answer with the move's text instead: move \
             {text}, counting from 0, is {mv}."
        )
    } else if is_legal(&with_commas) {
        format!("Write the move with a comma, exactly as in `moves`: {with_commas}.")
    } else if let Some(mv) = moves.iter().find(|mv| text.contains(mv.as_str())) {
        format!("Write only the move, exactly as in `moves`, and a line feed: {mv}.")
    } else {
        let output = lines(evidence.said).into_iter().chain(lines(evidence.said_late));
        let mut later_lines = output.skip(1).map(|line| line.trim().to_owned());
        let legal = later_lines.find(|line| is_legal(line));
        let note = legal.map(|mv| format!(" {mv}, which came after it, would have been legal."));
        format!(
            "Everything written to stdout counts as an answer. Write debug output to stderr \
             (Python: print(..., file=sys.stderr)), or start such lines with `info `.{}",
            note.unwrap_or_default()
        )
    }
}
