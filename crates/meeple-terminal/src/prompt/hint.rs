//! A hint: the best moves, their values, and why.
//!
//! ```text
//! Hint: blue from factory 2 to line 3; value +4.2 points, win chance 62 %:
//!   completes line 3 for 5 points; 2.1 points better than red from factory 4 to
//!   line 2
//! Next: red from factory 4 to line 2; value +2.1 points, win chance 55 %
//! ```

use crate::{
    ask_adviser::AdviserAnswer,
    figures::{percent, signed},
    window,
};
use meeple_ai::advice::Advised;
use meeple_core::text::printable;

/// Most reasons given for the best move, and for each of the others.
const REASONS: (usize, usize) = (3, 2);

/// Returns the text of a hint, wrapped to at most 80 columns. `name` names a move given by its text.
pub(super) fn hint_text(
    answer: &AdviserAnswer,
    unit: &str,
    name: impl Fn(&str) -> String,
) -> String {
    let AdviserAnswer { advice, is_interrupted } = answer;
    let mut lines = Vec::new();
    if let Some((best, others)) = advice.moves.split_first() {
        let line = |advised: &Advised<String>, reasons: usize| {
            let (value, chance) = (signed(advised.value), percent(advised.chance));
            let value = format!("value {value} {unit}, win chance {chance}");
            format!("{}; {value}{}", name(&advised.mv), reasons_text(advised, reasons))
        };
        let gap = others.first().map(|next| match best.value - next.value {
            gap if gap < 0.05 => format!("; as good as {}", name(&next.mv)),
            gap => format!("; {gap:.1} {unit} better than {}", name(&next.mv)),
        });
        lines.push(format!("Hint: {}{}", line(best, REASONS.0), gap.unwrap_or_default()));
        lines.extend(others.iter().map(|next| format!("Next: {}", line(next, REASONS.1))));
    }
    lines.extend(advice.proof.as_ref().map(|proof| format!("Proof: {}.", printable(proof))));
    if *is_interrupted {
        lines.push("(Stopped early: this is the best answer so far.)".into());
    }
    let columns =
        window::stdout_columns().unwrap_or(window::DEFAULT_COLUMNS).min(window::DEFAULT_COLUMNS);
    let wrapped = lines.iter().map(|line| window::wrap_with(line, columns, "", "  "));
    wrapped.collect::<Vec<_>>().join("\n")
}

/// Returns a text such as `: completes line 3 for 5 points, starts the next round`.
fn reasons_text(advised: &Advised<String>, most: usize) -> String {
    let reasons: Vec<&str> = advised.reasons.iter().take(most).map(String::as_str).collect();
    if reasons.is_empty() { String::new() } else { format!(": {}", printable(&reasons.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_ai::advice::{Advice, Appraisal};

    fn advised(mv: &str, value: f64, reasons: &[&str]) -> Advised<String> {
        let reasons = reasons.iter().map(|&reason| reason.into()).collect();
        Advised { mv: mv.into(), value, chance: 0.62, visits: None, line: vec![mv.into()], reasons }
    }

    fn told(moves: Vec<Advised<String>>, proof: Option<&str>, is_interrupted: bool) -> String {
        let appraisal = Appraisal { values: Vec::new(), chances: Vec::new() };
        let proof = proof.map(Into::into);
        let advice = Advice { appraisal, moves, nodes: 1, depth: None, proof };
        hint_text(&AdviserAnswer { advice, is_interrupted }, "points", |mv| format!("<{mv}>"))
    }

    #[test]
    fn a_hint_says_what_why_and_how_much_better() {
        let moves = vec![
            advised("2 blue 3", 4.2, &["completes line 3 for 5 points", "starts the next round"]),
            advised("4 red 2", 2.1, &[]),
        ];
        let expected = "\
Hint: <2 blue 3>; value +4.2 points, win chance 62 %: completes line 3 for 5
  points, starts the next round; 2.1 points better than <4 red 2>
Next: <4 red 2>; value +2.1 points, win chance 62 %";
        assert_eq!(told(moves, None, false), expected);
    }

    #[test]
    fn equal_moves_proofs_and_what_was_stopped_are_named() {
        let moves = vec![advised("0,1", 1.0, &[]), advised("1,0", 1.0, &[])];
        let expected = "\
Hint: <0,1>; value +1.0 points, win chance 62 %; as good as <1,0>
Next: <1,0>; value +1.0 points, win chance 62 %
Proof: wins in 3 plies.
(Stopped early: this is the best answer so far.)";
        assert_eq!(told(moves, Some("wins in 3 plies"), true), expected);
    }
}
