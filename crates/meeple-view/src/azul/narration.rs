//! Azul in words: what happens next, what was done, and what followed.

use super::{
    legal_move::{self, LegalMove, ShownDestination, ShownDraft, ShownTiling},
    scoring::{self, WallCell, describe_complete},
};
use crate::{
    ViewScene,
    words::{capitalise, conjugate, format_count, join_names, whose_turn},
};
use meeple_core::{CellName, Game, Outcome, Seat, Turn};
use meeple_games::azul::{
    Azul, Deal, Destination, DraftAction, EndBonus, EndReason, IllegalMove, Marker, Move, Phase,
    PlayerBoard, Source, WallAction, WallColumn,
};

/// Names a move: `blue from factory 2 to line 3`, and on the grey wall the cell, `C4`.
pub(super) fn move_name(mv: Move) -> String {
    match mv {
        Move::Draft(DraftAction { source, colour, destination }) => match destination {
            Destination::PatternLine(row) => {
                format!("{colour} from {source} to line {}", u16::from(row) + 1)
            }
            Destination::Floor => format!("{colour} from {source} to the floor"),
        },
        Move::Wall(WallAction { row, column }) => {
            CellName { column: column.into(), row: row.into() }.to_string()
        }
    }
}

/// Narrates a move: `Ann takes 3 blue from factory 2: line 2 is full, 1 to the floor, -1 point`.
pub(super) fn narrate_move(before: &ViewScene<'_, Azul>, seat: Seat, mv: Move) -> String {
    let name = before.name(seat);
    let told = match (legal_move::legal_move(before.position, mv), mv) {
        (Some(LegalMove::Draft(draft)), Move::Draft(action)) => {
            narrate_draft(name, &draft, action.source)
        }
        (Some(LegalMove::Wall(ShownTiling { row, column, colour, .. })), _) => {
            let cell = WallCell { row, column }.name();
            format!("{} {colour} on {cell}", conjugate(name, "put"))
        }
        _ => format!("{} {}", conjugate(name, "play"), move_name(mv)),
    };
    format!("{name} {told}")
}

fn narrate_draft(name: &str, draft: &ShownDraft, source: Source) -> String {
    let ShownDraft { takes, colour, takes_marker, falls, .. } = *draft;
    let mut parts = vec![match draft.place {
        ShownDestination::Line(line) if draft.fills_line => format!("line {line} is full"),
        ShownDestination::Line(line) => {
            format!("line {line} needs {} more", draft.misses)
        }
        ShownDestination::Floor => "all to the floor".into(),
    }];
    if falls > 0 && draft.place != ShownDestination::Floor {
        parts.push(format!("{falls} to the floor"));
    }
    let cost = draft.cost + draft.marker_cost;
    if cost > 0 {
        parts.push(format!("-{}", format_count(cost.into(), "point")));
    }
    // A7: what finds no slot goes to the lid.
    if draft.to_lid > 0 || (takes_marker && draft.marker_cost == 0) {
        parts.push("the floor is full".into());
    }
    let marker = if takes_marker { " and the marker" } else { "" };
    let (take, parts) = (conjugate(name, "take"), parts.join(", "));
    format!("{take} {takes} {colour}{marker} from {source}: {parts}")
}

/// Narrates a deal: `Round 2: Ann starts. Factories: BBKK BYWW`.
pub(super) fn narrate_deal(before: &ViewScene<'_, Azul>, deal: &Deal) -> String {
    match deal {
        Deal::Starter(seat) => {
            let name = before.name(*seat);
            let start = conjugate(name, "start");
            capitalise(&format!("{name} {start}, by a random draw.")) // A4
        }
        Deal::Factories(_) => {
            let (round, name) = (before.position.round(), before.name(before.position.starter()));
            format!("Round {round}: {name} {}. Factories: {deal}", conjugate(name, "start"))
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
        told.push("The bag ran out and was refilled from the lid.".into()); // A13
    }
    match (was, is) {
        (Phase::Draft, Phase::Tile | Phase::Deal | Phase::Over) => {
            told.push(format!("End of round {}:", before.round()));
        }
        (Phase::Deal, Phase::Over) => {
            told.push("None of these tiles can be placed.".into()); // A15
        }
        _ => {}
    }
    told.extend(scored.into_iter().map(|scored| scored.sentence));
    if is_silent && was == Phase::Draft && matches!(is, Phase::Deal | Phase::Over) {
        told.push("Nobody scores.".into());
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
        // A14
        format!("Nobody took the marker: {name} {starts} round {round} again.")
    } else {
        // A5
        capitalise(&format!("{name} took the marker and {starts} round {round}."))
    }
}

/// Returns what happens next, in a sentence.
pub(super) fn describe_next(scene: &ViewScene<'_, Azul>) -> String {
    let game = scene.position;
    match (game.turn(), game.phase(), game.line_to_tile()) {
        (Turn::Seat(seat), _, Some((row, colour))) => {
            let (name, line) = (scene.name(seat), row.capacity());
            let chooses = conjugate(name, "choose");
            format!("Line {line} is full of {colour}: {name} {chooses} its cell on the wall.") // A16
        }
        (Turn::Seat(seat), ..) => {
            capitalise(&format!("{} to take tiles.", whose_turn(scene.name(seat))))
        }
        (Turn::Chance, Phase::DrawStarter, _) => "The starting player is drawn next.".into(),
        (Turn::Chance, ..) => format!("Round {} is dealt next.", game.round()),
        (Turn::Over, ..) => format!("The game is over: {}.", end_reason(game)),
    }
}

pub(super) fn explain_illegal(scene: &ViewScene<'_, Azul>, reason: &IllegalMove) -> String {
    match *reason {
        IllegalMove::NotYourTurn { to_move, .. } => {
            format!("it is {}", whose_turn(scene.name(to_move))) // A4
        }
        IllegalMove::NotDrafting { row } => {
            let example = CellName { column: 2, row: row.index() as u16 };
            let line = row.capacity();
            format!("line {line} is full: choose its cell on the wall, such as {example}")
        }
        IllegalMove::BadColumn { column } => {
            let column = u16::from(column) + 1;
            format!("there is no column {column}: the columns are A to E, or 1 to 5")
        }
        IllegalMove::CellTaken { row, column } => {
            let cell = CellName { column: column.index() as u16, row: row.index() as u16 };
            format!("{cell} already has a tile")
        }
        IllegalMove::ColumnConflict { column, colour } => {
            format!("column {} already has {colour}", column_letter(column))
        }
        IllegalMove::NoMoveDue { turn: Turn::Over } => {
            format!("the game is over: {}", end_reason(scene.position))
        }
        _ => reason.to_string(),
    }
}

fn column_letter(column: WallColumn) -> String {
    CellName::column_letters(column.index() as u16)
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

/// Returns why the game ended (A12, A15).
fn end_reason(game: &Azul) -> &'static str {
    match game.end_reason() {
        Some(EndReason::CompleteRow) => "a row is complete",
        Some(EndReason::Stalemate) => "no tile can be placed any more",
        Some(EndReason::Truncated) => "60 rounds were played",
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
