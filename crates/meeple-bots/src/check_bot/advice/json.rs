//! Advice for an invalid answer in the Meeple protocol.

use super::{FailureEvidence, lines};

pub(super) fn bad_answer(evidence: &FailureEvidence<'_>, answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer).trim().to_owned();
    let moves = evidence.position.legal_move_texts();
    let is_legal = |text: &str| moves.iter().any(|mv| mv == text);
    let later = lines(evidence.said).into_iter().chain(lines(evidence.said_late)).skip(1);
    let commas = text.split_whitespace().collect::<Vec<_>>().join(",");
    if moves == ["stop"] {
        "Only `stop` is legal here, because nothing can be laid: answer that.".into()
    } else if text.is_empty() {
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
