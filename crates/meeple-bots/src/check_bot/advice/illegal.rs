//! Advice for an illegal move.

use super::{super::judge::placements, FailureEvidence};
use crate::{Protocol, school::Dialect};
use meeple_core::Game;
use meeple_games::filler::{Filler, Placement};

pub(super) fn illegal(evidence: &FailureEvidence<'_>, mv: &str) -> String {
    let legal = |mv: &str| evidence.position.check_move_text(mv).is_ok();
    if let Some(swapped) = swapped(mv).filter(|swapped| legal(swapped)) {
        let order = match evidence.protocol {
            Protocol::Filler { dialect: Dialect::Edu, .. } => "X, the column, comes first",
            Protocol::Filler { dialect: Dialect::FortyTwo, .. } => "Y, the row, comes first",
            Protocol::Json if evidence.position.name() == Filler::NAME => "the column comes first",
            Protocol::Json => "the row comes first",
        };
        let swapped = in_protocol(&swapped, evidence.protocol);
        return format!(
            "Row and column are swapped: {swapped} would have been legal. In an answer, {order}."
        );
    }
    match evidence.protocol {
        Protocol::Json => "Answer with one of the texts in `moves`, copied exactly. They are all \
                           the legal moves."
            .into(),
        Protocol::Filler { dialect, .. } => {
            let example = placements(evidence.position).first().copied();
            let example = example.map(|at| dialect.answer(at).trim_end().to_owned());
            let (cells, size) = marks(evidence, dialect);
            format!(
                "All filled cells of a piece must lie on the board, exactly one of them on a cell \
                 of your own ({cells}) and none on a cell of the opponent (F4). The answer is the \
                 position of the top left corner of the piece's rectangle, empty margins included: \
                 {:?} would have been legal. {size}",
                example.unwrap_or_default(),
            )
        }
    }
}

/// Writes a move as the protocol does.
fn in_protocol(mv: &str, protocol: Protocol) -> String {
    match (mv.parse::<Placement>(), protocol) {
        (Ok(at), Protocol::Filler { dialect, .. }) => dialect.answer(at).trim_end().to_owned(),
        _ => mv.to_owned(),
    }
}

/// Returns the marks of the bot's cells, and a sentence about the order of sizes.
fn marks(evidence: &FailureEvidence<'_>, dialect: Dialect) -> (&'static str, &'static str) {
    match (dialect, evidence.seat.index()) {
        (Dialect::Edu, 0) => ("`@` or `a`", "Header lines give columns first, then rows."),
        (Dialect::Edu, _) => ("`$` or `s`", "Header lines give columns first, then rows."),
        (Dialect::FortyTwo, 0) => ("`O` or `o`", "Header lines give rows first, then columns."),
        (Dialect::FortyTwo, _) => ("`X` or `x`", "Header lines give rows first, then columns."),
    }
}

/// Returns the move with row and column swapped, if it has both.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_can_be_swapped_in_every_game() {
        for (mv, expected) in [
            ("1,2", Some("2,1")),
            ("-1,8", Some("8,-1")),
            ("wall 3 5", Some("wall 5 3")),
            ("lay Bc", Some("lay cB")),
            ("lay Bc fr", Some("lay cB fr")),
            ("steal FG", Some("steal GF")),
            ("exchange 3", None),
            ("2 blue 3", None),
            ("stop", None),
        ] {
            assert_eq!(swapped(mv).as_deref(), expected, "{mv}");
        }
    }
}
