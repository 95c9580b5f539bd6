//! Azul in words: what happens next, what was done, and what followed.

use super::{
    legal_move::{self, LegalMove, ShownDestination, ShownDraft, ShownTiling},
    scoring::{self, describe_complete},
};
use crate::{
    ViewScene,
    words::{capitalise, conjugate, format_count, join_names},
};
use meeple_core::{Game, Outcome, Seat, Turn};
use meeple_games::azul::{
    Azul, Deal, EndBonus, EndReason, IllegalMove, Marker, Move, Phase, PlayerBoard, Source,
};

/// Narrates a move: `Ann takes 3 blue from factory 2: line 2 full, 1 to the floor, -1`.
pub(super) fn narrate_move(before: &ViewScene<'_, Azul>, seat: Seat, mv: Move) -> String {
    let name = before.name(seat);
    let told = match (legal_move::legal_move(before.position, mv), mv) {
        (Some(LegalMove::Draft(draft)), Move::Draft(action)) => {
            narrate_draft(name, &draft, action.source)
        }
        (Some(LegalMove::Wall(ShownTiling { row, column, colour, .. })), _) => {
            format!("{} {colour} in row {row}, column {column}", conjugate(name, "put"))
        }
        _ => format!("{} {mv}", conjugate(name, "play")),
    };
    format!("{name} {told}")
}

fn narrate_draft(name: &str, draft: &ShownDraft, source: Source) -> String {
    let ShownDraft { takes, colour, takes_marker, falls, .. } = *draft;
    let mut parts = vec![match draft.place {
        ShownDestination::Line(line) if draft.fills_line => format!("line {line} full"),
        ShownDestination::Line(line) => format!("line {line}, {} to go", draft.misses),
        ShownDestination::Floor => "all to the floor".into(),
    }];
    if falls > 0 && draft.place != ShownDestination::Floor {
        parts.push(format!("{falls} to the floor"));
    }
    let cost = draft.cost + draft.marker_cost;
    if cost > 0 {
        parts.push(format!("-{cost}"));
    }
    if draft.to_lid > 0 || (takes_marker && draft.marker_cost == 0) {
        parts.push("the floor is full (A7)".into());
    }
    let marker = if takes_marker { " and the marker" } else { "" };
    let (take, parts) = (conjugate(name, "take"), parts.join(", "));
    format!("{take} {takes} {colour}{marker} from {source}: {parts}")
}

/// Narrates a deal: `Round 2, Ann first. Dealt: BBKK BYWW`.
pub(super) fn narrate_deal(before: &ViewScene<'_, Azul>, deal: &Deal) -> String {
    match deal {
        Deal::Starter(seat) => {
            let name = before.name(*seat);
            format!("The lot falls on {name}: {name} {} (A4).", conjugate(name, "start"))
        }
        Deal::Factories(_) => {
            let (round, name) = (before.position.round(), before.name(before.position.starter()));
            format!("Round {round}, {name} first. Dealt: {deal}")
        }
    }
}

/// Narrates the end of a round tile by tile, the refilling of the bag from the lid, and who starts next.
pub(super) fn narrate_consequences(after: &ViewScene<'_, Azul>, before: &Azul) -> Vec<String> {
    let scored = scoring::score_changes(after, before);
    let is_silent = scored.is_empty();
    let (was, is) = (before.phase(), after.position.phase());
    let mut told = Vec::new();
    if was == Phase::Deal && !before.lid().is_empty() && after.position.lid().is_empty() {
        told.push("The bag ran out: the lid was poured into it (A13).".into());
    }
    match (was, is) {
        (Phase::Draft, Phase::Tile | Phase::Deal | Phase::Over) => {
            told.push(format!("End of round {}:", before.round()));
        }
        (Phase::Deal, Phase::Over) => told.push("Nothing of this fits anywhere (A15).".into()),
        _ => {}
    }
    told.extend(scored.into_iter().map(|scored| scored.sentence));
    if is_silent && was == Phase::Draft && matches!(is, Phase::Deal | Phase::Over) {
        told.push("Nothing is scored.".into());
    }
    if matches!(was, Phase::Draft | Phase::Tile) && is == Phase::Deal {
        told.push(narrate_next_starter(after, before));
    }
    told
}

fn narrate_next_starter(after: &ViewScene<'_, Azul>, before: &Azul) -> String {
    let (round, name) = (after.position.round(), after.name(after.position.starter()));
    let starts = conjugate(name, "start");
    let last = after.last_move().and_then(|(_, mv)| mv.parse().ok());
    let from_centre = matches!(last, Some(Move::Draft(action)) if action.source == Source::Centre);
    if before.marker() == Marker::Centre && !from_centre {
        format!("Nobody took the marker: {name} {starts} round {round} again (A14).")
    } else {
        capitalise(&format!("{name} took the marker and {starts} round {round} (A5)."))
    }
}

/// Returns what happens next, in a sentence.
pub(super) fn describe_next(scene: &ViewScene<'_, Azul>) -> String {
    let game = scene.position;
    match (game.turn(), game.phase(), game.line_to_tile()) {
        (Turn::Seat(seat), _, Some((row, colour))) => {
            let (name, line) = (scene.name(seat), row.capacity());
            let chooses = conjugate(name, "choose");
            format!("Line {line} is full of {colour}: {name} {chooses} its column (A16).")
        }
        (Turn::Seat(seat), ..) => {
            let name = scene.name(seat);
            capitalise(&format!("{name} {} tiles next.", conjugate(name, "take")))
        }
        (Turn::Chance, Phase::DrawStarter, _) => "The starter is drawn next (A4).".into(),
        (Turn::Chance, ..) => format!("Round {} is dealt next (A13).", game.round()),
        (Turn::Over, ..) => format!("The game is over: {}.", end_reason(game)),
    }
}

pub(super) fn explain_illegal(scene: &ViewScene<'_, Azul>, reason: &IllegalMove) -> String {
    match *reason {
        IllegalMove::NotYourTurn { to_move, .. } => match scene.name(to_move) {
            "you" => "it is your turn (A4)".into(),
            name => format!("it is {name}'s turn (A4)"),
        },
        IllegalMove::NoMoveDue { turn: Turn::Over } => {
            format!("the game is over: {}", end_reason(scene.position))
        }
        _ => reason.to_string(),
    }
}

/// Lists what is complete on a board: `2 complete rows and 1 complete column`.
pub(super) fn achievement(board: &PlayerBoard) -> Option<String> {
    let complete = EndBonus::ALL.into_iter().filter_map(|bonus| {
        Some(bonus.count(board))
            .filter(|&count| count > 0)
            .map(|count| describe_complete(bonus, count))
    });
    let complete: Vec<String> = complete.collect();
    (!complete.is_empty()).then(|| join_texts(&complete))
}

/// Explains why the game ended, and how a tie was decided.
pub(super) fn explain_end(scene: &ViewScene<'_, Azul>, outcome: &Outcome) -> String {
    let reason = end_reason(scene.position);
    match explain_tie(scene, outcome) {
        Some(tie) => format!("{reason}, and {tie}"),
        None => reason.into(),
    }
}

fn end_reason(game: &Azul) -> &'static str {
    match game.end_reason() {
        Some(EndReason::CompleteRow) => "a row is complete (A12)",
        Some(EndReason::Stalemate) => "no tile can be placed any more (A15)",
        Some(EndReason::Truncated) => "60 rounds were played (A15)",
        None => "it was ended",
    }
}

/// Explains how a tie on points was decided, or that it remains; `None` if there was no tie.
fn explain_tie(scene: &ViewScene<'_, Azul>, outcome: &Outcome) -> Option<String> {
    let rows = |seat: &Seat| scene.position.board(*seat).map_or(0, |b| b.wall().complete_rows());
    let winners: Vec<Seat> = outcome.winners().collect();
    let first = winners.first()?;
    let (score, most) = (outcome.result(*first)?.score, rows(first));
    let points = format_count(score as usize, "point");
    // A player with as many rows as the winners who isn't among them has left the game.
    let others = (0..scene.position.players()).map(Seat::new).filter(|seat| {
        outcome.result(*seat).is_some_and(|result| result.score == score) && rows(seat) < most
    });
    let others: Vec<Seat> = others.collect();
    if !others.is_empty() {
        let counts = |seats: &[Seat]| {
            let counts = seats.iter().map(|seat| format!("{} {}", scene.name(*seat), rows(seat)));
            join_texts(&counts.collect::<Vec<_>>())
        };
        let (winners, others) = (counts(&winners), counts(&others));
        return Some(format!("at {points} complete rows decide, {winners} to {others}"));
    }
    let names: Vec<&str> = winners.iter().map(|seat| scene.name(*seat)).collect();
    (names.len() > 1).then(|| {
        let (names, rows) = (join_names(&names), describe_complete(EndBonus::Rows, most));
        format!("{names} are equal with {points} and {rows}")
    })
}

fn join_texts(texts: &[String]) -> String {
    join_names(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}
